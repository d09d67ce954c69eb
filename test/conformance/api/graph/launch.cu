// SPDX-License-Identifier: Apache-2.0
// Launching executable graphs, and uploading them before.
#include "../../cases.h"
#include "../../gate.h"
#include "../../graphs/nodes.h"

__global__ void times_ten_plus(int *p, int n) { *p = *p * 10 + n; }
static cudaGraphExec_t exec;

static void CUDART_CB launch_inside(void *) {
  std::printf("inside a host function: %s\n", name_of(cudaGraphLaunch(exec, nullptr)));
}

// cudaGraphLaunch: in the order of its stream, one launch of an exec after the other; refused handles, captures,
// callbacks.
CASE(graph_launch) {
  prepare_gates();
  DeviceArray<int> word(1);
  auto graph = new_graph();
  KernelParams params(word, 1, (void *)times_ten_plus);
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, params));
  exec = instantiate(graph);
  cudaStream_t stream, other;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  times_ten_plus<<<1, 1, 0, stream>>>(word, 0);
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaGraphLaunch(nullptr, stream));
  show_last_error("after no exec");
  for (cudaStream_t where : {stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    SHOW(cudaGraphLaunch(exec, where));
    SHOW(cudaStreamSynchronize(where));
  }
  show_value("word", word.read()[0]);

  std::printf("order\n");
  MUST(cudaMemset(word, 0, 4));
  MUST(cudaDeviceSynchronize());
  show_while_busy("in a busy stream", stream, [&] {
    times_ten_plus<<<1, 1, 0, stream>>>(word, 2);
    const cudaError_t error = cudaGraphLaunch(exec, stream);
    times_ten_plus<<<1, 1, 0, stream>>>(word, 3);
    MUST(cudaGraphLaunch(exec, stream));
    return error;
  });
  show_value("word", word.read()[0]);
  {
    Gate gate(stream);
    SHOW(cudaGraphLaunch(exec, stream));
    SHOW(cudaGraphLaunch(exec, other));
    SHOW(cudaStreamQuery(stream));
    SHOW(cudaStreamQuery(other));
  }
  SHOW(cudaStreamSynchronize(other));
  show_value("word", word.read()[0]);
  auto second = instantiate(graph);
  {
    Gate gate(stream);
    SHOW(cudaGraphLaunch(exec, stream));
    SHOW(cudaGraphLaunch(second, other));
    gate.open();
  }
  SHOW(cudaDeviceSynchronize());

  std::printf("without its graph\n");
  SHOW(cudaGraphDestroy(graph));
  MUST(cudaMemset(word, 0, 4));
  MUST(cudaDeviceSynchronize());
  for (int i = 0; i < 3; ++i) SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("word", word.read()[0]);
  auto nothing = instantiate(new_graph());
  SHOW(cudaGraphLaunch(nothing, stream));
  SHOW(cudaStreamSynchronize(stream));
  std::printf("memory that is still allocated\n");
  auto with_memory = new_graph();
  auto memory = alloc_params(1024);
  MUST(cudaGraphAddMemAllocNode(&node, with_memory, nullptr, 0, &memory));
  auto keeps = instantiate(with_memory);
  SHOW(cudaGraphLaunch(keeps, stream));
  SHOW(cudaGraphLaunch(keeps, stream));
  SHOW(cudaFreeAsync(memory.dptr, stream));
  SHOW(cudaGraphLaunch(keeps, stream));
  SHOW(cudaFreeAsync(memory.dptr, stream));
  SHOW(cudaStreamSynchronize(stream));

  std::printf("host functions and captures\n");
  MUST(cudaLaunchHostFunc(stream, launch_inside, nullptr));
  SHOW(cudaStreamSynchronize(stream));
  cudaGraph_t captured;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamEndCapture(stream, &captured));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaGraphLaunch(exec, other));
  SHOW(cudaStreamEndCapture(stream, &captured));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
}

// cudaGraphUpload: runs nothing, in the order of its stream; refused handles and captures.
CASE(graph_upload) {
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
