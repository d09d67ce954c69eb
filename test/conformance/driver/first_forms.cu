// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Earlier forms of the calls of streams and graphs.
#include "../cases.h"
#include "first_forms.h"

static CUstream stream;

static void captures(const std::string &suffix) {
  const auto named = [&](const char *name) { return name + suffix; };
  CUgraph graph = nullptr, seen = nullptr;
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_INVALIDATED;
  cuuint64_t id = 0, same_id = 0;
  const auto info = form<PFN_cuStreamGetCaptureInfo_v10010>(named("cuStreamGetCaptureInfo").c_str());
  const auto more = form<PFN_cuStreamGetCaptureInfo_v11030>(named("cuStreamGetCaptureInfo_v2").c_str());
  GOOD(info(stream, &status, &id));
  expect("no capture", status == CU_STREAM_CAPTURE_STATUS_NONE);
  GOOD(form<PFN_cuStreamBeginCapture_v10000>(named("cuStreamBeginCapture").c_str())(stream));
  GOOD(info(stream, &status, &id));
  expect("a capture", status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id != 0);
  CUdeviceptr pointer = 0;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  GOOD(cuMemAlloc(&pointer, 4));  // the mode is relaxed
  GOOD(cuStreamEndCapture(stream, &graph));
  pointer = allocate(16);
  mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  MUST(cuStreamBeginCapture(stream, mode));
  MUST(cuMemsetD8Async(pointer, 1, 16, stream));
  const CUgraphNode *nodes = nullptr;
  std::size_t count = 0;
  GOOD(more(stream, &status, &same_id, &seen, &nodes, &count));
  expect("one node", status == CU_STREAM_CAPTURE_STATUS_ACTIVE && count == 1 && nodes[0] != nullptr && seen != nullptr);
  CUgraphNode empty = nullptr;
  MUST(cuGraphAddEmptyNode(&empty, seen, nullptr, 0));
  const auto update = form<PFN_cuStreamUpdateCaptureDependencies_v11030>(named("cuStreamUpdateCaptureDependencies").c_str());
  GOOD(update(stream, &empty, 1, CU_STREAM_ADD_CAPTURE_DEPENDENCIES));
  GOOD(more(stream, &status, nullptr, nullptr, &nodes, &count));
  expect("two nodes", count == 2);
  GOOD(update(stream, &empty, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  GOOD(more(stream, &status, nullptr, nullptr, &nodes, &count));
  expect("one node", count == 1 && nodes[0] == empty);
  MUST(cuStreamEndCapture(stream, &graph));
  MUST(cuGraphDestroy(graph));
  REFUSED(CUDA_ERROR_ILLEGAL_STATE, update(stream, &empty, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
}

static void values(const std::string &suffix) {
  const auto named = [&](const char *name) { return name + suffix; };
  CUdeviceptr words = allocate(32);
  GOOD(form<PFN_cuStreamWriteValue32_v8000>(named("cuStreamWriteValue32").c_str())(stream, words, 7, 0));
  GOOD(form<PFN_cuStreamWaitValue32_v8000>(named("cuStreamWaitValue32").c_str())(stream, words, 7, CU_STREAM_WAIT_VALUE_EQ));
  GOOD(form<PFN_cuStreamWriteValue64_v9000>(named("cuStreamWriteValue64").c_str())(stream, words + 8, 1ull << 40, 0));
  GOOD(form<PFN_cuStreamWaitValue64_v9000>(named("cuStreamWaitValue64").c_str())(stream, words + 8, 5, CU_STREAM_WAIT_VALUE_GEQ));
  REFUSED(CUDA_ERROR_INVALID_VALUE, form<PFN_cuStreamWaitValue32_v8000>(named("cuStreamWaitValue32").c_str())(stream, words + 1, 7, 0));
  CUstreamBatchMemOpParams batch = {};
  batch.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  batch.writeValue.address = words + 16;
  batch.writeValue.value = 9;
  GOOD(form<PFN_cuStreamBatchMemOp_v8000>(named("cuStreamBatchMemOp").c_str())(stream, 1, &batch, 0));
  MUST(cuStreamSynchronize(stream));
  unsigned seen[8] = {};
  MUST(cuMemcpyDtoH(seen, words, sizeof seen));
  expect("written", seen[0] == 7 && seen[3] == 256 && seen[4] == 9);
}

static void managed(const std::string &suffix) {
  CUdeviceptr memory = 0;
  MUST(cuMemAllocManaged(&memory, 1 << 16, CU_MEM_ATTACH_GLOBAL));
  const auto advise = form<PFN_cuMemAdvise_v8000>("cuMemAdvise");
  GOOD(advise(memory, 1 << 16, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU));
  int place = 0;
  MUST(cuMemRangeGetAttribute(&place, sizeof place, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, memory, 1 << 16));
  expect("the host is preferred", place == CU_DEVICE_CPU);
  GOOD(advise(memory, 1 << 16, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, 0));
  MUST(cuMemRangeGetAttribute(&place, sizeof place, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, memory, 1 << 16));
  expect("the device is preferred", place == 0);
  const auto prefetch = form<PFN_cuMemPrefetchAsync_v8000>(("cuMemPrefetchAsync" + suffix).c_str());
  GOOD(prefetch(memory, 1 << 16, 0, stream));
  GOOD(prefetch(memory, 1 << 16, CU_DEVICE_CPU, stream));
  MUST(cuStreamSynchronize(stream));
  MUST(cuMemRangeGetAttribute(&place, sizeof place, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, memory, 1 << 16));
  expect("prefetched to the host", place == CU_DEVICE_CPU);
  MUST(cuMemFree(memory));
}

static void batches(const std::string &suffix) {
  CUdeviceptr pieces[2] = {allocate(16), allocate(16)};
  unsigned char host[2][16] = {{1}, {2}};
  CUdeviceptr sources[2] = {reinterpret_cast<CUdeviceptr>(host[0]), reinterpret_cast<CUdeviceptr>(host[1])};
  std::size_t sizes[2] = {16, 16}, first = 0, failed = 77;
  CUmemcpyAttributes attributes = {};
  attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  const auto copy = form<PFN_cuMemcpyBatchAsync_v12080>(("cuMemcpyBatchAsync" + suffix).c_str());
  GOOD(copy(pieces, sources, sizes, 2, &attributes, &first, 1, &failed, stream));
  MUST(cuStreamSynchronize(stream));
  unsigned char seen[16] = {};
  MUST(cuMemcpyDtoH(seen, pieces[1], 16));
  expect("copied", seen[0] == 2);
  sizes[1] = 0;
  REFUSED(CUDA_ERROR_INVALID_VALUE, copy(pieces, sources, sizes, 2, &attributes, &first, 1, &failed, stream));
  expect("the second copy is wrong", failed == 1);
  REFUSED(CUDA_ERROR_INVALID_VALUE, copy(pieces, sources, sizes, 0, &attributes, &first, 1, &failed, stream));
  expect("no copy is", failed == SIZE_MAX);
  CUDA_MEMCPY3D_BATCH_OP boxes[2] = {};
  for (int i = 0; i < 2; ++i) {
    boxes[i].src.type = boxes[i].dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
    boxes[i].src.op.ptr.ptr = pieces[i];
    boxes[i].dst.op.ptr.ptr = reinterpret_cast<CUdeviceptr>(host[1 - i]);
    boxes[i].extent = {16, 1, 1};
    boxes[i].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  }
  const auto copy_boxes = form<PFN_cuMemcpy3DBatchAsync_v12080>(("cuMemcpy3DBatchAsync" + suffix).c_str());
  GOOD(copy_boxes(2, boxes, &failed, 0, stream));
  MUST(cuStreamSynchronize(stream));
  expect("copied back", host[0][0] == 2 && host[1][0] == 1);
  boxes[1].extent.width = 0;
  REFUSED(CUDA_ERROR_INVALID_VALUE, copy_boxes(2, boxes, &failed, 0, stream));
  expect("the second copy is wrong", failed == 1);
}

// Earlier forms of stream calls: captures, memory operations, advice and prefetches by device, batches of copies that
// tell the copy that failed; and their variants for per-thread default streams.
CASE(first_forms_streams) {
  use_primary();
  MUST(cuStreamCreate(&stream, 0));
  for (const char *suffix : {"", "_ptsz"}) {
    captures(suffix);
    values(suffix);
    managed(suffix);
    batches(suffix);
  }
  CUevent start, end;
  float milliseconds = -1;
  MUST(cuEventCreate(&start, 0));
  MUST(cuEventCreate(&end, 0));
  MUST(cuEventRecord(start, stream));
  MUST(cuEventRecord(end, stream));
  MUST(cuEventSynchronize(end));
  GOOD(form<PFN_cuEventElapsedTime_v2000>("cuEventElapsedTime")(&milliseconds, start, end));
  expect("a time", milliseconds >= 0);
  GOOD(form<PFN_cuEventDestroy_v2000>("cuEventDestroy")(start));
  GOOD(form<PFN_cuStreamDestroy_v2000>("cuStreamDestroy")(stream));
  GOOD(form<CUresult (*)()>("cuProfilerStart")());
  GOOD(form<CUresult (*)()>("cuProfilerStop")());
  CUuuid first, second;
  GOOD(form<PFN_cuDeviceGetUuid_v9020>("cuDeviceGetUuid")(&first, 0));
  GOOD(cuDeviceGetUuid(&second, 0));
  expect("one name", std::memcmp(&first, &second, sizeof first) == 0);
  std::exit(!(wrong_answers == 0));
}

extern "C" __global__ void add(int *value, int by) { *value += by; }

static int value_at(CUdeviceptr pointer) {
  int value = 0;
  MUST(cuMemcpyDtoH(&value, pointer, sizeof value));
  return value;
}

// Forms of CUDA 10 and 11: nodes of kernels without a CUkernel, edges without data, instantiation with a log.
CASE(first_forms_graphs) {
  use_primary();
  const CUfunction function = function_of(own_module(), "add");
  CUdeviceptr pointer = allocate(4);
  int by = 2;
  void *arguments[] = {&pointer, &by};
  CUDA_KERNEL_NODE_PARAMS_v1 launch = {}, seen = {};
  launch.func = function;
  launch.gridDimX = launch.gridDimY = launch.gridDimZ = 1;
  launch.blockDimX = launch.blockDimY = launch.blockDimZ = 1;
  launch.kernelParams = arguments;
  CUgraph graph = nullptr;
  CUgraphNode first = nullptr, second = nullptr, third = nullptr;
  MUST(cuGraphCreate(&graph, 0));
  const auto add_kernel = form<PFN_cuGraphAddKernelNode_v10000>("cuGraphAddKernelNode");
  REFUSED(CUDA_ERROR_INVALID_VALUE, add_kernel(&first, graph, nullptr, 0, nullptr));
  GOOD(add_kernel(&first, graph, nullptr, 0, &launch));
  GOOD(add_kernel(&second, graph, &first, 1, &launch));
  const auto get_params = form<PFN_cuGraphKernelNodeGetParams_v10000>("cuGraphKernelNodeGetParams");
  REFUSED(CUDA_ERROR_INVALID_VALUE, get_params(first, nullptr));
  GOOD(get_params(first, &seen));
  expect("the same kernel", seen.func == function && seen.blockDimX == 1 && *static_cast<int *>(seen.kernelParams[1]) == 2);
  by = 5;
  GOOD(form<PFN_cuGraphKernelNodeSetParams_v10000>("cuGraphKernelNodeSetParams")(second, &launch));
  REFUSED(CUDA_ERROR_INVALID_VALUE, form<PFN_cuGraphKernelNodeSetParams_v10000>("cuGraphKernelNodeSetParams")(second, nullptr));

  MUST(cuGraphAddEmptyNode(&third, graph, nullptr, 0));
  GOOD(form<PFN_cuGraphAddDependencies_v10000>("cuGraphAddDependencies")(graph, &second, &third, 1));
  CUgraphNode from[4] = {}, to[4] = {};
  std::size_t count = 0;
  const auto edges = form<PFN_cuGraphGetEdges_v10000>("cuGraphGetEdges");
  GOOD(edges(graph, nullptr, nullptr, &count));
  expect("two edges", count == 2);
  GOOD(edges(graph, from, to, &count));
  expect("their ends", count == 2 && from[0] == first && to[0] == second && from[1] == second && to[1] == third);
  count = 4;
  GOOD(form<PFN_cuGraphNodeGetDependencies_v10000>("cuGraphNodeGetDependencies")(second, from, &count));
  expect("what the second follows", count == 1 && from[0] == first);
  count = 4;
  GOOD(form<PFN_cuGraphNodeGetDependentNodes_v10000>("cuGraphNodeGetDependentNodes")(second, to, &count));
  expect("what follows the second", count == 1 && to[0] == third);
  GOOD(form<PFN_cuGraphRemoveDependencies_v10000>("cuGraphRemoveDependencies")(graph, &second, &third, 1));
  GOOD(edges(graph, nullptr, nullptr, &count));
  expect("one edge", count == 1);

  for (const char *name : {"cuGraphInstantiate", "cuGraphInstantiate_v2"}) {
    const auto instantiate = form<PFN_cuGraphInstantiate_v10000>(name);
    CUgraphExec exec = nullptr;
    CUgraphNode bad = nullptr;
    char log[64] = "untouched";
    REFUSED(CUDA_ERROR_INVALID_VALUE, instantiate(&exec, nullptr, nullptr, nullptr, 0));
    GOOD(instantiate(&exec, graph, nullptr, nullptr, 0));
    MUST(cuGraphExecDestroy(exec));
    GOOD(instantiate(&exec, graph, &bad, log, sizeof log));
    expect("no error", bad == nullptr);
    MUST(cuMemsetD32(pointer, 0, 1));
    MUST(cuGraphLaunch(exec, nullptr));
    expect("2 + 5", value_at(pointer) == 7);
    by = 10;
    GOOD(form<PFN_cuGraphExecKernelNodeSetParams_v10010>("cuGraphExecKernelNodeSetParams")(exec, second, &launch));
    MUST(cuGraphLaunch(exec, nullptr));
    expect("and 2 + 10", value_at(pointer) == 19);
    by = 5;
    const auto update = form<PFN_cuGraphExecUpdate_v10020>("cuGraphExecUpdate");
    CUgraphExecUpdateResult result = CU_GRAPH_EXEC_UPDATE_ERROR;
    GOOD(update(exec, graph, &bad, &result));
    expect("updated", result == CU_GRAPH_EXEC_UPDATE_SUCCESS && bad == nullptr);
    MUST(cuGraphLaunch(exec, nullptr));
    expect("and 2 + 5", value_at(pointer) == 26);
    CUgraph other = nullptr;
    MUST(cuGraphCreate(&other, 0));
    REFUSED(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, update(exec, other, &bad, &result));
    expect("another shape", result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    MUST(cuGraphDestroy(other));
    MUST(cuGraphExecDestroy(exec));
  }
  CUgraphNode generic = nullptr;
  CUgraphNodeParams params = {};
  params.type = CU_GRAPH_NODE_TYPE_EMPTY;
  GOOD(form<PFN_cuGraphAddNode_v12020>("cuGraphAddNode")(&generic, graph, &second, 1, &params));
  CUgraphExec exec = nullptr;
  GOOD(form<PFN_cuGraphInstantiateWithFlags_v11040>("cuGraphInstantiateWithFlags")(&exec, graph, 0));
  MUST(cuGraphExecDestroy(exec));
  MUST(cuGraphDestroy(graph));
  std::exit(!(wrong_answers == 0));
}
