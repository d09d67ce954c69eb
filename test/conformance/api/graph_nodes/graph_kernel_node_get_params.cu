// SPDX-License-Identifier: Apache-2.0
// cudaGraphKernelNodeGetParams: nodes and nulls that are refused; what it tells of nodes made by hand and captured.
#include "../../graphs/nodes.h"

__global__ void three(int *out, short n, double x) { *out = n + int(x); }

static void show_params(const cudaKernelNodeParams &got) {
  show_truth("function", got.func == (void *)three);
  show_row("grid", {int(got.gridDim.x), int(got.gridDim.y), int(got.gridDim.z)});
  show_row("block", {int(got.blockDim.x), int(got.blockDim.y), int(got.blockDim.z)});
  show_value("shared memory", got.sharedMemBytes);
  show_row("arguments", {*static_cast<short *>(got.kernelParams[1]), int(*static_cast<double *>(got.kernelParams[2]))});
  show_truth("extra", got.extra != nullptr);
}

CASES() {
  DeviceArray<int> word(1);
  int *out = word;
  short n = 5;
  double x = 7;
  void *args[] = {&out, &n, &x};
  auto graph = new_graph();
  cudaKernelNodeParams params = {(void *)three, dim3(1, 2, 3), dim3(4, 5, 6), 512, args, nullptr}, got;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  n = 6;
  SHOW(cudaGraphKernelNodeGetParams(nullptr, &got));
  SHOW(cudaGraphKernelNodeGetParams(node, nullptr));
  SHOW(cudaGraphKernelNodeGetParams(empty_node(graph), &got));
  SHOW(cudaGraphKernelNodeGetParams(node, &got));
  show_params(got);
  show_truth("the caller's arguments", got.kernelParams == args || got.kernelParams[1] == &n);
  std::printf("what was told can be used\n");
  auto second = new_graph();
  cudaGraphNode_t copy;
  SHOW(cudaGraphAddKernelNode(&copy, second, nullptr, 0, &got));
  SHOW(cudaGraphDestroy(graph));
  run_once(instantiate(second));
  show_value("word", word.read()[0]);
  std::printf("in a clone\n");
  cudaGraph_t clone;
  cudaGraphNode_t cloned;
  MUST(cudaGraphClone(&clone, second));
  MUST(cudaGraphNodeFindInClone(&cloned, copy, clone));
  SHOW(cudaGraphKernelNodeGetParams(cloned, &got));
  show_params(got);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  three<<<dim3(7, 8), 9, 64, stream>>>(out, 10, 11);
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  SHOW(cudaGraphKernelNodeGetParams(node, &got));
  show_params(got);
}
