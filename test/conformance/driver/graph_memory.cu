// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuGraphAddMemAllocNode, cuGraphMemAllocNodeGetParams, cuGraphAddMemFreeNode, cuGraphMemFreeNodeGetParams,
// cuDeviceGraphMemTrim, cuDeviceGetGraphMemAttribute, cuDeviceSetGraphMemAttribute, cuGraphConditionalHandleCreate: graphs
// with memory of their own.
#include "driver.h"

int main() {
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
