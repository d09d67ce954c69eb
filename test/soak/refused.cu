// SPDX-License-Identifier: Apache-2.0
// A small program of which one request for memory or a thread is refused (refuse.cpp): every call must
// answer success or a documented error, and once requests are granted again, everything must work.
//
//   refused N    prints how many requests there were, and what the calls answered
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" {
__attribute__((weak)) void refuse_begin(unsigned long nth);
__attribute__((weak)) unsigned long refuse_end();
}

__device__ int total;
__global__ void add(int* data, int value) {
  data[threadIdx.x] += value;
  atomicAdd(&total, 1);
}

namespace {

constexpr int kThreads = 64;

struct Outcome {
  cudaError_t first = cudaSuccess;
  int line = 0;
  bool is_wrong = false;
};

bool is_documented(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation:
    case cudaErrorInitializationError:
    case cudaErrorNoDevice:
    case cudaErrorSharedObjectInitFailed:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidResourceHandle:  // of what could not be created
    case cudaErrorInvalidValue:
      return true;
    default:
      return false;
  }
}

#define TRY(call)                                                \
  do {                                                           \
    const cudaError_t answer = (call);                           \
    if (answer != cudaSuccess && outcome.first == cudaSuccess) { \
      outcome.first = answer;                                    \
      outcome.line = __LINE__;                                   \
    }                                                            \
  } while (0)

void count_call(void* calls) { ++*static_cast<int*>(calls); }

// Goes on after an error, as careless programs do.
Outcome run_all() {
  Outcome outcome;
  int *device = nullptr, *pinned = nullptr, *pooled = nullptr, *managed = nullptr;
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t event = nullptr;
  int calls = 0;
  std::vector<int> pageable(kThreads, 1);
  TRY(cudaMalloc(&device, kThreads * sizeof(int)));
  TRY(cudaMallocHost(&pinned, kThreads * sizeof(int)));
  TRY(cudaMallocManaged(&managed, kThreads * sizeof(int)));
  TRY(cudaStreamCreate(&first));
  TRY(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  TRY(cudaEventCreate(&event));
  TRY(cudaMemcpyAsync(device, pageable.data(), kThreads * sizeof(int), cudaMemcpyHostToDevice,
                      first));
  if (device != nullptr) {
    for (int i = 0; i < 100; ++i) {
      add<<<1, kThreads, 0, first>>>(device, 1);
      TRY(cudaGetLastError());
    }
  }
  TRY(cudaEventRecord(event, first));
  TRY(cudaStreamWaitEvent(second, event, 0));
  TRY(cudaLaunchHostFunc(second, count_call, &calls));
  TRY(cudaMallocAsync(&pooled, 1 << 20, second));
  if (pooled != nullptr) TRY(cudaMemsetAsync(pooled, 1, 1 << 20, second));
  if (pooled != nullptr) TRY(cudaFreeAsync(pooled, second));
  if (pinned != nullptr && device != nullptr)
    TRY(cudaMemcpyAsync(pinned, device, kThreads * sizeof(int), cudaMemcpyDeviceToHost, first));
  TRY(cudaStreamSynchronize(second));
  TRY(cudaStreamSynchronize(first));
  int ran = 0;
  TRY(cudaMemcpyFromSymbol(&ran, total, sizeof ran));
  ran = 0;
  TRY(cudaMemcpyToSymbol(total, &ran, sizeof ran));
  TRY(cudaDeviceSynchronize());
  if (outcome.first == cudaSuccess)
    outcome.is_wrong = calls != 1 || pinned[0] != 101 || pinned[kThreads - 1] != 101;
  if (event != nullptr) TRY(cudaEventDestroy(event));
  if (second != nullptr) TRY(cudaStreamDestroy(second));
  if (first != nullptr) TRY(cudaStreamDestroy(first));
  TRY(cudaFree(managed));
  TRY(cudaFreeHost(pinned));
  TRY(cudaFree(device));
  cudaGetLastError();
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long nth = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
  if (refuse_begin != nullptr) refuse_begin(nth);
  const Outcome refused = run_all();
  const unsigned long requests = refuse_end != nullptr ? refuse_end() : 0;
  const Outcome after = run_all();
  std::printf("%lu requests; %s", requests, cudaGetErrorName(refused.first));
  if (refused.first != cudaSuccess) std::printf(" at line %d", refused.line);
  std::printf("; afterwards %s", cudaGetErrorName(after.first));
  if (after.first != cudaSuccess) std::printf(" at line %d", after.line);
  std::printf("\n");
  if (refused.is_wrong || after.is_wrong) std::printf("wrong results\n");
  const bool good = !refused.is_wrong && !after.is_wrong && after.first == cudaSuccess &&
                    (refused.first == cudaSuccess || is_documented(refused.first));
  return good ? 0 : 1;
}
