// SPDX-License-Identifier: Apache-2.0
// Graphs of many short kernels, replayed: order in chains, independent ones, other nodes between them, changes between
// launches.
#include <vector>

#include "../transcript.h"

__global__ void mix(unsigned *word, unsigned number) { *word = *word * 3 + number; }
__global__ void mix_otherwise(unsigned *word, unsigned number) { *word = (*word ^ number) * 5; }

// Blocks of several threads with shared memory of a size of their own.
__global__ void rotate(unsigned *words) {
  extern __shared__ unsigned shared[];
  unsigned *mine = words + blockIdx.x * blockDim.x;
  shared[threadIdx.x] = mine[threadIdx.x];
  __syncthreads();
  mine[threadIdx.x] = shared[(threadIdx.x + 1) % blockDim.x] + 1;
}

static cudaGraphNode_t add_mix(cudaGraph_t graph, cudaGraphNode_t after, unsigned *word, unsigned number) {
  void *arguments[] = {&word, &number};
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void *>(mix);
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = arguments;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, after == nullptr ? nullptr : &after, after == nullptr ? 0 : 1, &params));
  return node;
}

static cudaGraphExec_t instantiate_prioritised(cudaGraph_t graph) {
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  return exec;
}

static void replay(cudaGraphExec_t exec, int times) {
  for (int i = 0; i < times; ++i) MUST(cudaGraphLaunch(exec, nullptr));
  MUST(cudaDeviceSynchronize());
}

static void chain() {
  constexpr int kNodes = 60;
  DeviceArray<unsigned> word(1);
  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  std::vector<cudaGraphNode_t> nodes;
  for (unsigned i = 0; i < kNodes; ++i) nodes.push_back(add_mix(graph, i == 0 ? nullptr : nodes.back(), word, i));
  cudaGraphExec_t exec = instantiate_prioritised(graph);
  unsigned model = 0;
  int changed = -1, disabled = -1;
  const auto check = [&](const char *what) {
    replay(exec, 40);
    for (int round = 0; round < 40; ++round)
      for (int i = 0; i < kNodes; ++i) {
        if (i == disabled) continue;
        model = i == changed ? (model ^ 1000u) * 5 : model * 3 + unsigned(i);
      }
    show_truth(what, word.read()[0] == model);
  };
  check("a chain, 40 times");
  unsigned *pointer = word, number = 1000;
  void *arguments[] = {&pointer, &number};
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void *>(mix_otherwise);
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = arguments;
  SHOW(cudaGraphExecKernelNodeSetParams(exec, nodes[25], &params));
  changed = 25;
  check("with another kernel in the middle");
  SHOW(cudaGraphNodeSetEnabled(exec, nodes[10], 0));
  disabled = 10;
  check("with one of them off");
  SHOW(cudaGraphNodeSetEnabled(exec, nodes[10], 1));
  disabled = -1;
  check("with all of them on again");
  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaGraphDestroy(graph));
}

static void side_by_side() {
  constexpr int kNodes = 60;
  DeviceArray<unsigned> words(kNodes);
  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  for (unsigned i = 0; i < kNodes; ++i) add_mix(graph, nullptr, words + i, i);
  cudaGraphExec_t exec = instantiate_prioritised(graph);
  replay(exec, 40);
  bool right = true;
  const std::vector<unsigned> got = words.read();
  for (unsigned i = 0; i < kNodes; ++i) {
    unsigned model = 0;
    for (int round = 0; round < 40; ++round) model = model * 3 + i;
    right = right && got[i] == model;
  }
  show_truth("independent ones, 40 times", right);
  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaGraphDestroy(graph));
}

// Captured, so that copies, fills and kernels of other shapes come between.
static void others_between() {
  DeviceArray<unsigned> word(1), words(256);
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaMemsetAsync(words, 0, 256 * sizeof(unsigned), stream));
  for (unsigned i = 0; i < 8; ++i) {
    mix<<<1, 1, 0, stream>>>(word, i);
    rotate<<<4, 64, 64 * sizeof(unsigned), stream>>>(words);
    mix<<<1, 1, 0, stream>>>(words + i, i);
    MUST(cudaMemcpyAsync(words + 100 + i, word, sizeof(unsigned), cudaMemcpyDeviceToDevice, stream));
    rotate<<<2, 128, 128 * sizeof(unsigned), stream>>>(words);
  }
  cudaGraph_t graph;
  MUST(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec = instantiate_prioritised(graph);
  replay(exec, 40);
  unsigned sum = 0;
  for (unsigned value : words.read()) sum = sum * 31 + value;
  std::printf("word %08x, words %08x\n", word.read()[0], sum);
  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaGraphDestroy(graph));
  MUST(cudaStreamDestroy(stream));
}

int main() {
  chain();
  side_by_side();
  others_between();
}
