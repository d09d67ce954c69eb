// SPDX-License-Identifier: Apache-2.0
// What tasks run on the device and on the host, and a task as a launch with its arguments.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#include "program.h"

namespace random_programs {

inline std::uint64_t& current_seed() {
  static std::uint64_t seed = 0;
  return seed;
}

inline void must(cudaError_t error, const char* what, int line) {
  if (error == cudaSuccess) return;
  std::printf("seed %llu, line %d: %s: %s\n", static_cast<unsigned long long>(current_seed()), line,
              what, cudaGetErrorName(error));
  std::fflush(nullptr);
  std::_Exit(3);
}
#define RANDOM_MUST(call) must((call), #call, __LINE__)

// ---- Kernels ----

static __global__ void fill(Word* out, std::size_t n, Word amount) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < n) out[i] = amount + static_cast<Word>(i);
}

static __global__ void mix(Word* out, std::size_t n, const Word* a, std::size_t a_words,
                           const Word* b, std::size_t b_words, Word amount) {
  const std::size_t step = std::size_t{blockDim.x} * gridDim.x;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += step) {
    out[i] = out[i] * kMultiplier + (a[i % a_words] ^ b[(i * 7 + amount) % b_words]) + amount;
  }
}

static __global__ void reverse(Word* out, std::size_t n, const Word* a, std::size_t a_words,
                               Word amount) {
  __shared__ Word tile[256];
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  tile[threadIdx.x] = a[i % a_words];
  __syncthreads();
  if (i < n) out[i] += tile[blockDim.x - 1 - threadIdx.x] + amount;
}

static __global__ void count(Word* out, std::size_t n, const Word* a, std::size_t a_words,
                             Word amount) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < a_words) atomicAdd(&out[a[i] % n], amount);
}

static __global__ void slow(Word* out, std::size_t n, Word rounds) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i >= n) return;
  Word word = out[i];
  for (Word round = 0; round < rounds; ++round) word = word * kMultiplier + kIncrement;
  out[i] = word;
}

struct HostCall {
  Word* out;
  const Word* first;
  std::size_t out_words, first_words;
  Word amount;
};

inline void run_host_call(void* record) {
  const HostCall& call = *static_cast<HostCall*>(record);
  for (std::size_t i = 0; i < call.out_words; ++i) {
    call.out[i] = call.out[i] * 3 + call.first[i % call.first_words] + call.amount;
  }
}

// ---- One task as a launch with arguments: the same for streams and for nodes ----

struct Launch {
  const void* function = nullptr;
  dim3 grid, block;
  Word* out = nullptr;
  const Word *first = nullptr, *second = nullptr;
  std::size_t out_words = 0, first_words = 0, second_words = 0;
  Word amount = 0;
  std::vector<void*> arguments;
};

}  // namespace random_programs
