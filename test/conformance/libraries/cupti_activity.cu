// SPDX-License-Identifier: Apache-2.0
// flags: -lcupti
// What CUPTI records of kernels, copies, fills, waits, graphs, and of the calls that they come from.
#include <algorithm>

#include "profiler.h"

static __global__ void add(int *x, int n) { x[blockIdx.x * blockDim.x + threadIdx.x] += n; }
static __global__ void with_shared(int *x) {
  __shared__ int s[32];
  extern __shared__ int dynamic[];
  s[threadIdx.x % 32] = dynamic[threadIdx.x % 32] = threadIdx.x;
  __syncthreads();
  x[threadIdx.x] = s[31 - threadIdx.x % 32] + dynamic[1];
}

static void work(int *device, int *pinned, int *pageable, cudaStream_t stream) {
  add<<<dim3(4, 2, 1), dim3(32, 2, 1), 0, stream>>>(device, 1);
  with_shared<<<1, 64, 256>>>(device);
  MUST(cudaMemcpyAsync(device, pinned, 4096, cudaMemcpyHostToDevice, stream));
  MUST(cudaMemcpyAsync(pinned, device, 2048, cudaMemcpyDeviceToHost, stream));
  MUST(cudaMemcpyAsync(device, device + 1024, 1024, cudaMemcpyDeviceToDevice, stream));
  MUST(cudaMemcpy(device, pageable, 4096, cudaMemcpyHostToDevice));
  MUST(cudaMemset(device, 7, 100));
  MUST(cudaMemsetAsync(device, 0, 64, stream));
  MUST(cudaStreamSynchronize(stream));
}

static void show_records() {
  using namespace profiler;
  auto kernels = all<CUpti_ActivityKernel10>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  std::sort(kernels.begin(), kernels.end(), [](auto &a, auto &b) { return a.correlationId < b.correlationId; });
  for (const auto &k : kernels)
    std::printf("kernel %s by %s: grid %d %d %d, block %d %d %d, shared %d and %d, times in order %d, of a graph %d\n",
                std::strstr(k.name, "add") != nullptr ? "add" : "with_shared", call_of(k.correlationId).c_str(), k.gridX, k.gridY,
                k.gridZ, k.blockX, k.blockY, k.blockZ, k.staticSharedMemory, k.dynamicSharedMemory, k.start <= k.end && k.start > 0, k.graphId != 0);
  auto copies = all<CUpti_ActivityMemcpy6>(CUPTI_ACTIVITY_KIND_MEMCPY);
  std::sort(copies.begin(), copies.end(), [](auto &a, auto &b) { return a.correlationId < b.correlationId; });
  for (const auto &c : copies)
    std::printf("copy %d from %d to %d by %s: %llu bytes, flags %d, times in order %d, of a graph %d\n", c.copyKind, c.srcKind, c.dstKind,
                call_of(c.correlationId).c_str(), static_cast<unsigned long long>(c.bytes), c.flags, c.start <= c.end && c.start > 0, c.graphId != 0);
  auto fills = all<CUpti_ActivityMemset4>(CUPTI_ACTIVITY_KIND_MEMSET);
  std::sort(fills.begin(), fills.end(), [](auto &a, auto &b) { return a.correlationId < b.correlationId; });
  for (const auto &f : fills)
    std::printf("fill of %d by %s: %llu bytes with %u, flags %d, of a graph %d\n", f.memoryKind, call_of(f.correlationId).c_str(),
                static_cast<unsigned long long>(f.bytes), f.value, f.flags, f.graphId != 0);
  for (const auto &s : all<CUpti_ActivitySynchronization2>(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION))
    std::printf("wait %d by %s\n", s.type, call_of(s.correlationId).c_str());
  std::map<std::string, int> calls;
  for (const auto &call : all<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME)) ++calls[call_of(call.correlationId)];
  for (const auto &[name, count] : calls) std::printf("call %s: %d\n", name.c_str(), count);
  records.clear();
}

int main() {
  int *device, *pinned, *pageable = new int[1024]();
  cudaStream_t stream;
  MUST(cudaMalloc(&device, 1 << 16));
  MUST(cudaMallocHost(&pinned, 1 << 16));
  MUST(cudaStreamCreate(&stream));
  MUST(cudaDeviceSynchronize());
  NEED(cuptiActivityRegisterCallbacks(profiler::requested, profiler::completed));
  for (auto kind : {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_RUNTIME,
                    CUPTI_ACTIVITY_KIND_SYNCHRONIZATION})
    NEED(cuptiActivityEnable(kind));
  work(device, pinned, pageable, stream);
  MUST(cudaDeviceSynchronize());
  NEED(cuptiActivityFlushAll(0));
  show_records();

  std::printf("a graph\n");
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  add<<<4, 32, 0, stream>>>(device, 2);
  MUST(cudaMemcpyAsync(pinned, device, 512, cudaMemcpyDeviceToHost, stream));
  MUST(cudaMemsetAsync(device, 1, 32, stream));
  MUST(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  MUST(cudaGraphLaunch(exec, stream));
  MUST(cudaStreamSynchronize(stream));
  NEED(cuptiActivityFlushAll(0));
  show_records();

  std::printf("calls that fail\n");
  cudaMalloc(nullptr, 4);
  cudaMemcpy(nullptr, nullptr, 4, cudaMemcpyDefault);
  cudaStreamQuery(stream);
  NEED(cuptiActivityFlushAll(0));
  for (const auto &call : profiler::all<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME))
    std::printf("%s returned %u\n", call_of(call.correlationId).c_str(), call.returnValue);
  profiler::records.clear();

  std::printf("external numbers\n");
  NEED(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION));
  std::uint64_t popped = 0;
  CUPTI(cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 77));
  CUPTI(cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 78));
  add<<<1, 32>>>(device, 1);
  CUPTI(cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &popped));
  show_value("popped", popped);
  CUPTI(cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, nullptr));
  CUPTI(cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &popped));
  CUPTI(cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1, &popped));
  MUST(cudaDeviceSynchronize());
  NEED(cuptiActivityFlushAll(0));
  for (const auto &e : profiler::all<CUpti_ActivityExternalCorrelation>(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION))
    std::printf("external %d %llu of %s\n", e.externalKind, static_cast<unsigned long long>(e.externalId), call_of(e.correlationId).c_str());
  profiler::records.clear();

  std::printf("after the end\n");
  for (auto kind : {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_RUNTIME,
                    CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION})
    NEED(cuptiActivityDisable(kind));
  work(device, pinned, pageable, stream);
  MUST(cudaDeviceSynchronize());
  NEED(cuptiActivityFlushAll(0));
  show_value("records", static_cast<long long>(profiler::records.size()));
}
