// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecDestroy: an exec that waits, runs, or was never launched; its graph and other execs stay.
#include "../../gate.h"
#include "../../graphs/nodes.h"

CASES() {
  prepare_gates();
  DeviceArray<int> word(1);
  auto graph = new_graph();
  kernel_node(graph, word, 1);
  cudaStream_t stream, other;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  SHOW(cudaGraphExecDestroy(nullptr));
  show_last_error("after no exec");
  auto exec = instantiate(graph);
  SHOW(cudaGraphExecDestroy(exec));
  exec = instantiate(graph);
  auto second = instantiate(graph);
  run_once(exec);
  SHOW(cudaGraphExecDestroy(exec));
  run_once(second);
  show_value("word of two execs", word.read()[0]);
  exec = instantiate(graph);
  MUST(cudaGraphDestroy(graph));
  SHOW(cudaGraphExecDestroy(exec));
  run_once(second);
  show_value("word of the other exec", word.read()[0]);

  std::printf("pending\n");
  // Destruction may wait or return at once; the gate opens by itself.
  std::thread opener;
  {
    Gate gate(stream);
    MUST(cudaGraphLaunch(second, stream));
    MUST(cudaGraphLaunch(second, other));
    opener = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      gate.open();
    });
    SHOW(cudaGraphExecDestroy(second));
    opener.join();
  }
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);

  std::printf("memory that it allocated\n");
  auto with_memory = new_graph();
  auto memory = alloc_params(1024);
  cudaGraphNode_t alloc, fill;
  MUST(cudaGraphAddMemAllocNode(&alloc, with_memory, nullptr, 0, &memory));
  auto number = memset_params(memory.dptr, 1234, 1);
  MUST(cudaGraphAddMemsetNode(&fill, with_memory, &alloc, 1, &number));
  exec = instantiate(with_memory);
  run_once(exec);
  SHOW(cudaGraphExecDestroy(exec));
  int value = 0;
  SHOW(cudaMemcpy(&value, memory.dptr, 4, cudaMemcpyDeviceToHost));
  show_value("value", value);
  exec = instantiate(with_memory);
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFree(memory.dptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFree(memory.dptr));
  SHOW(cudaGraphExecDestroy(exec));

  std::printf("while a stream captures\n");
  graph = new_graph();
  kernel_node(graph, word, 1);
  exec = instantiate(graph);
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaGraphExecDestroy(exec));
  cudaGraph_t captured;
  SHOW(cudaStreamEndCapture(stream, &captured));
}
