// SPDX-License-Identifier: Apache-2.0
// Indices that permute neighbouring threads.
#include "../cases.h"

#include <type_traits>

namespace permuted_indices_ {
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

// Indices that permute neighbouring threads, as butterflies and sorting networks have them: partners t ^ u, the first of
// a pair 2 * t - (t & (reach - 1)), its other spellings; elements of all sizes, some threads off, steps of all sizes and
// steps that no sorting network has, in blocks of several shapes.
CASE(permuted_indices) {
  // Each is compiled for each shape: the others at one.
  ask<short>("short", dim3(128));
  ask<float>("float", dim3(128));
  ask<double>("double", dim3(128));
  for (dim3 block : {dim3(128), dim3(32), dim3(16, 4), dim3(8, 8)}) {
    ask<signed char>("char", block);
    ask<int>("int", block);
    ask<unsigned long long>("unsigned long long", block);
  }
}
}  // namespace permuted_indices_

namespace constant_permutations_ {
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

// Indices in which a constant permutes neighbouring threads: partners t ^ 5, pairs 2 * t - (t & 3), rings (t + 31) & 31, a
// few places for all; elements of all sizes, some threads off, blocks of several shapes. Each result is compared with what
// the host computes thread by thread.
CASE(constant_permutations) {
  for (int block : {128, 32, 64}) {
    ask<signed char>("char", block);
    ask<unsigned short>("short", block);
    ask<int>("int", block);
    ask<long long>("long", block);
    ask<float>("float", block);
    ask<double>("double", block);
  }
}
}  // namespace constant_permutations_

template <class T, class Number>
__global__ void transposed(T *out, const T *in, Number width, Number height) {
  const Number i = static_cast<Number>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < width * height) {
    const Number row = i / width, column = i % width;
    out[column * height + row] = in[i];
  }
}

/// Each thread reads along a column what it writes along a row, with a border that others leave alone.
__global__ void gathered(float *out, const float *in, unsigned pitch, int rows) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = i / pitch, column = i - row * pitch;
  if (row >= static_cast<unsigned>(rows) || column == 0) return;
  out[i] = in[column * rows + row] + static_cast<float>(row % 3);
}

template <class T, class Number>
void show(const char *name, int width, int height, int block) {
  std::vector<T> values;
  for (int i = 0; i < width * height; ++i) values.push_back(static_cast<T>(i % 9973));
  DeviceArray<T> in(values), out(values.size());
  const int blocks = (width * height + block - 1) / block;
  // How long a launch takes is known after the first ones; many blocks are then run by one thread.
  for (int launch = 0; launch < 4; ++launch)
    transposed<T, Number><<<blocks, block>>>(out.get(), in.get(), width, height);
  const std::vector<T> turned = out.read();
  int wrong = 0;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      wrong += turned[static_cast<std::size_t>(column) * height + row] !=
               values[static_cast<std::size_t>(row) * width + column];
  std::printf("%s %dx%d by %d: %d wrong\n", name, width, height, block, wrong);
}

void show_gathered(int width, int height, int block) {
  std::vector<float> values;
  for (int i = 0; i < width * height; ++i) values.push_back(static_cast<float>(i % 7919));
  DeviceArray<float> in(values), out(values.size());
  for (int launch = 0; launch < 4; ++launch)
    gathered<<<(width * height + block - 1) / block, block>>>(out.get(), in.get(), width, height);
  const std::vector<float> turned = out.read();
  int wrong = 0;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const float wanted = column == 0 ? 0.0f : values[static_cast<std::size_t>(column) * height + row] + row % 3;
      wrong += turned[static_cast<std::size_t>(row) * width + column] != wanted;
    }
  std::printf("gathered %dx%d by %d: %d wrong\n", width, height, block, wrong);
}

// Transpositions by threads that find their row and column by a division, of rows and blocks of many lengths: blocks that are whole rows, parts
// of them, and neither.
CASE(transposed_by_quotients) {
  show<float, int>("int", 512, 512, 256);
  show<float, int>("int", 1024, 300, 128);
  show<float, unsigned>("unsigned", 96, 5000, 96);
  show<float, unsigned>("unsigned", 2048, 160, 64);
  show<double, long long>("long long", 320, 700, 256);
  show<unsigned char, int>("bytes", 640, 480, 256);
  show<short, std::size_t>("size_t", 16, 20000, 1024);
  show<float, int>("int", 333, 777, 256);
  show<float, int>("int", 100, 100, 100);
  show<float, int>("int", 1, 5000, 128);
  show_gathered(512, 700, 256);
  show_gathered(160, 1000, 32);
  show_gathered(37, 4001, 64);
  SHOW(cudaDeviceSynchronize());
}
