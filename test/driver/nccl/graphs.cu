// SPDX-License-Identifier: Apache-2.0
// Captured collectives of one process: all ranks in one graph, and each in a graph of its own.
#include "ranks.h"

#include <thread>

constexpr int kCount = 3000;
constexpr int kRanks = 3;
constexpr int kRounds = 4;

__global__ void add(float* values, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount) values[i] += value;
}

static void expect(const std::vector<Rank>& ranks, float value) {
  for (const Rank& each : ranks) {
    std::vector<float> values(kCount);
    CUDA(cudaMemcpy(values.data(), each.recv, kCount * sizeof(float), cudaMemcpyDeviceToHost));
    for (const float own : values) EXPECT(own == value);
  }
}

static std::vector<Rank> ranks_of_zeros() {
  std::vector<Rank> ranks = make_ranks(kRanks, kCount * sizeof(float));
  for (int r = 0; r < kRanks; ++r) {
    CUDA(cudaSetDevice(r));
    CUDA(cudaMemset(ranks[r].send, 0, kCount * sizeof(float)));
    CUDA(cudaDeviceSynchronize());
  }
  return ranks;
}

static void add_own(const Rank& rank, int r) {
  CUDA(cudaSetDevice(r));
  add<<<(kCount + 255) / 256, 256, 0, rank.stream>>>(static_cast<float*>(rank.send),
                                                     static_cast<float>(r + 1));
}

/// The other streams are forked from the first.
static void one_graph() {
  std::vector<Rank> ranks = ranks_of_zeros();
  cudaEvent_t fork = nullptr;
  std::vector<cudaEvent_t> joins(kRanks);
  CUDA(cudaSetDevice(0));
  CUDA(cudaEventCreate(&fork));
  CUDA(cudaStreamBeginCapture(ranks[0].stream, cudaStreamCaptureModeGlobal));
  CUDA(cudaEventRecord(fork, ranks[0].stream));
  for (int r = 1; r < kRanks; ++r) CUDA(cudaStreamWaitEvent(ranks[r].stream, fork, 0));
  for (int r = 0; r < kRanks; ++r) add_own(ranks[r], r);
  NCCL(ncclGroupStart());
  for (Rank& each : ranks)
    NCCL(ncclAllReduce(each.send, each.recv, kCount, ncclFloat, ncclSum, each.comm, each.stream));
  NCCL(ncclGroupEnd());
  for (int r = 1; r < kRanks; ++r) {
    CUDA(cudaSetDevice(r));
    CUDA(cudaEventCreate(&joins[r]));
    CUDA(cudaEventRecord(joins[r], ranks[r].stream));
    CUDA(cudaStreamWaitEvent(ranks[0].stream, joins[r], 0));
  }
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  CUDA(cudaSetDevice(0));
  CUDA(cudaStreamEndCapture(ranks[0].stream, &graph));
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 1; round <= kRounds; ++round) {
    CUDA(cudaGraphLaunch(exec, ranks[0].stream));
    synchronize(ranks);
    expect(ranks, static_cast<float>(kRanks * (kRanks + 1) / 2 * round));
  }
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
  destroy(ranks);
}

/// A thread for each; the last rank calls without a graph.
static void own_graphs() {
  std::vector<Rank> ranks = ranks_of_zeros();
  std::vector<std::thread> threads;
  for (int r = 0; r < kRanks; ++r)
    threads.emplace_back([&, r] {
      const Rank& own = ranks[r];
      CUDA(cudaSetDevice(r));
      if (r == kRanks - 1) {
        for (int round = 0; round < kRounds; ++round) {
          add_own(own, r);
          NCCL(ncclAllReduce(own.send, own.recv, kCount, ncclFloat, ncclSum, own.comm, own.stream));
        }
        return;
      }
      cudaGraph_t graph = nullptr;
      cudaGraphExec_t exec = nullptr;
      CUDA(cudaStreamBeginCapture(own.stream, cudaStreamCaptureModeThreadLocal));
      add_own(own, r);
      NCCL(ncclAllReduce(own.send, own.recv, kCount, ncclFloat, ncclSum, own.comm, own.stream));
      CUDA(cudaStreamEndCapture(own.stream, &graph));
      CUDA(cudaGraphInstantiate(&exec, graph, 0));
      for (int round = 0; round < kRounds; ++round) CUDA(cudaGraphLaunch(exec, own.stream));
      CUDA(cudaStreamSynchronize(own.stream));
      CUDA(cudaGraphExecDestroy(exec));
      CUDA(cudaGraphDestroy(graph));
    });
  for (std::thread& each : threads) each.join();
  synchronize(ranks);
  expect(ranks, static_cast<float>(kRanks * (kRanks + 1) / 2 * kRounds));
  destroy(ranks);
}

int main() {
  one_graph();
  own_graphs();
  std::printf("done\n");
  return 0;
}
