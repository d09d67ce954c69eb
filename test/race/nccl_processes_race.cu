// SPDX-License-Identifier: Apache-2.0
// flags: -lnccl
// expect: race/between processes race/race
// says: kernel fill(float*, float) and kernel add(float*, float) on 1024 bytes of device memory
// says: in 2 processes
// Ranks of two processes: a collective and a message order their streams. FIXED: what comes after is in those streams.
#include <nccl.h>

#include "processes.h"

__global__ void fill(float* out, float value) { out[threadIdx.x] = value; }
__global__ void add(float* out, float value) { out[threadIdx.x] += value; }

constexpr int kCount = 256;
constexpr int kBytes = kCount * sizeof(float);
inline float* floats(char* memory) { return reinterpret_cast<float*>(memory); }

struct Rank {
  ncclComm_t comm;
  Device buffer{kBytes};
  Streams<2> s;

  Rank(const ncclUniqueId& id, int rank) {
    ncclCommInitRank(&comm, 2, id, rank);
    cudaMemset(buffer, 0, kBytes);
    cudaDeviceSynchronize();
  }
  ~Rank() { ncclCommDestroy(comm); }
  void all_reduce(cudaStream_t stream) {
    ncclAllReduce(buffer, buffer, kCount, ncclFloat, ncclSum, comm, stream);
  }
};

inline void owner(Channel& c) {
  ncclUniqueId id;
  ncclGetUniqueId(&id);
  c.send(id);
  Rank own(id, 0);
  Device memory(kBytes), apart(kBytes);
  cudaMemset(apart, 0, kBytes);
  cudaDeviceSynchronize();
  give(c, memory);
  c.hear();
  fill<<<1, kCount, 0, own.s[0]>>>(floats(memory), 1);
  // What is beside the collective in one process.
  fill<<<1, kCount, 0, own.s[1]>>>(floats(apart), 1);
  if (FIXED) {
    const Event done;
    cudaEventRecord(done, own.s[1]);
    cudaStreamWaitEvent(own.s[0], done, 0);
  }
  own.all_reduce(own.s[0]);
  add<<<1, kCount, 0, own.s[0]>>>(floats(apart), 1);
  cudaStreamSynchronize(own.s[0]);
  cudaStreamSynchronize(own.s[1]);
  c.hear();
  // And back by a message.
  ncclRecv(own.buffer, kCount, ncclFloat, 1, own.comm, own.s[1]);
  add<<<1, kCount, 0, own.s[1]>>>(floats(memory), 1);
  c.tell();
  cudaDeviceSynchronize();
  c.tell();
  c.hear();
}

inline void opener(Channel& c) {
  const auto id = c.receive<ncclUniqueId>();
  Rank own(id, 1);
  const Opened memory(c);
  c.tell();
  if (!FIXED) add<<<1, kCount, 0, own.s[1]>>>(floats(memory), 1);
  own.all_reduce(own.s[0]);
  if (FIXED) add<<<1, kCount, 0, own.s[0]>>>(floats(memory), 1);
  cudaDeviceSynchronize();
  c.tell();
  add<<<1, kCount, 0, own.s[0]>>>(floats(memory), 1);
  ncclSend(own.buffer, kCount, ncclFloat, 0, own.comm, own.s[0]);
  c.hear();
  cudaDeviceSynchronize();
  c.tell();
  c.hear();
}

int main() { return run_two_processes(owner, opener); }
