// SPDX-License-Identifier: Apache-2.0
// Conditional handles and nodes: arguments, what bodies may hold, copies of such graphs.
#include "nodes.h"

static __global__ void decide(cudaGraphConditionalHandle handle, unsigned value) {
  cudaGraphSetConditional(handle, value);
}

static cudaGraphNode_t decide_node(cudaGraph_t graph, cudaGraphConditionalHandle handle, unsigned value,
                                   std::vector<cudaGraphNode_t> after = {}) {
  void *args[] = {&handle, &value};
  cudaKernelNodeParams params = {};
  params.func = (void *)decide;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &params));
  return node;
}

int main() {
  DeviceArray<int> word(1);
  auto graph = new_graph(), other = new_graph();
  cudaGraphConditionalHandle handle, foreign, unused;
  SHOW(cudaGraphConditionalHandleCreate(nullptr, graph, 0, 0));
  SHOW(cudaGraphConditionalHandleCreate(&handle, nullptr, 0, 0));
  SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 0, 2));
  SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  SHOW(cudaGraphConditionalHandleCreate(&foreign, other, 1, 0));
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  cudaGraphNode_t node, second;
  // Hardware crashes when it is given a size that the kind does not allow.
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  params.conditional.handle = handle;
  SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
  auto body = params.conditional.phGraph_out[0];
  kernel_node(body, word, 1);
  run_once(instantiate(graph));
  show_value("word", word.read()[0]);
  std::printf("copies\n");
  cudaGraph_t clone;
  SHOW(cudaGraphClone(&clone, graph));
  SHOW(cudaGraphAddChildGraphNode(&second, other, nullptr, 0, graph));
  SHOW(cudaGraphDestroy(body));
  std::printf("an unused handle\n");
  SHOW(cudaGraphConditionalHandleCreate(&unused, graph, 0, 0));
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  cudaGraphInstantiateParams how = {};
  SHOW(cudaGraphInstantiateWithParams(&exec, graph, &how));
  show_value("result", how.result_out);
  std::printf("what a body may hold\n");
  auto fresh = new_graph();
  MUST(cudaGraphConditionalHandleCreate(&handle, fresh, 1, cudaGraphCondAssignDefault));
  params.conditional = {handle, cudaGraphCondTypeIf, 1, nullptr};
  MUST(cudaGraphAddNode(&node, fresh, nullptr, nullptr, 0, &params));
  body = params.conditional.phGraph_out[0];
  cudaHostNodeParams host = {do_nothing, nullptr};
  cudaGraphNode_t inside;
  SHOW(cudaGraphAddHostNode(&inside, body, nullptr, 0, &host));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  SHOW(cudaGraphAddEventRecordNode(&inside, body, nullptr, 0, event));
  auto fill = memset_params(word, 0, 1);
  SHOW(cudaGraphAddMemsetNode(&inside, body, nullptr, 0, &fill));
  SHOW(cudaGraphAddEmptyNode(&inside, body, nullptr, 0));
  cudaMemAllocNodeParams alloc = {};
  alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  alloc.bytesize = 64;
  SHOW(cudaGraphAddMemAllocNode(&inside, body, nullptr, 0, &alloc));
  SHOW(cudaGraphInstantiate(&exec, fresh, 0));
  std::printf("an if within a while\n");
  auto nested = new_graph();
  cudaGraphConditionalHandle loop, choice;
  MUST(cudaGraphConditionalHandleCreate(&loop, nested, 1, cudaGraphCondAssignDefault));
  MUST(cudaGraphConditionalHandleCreate(&choice, nested, 0, cudaGraphCondAssignDefault));
  params.conditional = {loop, cudaGraphCondTypeWhile, 1, nullptr};
  MUST(cudaGraphAddNode(&node, nested, nullptr, nullptr, 0, &params));
  body = params.conditional.phGraph_out[0];
  auto choose = decide_node(body, choice, 1);
  params.conditional = {choice, cudaGraphCondTypeIf, 1, nullptr};
  SHOW(cudaGraphAddNode(&second, body, &choose, nullptr, 1, &params));
  kernel_node(params.conditional.phGraph_out[0], word, 1000);
  decide_node(body, loop, 0, {second});
  SHOW(cudaGraphInstantiate(&exec, nested, 0));
  run_once(exec);
  run_once(exec);
  show_value("word", word.read()[0]);
  SHOW(cudaGraphDestroyNode(second));
  cudaGraphNodeType type;
  SHOW(cudaGraphNodeGetType(node, &type));
  show_value("type", type);
  std::printf("a value set by the launch before\n");
  auto keeps = new_graph();
  MUST(cudaGraphConditionalHandleCreate(&handle, keeps, 1, 0));
  params.conditional = {handle, cudaGraphCondTypeIf, 1, nullptr};
  MUST(cudaGraphAddNode(&node, keeps, nullptr, nullptr, 0, &params));
  kernel_node(params.conditional.phGraph_out[0], word, 100000);
  decide_node(keeps, handle, 1, {node});
  SHOW(cudaGraphInstantiate(&exec, keeps, 0));
  run_once(exec);
  run_once(exec);
  show_value("word", word.read()[0]);
  SHOW(cudaGraphNodeSetEnabled(exec, node, 0));
}
