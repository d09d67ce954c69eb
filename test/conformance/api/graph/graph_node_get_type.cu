// SPDX-License-Identifier: Apache-2.0
// cudaGraphNodeGetType: every kind of node that one GPU can make, added and captured; null pointers.
#include "../../graphs/nodes.h"

static void show_type(const char *what, cudaGraphNode_t node) {
  auto type = static_cast<cudaGraphNodeType>(77);
  const cudaError_t error = cudaGraphNodeGetType(node, &type);
  std::printf("%s: %s, %d\n", what, name_of(error), int(type));
}

CASES() {
  DeviceArray<int> words(4);
  auto graph = new_graph(), inner = new_graph(), with_memory = new_graph();
  auto kernel = kernel_node(graph, words, 1);
  cudaGraphNodeType type;
  SHOW(cudaGraphNodeGetType(nullptr, &type));
  SHOW(cudaGraphNodeGetType(kernel, nullptr));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  cudaGraphNode_t node, freed;
  show_type("kernel", kernel);
  MUST(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, words + 1, words, 4, cudaMemcpyDeviceToDevice));
  show_type("memcpy", node);
  auto fill = memset_params(words, 1, 1);
  MUST(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  show_type("memset", node);
  show_type("host", host_node(graph, do_nothing, nullptr));
  MUST(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, inner));
  show_type("child graph", node);
  show_type("empty", empty_node(graph));
  MUST(cudaGraphAddEventWaitNode(&node, graph, nullptr, 0, event));
  show_type("event wait", node);
  MUST(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, event));
  show_type("event record", node);
  auto memory = alloc_params(1024);
  MUST(cudaGraphAddMemAllocNode(&node, with_memory, nullptr, 0, &memory));
  show_type("allocation", node);
  MUST(cudaGraphAddMemFreeNode(&freed, with_memory, &node, 1, memory.dptr));
  show_type("free", freed);
  cudaGraphConditionalHandle handle;
  MUST(cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault));
  cudaGraphNodeParams condition = {};
  condition.type = cudaGraphNodeTypeConditional;
  condition.conditional.handle = handle;
  condition.conditional.type = cudaGraphCondTypeIf;
  condition.conditional.size = 1;
  MUST(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &condition));
  show_type("conditional", node);

  std::printf("captured\n");
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaMemsetAsync(words, 0, 4, stream));
  add_number<<<1, 1, 0, stream>>>(words, 1);
  MUST(cudaMemcpyAsync(words + 1, words, 4, cudaMemcpyDeviceToDevice, stream));
  MUST(cudaLaunchHostFunc(stream, do_nothing, nullptr));
  MUST(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
  MUST(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal));
  void *pointer;
  MUST(cudaMallocAsync(&pointer, 64, stream));
  MUST(cudaFreeAsync(pointer, stream));
  cudaGraph_t captured;
  MUST(cudaStreamEndCapture(stream, &captured));
  // A chain: each node's successor is the next.
  cudaGraphNode_t next;
  std::size_t count = 1;
  for (SHOW(cudaGraphGetRootNodes(captured, &next, &count)); count == 1;) {
    show_type("captured", next);
    node = next;
    MUST(cudaGraphNodeGetDependentNodes(node, &next, nullptr, &count));
  }
}
