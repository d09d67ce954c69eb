// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// What a call of each group of the driver answers once a fault has ended the context: creating, asking, destroying.
#include "driver.h"

extern "C" __global__ void faults(int *p) { *p = 1; }

int main() {
  const CUcontext context = use_primary();
  const void *const image = own_image();
  CUmodule module = own_module(), second = nullptr;
  CUfunction function = function_of(module, "faults"), other = nullptr;
  CUlibrary library = nullptr, new_library = nullptr;
  MUST(cuLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  CUkernel kernel;
  CUstream stream, made;
  CUevent event, new_event;
  CUgraph graph, new_graph;
  CUgraphNode node;
  CUgraphExec exec;
  MUST(cuStreamCreate(&stream, 0));
  MUST(cuEventCreate(&event, 0));
  MUST(cuGraphCreate(&graph, 0));
  MUST(cuGraphAddEmptyNode(&node, graph, nullptr, 0));
  MUST(cuGraphInstantiate(&exec, graph, 0));
  CUdeviceptr pointer = allocate(64), another = 0;
  void *pinned = nullptr, *arguments[] = {&another};
  MUST(cuMemAllocHost(&pinned, 64));
  MUST(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(cuCtxSynchronize());

  CUcontext current;
  CUdevice device;
  int value = 0;
  unsigned flags = 0;
  std::size_t bytes = 0, more = 0;
  CUmemoryPool pool;
  CUstreamCaptureStatus status;
  CUlinkState link;
  CUipcMemHandle handle;
  SHOW(cuCtxGetCurrent(&current));
  SHOW(cuCtxGetDevice(&device));
  SHOW(cuCtxGetFlags(&flags));
  SHOW(cuCtxGetApiVersion(context, &flags));
  SHOW(cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 1 << 20));
  SHOW(cuCtxGetLimit(&bytes, CU_LIMIT_STACK_SIZE));
  SHOW(cuCtxPushCurrent(context));
  SHOW(cuCtxPopCurrent(&current));
  SHOW(cuDevicePrimaryCtxGetState(0, &flags, &value));
  SHOW(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  SHOW(cuModuleLoadData(&second, image));
  SHOW(cuModuleGetFunction(&other, module, "faults"));
  SHOW(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
  SHOW(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_L1));
  SHOW(cuLibraryLoadData(&new_library, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cuLibraryGetKernel(&kernel, library, "faults"));
  SHOW(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, 32, 0));
  SHOW(cuLinkCreate(0, nullptr, nullptr, &link));
  SHOW(cuMemGetInfo(&bytes, &more));
  SHOW(cuMemAlloc(&another, 64));
  SHOW(cuMemAllocHost(&pinned, 64));
  SHOW(cuMemAllocAsync(&another, 64, stream));
  SHOW(cuMemGetAddressRange(&another, &bytes, pointer));
  SHOW(cuMemcpyDtoH(&value, pointer, 4));
  SHOW(cuMemsetD8(pointer, 0, 4));
  SHOW(cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, pointer));
  SHOW(cuDeviceGetDefaultMemPool(&pool, 0));
  SHOW(cuMemPoolTrimTo(pool, 0));
  SHOW(cuMemAddressReserve(&another, 1 << 21, 0, 0, 0));
  SHOW(cuIpcGetMemHandle(&handle, pointer));
  SHOW(cuStreamCreate(&made, 0));
  SHOW(cuStreamQuery(stream));
  SHOW(cuStreamSynchronize(stream));
  SHOW(cuStreamGetFlags(stream, &flags));
  SHOW(cuStreamGetCtx(stream, &current));
  SHOW(cuStreamIsCapturing(stream, &status));
  SHOW(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  SHOW(cuEventCreate(&new_event, 0));
  SHOW(cuEventRecord(event, stream));
  SHOW(cuEventQuery(event));
  SHOW(cuGraphCreate(&new_graph, 0));
  SHOW(cuGraphInstantiate(&exec, graph, 0));
  SHOW(cuGraphLaunch(exec, stream));
  SHOW(cuEventDestroy(event));
  SHOW(cuStreamDestroy(stream));
  SHOW(cuGraphExecDestroy(exec));
  SHOW(cuGraphDestroy(graph));
  SHOW(cuMemFree(pointer));
  SHOW(cuModuleUnload(module));
  SHOW(cuLibraryUnload(library));
}
