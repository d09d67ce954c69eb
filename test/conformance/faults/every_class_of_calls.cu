// SPDX-License-Identifier: Apache-2.0
// What a call of each group answers once a fault has ended the context: creating, asking, destroying.
#include "../transcript.h"

__global__ void faults(int *p) { *p = 1; }
__global__ void fine() {}
__device__ int variable;

int main() {
  cudaStream_t stream, made;
  cudaEvent_t event, recorded;
  cudaGraph_t graph, other;
  cudaGraphExec_t exec;
  cudaGraphNode_t node;
  cudaMemPool_t pool, new_pool;
  cudaArray_t array, new_array;
  int *device, *pinned, *managed, value = 0, count = 0;
  char host[64] = {};
  MUST(cudaStreamCreate(&stream));
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&recorded));
  MUST(cudaEventRecord(recorded, stream));
  MUST(cudaGraphCreate(&graph, 0));
  MUST(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  MUST(cudaDeviceGetDefaultMemPool(&pool, 0));
  MUST(cudaMalloc(&device, 64));
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocManaged(&managed, 64));
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  MUST(cudaMallocArray(&array, &format, 16));
  MUST(cudaDeviceSynchronize());
  faults<<<1, 1>>>(nullptr);
  SHOW(cudaStreamSynchronize(nullptr));

  unsigned flags = 0;
  int priority = 0;
  std::size_t bytes = 0, more = 0;
  unsigned long long id = 0;
  cudaStreamCaptureStatus status;
  cudaFuncAttributes attributes;
  cudaPointerAttributes about;
  float milliseconds;
  SHOW(cudaPeekAtLastError());
  SHOW(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
  SHOW(cudaStreamGetFlags(stream, &flags));
  SHOW(cudaStreamGetPriority(stream, &priority));
  SHOW(cudaStreamGetId(stream, &id));
  SHOW(cudaStreamWaitEvent(stream, recorded, 0));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamIsCapturing(stream, &status));
  SHOW(cudaStreamAddCallback(stream, [](cudaStream_t, cudaError_t, void *) {}, nullptr, 0));
  SHOW(cudaLaunchHostFunc(stream, [](void *) {}, nullptr));
  SHOW(cudaEventCreate(&event));
  SHOW(cudaEventRecord(recorded, stream));
  SHOW(cudaEventQuery(recorded));
  SHOW(cudaEventSynchronize(recorded));
  SHOW(cudaEventElapsedTime(&milliseconds, recorded, recorded));
  SHOW(cudaMallocManaged(&managed, 64));
  SHOW(cudaMallocAsync(reinterpret_cast<void **>(&device), 64, stream));
  SHOW(cudaMallocArray(&new_array, &format, 16));
  SHOW(cudaHostRegister(host, 64, 0));
  SHOW(cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpyAsync(pinned, device, 4, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaMemset(device, 0, 4));
  SHOW(cudaMemcpyToSymbol(variable, &value, 4));
  SHOW(cudaGetSymbolAddress(reinterpret_cast<void **>(&device), variable));
  SHOW(cudaMemGetInfo(&bytes, &more));
  SHOW(cudaPointerGetAttributes(&about, pinned));
  SHOW(cudaMemPrefetchAsync(managed, 64, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, stream));
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  SHOW(cudaMemPoolCreate(&new_pool, &properties));
  SHOW(cudaMemPoolTrimTo(pool, 0));
  SHOW(cudaDeviceGetDefaultMemPool(&pool, 0));
  SHOW(cudaGraphCreate(&other, 0));
  SHOW(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaFuncGetAttributes(&attributes, fine));
  SHOW(cudaFuncSetAttribute(fine, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&count, fine, 32, 0));
  fine<<<1, 1>>>();
  SHOW(cudaGetLastError());
  SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20));
  SHOW(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
  SHOW(cudaDeviceGetCacheConfig(nullptr));
  SHOW(cudaDeviceGetStreamPriorityRange(&value, &count));
  SHOW(cudaDeviceCanAccessPeer(&value, 0, 0));
  SHOW(cudaRuntimeGetVersion(&value));
  SHOW(cudaDriverGetVersion(&value));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaEventDestroy(recorded));
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaFree(nullptr));
  SHOW(cudaFreeArray(array));
  show_last_error("at the end");
}
