// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share: checks that name the line, and ranks with a buffer each.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <nccl.h>

#define NCCL(call)                                                         \
  do {                                                                     \
    const ncclResult_t result = (call);                                    \
    if (result != ncclSuccess) {                                           \
      std::printf("%s:%d: %s: %d %s\n", __FILE__, __LINE__, #call, result, \
                  ncclGetLastError(nullptr));                              \
      std::fflush(stdout);                                                 \
      std::_Exit(1);                                                       \
    }                                                                      \
  } while (false)
#define CUDA(call)                                                                           \
  do {                                                                                       \
    const cudaError_t result = (call);                                                       \
    if (result != cudaSuccess) {                                                             \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(result)); \
      std::fflush(stdout);                                                                   \
      std::_Exit(1);                                                                         \
    }                                                                                        \
  } while (false)
#define EXPECT(condition)                                                       \
  do {                                                                          \
    if (!(condition)) {                                                         \
      std::printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      std::fflush(stdout);                                                      \
      std::_Exit(1);                                                            \
    }                                                                           \
  } while (false)

/// One device of one process.
struct Rank {
  ncclComm_t comm = nullptr;
  cudaStream_t stream = nullptr;
  void* send = nullptr;
  void* recv = nullptr;
};

/// Ranks on the first devices, with buffers of so many bytes.
inline std::vector<Rank> make_ranks(int count, std::size_t bytes) {
  std::vector<Rank> ranks(count);
  std::vector<ncclComm_t> comms(count);
  NCCL(ncclCommInitAll(comms.data(), count, nullptr));
  for (int r = 0; r < count; ++r) {
    CUDA(cudaSetDevice(r));
    ranks[r].comm = comms[r];
    CUDA(cudaStreamCreateWithFlags(&ranks[r].stream, cudaStreamNonBlocking));
    CUDA(cudaMalloc(&ranks[r].send, bytes));
    CUDA(cudaMalloc(&ranks[r].recv, bytes));
  }
  return ranks;
}

inline void synchronize(const std::vector<Rank>& ranks) {
  for (const Rank& rank : ranks) CUDA(cudaStreamSynchronize(rank.stream));
}

inline void destroy(std::vector<Rank>& ranks) {
  for (Rank& rank : ranks) {
    NCCL(ncclCommDestroy(rank.comm));
    CUDA(cudaFree(rank.send));
    CUDA(cudaFree(rank.recv));
    CUDA(cudaStreamDestroy(rank.stream));
  }
}
