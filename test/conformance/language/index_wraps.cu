// SPDX-License-Identifier: Apache-2.0
// Indices that wrap in the middle of a warp: sums of 8, 16 and 32 bits, remainders, masks; read and written, by all
// threads and by some.
#include <cstdio>
#include <vector>

#include "../transcript.h"

constexpr int kThreads = 192, kTable = 1 << 17;

__device__ int number(dim3 block) { return threadIdx.x + block.x * threadIdx.y; }

// Each says where a thread goes in a table whose middle is `p`.
struct Byte {
  static __device__ long at(unsigned o, int) { return (unsigned char)(o + threadIdx.x); }
};
struct Short {
  static __device__ long at(unsigned o, int) { return (unsigned short)(o - threadIdx.x); }
};
struct SignedShort {
  static __device__ long at(unsigned o, int n) { return (short)(o + n * 4 + threadIdx.x) + n; }
};
struct ByteOfRow {
  static __device__ long at(unsigned o, int n) {
    return (unsigned char)(o + threadIdx.x) + (unsigned short)(n * threadIdx.y - threadIdx.x);
  }
};
struct Remainder {
  static __device__ long at(unsigned o, int n) { return (o + threadIdx.x) % n; }
};
struct SignedRemainder {
  static __device__ long at(unsigned o, int n) { return int(o + threadIdx.x) % n; }
};
struct Neighbour {
  static __device__ long at(unsigned o, int n) {
    const int x = threadIdx.x, y = threadIdx.y;
    return (x - int(o & 3) + n) % n + (y + 1) % 4 * n;
  }
};
struct ScaledRemainder {
  static __device__ long at(unsigned o, int n) { return (o + threadIdx.x) % unsigned(n) * 3 + n; }
};
struct Masked {
  static __device__ long at(unsigned o, int) { return (o + threadIdx.x) & 63; }
};
struct MaskedDown {
  static __device__ long at(unsigned o, int n) { return ((o - threadIdx.x) & 31) + n * 32; }
};
struct MaskedRow {
  static __device__ long at(unsigned o, int n) {
    return ((threadIdx.x + o) & 127) + unsigned(n * (threadIdx.y + o));
  }
};
struct MaskedByLess {
  static __device__ long at(unsigned o, int) { return (threadIdx.x + o) & 7; }
};

template <class Where>
__global__ void read(const int* p, int* out, unsigned o, int n) {
  out[number(blockDim)] = p[Where::at(o, n)];
}
template <class Where>
__global__ void read_some(const int* p, int* out, unsigned o, int n, int bits) {
  const int thread = number(blockDim);
  int value = -1;
  if (p[thread] & bits) value = p[Where::at(o, n)];
  out[thread] = value;
}
template <class Where>
__global__ void write(const int* p, int* table, unsigned o, int n) {
  atomicMax(&table[Where::at(o, n)], p[number(blockDim)]);
}
template <class Where>
__global__ void write_some(const int* p, int* table, unsigned o, int n, int bits) {
  const int thread = number(blockDim);
  if (p[thread] & bits) table[Where::at(o, n)] = int(Where::at(o, n)) * 3 + bits;
}
/// The address moves on in a loop.
template <class Where>
__global__ void walk(const int* p, int* out, unsigned o, int n) {
  unsigned sum = 0;
  for (int i = 0; i < 5; ++i) {
    const int* from = p + Where::at(o + i, n);
    for (int k = 0; k < 3 + (i & 1); ++k, from += 7) sum = sum * 31 + *from;
  }
  out[number(blockDim)] = sum;
}

// 2^32 elements are too many: only threads on one side of the wrap go to memory.
__global__ void far(const int* p, int* out, unsigned o, int kind) {
  const unsigned i = o + threadIdx.x;
  const int s = int(o + threadIdx.x);
  int value = -1;
  if (kind == 0 && i < 4096) value = p[i];
  if (kind == 1 && s > -4096 && s < 4096) value = p[s];
  if (kind == 2 && i < 4096) out[i] = threadIdx.x;
  if (kind == 3 && i > ~4096u) value = (p - 0xffffffffull)[i];
  if (kind == 4 && s < -0x7fff0000) value = (p + 0x80000000ull)[s];
  if (kind == 5 && s > 0x7fff0000) value = (p - 0x7fffffffull)[s];
  if (kind != 2) out[threadIdx.x] = value;
}

static int *middle, *out, *table;

static unsigned sum_of(const int* device, int count) {
  std::vector<int> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : host) sum = sum * 31 + unsigned(value);
  return sum;
}

static unsigned result(int* device, int count) {
  if (const cudaError_t error = cudaDeviceSynchronize()) std::printf("%s ", cudaGetErrorName(error));
  const unsigned sum = sum_of(device, count);
  cudaMemset(device, 0, count * sizeof(int));
  return sum;
}

template <class Where>
static void show(const char* name, std::vector<int> sizes) {
  const dim3 blocks[] = {{192, 1}, {64, 3}, {32, 6}, {16, 12}, {48, 4}, {33, 5}, {8, 8}};
  for (const int n : sizes) {
    for (const dim3 block : blocks) {
      std::printf("%s n %d block %ux%u:", name, n, block.x, block.y);
      for (const unsigned o : {0u, 8u, 100u, 250u, 1000u}) {
        int* to = table + kTable / 2;
        read<Where><<<1, block>>>(middle, out, o, n);
        std::printf(" %08x", result(out, kThreads));
        read_some<Where><<<1, block>>>(middle, out, o, n, 3);
        std::printf(" %08x", result(out, kThreads));
        write<Where><<<1, block>>>(middle, to, o, n);
        std::printf(" %08x", result(table, kTable));
        write_some<Where><<<1, block>>>(middle, to, o, n, 6);
        std::printf(" %08x", result(table, kTable));
        walk<Where><<<1, block>>>(middle, out, o, n);
        std::printf(" %08x", result(out, kThreads));
      }
      std::printf("\n");
    }
  }
}

int main() {
  cudaMalloc(&middle, (kTable + kThreads) * sizeof(int));
  cudaMalloc(&out, 8192 * sizeof(int));
  cudaMalloc(&table, kTable * sizeof(int));
  cudaMemset(out, 0, 8192 * sizeof(int));
  cudaMemset(table, 0, kTable * sizeof(int));
  std::vector<int> noise(kTable + kThreads);
  unsigned state = 1;
  for (int& value : noise) value = int((state = state * 1664525 + 1013904223) >> 3);
  cudaMemcpy(middle, noise.data(), noise.size() * sizeof(int), cudaMemcpyHostToDevice);
  middle += kTable / 2;

  show<Byte>("byte", {1});
  show<Short>("short", {1});
  show<SignedShort>("signed short", {10, 8190});
  show<ByteOfRow>("byte of row", {3, 300});
  show<Remainder>("remainder", {1, 7, 16, 31, 32, 33, 64, 100, 256});
  show<SignedRemainder>("signed remainder", {-40, 5, 48});
  show<Neighbour>("neighbour", {3, 16, 32, 192, 200});
  show<ScaledRemainder>("scaled remainder", {20, 64});
  show<Masked>("masked", {1});
  show<MaskedDown>("masked down", {2});
  show<MaskedRow>("masked row", {1, 128});
  show<MaskedByLess>("masked by less", {1});
  for (int kind = 0; kind < 6; ++kind) {
    std::printf("far %d:", kind);
    for (const unsigned o : {0u, 17u, ~0u - 8, ~0u - 40, ~0u - 63, 0x7ffffff0u, 0x7fffffd8u, 0x7fffff00u}) {
      for (const int threads : {192, 48, 33}) {
        far<<<1, threads>>>(middle, out, o, kind);
        std::printf(" %08x", result(out, 8192));
      }
    }
    std::printf("\n");
  }
  return 0;
}
