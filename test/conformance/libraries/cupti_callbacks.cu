// SPDX-License-Identifier: Apache-2.0
// flags: -lcupti
// What a subscriber of CUPTI is told of calls of the runtime.
#include "profiler.h"

static __global__ void kernel(int) {}

static void CUPTIAPI called(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data) {
  const auto *d = static_cast<const CUpti_CallbackData *>(data);
  const char *name = "?";
  cuptiGetCallbackName(domain, id, &name);
  std::printf("%s %s (%s), symbol %s, user %d", d->callbackSite == CUPTI_API_ENTER ? "enter" : "exit", d->functionName, name,
              d->symbolName == nullptr ? "none" : (std::strstr(d->symbolName, "kernel") != nullptr ? "kernel" : "another"), *static_cast<int *>(user));
  if (d->callbackSite == CUPTI_API_ENTER) {
    *d->correlationData = d->correlationId * 3ull;
  } else {
    std::printf(", result %d, kept %d", *static_cast<cudaError_t *>(d->functionReturnValue), *d->correlationData == d->correlationId * 3ull);
  }
  std::printf("\n");
  std::fflush(stdout);
}

int main() {
  void *p = nullptr;
  MUST(cudaMalloc(&p, 64));
  kernel<<<1, 1>>>(1);
  MUST(cudaDeviceSynchronize());
  int first = 1, second = 2;
  CUpti_SubscriberHandle subscriber = nullptr, other = nullptr;
  CUPTI(cuptiSubscribe(&subscriber, called, &first));
  CUPTI(cuptiSubscribe(&other, called, &second));
  CUPTI(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000));
  CUPTI(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020));
  CUPTI(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020));
  CUPTI(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaGetDeviceCount_v3020));
  std::uint32_t enabled[2] = {7, 7};
  CUPTI(cuptiGetCallbackState(enabled, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020));
  CUPTI(cuptiGetCallbackState(enabled + 1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaFree_v3020));
  std::printf("enabled %u %u\n", enabled[0], enabled[1]);
  kernel<<<1, 1>>>(2);
  void *q = nullptr;
  cudaMalloc(&q, 64);
  cudaMalloc(nullptr, 64);
  cudaFree(q);
  int count = 0;
  cudaGetDeviceCount(&count);
  cudaMemcpyAsync(p, p, 16, cudaMemcpyDeviceToDevice, cudaStreamPerThread);
  CUPTI(cuptiEnableCallback(0, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020));
  cudaMalloc(&q, 64);
  CUPTI(cuptiUnsubscribe(subscriber));
  kernel<<<1, 1>>>(4);
  CUPTI(cuptiUnsubscribe(subscriber));
  CUPTI(cuptiSubscribe(&subscriber, called, &second));
  CUPTI(cuptiGetCallbackState(enabled, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000));
  std::printf("enabled %u\n", enabled[0]);
  CUPTI(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaEventRecord_v3020));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventRecord(event, cudaStreamPerThread));
  MUST(cudaEventRecordWithFlags(event, cudaStreamPerThread, 0));
  CUPTI(cuptiUnsubscribe(subscriber));
  MUST(cudaDeviceSynchronize());
}
