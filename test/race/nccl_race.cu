// SPDX-License-Identifier: Apache-2.0
// flags: -lnccl
// devices: 2
// expect: race/race race/race race/race race/race
// says: kernel fill(float*, float) and kernel add(float*, float)
// says: ncclAllReduceKernel
// says: copy and host access on 1 byte of pinned memory
// Buffers of collectives that a thread starts rank by rank, or in a group. FIXED: who uses them waits for the streams that do, too.
#include <nccl.h>

#include "case.h"

__global__ void fill(float* out, float value) { out[threadIdx.x] = value; }
__global__ void add(float* out, float value) { out[threadIdx.x] += value; }

constexpr int kCount = 256;
constexpr int kRanks = 2;

struct Rank {
  ncclComm_t comm;
  cudaStream_t stream, other;
  cudaEvent_t event;
  float *send, *recv;
};
inline Rank ranks[kRanks];

inline void start() {
  ncclComm_t comms[kRanks];
  ncclCommInitAll(comms, kRanks, nullptr);
  for (int r = 0; r < kRanks; ++r) {
    Rank& own = ranks[r];
    cudaSetDevice(r);
    own.comm = comms[r];
    cudaStreamCreateWithFlags(&own.stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&own.other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&own.event, cudaEventDisableTiming);
    cudaMalloc(&own.send, kCount * sizeof(float));
    cudaMalloc(&own.recv, kCount * sizeof(float));
    cudaMemset(own.send, 0, kCount * sizeof(float));
    cudaMemset(own.recv, 0, kCount * sizeof(float));
    cudaDeviceSynchronize();
  }
  cudaSetDevice(0);
}

inline void end() {
  for (int r = 0; r < kRanks; ++r) {
    cudaSetDevice(r);
    cudaDeviceSynchronize();
    ncclCommDestroy(ranks[r].comm);
    cudaStreamDestroy(ranks[r].stream);
    cudaStreamDestroy(ranks[r].other);
    cudaEventDestroy(ranks[r].event);
    cudaFree(ranks[r].send);
    cudaFree(ranks[r].recv);
  }
  cudaSetDevice(0);
}

inline void synchronise() {
  for (int r = 0; r < kRanks; ++r) {
    cudaSetDevice(r);
    cudaDeviceSynchronize();
  }
  cudaSetDevice(0);
}

/// Not in a group: the first ranks' streams wait until the last one has called.
inline void all_reduce() {
  for (const Rank& each : ranks)
    ncclAllReduce(each.send, each.recv, kCount, ncclFloat, ncclSum, each.comm, each.stream);
}

/// `later` goes on after all that `earlier` holds.
inline void order(const Rank& rank, cudaStream_t earlier, cudaStream_t later) {
  cudaEventRecord(rank.event, earlier);
  cudaStreamWaitEvent(later, rank.event, 0);
}

/// What is beside a collective is not ordered by it.
inline void beside() {
  Rank& own = ranks[0];
  const Device memory(kCount * sizeof(float));
  auto* const values = reinterpret_cast<float*>(static_cast<char*>(memory));
  cudaMemset(memory, 0, kCount * sizeof(float));
  cudaDeviceSynchronize();
  fill<<<1, kCount, 0, own.other>>>(values, 1);
  if (FIXED) order(own, own.other, own.stream);
  all_reduce();
  add<<<1, kCount, 0, own.stream>>>(values, 1);
  synchronise();
}

/// The buffer is written while others may read it.
inline void sent_buffer() {
  Rank& own = ranks[0];
  ncclGroupStart();
  all_reduce();
  ncclGroupEnd();
  if (FIXED) order(own, own.stream, own.other);
  fill<<<1, kCount, 0, own.other>>>(own.send, 2);
  synchronise();
}

inline void message() {
  Rank &from = ranks[0], &to = ranks[1];
  ncclGroupStart();
  ncclSend(from.send, kCount, ncclFloat, 1, from.comm, from.stream);
  ncclRecv(to.recv, kCount, ncclFloat, 0, to.comm, to.stream);
  ncclGroupEnd();
  cudaSetDevice(1);
  if (FIXED) order(to, to.stream, to.other);
  add<<<1, kCount, 0, to.other>>>(to.recv, 1);
  synchronise();
}

inline float sum = 0;
inline void read_by_host() {
  const Rank& own = ranks[0];
  Pinned memory(4096);
  all_reduce();
  cudaMemcpyAsync(memory, own.recv, 4096 / 16, cudaMemcpyDeviceToHost, own.stream);
  if (FIXED) cudaStreamSynchronize(own.stream);
  sum += *reinterpret_cast<volatile float*>(static_cast<char*>(memory));
  synchronise();
}

/// Right in both: all ranks' streams go on after what all have held before.
inline void through_the_collective() {
  const Device memory(kCount * sizeof(float));
  auto* const values = reinterpret_cast<float*>(static_cast<char*>(memory));
  fill<<<1, kCount, 0, ranks[0].stream>>>(values, 1);
  all_reduce();
  cudaSetDevice(1);
  add<<<1, kCount, 0, ranks[1].stream>>>(values, 1);
  all_reduce();
  cudaSetDevice(0);
  add<<<1, kCount, 0, ranks[0].stream>>>(values, 1);
  synchronise();
}

int main() {
  start();
  beside();
  sent_buffer();
  message();
  read_by_host();
  through_the_collective();
  end();
  return finish();
}
