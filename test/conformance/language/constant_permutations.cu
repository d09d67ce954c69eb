// SPDX-License-Identifier: Apache-2.0
// Indices in which a constant permutes neighbouring threads: partners t ^ 5, pairs 2 * t - (t & 3), rings (t + 31) & 31, a
// few places for all; elements of all sizes, some threads off, blocks of several shapes. Each result is compared with what
// the host computes thread by thread.
#include "../transcript.h"

namespace {

constexpr int kCount = 2048;

template <typename T>
__global__ void partners(const T *in, T *out, int some) {
  const int t = threadIdx.x + blockDim.x * blockIdx.x;
  T v = in[t ^ 5] + in[t ^ 16] * T(3);
  if (t % some != 1) out[t ^ 2] = v;
}
template <typename T>
__global__ void pairs(T *data, int some) {
  __shared__ T part[2 * 128];
  const int t = threadIdx.x, first = 2 * blockDim.x * blockIdx.x;
  part[t] = data[first + t];
  part[t + blockDim.x] = data[first + t + blockDim.x];
  for (int round = 0; round < 2; ++round) {
    __syncthreads();
    const int i = 2 * t - (t & 3);
    const T a = part[i], b = part[i + 4];
    if (a > b || t % some == 1) {
      part[i] = b;
      part[i + 4] = a;
    }
  }
  __syncthreads();
  data[first + t] = part[t];
  data[first + t + blockDim.x] = part[t + blockDim.x];
}
template <typename T>
__global__ void rings(const T *in, T *out) {
  __shared__ T ring[128];
  const int x = threadIdx.x, row = x & ~31;
  ring[x] = in[x + blockDim.x * blockIdx.x];
  __syncthreads();
  const T left = ring[row + ((x + 31) & 31)], right = ring[row + ((x + 1) & 31)];
  const T near = ring[row + ((x + 15) & 15)], first = ring[x & 3];
  __syncthreads();
  ring[row + ((x + 3) & 31)] = left + right * T(2) + near * T(3) + first * T(5);
  __syncthreads();
  out[x + blockDim.x * blockIdx.x] = ring[x];
}

template <typename T>
int wrong(const T *one, const T *other) {
  int count = 0;
  for (int i = 0; i < kCount; ++i) count += one[i] != other[i];
  return count;
}

template <typename T>
void fill(T *data, int seed) {
  for (int i = 0; i < kCount; ++i) data[i] = static_cast<T>((i * 37 + seed) % 109);
}

template <typename T>
void ask(const char *type, int block) {
  T *in, *out, expected[kCount];
  MUST(cudaMallocManaged(&in, kCount * sizeof(T)));
  MUST(cudaMallocManaged(&out, kCount * sizeof(T)));
  std::printf("%s, blocks of %d:", type, block);
  for (int some : {1, 3}) {
    fill(in, 1);
    fill(out, 2);
    fill(expected, 2);
    for (int t = 0; t < kCount; ++t)
      if (t % some != 1) expected[t ^ 2] = in[t ^ 5] + in[t ^ 16] * T(3);
    partners<<<kCount / block, block>>>(in, out, some);
    MUST(cudaDeviceSynchronize());
    std::printf(" %d", wrong(out, expected));

    fill(out, 3);
    fill(expected, 3);
    for (int first = 0; first < kCount; first += 2 * block) {
      for (int round = 0; round < 2; ++round) {
        for (int t = 0; t < block; ++t) {
          T &a = expected[first + 2 * t - (t & 3)], &b = (&a)[4];
          const T old = a;
          if (a > b || t % some == 1) a = b, b = old;
        }
      }
    }
    pairs<<<kCount / block / 2, block>>>(out, some);
    MUST(cudaDeviceSynchronize());
    std::printf(" %d", wrong(out, expected));
  }
  for (int i = 0; i < kCount; ++i) {
    const T *ring = in + i / block * block, *row = in + i / 32 * 32;
    const int x = i % 32;
    expected[i / 32 * 32 + (x + 3) % 32] =
        row[(x + 31) % 32] + row[(x + 1) % 32] * T(2) + row[(x + 15) % 16] * T(3) + ring[x % 4] * T(5);
  }
  rings<<<kCount / block, block>>>(in, out);
  MUST(cudaDeviceSynchronize());
  std::printf(" %d wrong\n", wrong(out, expected));
  MUST(cudaFree(in));
  MUST(cudaFree(out));
}

}  // namespace

int main() {
  for (int block : {128, 32, 64}) {
    ask<signed char>("char", block);
    ask<unsigned short>("short", block);
    ask<int>("int", block);
    ask<long long>("long", block);
    ask<float>("float", block);
    ask<double>("double", block);
  }
}
