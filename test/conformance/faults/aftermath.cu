// SPDX-License-Identifier: Apache-2.0
// What works once a fault has ended the context.
#include "../cases.h"
#include "fault.h"
#include "../gate.h"
#include "../libraries/own_image.h"

__global__ void fail(int *p) { *p = 1; }
__global__ void put(int *p, int value) { *p = value; }

namespace every_class_of_calls_ {
__global__ void faults(int *p) { *p = 1; }
__global__ void fine() {}
__device__ int variable;

// What a call of each group answers once a fault has ended the context: creating, asking, destroying.
CASE(every_class_of_calls) {
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
}  // namespace every_class_of_calls_

// A fault in one stream: what the calls of other streams and the pending work of its own say.
CASE(streams_and_copies) {
  DeviceArray<int> word(1);
  int host = -1;
  cudaStream_t a, b;
  cudaEvent_t event, before;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&before));
  put<<<1, 1, 0, b>>>(word, 5);
  MUST(cudaEventRecord(before, b));
  MUST(cudaDeviceSynchronize());
  fail<<<1, 1, 0, a>>>(nullptr);
  put<<<1, 1, 0, a>>>(word, 6);
  cudaGetLastError();
  cudaEventRecord(event, a);
  cudaGetLastError();
  SHOW(cudaStreamSynchronize(a));
  SHOW(cudaStreamSynchronize(b));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventQuery(before));
  SHOW(cudaEventSynchronize(before));
  SHOW(cudaMemcpy(&host, word, 4, cudaMemcpyDeviceToHost));
  show_value("host word", host);
  SHOW(cudaMemcpyAsync(&host, word, 4, cudaMemcpyDeviceToHost, b));
  SHOW(cudaMemsetAsync(word, 0, 4, b));
  put<<<1, 1, 0, b>>>(word, 7);
  show_last_error("after a launch");
  SHOW(cudaEventRecord(event, b));
  SHOW(cudaStreamWaitEvent(b, before, 0));
  SHOW(cudaEventCreate(&event));
  SHOW(cudaEventDestroy(before));
  SHOW(cudaStreamDestroy(a));
  SHOW(cudaFree(word));
  std::size_t bytes;
  SHOW(cudaMemGetInfo(&bytes, &bytes));
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, word));
  cudaFuncAttributes function;
  SHOW(cudaFuncGetAttributes(&function, put));
  SHOW(cudaStreamQuery(b));
}

static std::atomic<int> told{0}, told_illegal_address{0}, host_functions{0};

void CUDART_CB callback(cudaStream_t, cudaError_t status, void *) {
  told_illegal_address += status == cudaErrorIllegalAddress;
  ++told;
}

void function(void *) { ++host_functions; }

// Callbacks queued behind a fault: AddCallback functions run and are told, LaunchHostFunc functions are skipped. When
// they run is not promised: a synchronising call may report the fault before they have. A gate holds the stream until
// all are queued: a call made after the fault would be refused.
CASE(callbacks) {
  prepare_gates();
  cudaStream_t a;
  MUST(cudaStreamCreate(&a));
  Gate gate(a);
  fail<<<1, 1, 0, a>>>(nullptr);
  MUST(cudaStreamAddCallback(a, callback, nullptr, 0));
  MUST(cudaLaunchHostFunc(a, function, nullptr));
  MUST(cudaStreamAddCallback(a, callback, nullptr, 0));
  gate.open();
  SHOW(cudaStreamSynchronize(a));
  SHOW(cudaDeviceSynchronize());
  for (int i = 0; i < 300 && told < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  show_row("callbacks, told of the address, host functions", {told, told_illegal_address, host_functions});
}

namespace libraries_after_fault_ {
__device__ int variable = 3;
extern "C" __global__ void faults(int *p) { *p = variable; }

// cudaLibraryLoadData and the other calls of libraries, once a fault has ended the context.
CASE(libraries_after_fault) {
  cudaLibrary_t library = nullptr, second = nullptr;
  cudaKernel_t kernel = nullptr, kernels[4] = {};
  unsigned count = 0;
  void *pointer = nullptr;
  std::size_t bytes = 0;
  MUST(cudaLibraryLoadData(&library, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  faults<<<1, 1>>>(nullptr);
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaLibraryLoadData(&second, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryGetKernel(&kernel, library, "faults"));
  SHOW(cudaLibraryGetKernelCount(&count, library));
  SHOW(cudaLibraryEnumerateKernels(kernels, 4, library));
  SHOW(cudaLibraryGetGlobal(&pointer, &bytes, library, "variable"));
  SHOW(cudaLibraryLoadData(nullptr, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryUnload(nullptr));
  SHOW(cudaLibraryUnload(library));
  SHOW(cudaGetLastError());
}
}  // namespace libraries_after_fault_

// Resetting the device after a fault.
CASE(reset) {
  MUST(cudaFree(nullptr));
  fail<<<1, 1>>>(nullptr);
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaDeviceReset());
  show_last_error("after the reset");
  show_last_error("asked again");
}
