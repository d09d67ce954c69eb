// SPDX-License-Identifier: Apache-2.0
// What graphs cost: a node replayed, in chains and with branches; the call that launches; the
// instantiation. The rival is the same kernels launched one by one into a stream.
#include "bench.h"
#include "check.h"

__global__ void empty() {}

namespace {

cudaGraphNode_t add_kernel(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& after) {
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void*>(empty);
  params.gridDim = 1;
  params.blockDim = 1;
  cudaGraphNode_t node;
  CHECK(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &params));
  return node;
}

// `width` chains side by side; with `crossed`, every node also follows its left neighbour's
// predecessor.
cudaGraph_t make_graph(int nodes, int width, bool crossed) {
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  std::vector<cudaGraphNode_t> row(static_cast<std::size_t>(width), nullptr);
  for (int made = 0; made < nodes; made += width) {
    const std::vector<cudaGraphNode_t> before = row;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::vector<cudaGraphNode_t> after;
      if (before[i] != nullptr) after.push_back(before[i]);
      if (crossed && i > 0 && before[i] != nullptr) after.push_back(before[i - 1]);
      row[i] = add_kernel(graph, after);
    }
  }
  return graph;
}

cudaGraphExec_t instantiate(cudaGraph_t graph) {
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  return exec;
}

struct Replay {
  bench::Samples per_node, call, streamed;
};

// Graph and stream take turns.
Replay replay(cudaGraphExec_t exec, int nodes, cudaStream_t stream, int repetitions) {
  Replay result;
  for (int i = 0; i < repetitions + 20; ++i) {
    double call = 0;
    const double whole = bench::time_ns([&] {
      call = bench::time_ns([&] { CHECK(cudaGraphLaunch(exec, stream)); });
      CHECK(cudaStreamSynchronize(stream));
    });
    const double streamed = bench::time_ns([&] {
      for (int k = 0; k < nodes; ++k) empty<<<1, 1, 0, stream>>>();
      CHECK(cudaStreamSynchronize(stream));
    });
    if (i < 20) continue;  // costs are learned
    result.call.add(call);
    result.per_node.add(whole / nodes);
    result.streamed.add(streamed / nodes);
  }
  return result;
}

void row(const char* what, const Replay& replay) {
  bench::row_limit(what, replay.per_node.median(), 25, "launches", replay.streamed.median());
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = bench::is_quick(argc, argv) ? 100 : 500;
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  empty<<<1, 1, 0, stream>>>();
  CHECK(cudaStreamSynchronize(stream));

  cudaGraph_t chain = make_graph(1000, 1, false);
  cudaGraph_t chains = make_graph(1000, 10, false);
  cudaGraph_t crossed = make_graph(1000, 10, true);
  cudaGraph_t flat = make_graph(1000, 1000, false);
  const Replay in_chain = replay(instantiate(chain), 1000, stream, repetitions);
  row("a node of a graph, launch and wait included, chain of 1,000", in_chain);
  row("... 10 chains of 100", replay(instantiate(chains), 1000, stream, repetitions));
  row("... 1,000 nodes with 1,890 edges", replay(instantiate(crossed), 1000, stream, repetitions));
  row("... 1,000 independent nodes", replay(instantiate(flat), 1000, stream, repetitions));
  bench::row_limit("the call cudaGraphLaunch, 1,000 nodes", in_chain.call.median(), 500);

  bench::Samples instantiation;
  cudaGraph_t large = make_graph(10000, 10, true);
  for (int i = 0; i < 10; ++i) {
    cudaGraphExec_t exec = nullptr;
    instantiation.add(bench::time_ns([&] { exec = instantiate(large); }));
    CHECK(cudaGraphExecDestroy(exec));
  }
  bench::row_limit("cudaGraphInstantiate, 10,000 nodes with 19,000 edges", instantiation.median(),
                   20e6);
  return 0;
}
