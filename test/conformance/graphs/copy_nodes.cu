// SPDX-License-Identifier: Apache-2.0
// Copies in graphs.
#include "../cases.h"
#include "nodes.h"

__device__ int variable[4] = {1, 2, 3, 4};
static int not_a_symbol;

// Copy nodes in all their forms: arguments, parameters read back, results.
CASE(memcpy_node) {
  DeviceArray<int> a(16), b(16);
  int host[16] = {};
  auto graph = new_graph();
  cudaGraphNode_t node, flat;
  std::printf("1D\n");
  SHOW(cudaGraphAddMemcpyNode1D(&flat, graph, nullptr, 0, b, a, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, nullptr, a, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, nullptr, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 65, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, host, a, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, host, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 16, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 16, cudaMemcpyDefault));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 16, (cudaMemcpyKind)9));
  SHOW(cudaGraphAddMemcpyNode1D(nullptr, graph, nullptr, 0, b, a, 16, cudaMemcpyDefault));
  cudaMemcpy3DParms got = {};
  SHOW(cudaGraphMemcpyNodeGetParams(flat, nullptr));
  SHOW(cudaGraphMemcpyNodeGetParams(nullptr, &got));
  SHOW(cudaGraphMemcpyNodeGetParams(flat, &got));
  show_truth("addresses", got.srcPtr.ptr == a.get() && got.dstPtr.ptr == b.get());
  show_row("extent, kind", {int(got.extent.width), int(got.extent.height), int(got.extent.depth), int(got.kind)});
  SHOW(cudaGraphMemcpyNodeSetParams1D(flat, b, host, 32, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(flat, b, nullptr, 32, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(nullptr, b, host, 32, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeGetParams(flat, &got));
  show_row("extent, kind", {int(got.extent.width), int(got.extent.height), int(got.extent.depth), int(got.kind)});
  std::printf("3D\n");
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(a.get(), 16, 16, 4);
  box.dstPtr = make_cudaPitchedPtr(b.get(), 16, 16, 4);
  box.extent = make_cudaExtent(8, 2, 1);
  box.srcPos = make_cudaPos(4, 1, 0);
  box.kind = cudaMemcpyDeviceToDevice;
  cudaGraphNode_t boxed;
  SHOW(cudaGraphAddMemcpyNode(&boxed, graph, nullptr, 0, &box));
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, nullptr));
  auto bad = box;
  bad.srcPtr.ptr = nullptr;
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &bad));
  bad = box;
  bad.srcPtr.pitch = 4;
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &bad));
  bad = box;
  bad.extent.width = 0;
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &bad));
  bad = {};
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &bad));
  bad = box;
  bad.kind = (cudaMemcpyKind)9;
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &bad));
  SHOW(cudaGraphMemcpyNodeGetParams(boxed, &got));
  show_row("extent", {int(got.extent.width), int(got.extent.height), int(got.extent.depth)});
  show_row("source", {int(got.srcPos.x), int(got.srcPos.y), int(got.srcPtr.pitch)});
  SHOW(cudaGraphMemcpyNodeSetParams(boxed, &box));
  SHOW(cudaGraphMemcpyNodeSetParams(boxed, nullptr));
  SHOW(cudaGraphMemcpyNodeSetParams(boxed, &bad));
  auto empty = empty_node(graph);
  SHOW(cudaGraphMemcpyNodeSetParams(empty, &box));
  SHOW(cudaGraphMemcpyNodeGetParams(empty, &got));
  std::printf("symbols\n");
  auto second = new_graph();
  cudaGraphNode_t from, to;
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&from, second, nullptr, 0, host, variable, 8, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&to, second, &from, 1, variable, a, 8, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&node, second, nullptr, 0, host, variable, 16, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&node, second, nullptr, 0, host, variable, 8, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&node, second, nullptr, 0, variable, host, 8, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&node, second, nullptr, 0, (const void *)&not_a_symbol, host, 4, 0,
                                      cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&node, second, nullptr, 0, (const void *)nullptr, host, 4, 0,
                                      cudaMemcpyHostToDevice));
  run_once(instantiate(second));
  show_row("host", {host[0], host[1], host[2]});
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, host, variable, 16, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, variable, a, 8, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, variable, a, 8, 12, cudaMemcpyDeviceToDevice));
  run_once(instantiate(second));
  show_row("host", {host[0], host[1], host[2], host[3]});
}

__device__ int numbers[16];
__constant__ int constants[16];
static int host_variable[16];
__global__ void show_constants(int *out) { *out = constants[2] * 1000 + numbers[3]; }

// Copies to and from symbols in graphs and executable graphs: arguments, changes. (Null parameters are in
// exec_set_params.)
CASE(symbol_nodes) {
  DeviceArray<int> words(16);
  int *pinned;
  MUST(cudaHostAlloc(&pinned, 64, 0));
  for (int i = 0; i < 16; ++i) pinned[i] = 100 + i;
  auto graph = new_graph();
  auto empty = empty_node(graph);
  auto kernel = kernel_node(graph, words, 0);
  cudaGraphNode_t to, from, flat, bad;
  std::printf("add\n");
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, words, numbers, 64, 0, cudaMemcpyDeviceToDevice));
  MUST(cudaGraphAddMemcpyNode1D(&flat, graph, &from, 1, words, words + 8, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(nullptr, graph, nullptr, 0, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, nullptr, nullptr, 0, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, graph, nullptr, 0, nullptr, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, graph, nullptr, 0, host_variable, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, graph, nullptr, 0, numbers, pinned, 64, 4, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, graph, nullptr, 0, numbers, pinned, 0, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, graph, nullptr, 0, numbers, nullptr, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&bad, graph, nullptr, 0, nullptr, numbers, 64, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&bad, graph, nullptr, 0, words, host_variable, 64, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&bad, graph, nullptr, 0, words, numbers, 64, 64, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&bad, graph, nullptr, 0, words, numbers, 64, 0, cudaMemcpyHostToDevice));
  std::printf("set\n");
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, constants, pinned, 32, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(flat, constants, pinned, 32, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(flat, words, words + 8, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(nullptr, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(empty, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, nullptr, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, host_variable, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, numbers, pinned, 65, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, numbers, nullptr, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, numbers, pinned, 64, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, words + 4, numbers, 16, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(nullptr, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(kernel, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, nullptr, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, words, host_variable, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, words, numbers, 16, 60, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, words, numbers, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(to, words, pinned, 16, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, numbers, pinned, 64, 0, cudaMemcpyDefault));
  std::printf("exec\n");
  auto exec = instantiate(graph);
  run_once(exec);
  show_row("words", words.read());
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, numbers, pinned + 8, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(nullptr, to, numbers, pinned, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, nullptr, numbers, pinned, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, kernel, numbers, pinned, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, host_variable, pinned, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, numbers, pinned, 16, 60, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, numbers, words, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, numbers, pinned, 0, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, numbers, pinned, 16, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(nullptr, from, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, nullptr, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, empty, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, nullptr, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, words, host_variable, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, words, numbers, 16, 64, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, pinned, numbers, 16, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, words, constants, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, words, numbers, 32, 0, cudaMemcpyDeviceToDevice));
  run_once(exec);
  show_row("words", words.read());
  show_constants<<<1, 1>>>(words);
  show_value("constants", words.read()[0]);
}
