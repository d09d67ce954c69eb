// SPDX-License-Identifier: Apache-2.0
// Arrays on the device and on the host, their comparison, and arithmetic that is the same on both sides. A generated kernel has phases with
// a barrier between them; the host runs each phase thread by thread. A thread stores to elements of its own, and reads what other threads
// stored in an earlier phase.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../both_sides.h"

/// The values of the built-in variables.
struct Thread {
  int t, block, threads, blocks;
};

__constant__ int device_table[64];
static int host_table[64];

__host__ __device__ inline int table(int i) {
#ifdef __CUDA_ARCH__
  return device_table[i];
#else
  return host_table[i];
#endif
}

/// Sums, differences and products of integers that wrap.
template <class T>
__host__ __device__ T plus(T a, T b) {
  return static_cast<T>(static_cast<unsigned long long>(a) + static_cast<unsigned long long>(b));
}
template <class T>
__host__ __device__ T minus(T a, T b) {
  return static_cast<T>(static_cast<unsigned long long>(a) - static_cast<unsigned long long>(b));
}
template <class T>
__host__ __device__ T times(T a, T b) {
  return static_cast<T>(static_cast<unsigned long long>(a) * static_cast<unsigned long long>(b));
}
/// A small integer: sums and products of a few of them are exact.
template <class T>
__host__ __device__ T fold(T a) {
  return static_cast<T>(static_cast<int>(a) & 63);
}
template <class T>
__host__ __device__ T least(T a, T b) {
  return b < a ? b : a;
}
template <class T>
__host__ __device__ T most(T a, T b) {
  return a < b ? b : a;
}

/// An array on both sides.
template <class T>
struct Array : BothSides<T> {
  Array(std::size_t count, unsigned seed, unsigned range)
      : BothSides<T>(count, seed,
                     [range](T& one, unsigned v) { one = static_cast<T>(v % range); }) {}
};

inline void make_table() {
  for (int i = 0; i < 64; ++i) host_table[i] = (i * 37 + 11) % 64;
  cudaMemcpyToSymbol(device_table, host_table, sizeof host_table);
}
