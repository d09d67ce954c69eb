// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Forms of CUDA 10 and 11: nodes of kernels without a CUkernel, edges without data, instantiation with a log.
#include "first_forms.h"

extern "C" __global__ void add(int *value, int by) { *value += by; }

static int value_at(CUdeviceptr pointer) {
  int value = 0;
  MUST(cuMemcpyDtoH(&value, pointer, sizeof value));
  return value;
}

int main() {
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
  return wrong_answers == 0 ? 0 : 1;
}
