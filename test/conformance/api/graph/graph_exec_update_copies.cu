// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecUpdate: where it answers a change of a copy as cudaGraphExecMemcpyNodeSetParams does not.
#include "../../graphs/copy_changes.h"

CASES() {
  CopyPlaces places;
  auto how = [](cudaGraphExec_t exec, cudaGraphNode_t, const CopyParams &changed) {
    auto graph = new_graph();
    cudaGraphNode_t node;
    cudaError_t error = cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &changed);
    if (error == cudaSuccess) {
      cudaGraphExecUpdateResultInfo info = {};
      error = cudaGraphExecUpdate(exec, graph, &info);
      if (error == cudaErrorGraphExecUpdateFailure && info.result == cudaGraphExecUpdateErrorParametersChanged &&
          info.errorNode == node)
        error = cudaErrorInvalidValue;
    }
    MUST(cudaGraphDestroy(graph));
    return error;
  };
  show_other_answers(memory_copies(places), memory_changes(places), how);
  show_other_answers(array_copies(places), array_changes(places), how);
}
