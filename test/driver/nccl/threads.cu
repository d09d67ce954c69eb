// SPDX-License-Identifier: Apache-2.0
// A thread for each rank, which meet by an id: nobody waits for a rank that has not called, but its stream. Arguments: the
// number of ranks.
#include "ranks.h"

#include <atomic>
#include <chrono>
#include <thread>

constexpr int kCount = 10000;
constexpr int kRounds = 20;

__global__ void set(float* values, int count, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = value;
}

static float first_of(const void* buffer) {
  float value = 0;
  CUDA(cudaMemcpy(&value, static_cast<const float*>(buffer) + kCount - 1, sizeof value,
                  cudaMemcpyDeviceToHost));
  return value;
}

/// Rounds of an all-reduce, a ring and a broadcast in one stream, at each thread's own pace.
static void rounds(int size, ncclUniqueId id, int r) {
  Rank own;
  CUDA(cudaSetDevice(r));
  NCCL(ncclCommInitRank(&own.comm, size, id, r));
  int told = -1;
  NCCL(ncclCommUserRank(own.comm, &told));
  EXPECT(told == r);
  CUDA(cudaStreamCreate(&own.stream));
  CUDA(cudaMalloc(&own.send, kCount * sizeof(float)));
  CUDA(cudaMalloc(&own.recv, kCount * sizeof(float)));
  auto* const send = static_cast<float*>(own.send);
  auto* const recv = static_cast<float*>(own.recv);
  for (int round = 0; round < kRounds; ++round) {
    set<<<(kCount + 255) / 256, 256, 0, own.stream>>>(send, kCount, static_cast<float>(r + round));
    NCCL(ncclAllReduce(send, recv, kCount, ncclFloat, ncclSum, own.comm, own.stream));
    CUDA(cudaStreamSynchronize(own.stream));
    EXPECT(first_of(recv) == static_cast<float>(size * (size - 1) / 2 + size * round));

    NCCL(ncclGroupStart());
    NCCL(ncclSend(send, kCount, ncclFloat, (r + 1) % size, own.comm, own.stream));
    NCCL(ncclRecv(recv, kCount, ncclFloat, (r + size - 1) % size, own.comm, own.stream));
    NCCL(ncclGroupEnd());
    NCCL(ncclBroadcast(recv, send, kCount, ncclFloat, round % size, own.comm, own.stream));
    CUDA(cudaStreamSynchronize(own.stream));
    EXPECT(first_of(recv) == static_cast<float>((r + size - 1) % size + round));
    EXPECT(first_of(send) == static_cast<float>((round % size + size - 1) % size + round));
  }
  NCCL(ncclCommFinalize(own.comm));
  NCCL(ncclCommDestroy(own.comm));
  CUDA(cudaFree(own.send));
  CUDA(cudaFree(own.recv));
}

/// All but the last rank call, from one thread, long before the last one does: no call waits, and other streams go on.
static void late(int size) {
  std::vector<Rank> ranks = make_ranks(size, kCount * sizeof(float));
  for (int r = 0; r < size; ++r) {
    CUDA(cudaSetDevice(r));
    set<<<(kCount + 255) / 256, 256, 0, ranks[r].stream>>>(static_cast<float*>(ranks[r].send),
                                                           kCount, 1);
    if (r == size - 1) break;
    for (int i = 0; i < 5; ++i)
      NCCL(ncclAllReduce(ranks[r].send, ranks[r].send, kCount, ncclFloat, ncclSum, ranks[r].comm,
                         ranks[r].stream));
    set<<<(kCount + 255) / 256, 256, 0, ranks[r].stream>>>(static_cast<float*>(ranks[r].recv),
                                                           kCount, 3);
  }
  for (int r = 0; r < size - 1; ++r) EXPECT(cudaStreamQuery(ranks[r].stream) == cudaErrorNotReady);
  CUDA(cudaDeviceSynchronize());
  Rank& last = ranks.back();
  for (int i = 0; i < 5; ++i)
    NCCL(ncclAllReduce(last.send, last.send, kCount, ncclFloat, ncclSum, last.comm, last.stream));
  synchronize(ranks);
  float power = 1;
  for (int i = 0; i < 5; ++i) power *= static_cast<float>(size);
  for (const Rank& each : ranks) EXPECT(first_of(each.send) == power);
  for (int r = 0; r < size - 1; ++r) EXPECT(first_of(ranks[r].recv) == 3);
  destroy(ranks);
}

/// Two pairs whose receives come in another order than the sends.
static void crossed() {
  std::vector<Rank> ranks = make_ranks(3, kCount * sizeof(float));
  Rank& a = ranks[0];
  for (int r = 0; r < 3; ++r) {
    CUDA(cudaSetDevice(r));
    set<<<(kCount + 255) / 256, 256, 0, ranks[r].stream>>>(static_cast<float*>(ranks[r].send),
                                                           kCount, 1.0F + r);
  }
  NCCL(ncclSend(a.send, kCount, ncclFloat, 1, a.comm, a.stream));
  NCCL(ncclSend(a.send, kCount, ncclFloat, 2, a.comm, a.stream));
  NCCL(ncclRecv(ranks[2].recv, kCount, ncclFloat, 0, ranks[2].comm, ranks[2].stream));
  NCCL(ncclRecv(ranks[1].recv, kCount, ncclFloat, 0, ranks[1].comm, ranks[1].stream));
  synchronize(ranks);
  EXPECT(first_of(ranks[1].recv) == 1 && first_of(ranks[2].recv) == 1);
  destroy(ranks);
}

/// What rank 1 gets from rank 0 it sends on to rank 2, in one group: the order is that of its calls.
static void chain() {
  std::vector<Rank> ranks = make_ranks(3, kCount * sizeof(float));
  for (int round = 1; round < 50; ++round) {
    CUDA(cudaSetDevice(0));
    set<<<(kCount + 255) / 256, 256, 0, ranks[0].stream>>>(static_cast<float*>(ranks[0].send),
                                                           kCount, round);
    NCCL(ncclGroupStart());
    NCCL(ncclRecv(ranks[2].recv, kCount, ncclFloat, 1, ranks[2].comm, ranks[2].stream));
    NCCL(ncclRecv(ranks[1].recv, kCount, ncclFloat, 0, ranks[1].comm, ranks[1].stream));
    NCCL(ncclSend(ranks[1].recv, kCount, ncclFloat, 2, ranks[1].comm, ranks[1].stream));
    NCCL(ncclSend(ranks[0].send, kCount, ncclFloat, 1, ranks[0].comm, ranks[0].stream));
    NCCL(ncclGroupEnd());
    synchronize(ranks);
    EXPECT(first_of(ranks[2].recv) == static_cast<float>(round));
  }
  destroy(ranks);
}

int main(int, char** arguments) {
  const int size = std::atoi(arguments[1]);
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  std::vector<std::thread> threads;
  for (int r = 0; r < size; ++r) threads.emplace_back(rounds, size, id, r);
  for (std::thread& thread : threads) thread.join();
  late(size);
  if (size >= 3) {
    crossed();
    chain();
  }
  std::printf("done\n");
  return 0;
}
