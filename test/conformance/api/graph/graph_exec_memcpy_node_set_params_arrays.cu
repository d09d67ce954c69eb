// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecMemcpyNodeSetParams: which changes of copies from and to arrays there are.
#include "../../graphs/copy_changes.h"

CASES() {
  CopyPlaces places;
  show_copy_changes(places, array_copies(places), array_changes(places),
                    [](cudaGraphExec_t exec, cudaGraphNode_t node, const CopyParams &changed) {
                      return cudaGraphExecMemcpyNodeSetParams(exec, node, &changed);
                    });
}
