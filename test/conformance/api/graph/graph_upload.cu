// SPDX-License-Identifier: Apache-2.0
// cudaGraphUpload: runs nothing, in the order of its stream; refused handles and captures.
#include "../../gate.h"
#include "../../graphs/nodes.h"

CASES() {
  prepare_gates();
  DeviceArray<int> word(1);
  auto graph = new_graph();
  kernel_node(graph, word, 1);
  auto exec = instantiate(graph);
  cudaStream_t stream, other;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  SHOW(cudaGraphUpload(nullptr, stream));
  show_last_error("after no exec");
  for (cudaStream_t where : {stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    SHOW(cudaGraphUpload(exec, where));
    SHOW(cudaStreamSynchronize(where));
    show_value("word after an upload", word.read()[0]);
    SHOW(cudaGraphLaunch(exec, where));
    SHOW(cudaStreamSynchronize(where));
    show_value("word after a launch", word.read()[0]);
  }
  SHOW(cudaGraphUpload(exec, stream));
  SHOW(cudaGraphUpload(exec, stream));
  SHOW(cudaGraphLaunch(exec, other));
  SHOW(cudaDeviceSynchronize());
  show_value("word, launched elsewhere", word.read()[0]);
  show_while_busy("in a busy stream", stream, [&] { return cudaGraphUpload(exec, stream); });
  show_while_busy("while its launch is pending", stream, [&] {
    MUST(cudaGraphLaunch(exec, stream));
    return cudaGraphUpload(exec, other);
  });
  show_value("word", word.read()[0]);
  KernelParams ten(word, 10);
  cudaGraphNode_t node;
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(graph, &node, &count));
  MUST(cudaGraphExecKernelNodeSetParams(exec, node, ten));
  SHOW(cudaGraphUpload(exec, stream));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("word, changed and uploaded", word.read()[0]);

  std::printf("memory nodes\n");
  auto with_memory = new_graph();
  auto memory = alloc_params(1024);
  MUST(cudaGraphAddMemAllocNode(&node, with_memory, nullptr, 0, &memory));
  auto keeps = instantiate(with_memory);
  SHOW(cudaGraphUpload(keeps, stream));
  SHOW(cudaGraphUpload(keeps, stream));
  SHOW(cudaGraphLaunch(keeps, stream));
  SHOW(cudaGraphUpload(keeps, stream));
  SHOW(cudaFreeAsync(memory.dptr, stream));
  SHOW(cudaStreamSynchronize(stream));

  std::printf("a capture\n");
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaGraphUpload(exec, stream));
  cudaGraph_t captured;
  SHOW(cudaStreamEndCapture(stream, &captured));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaGraphUpload(exec, other));
  SHOW(cudaStreamEndCapture(stream, &captured));
  SHOW(cudaDeviceSynchronize());
}
