// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddEventWaitNode: what is refused; a launch waits for the work of another stream that the event stands for.
#include "../../api/graph_nodes/adding.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  DeviceArray<int> words(2);
  cudaStream_t stream, other;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaEvent_t event, never;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&never));
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddEventWaitNode(node, graph, after, count, event);
  });
  auto graph = new_graph();
  cudaGraphNode_t wait, copy;
  SHOW(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, nullptr));
  show_value("nodes", node_count(graph));
  SHOW(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event));
  MUST(cudaGraphAddMemcpyNode1D(&copy, graph, &wait, 1, words + 1, words, 4, cudaMemcpyDeviceToDevice));
  auto exec = instantiate(graph);
  show_last_error("of what was refused");
  std::printf("an event that nobody has recorded\n");
  show_while_busy("launch and wait", other, [&] {
    MUST(cudaGraphLaunch(exec, stream));
    return cudaStreamSynchronize(stream);
  });
  std::printf("an event behind work\n");
  for (int launch = 0; launch < 2; ++launch) {
    show_while_busy("launch and wait", other, [&] {
      add_number<<<1, 1, 0, other>>>(words, 5);
      MUST(cudaEventRecord(event, other));
      MUST(cudaGraphLaunch(exec, stream));
      return cudaStreamSynchronize(stream);
    });
    show_row("words", words.read());
  }
  std::printf("what does not depend on the node does not wait\n");
  auto second = new_graph();
  kernel_node(second, words, 100);
  cudaEvent_t reached;
  MUST(cudaEventCreate(&reached));
  cudaGraphNode_t record;
  auto work = kernel_node(second, words, 1000);
  MUST(cudaGraphAddEventRecordNode(&record, second, &work, 1, reached));
  SHOW(cudaGraphAddEventWaitNode(&wait, second, &record, 1, never));
  exec = instantiate(second);
  show_while_busy("launch and wait", other, [&] {
    MUST(cudaGraphLaunch(exec, stream));
    return cudaStreamSynchronize(stream);
  });
  show_row("words", words.read());
}
