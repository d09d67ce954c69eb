// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecMemcpyNodeSetParams: which changes of copies between places in memory there are, in one to three
// dimensions.
#include "../../graphs/copy_changes.h"

CASES() {
  CopyPlaces places;
  show_copy_changes(places, memory_copies(places), memory_changes(places),
                    [](cudaGraphExec_t exec, cudaGraphNode_t node, const CopyParams &changed) {
                      return cudaGraphExecMemcpyNodeSetParams(exec, node, &changed);
                    });
}
