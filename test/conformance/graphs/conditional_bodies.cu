// SPDX-License-Identifier: Apache-2.0
// Which nodes the body of a conditional node may hold: one kind at a time, instantiated and run.
#include "nodes.h"

static int calls = 0;
static cudaEvent_t event;

static cudaError_t add_to(cudaGraph_t body, int kind, int *word) {
  cudaGraphNode_t node;
  switch (kind) {
    case 0:
      kernel_node(body, word, 1);
      return cudaSuccess;
    case 1:
      return cudaGraphAddMemcpyNode1D(&node, body, nullptr, 0, word + 1, word, 4, cudaMemcpyDeviceToDevice);
    case 2: {
      auto fill = memset_params(word, 5, 1);
      return cudaGraphAddMemsetNode(&node, body, nullptr, 0, &fill);
    }
    case 3: {
      cudaHostNodeParams host = {count_call, &calls};
      return cudaGraphAddHostNode(&node, body, nullptr, 0, &host);
    }
    case 4: {
      auto child = new_graph();
      kernel_node(child, word, 10);
      return cudaGraphAddChildGraphNode(&node, body, nullptr, 0, child);
    }
    case 5:
      return cudaGraphAddEmptyNode(&node, body, nullptr, 0);
    case 6:
      return cudaGraphAddEventWaitNode(&node, body, nullptr, 0, event);
    case 7:
      return cudaGraphAddEventRecordNode(&node, body, nullptr, 0, event);
    case 8: {
      auto child = new_graph();
      cudaHostNodeParams host = {count_call, &calls};
      MUST(cudaGraphAddHostNode(&node, child, nullptr, 0, &host));
      return cudaGraphAddChildGraphNode(&node, body, nullptr, 0, child);
    }
    case 9: {
      static int *pinned = [] {
        int *made;
        MUST(cudaHostAlloc(&made, 64, 0));
        return made;
      }();
      return cudaGraphAddMemcpyNode1D(&node, body, nullptr, 0, word, pinned, 4, cudaMemcpyHostToDevice);
    }
    case 10: {
      cudaMemAllocNodeParams alloc = {};
      alloc.poolProps.allocType = cudaMemAllocationTypePinned;
      alloc.poolProps.location.type = cudaMemLocationTypeDevice;
      alloc.bytesize = 64;
      return cudaGraphAddMemAllocNode(&node, body, nullptr, 0, &alloc);
    }
    case 11: {
      auto fill = memset_params(word, 1, 2);
      fill.height = 2;
      fill.pitch = 16;
      return cudaGraphAddMemsetNode(&node, body, nullptr, 0, &fill);
    }
  }
  return cudaErrorUnknown;
}

int main() {
  DeviceArray<int> words(16);
  MUST(cudaEventCreate(&event));
  const char *names[] = {"kernel", "copy", "memset", "host function", "child graph", "empty", "event wait",
                         "event record", "host function in a child graph", "copy from the host", "allocation",
                         "memset of two rows"};
  for (int kind = 0; kind < 12; ++kind) {
    auto graph = new_graph();
    cudaGraphConditionalHandle handle;
    MUST(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeIf;
    params.conditional.size = 1;
    cudaGraphNode_t node;
    MUST(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
    const cudaError_t added = add_to(params.conditional.phGraph_out[0], kind, words);
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiateParams how = {};
    const cudaError_t made = cudaGraphInstantiateWithParams(&exec, graph, &how);
    std::printf("%s: %s, %s, result %d, %s\n", names[kind], name_of(added), name_of(made), int(how.result_out),
                how.errNode_out != nullptr ? "a node is named" : "no node is named");
    cudaGetLastError();
    if (made == cudaSuccess) run_once(exec);
  }
  show_row("words", {words.read()[0], words.read()[1], calls});
}
