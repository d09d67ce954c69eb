// SPDX-License-Identifier: Apache-2.0
// What a copy of an executable graph may become: kinds of memory and declared directions, each with each. A row is a copy
// as it was instantiated; its columns are what it is changed to, 1 where that is refused. Places: d device, p pinned,
// m managed, h pageable; destination first. Directions: as cudaMemcpyKind's numbers.
#include "nodes.h"

int main() {
  char *device, *pinned, *managed;
  static char pageable[64];
  MUST(cudaMalloc(&device, 64));
  MUST(cudaHostAlloc(&pinned, 64, 0));
  MUST(cudaMallocManaged(&managed, 64));
  char *const places[] = {device, pinned, managed, pageable};
  const char names[] = "dpmh";
  for (int to = 0; to < 4; ++to)
    for (int from = 0; from < 4; ++from)
      for (int kind = 0; kind < 5; ++kind) {
        auto graph = new_graph();
        cudaGraphNode_t node;
        const cudaError_t added = cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, places[to], places[from] + 32, 16,
                                                           cudaMemcpyKind(kind));
        std::printf("%c%c%d:", names[to], names[from], kind);
        if (added != cudaSuccess) {
          std::printf(" %s\n", name_of(added));
          continue;
        }
        for (int next_to = 0; next_to < 4; ++next_to)
          for (int next_from = 0; next_from < 4; ++next_from) {
            std::printf(" %c%c", names[next_to], names[next_from]);
            for (int next = 0; next < 5; ++next) {
              auto exec = instantiate(graph);
              const cudaError_t changed = cudaGraphExecMemcpyNodeSetParams1D(
                  exec, node, places[next_to], places[next_from] + 32, 16, cudaMemcpyKind(next));
              std::printf("%d", changed);
              MUST(cudaGraphExecDestroy(exec));
            }
          }
        std::printf("\n");
        MUST(cudaGraphDestroy(graph));
      }
}
