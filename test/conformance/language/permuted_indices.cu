// SPDX-License-Identifier: Apache-2.0
// Indices that permute neighbouring threads, as butterflies and sorting networks have them: partners t ^ u, the first of
// a pair 2 * t - (t & (reach - 1)), its other spellings; elements of all sizes, some threads off, steps of all sizes and
// steps that no sorting network has, in blocks of several shapes.
#include "../transcript.h"

constexpr unsigned kElements = 4096;

template <typename T>
struct Arrays {
  T *in, *out;
  Arrays() {
    MUST(cudaMallocManaged(&in, kElements * sizeof(T)));
    MUST(cudaMallocManaged(&out, kElements * sizeof(T)));
  }
  void fill() {
    for (unsigned i = 0; i < kElements; ++i) {
      in[i] = static_cast<T>(i * 37 % 1009);
      out[i] = static_cast<T>(i % 100);
    }
  }
  unsigned long long hash() const {
    unsigned long long sum = 0xcbf29ce484222325ull;
    for (unsigned i = 0; i < kElements; ++i)
      sum = (sum ^ static_cast<unsigned long long>(static_cast<long long>(out[i]))) * 0x100000001b3ull;
    return sum;
  }
};

__device__ int thread_number() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * (blockIdx.x));
}

template <typename T>
__global__ void load_partner(const T *in, T *out, int u) {
  const int t = thread_number();
  out[t] = in[t ^ u];
}
template <typename T>
__global__ void store_partner(const T *in, T *out, int u) {
  const int t = thread_number();
  out[t ^ u] = in[t] + T(1);
}
template <typename T>
__global__ void exchange(const T *in, T *out, int u, int some) {
  const int t = thread_number(), p = t ^ u;
  if (p > t && t % some != 1) {
    const T a = in[t], b = in[p];
    out[t] = a < b ? a : b;
    out[p] = a < b ? b : a;
  }
}
template <typename T>
__global__ void pairs(T *out, const T *in, int reach) {
  const int t = thread_number();
  const int i = 2 * t - (t & (reach - 1));
  const T a = in[i], b = in[i + reach];
  if (a > b) {
    out[i] = b;
    out[i + reach] = a;
  }
}
template <typename T>
__global__ void unsigned_pairs(T *out, const T *in, unsigned reach) {
  const unsigned t = thread_number();
  const unsigned i = 2 * t - (t & (reach - 1));
  out[i] = in[i + reach];
  out[i + reach] = in[i];
}
template <typename T>
__global__ void walsh(T *data, int reach) {
  const int t = thread_number(), low = t & (reach - 1);
  const int i = ((t - low) << 1) + low;
  const T a = data[i], b = data[i + reach];
  data[i] = a + b;
  data[i + reach] = a - b;
}
template <typename T>
__global__ void repeated(T *out, const T *table, unsigned mask, int some) {
  const unsigned t = thread_number();
  if (t % some != 1) out[t] = table[t & mask];
}
template <typename T>
__global__ void in_shared(T *out, const T *in) {
  __shared__ T part[1024];
  const unsigned t = threadIdx.x + blockDim.x * threadIdx.y, n = blockDim.x * blockDim.y;
  part[t] = in[t + n * blockIdx.x];
  __syncthreads();
  for (unsigned length = 2; length <= n; length *= 2) {
    for (unsigned reach = length / 2; reach > 0; reach /= 2) {
      const unsigned p = t ^ reach;
      if (p > t && (part[t] > part[p]) == ((t & length) == 0)) {
        const T old = part[t];
        part[t] = part[p];
        part[p] = old;
      }
      __syncthreads();
    }
  }
  out[t + n * blockIdx.x] = part[t];
}

template <typename T>
static void ask(const char *type, dim3 block) {
  Arrays<T> a;
  const unsigned threads = block.x * block.y, blocks = 1024 / threads;
  std::printf("%s, blocks of %u x %u\n", type, block.x, block.y);
  for (int u : {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 21, 24, 31, 32, 48, 64, 65, 255, 512, 1000}) {
    a.fill();
    load_partner<<<blocks, block>>>(a.in, a.out, u);
    MUST(cudaDeviceSynchronize());
    const auto loaded = a.hash();
    a.fill();
    store_partner<<<blocks, block>>>(a.in, a.out, u);
    MUST(cudaDeviceSynchronize());
    const auto stored = a.hash();
    a.fill();
    exchange<<<blocks, block>>>(a.in, a.out, u, 3);
    MUST(cudaDeviceSynchronize());
    const auto exchanged = a.hash();
    a.fill();
    repeated<<<blocks, block>>>(a.out, a.in, u, 1 + u % 4);
    MUST(cudaDeviceSynchronize());
    std::printf("  u %d: %016llx %016llx %016llx %016llx\n", u, loaded, stored, exchanged, a.hash());
  }
  for (int reach : {1, 2, 4, 8, 16, 32, 64, 128, 512}) {
    a.fill();
    pairs<<<blocks, block>>>(a.out, a.in, reach);
    MUST(cudaDeviceSynchronize());
    const auto signed_pairs = a.hash();
    a.fill();
    unsigned_pairs<<<blocks, block>>>(a.out, a.in, reach);
    MUST(cudaDeviceSynchronize());
    const auto pairs_of_unsigned = a.hash();
    a.fill();
    walsh<<<blocks, block>>>(a.out, reach);
    MUST(cudaDeviceSynchronize());
    std::printf("  reach %d: %016llx %016llx %016llx\n", reach, signed_pairs, pairs_of_unsigned, a.hash());
  }
  a.fill();
  in_shared<<<blocks, block>>>(a.out, a.in);
  MUST(cudaDeviceSynchronize());
  std::printf("  sorted: %016llx\n", a.hash());
  MUST(cudaFree(a.in));
  MUST(cudaFree(a.out));
}

int main() {
  // Each is compiled for each shape: the others at one.
  ask<short>("short", dim3(128));
  ask<float>("float", dim3(128));
  ask<double>("double", dim3(128));
  for (dim3 block : {dim3(128), dim3(32), dim3(16, 4), dim3(8, 8)}) {
    ask<signed char>("char", block);
    ask<int>("int", block);
    ask<unsigned long long>("unsigned long long", block);
  }
  return 0;
}
