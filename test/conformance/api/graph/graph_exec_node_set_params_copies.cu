// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecNodeSetParams: where it answers a change of a copy as cudaGraphExecMemcpyNodeSetParams does not.
#include "../../graphs/copy_changes.h"

CASES() {
  CopyPlaces places;
  auto how = [](cudaGraphExec_t exec, cudaGraphNode_t node, const CopyParams &changed) {
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeMemcpy;
    params.memcpy.copyParams = changed;
    return cudaGraphExecNodeSetParams(exec, node, &params);
  };
  show_other_answers(memory_copies(places), memory_changes(places), how);
  show_other_answers(array_copies(places), array_changes(places), how);
}
