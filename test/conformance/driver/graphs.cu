// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Graphs, and nodes that hold memory.
#include "../cases.h"
#include "driver.h"

extern "C" __global__ void scale(int *values, int by) { values[threadIdx.x] *= by; }
static void CUDA_CB bump(void *at) { ++*static_cast<int *>(at); }

// cuGraphCreate, cuGraphDestroy, cuGraphClone, cuGraphAddKernelNode, cuGraphKernelNodeGetParams, cuGraphKernelNodeSetParams,
// cuGraphAddMemcpyNode, cuGraphMemcpyNodeGetParams, cuGraphMemcpyNodeSetParams, cuGraphAddMemsetNode,
// cuGraphMemsetNodeGetParams, cuGraphMemsetNodeSetParams, cuGraphAddHostNode, cuGraphHostNodeGetParams,
// cuGraphHostNodeSetParams, cuGraphAddChildGraphNode, cuGraphChildGraphNodeGetGraph, cuGraphAddEmptyNode,
// cuGraphNodeFindInClone, cuGraphNodeGetType, cuGraphGetNodes, cuGraphGetRootNodes, cuGraphGetEdges,
// cuGraphNodeGetDependencies, cuGraphNodeGetDependentNodes, cuGraphAddDependencies, cuGraphRemoveDependencies,
// cuGraphDestroyNode, cuGraphInstantiate, cuGraphExecGetFlags, cuGraphExecKernelNodeSetParams,
// cuGraphExecMemcpyNodeSetParams, cuGraphExecMemsetNodeSetParams, cuGraphExecHostNodeSetParams, cuGraphUpload,
// cuGraphLaunch, cuGraphExecDestroy, cuGraphExecUpdate, cuGraphAddNode, cuGraphNodeSetParams, cuGraphExecNodeSetParams,
// cuGraphNodeSetEnabled, cuGraphNodeGetEnabled, cuGraphKernelNodeCopyAttributes, cuGraphKernelNodeGetAttribute,
// cuGraphKernelNodeSetAttribute, cuGraphDebugDotPrint, cuGraphAddEventRecordNode, cuGraphEventRecordNodeGetEvent,
// cuGraphEventRecordNodeSetEvent, cuGraphAddEventWaitNode, cuGraphEventWaitNodeGetEvent, cuGraphEventWaitNodeSetEvent,
// cuGraphExecEventRecordNodeSetEvent, cuGraphExecEventWaitNodeSetEvent, cuGraphExecChildGraphNodeSetParams, cuUserObjectCreate, cuUserObjectRetain,
// cuUserObjectRelease, cuGraphRetainUserObject, cuGraphReleaseUserObject: a graph that is built, run, changed.
CASE(graphs) {
  CUcontext context = use_primary();
  CUfunction function = function_of(own_module(), "scale");
  CUdeviceptr a = allocate(64), b = allocate(64);
  CUgraph graph = nullptr, clone = nullptr, child = nullptr, seen = nullptr;
  SHOW(cuGraphCreate(nullptr, 0));
  SHOW(cuGraphCreate(&graph, 1));
  SHOW(cuGraphCreate(&graph, 0));
  CUgraphNode fill = nullptr, kernel = nullptr, copy = nullptr, host = nullptr, empty = nullptr, inner = nullptr;
  CUDA_MEMSET_NODE_PARAMS fill_params = {a, 0, 5, 4, 16, 1}, fill_seen = {};
  SHOW(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, nullptr, context));
  SHOW(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &fill_params, context));
  SHOW(cuGraphMemsetNodeGetParams(fill, &fill_seen));
  show_row("value, element, width, height", {int(fill_seen.value), int(fill_seen.elementSize), int(fill_seen.width), int(fill_seen.height)});
  int by = 3;
  void *arguments[] = {&a, &by};
  CUDA_KERNEL_NODE_PARAMS launch = {}, launch_seen = {};
  launch.func = function;
  launch.gridDimX = launch.gridDimY = launch.gridDimZ = launch.blockDimY = launch.blockDimZ = 1;
  launch.blockDimX = 16;
  SHOW(cuGraphAddKernelNode(&kernel, graph, &fill, 1, nullptr));
  launch.kernelParams = arguments;
  SHOW(cuGraphAddKernelNode(&kernel, nullptr, &fill, 1, &launch));
  SHOW(cuGraphAddKernelNode(&kernel, graph, nullptr, 1, &launch));
  SHOW(cuGraphAddKernelNode(&kernel, graph, &fill, 1, &launch));
  SHOW(cuGraphKernelNodeGetParams(kernel, &launch_seen));
  show_truth("the function", launch_seen.func == function);
  show_row("block, argument", {int(launch_seen.blockDimX), *static_cast<int *>(launch_seen.kernelParams[1])});
  SHOW(cuGraphKernelNodeSetParams(kernel, &launch));
  CUDA_MEMCPY3D box = {}, box_seen = {};
  box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = a;
  box.dstDevice = b;
  box.WidthInBytes = 64;
  box.Height = box.Depth = 1;
  SHOW(cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, nullptr, context));
  SHOW(cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &box, context));
  SHOW(cuGraphMemcpyNodeGetParams(copy, &box_seen));
  show_row("width, height, depth", {int(box_seen.WidthInBytes), int(box_seen.Height), int(box_seen.Depth)});
  show_truth("from a to b", box_seen.srcDevice == a && box_seen.dstDevice == b);
  SHOW(cuGraphMemcpyNodeSetParams(copy, &box));
  int calls = 0;
  CUDA_HOST_NODE_PARAMS call = {bump, &calls}, call_seen = {};
  SHOW(cuGraphAddHostNode(&host, graph, &copy, 1, nullptr));
  SHOW(cuGraphAddHostNode(&host, graph, &copy, 1, &call));
  SHOW(cuGraphHostNodeGetParams(host, &call_seen));
  show_truth("the same", call_seen.fn == bump && call_seen.userData == &calls);
  SHOW(cuGraphHostNodeSetParams(host, &call));
  SHOW(cuGraphAddEmptyNode(&empty, graph, &host, 1));
  MUST(cuGraphCreate(&child, 0));
  CUgraphNode in_child;
  MUST(cuGraphAddHostNode(&in_child, child, nullptr, 0, &call));
  SHOW(cuGraphAddChildGraphNode(&inner, graph, &empty, 1, child));
  SHOW(cuGraphChildGraphNodeGetGraph(inner, &seen));
  show_truth("a copy", seen != nullptr && seen != child);
  CUgraphNodeType type;
  for (CUgraphNode node : {fill, kernel, copy, host, empty, inner}) {
    SHOW(cuGraphNodeGetType(node, &type));
    show_value("type", type);
  }
  SHOW(cuGraphNodeGetType(nullptr, &type));
  SHOW(cuGraphNodeGetType(fill, nullptr));
  std::size_t count = 0;
  SHOW(cuGraphGetNodes(graph, nullptr, &count));
  show_value("nodes", count);
  SHOW(cuGraphGetRootNodes(graph, nullptr, &count));
  show_value("roots", count);
  SHOW(cuGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  show_value("edges", count);
  SHOW(cuGraphNodeGetDependencies(kernel, nullptr, nullptr, &count));
  show_value("dependencies", count);
  SHOW(cuGraphNodeGetDependentNodes(kernel, nullptr, nullptr, &count));
  show_value("dependents", count);
  SHOW(cuGraphAddDependencies(graph, &fill, &host, nullptr, 1));
  SHOW(cuGraphAddDependencies(graph, &host, &fill, nullptr, 1));
  SHOW(cuGraphRemoveDependencies(graph, &fill, &host, nullptr, 1));
  SHOW(cuGraphClone(&clone, graph));
  CUgraphNode cloned = nullptr;
  SHOW(cuGraphNodeFindInClone(&cloned, kernel, clone));
  show_truth("another node", cloned != nullptr && cloned != kernel);
  SHOW(cuGraphDebugDotPrint(graph, "graph.dot", 0));

  std::printf("run\n");
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUgraphExec exec = nullptr;
  SHOW(cuGraphInstantiate(nullptr, graph, 0));
  SHOW(cuGraphInstantiate(&exec, nullptr, 0));
  SHOW(cuGraphInstantiate(&exec, graph, 0));
  cuuint64_t flags = 77;
  SHOW(cuGraphExecGetFlags(exec, &flags));
  show_value("flags", flags);
  SHOW(cuGraphUpload(exec, stream));
  SHOW(cuGraphLaunch(exec, stream));
  MUST(cuStreamSynchronize(stream));
  show_row("a, b, calls", {read<int>(a, 16)[15], read<int>(b, 16)[15], calls});
  SHOW(cuGraphLaunch(nullptr, stream));
  by = 7;
  SHOW(cuGraphExecKernelNodeSetParams(exec, kernel, &launch));
  fill_params.value = 2;
  SHOW(cuGraphExecMemsetNodeSetParams(exec, fill, &fill_params, context));
  SHOW(cuGraphExecMemcpyNodeSetParams(exec, copy, &box, context));
  SHOW(cuGraphExecHostNodeSetParams(exec, host, &call));
  SHOW(cuGraphExecChildGraphNodeSetParams(exec, inner, child));
  SHOW(cuGraphLaunch(exec, stream));
  MUST(cuStreamSynchronize(stream));
  show_row("a, b, calls", {read<int>(a, 16)[15], read<int>(b, 16)[15], calls});
  unsigned enabled = 77;
  SHOW(cuGraphNodeSetEnabled(exec, kernel, 0));
  SHOW(cuGraphNodeGetEnabled(exec, kernel, &enabled));
  show_value("enabled", enabled);
  SHOW(cuGraphNodeSetEnabled(exec, host, 0));
  SHOW(cuGraphLaunch(exec, stream));
  MUST(cuStreamSynchronize(stream));
  show_row("a, b", {read<int>(a, 16)[15], read<int>(b, 16)[15]});
  CUgraphExecUpdateResultInfo info = {};
  SHOW(cuGraphExecUpdate(exec, clone, &info));
  show_value("update", info.result);
  SHOW(cuGraphMemsetNodeSetParams(fill, &fill_params));
  CUkernelNodeAttrValue value = {};
  value.priority = -2;
  SHOW(cuGraphKernelNodeSetAttribute(kernel, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &value));
  value.priority = 0;
  SHOW(cuGraphKernelNodeGetAttribute(kernel, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &value));
  show_value("priority", value.priority);
  SHOW(cuGraphKernelNodeCopyAttributes(cloned, kernel));

  std::printf("by one structure\n");
  CUgraph second;
  MUST(cuGraphCreate(&second, 0));
  CUgraphNodeParams params = {};
  CUgraphNode first_node = nullptr, second_node = nullptr, third_node = nullptr;
  params.type = CU_GRAPH_NODE_TYPE_KERNEL;
  params.kernel.func = function;
  params.kernel.gridDimX = params.kernel.gridDimY = params.kernel.gridDimZ = 1;
  params.kernel.blockDimX = 16;
  params.kernel.blockDimY = params.kernel.blockDimZ = 1;
  params.kernel.kernelParams = arguments;
  SHOW(cuGraphAddNode(&first_node, second, nullptr, nullptr, 0, nullptr));
  SHOW(cuGraphAddNode(&first_node, second, nullptr, nullptr, 0, &params));
  SHOW(cuGraphNodeSetParams(first_node, &params));
  CUgraphNodeParams copying = {};
  copying.type = CU_GRAPH_NODE_TYPE_MEMCPY;
  copying.memcpy.copyCtx = context;
  copying.memcpy.copyParams = box;
  SHOW(cuGraphAddNode(&second_node, second, &first_node, nullptr, 1, &copying));
  CUgraphNodeParams filling = {};
  filling.type = CU_GRAPH_NODE_TYPE_MEMSET;
  filling.memset.dst = a;
  filling.memset.value = 4;
  filling.memset.elementSize = 4;
  filling.memset.width = 16;
  filling.memset.height = 1;
  filling.memset.ctx = context;
  SHOW(cuGraphAddNode(&third_node, second, &second_node, nullptr, 1, &filling));
  CUgraphExec second_exec;
  CUDA_GRAPH_INSTANTIATE_PARAMS told = {};
  SHOW(cuGraphInstantiateWithParams(&second_exec, second, &told));
  show_value("result", told.result_out);
  SHOW(cuGraphLaunch(second_exec, stream));
  MUST(cuStreamSynchronize(stream));
  show_row("a, b", {read<int>(a, 16)[15], read<int>(b, 16)[15]});
  SHOW(cuGraphExecNodeSetParams(second_exec, first_node, &params));

  std::printf("events\n");
  CUevent event, other;
  MUST(cuEventCreate(&event, 0));
  MUST(cuEventCreate(&other, 0));
  CUgraph third;
  MUST(cuGraphCreate(&third, 0));
  CUgraphNode record, wait;
  CUevent got = nullptr;
  SHOW(cuGraphAddEventRecordNode(&record, third, nullptr, 0, nullptr));
  SHOW(cuGraphAddEventRecordNode(&record, third, nullptr, 0, event));
  SHOW(cuGraphEventRecordNodeGetEvent(record, &got));
  show_truth("the event", got == event);
  SHOW(cuGraphEventRecordNodeSetEvent(record, other));
  SHOW(cuGraphAddEventWaitNode(&wait, third, nullptr, 0, event));
  SHOW(cuGraphEventWaitNodeGetEvent(wait, &got));
  show_truth("the event", got == event);
  SHOW(cuGraphEventWaitNodeSetEvent(wait, event));
  CUgraphExec third_exec;
  MUST(cuGraphInstantiate(&third_exec, third, 0));
  SHOW(cuGraphExecEventRecordNodeSetEvent(third_exec, record, event));
  SHOW(cuGraphExecEventWaitNodeSetEvent(third_exec, wait, other));
  SHOW(cuGraphLaunch(third_exec, stream));
  SHOW(cuEventSynchronize(event));

  std::printf("user objects\n");
  int gone = 0;
  CUuserObject object = nullptr;
  SHOW(cuUserObjectCreate(&object, &gone, bump, 1, 0));
  SHOW(cuUserObjectCreate(&object, &gone, bump, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  SHOW(cuUserObjectRetain(object, 1));
  SHOW(cuUserObjectRetain(object, 0));
  SHOW(cuGraphRetainUserObject(third, object, 1, 0));
  SHOW(cuUserObjectRelease(object, 2));
  show_value("gone", gone);
  SHOW(cuGraphReleaseUserObject(third, object, 1));
  SHOW(cuGraphDestroyNode(empty));
  SHOW(cuGraphExecDestroy(exec));
  SHOW(cuGraphExecDestroy(nullptr));
  SHOW(cuGraphDestroy(nullptr));
  SHOW(cuGraphDestroy(clone));
  SHOW(cudaGraphDestroy(graph));
}

// cuGraphAddMemAllocNode, cuGraphMemAllocNodeGetParams, cuGraphAddMemFreeNode, cuGraphMemFreeNodeGetParams,
// cuDeviceGraphMemTrim, cuDeviceGetGraphMemAttribute, cuDeviceSetGraphMemAttribute, cuGraphConditionalHandleCreate: graphs
// with memory of their own.
CASE(graph_memory) {
  CUcontext context = use_primary();
  CUgraph graph;
  MUST(cuGraphCreate(&graph, 0));
  CUDA_MEM_ALLOC_NODE_PARAMS wanted = {}, got = {};
  wanted.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  wanted.bytesize = 1000;
  CUgraphNode allocated, filled, freed, none;
  SHOW(cuGraphAddMemAllocNode(&none, graph, nullptr, 0, nullptr));
  SHOW(cuGraphAddMemAllocNode(nullptr, graph, nullptr, 0, &wanted));
  CUDA_MEM_ALLOC_NODE_PARAMS bad = wanted;
  bad.bytesize = 0;
  SHOW(cuGraphAddMemAllocNode(&none, graph, nullptr, 0, &bad));
  bad = wanted;
  bad.poolProps.location.id = 1000;
  SHOW(cuGraphAddMemAllocNode(&none, graph, nullptr, 0, &bad));
  SHOW(cuGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &wanted));
  SHOW(cuGraphMemAllocNodeGetParams(allocated, &got));
  show_truth("same", got.dptr == wanted.dptr && got.dptr != 0 && got.bytesize == 1000);
  SHOW(cuGraphMemAllocNodeGetParams(allocated, nullptr));
  CUDA_MEMSET_NODE_PARAMS fill = {wanted.dptr, 0, 7, 1, 1000, 1};
  SHOW(cuGraphAddMemsetNode(&filled, graph, &allocated, 1, &fill, context));
  SHOW(cuGraphAddMemFreeNode(&none, graph, nullptr, 0, 0));
  SHOW(cuGraphAddMemFreeNode(&none, graph, nullptr, 0, wanted.dptr + 8));
  SHOW(cuGraphAddMemFreeNode(&freed, graph, &filled, 1, wanted.dptr));
  CUdeviceptr pointer = 0;
  SHOW(cuGraphMemFreeNodeGetParams(freed, &pointer));
  show_truth("same", pointer == wanted.dptr);
  SHOW(cuGraphMemFreeNodeGetParams(freed, nullptr));
  SHOW(cuGraphMemFreeNodeGetParams(allocated, &pointer));
  CUgraphExec executable;
  SHOW(cuGraphInstantiate(&executable, graph, 0));
  SHOW(cuGraphLaunch(executable, nullptr));
  SHOW(cuGraphLaunch(executable, nullptr));
  SHOW(cuCtxSynchronize());
  cuuint64_t value = 0;
  SHOW(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &value));
  show_value("used", value);
  SHOW(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &value));
  show_truth("some was", value > 0);
  SHOW(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &value));
  SHOW(cuDeviceGetGraphMemAttribute(0, static_cast<CUgraphMem_attribute>(9), &value));
  SHOW(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, nullptr));
  SHOW(cuDeviceGetGraphMemAttribute(-1, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &value));
  value = 0;
  SHOW(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &value));
  SHOW(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &value));
  show_value("highest", value);
  value = 5;
  SHOW(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &value));
  value = 0;
  SHOW(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &value));
  SHOW(cuGraphExecDestroy(executable));
  SHOW(cuDeviceGraphMemTrim(0));
  SHOW(cuDeviceGraphMemTrim(-1));
  SHOW(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &value));
  show_value("reserved", value);

  CUgraph conditional;
  MUST(cuGraphCreate(&conditional, 0));
  CUgraphConditionalHandle condition;
  SHOW(cuGraphConditionalHandleCreate(nullptr, conditional, context, 0, 0));
  SHOW(cuGraphConditionalHandleCreate(&condition, nullptr, context, 0, 0));
  SHOW(cuGraphConditionalHandleCreate(&condition, conditional, context, 0, 8));
  SHOW(cuGraphConditionalHandleCreate(&condition, conditional, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
  CUgraphNodeParams parameters = {};
  parameters.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  parameters.conditional.handle = condition;
  parameters.conditional.type = CU_GRAPH_COND_TYPE_IF;
  parameters.conditional.size = 1;
  parameters.conditional.ctx = context;
  SHOW(cuGraphAddNode(&none, conditional, nullptr, nullptr, 0, &parameters));
  CUdeviceptr word = allocate(4);
  CUDA_MEMSET_NODE_PARAMS set = {word, 0, 42, 4, 1, 1};
  SHOW(cuGraphAddMemsetNode(&filled, parameters.conditional.phGraph_out[0], nullptr, 0, &set, context));
  SHOW(cuGraphInstantiate(&executable, conditional, 0));
  SHOW(cuGraphLaunch(executable, nullptr));
  SHOW(cuCtxSynchronize());
  show_value("word", read<int>(word, 1)[0]);
}
