// SPDX-License-Identifier: Apache-2.0
// Runs a body as a kernel and, thread by thread, on the host, and compares all arrays that it writes.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../both_sides.h"

struct Rgb {
  unsigned char r, g, b;
};
struct Point {
  float x, y, z;
};
struct Mixed {
  short a;
  int b;
  double c;
};

/// The numbers of a thread, as the built-in variables have them.
struct Thread {
  int tx, ty, bx, by, bw, bh, gw, gh;
};

constexpr int kBins = 61;
__constant__ int device_table[64];
static int host_table[64];

__host__ __device__ inline int table(int i) {
#ifdef __CUDA_ARCH__
  return device_table[i & 63];
#else
  return host_table[i & 63];
#endif
}

template <class T, class V>
__host__ __device__ inline void count_in(T* place, V value) {
#ifdef __CUDA_ARCH__
  atomicAdd(place, T(value));
#else
  *place += T(value);
#endif
}

template <class T>
__host__ __device__ inline void largest_in(T* place, T value) {
#ifdef __CUDA_ARCH__
  atomicMax(place, value);
#else
  *place = *place > value ? *place : value;
#endif
}

__host__ __device__ inline void load(Rgb& one, unsigned v) {
  one = {static_cast<unsigned char>(v), static_cast<unsigned char>(v >> 3),
         static_cast<unsigned char>(v >> 5)};
}
__host__ __device__ inline void load(Point& one, unsigned v) {
  one = {static_cast<float>(v % 100), static_cast<float>(v % 37), static_cast<float>(v % 11)};
}
__host__ __device__ inline void load(Mixed& one, unsigned v) {
  std::memset(&one, 0, sizeof one);
  one.a = static_cast<short>(v);
  one.b = static_cast<int>(v >> 4);
  one.c = v % 1000;
}
template <class T>
void load(T& one, unsigned v) {
  one = static_cast<T>(v % 251);
}

/// An array on both sides.
template <class T>
struct Array : BothSides<T> {
  Array(std::size_t count, unsigned seed)
      : BothSides<T>(count, seed, [](T& one, unsigned v) { load(one, v); }) {}
};

template <class Body>
void on_host(dim3 grid, dim3 block, Body body) {
  const int bw = static_cast<int>(block.x), bh = static_cast<int>(block.y);
  const int gw = static_cast<int>(grid.x), gh = static_cast<int>(grid.y);
  for (int by = 0; by < gh; ++by)
    for (int bx = 0; bx < gw; ++bx)
      for (int ty = 0; ty < bh; ++ty)
        for (int tx = 0; tx < bw; ++tx) body(Thread{tx, ty, bx, by, bw, bh, gw, gh});
}

inline void make_table() {
  for (int i = 0; i < 64; ++i) host_table[i] = (i * 37 + 11) % 64;
  cudaMemcpyToSymbol(device_table, host_table, sizeof host_table);
}
