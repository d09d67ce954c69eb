// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecMemcpyNodeSetParams: copies of one row may change, copies of several may not; handles, and what a
// refused call leaves. (Null parameters make hardware crash.)
#include "../../graphs/copy_changes.h"

CASES() {
  CopyPlaces places;
  auto graph = new_graph(), other = new_graph();
  const CopyParams row = copy_of(places.device_to, places.device_from, 16, 1, 1, cudaMemcpyDeviceToDevice);
  const CopyParams rows = copy_of(places.device_to + 32, places.device_from, 16, 3, 1, cudaMemcpyDeviceToDevice);
  cudaGraphNode_t flat, one, several, foreign, in_clone;
  MUST(cudaGraphAddMemcpyNode1D(&flat, graph, nullptr, 0, places.device_to + 16, places.device_from, 16,
                                cudaMemcpyDeviceToDevice));
  MUST(cudaGraphAddMemcpyNode(&one, graph, nullptr, 0, &row));
  MUST(cudaGraphAddMemcpyNode(&several, graph, nullptr, 0, &rows));
  MUST(cudaGraphAddMemcpyNode(&foreign, other, nullptr, 0, &row));
  auto empty = empty_node(graph);
  auto exec = instantiate(graph);
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphNodeFindInClone(&in_clone, one, clone));
  SHOW(cudaGraphExecMemcpyNodeSetParams(nullptr, one, &row));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, nullptr, &row));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, foreign, &row));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, in_clone, &row));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, empty, &row));
  std::printf("refused changes\n");
  CopyParams bad = rows, zero = {};
  bad.extent.height = 2;
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, several, &bad));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, one, &rows));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, flat, &rows));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, several, &row));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, one, &zero));
  bad = row;
  bad.kind = static_cast<cudaMemcpyKind>(9);
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, one, &bad));
  bad.kind = static_cast<cudaMemcpyKind>(-1);
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, one, &bad));
  run_and_show(places, exec);
  std::printf("a change\n");
  CopyParams good = row;
  good.srcPtr.ptr = places.device_from + 100;
  good.extent.width = 8;
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, one, &good));
  good.dstPtr.ptr = places.device_to + 16;
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, flat, &good));
  run_and_show(places, exec);
  CopyParams got;
  MUST(cudaGraphMemcpyNodeGetParams(one, &got));
  show_truth("the graph keeps its own", got.srcPtr.ptr == row.srcPtr.ptr && got.extent.width == 16);
  std::printf("a new exec\n");
  run_and_show(places, instantiate(graph));
}
