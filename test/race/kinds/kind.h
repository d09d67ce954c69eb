// SPDX-License-Identifier: Apache-2.0
// What the programs here share. Each has one error of one kind, is CUDA C++ for any compiler, and says in its second line what `riffle check` finds.
#pragma once

#include <vector>

#include "../case.h"

constexpr int kThreads = 128, kBlocks = 8, kElements = kThreads * kBlocks;
constexpr size_t kBytes = kElements * sizeof(int);

__global__ inline void fill(int* data, int value) {
  data[blockIdx.x * kThreads + threadIdx.x] = value;
}
__global__ inline void add(int* data, int value) {
  data[blockIdx.x * kThreads + threadIdx.x] += value;
}

/// Of a device.
class Ints {
 public:
  Ints() : memory_(kBytes) {}
  operator int*() const { return reinterpret_cast<int*>(static_cast<char*>(memory_)); }

 private:
  Device memory_;
};
