// SPDX-License-Identifier: Apache-2.0
// Loops in which each thread takes every so many-th element: with sums that it keeps, with shared memory before and behind
// them, with counts that fit no grid, with indices near their end, in one dimension and more. Each result is compared with
// what the host computes.
#include <cstdio>
#include <vector>

#include "../transcript.h"

constexpr int kMostBlock = 256;

/// What thread `t` of `threads` sums up, of elements i % 1000: in its order.
static float sum_of(long t, long threads, long count) {
  float sum = 0;
  for (long i = t; i < count; i += threads) sum += static_cast<float>(i % 1000) * 0.25f;
  return sum;
}

template <class Index>
__global__ void sums(const float* a, float* out, Index count) {
  float sum = 0;
  for (Index i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    sum += a[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// What is kept besides a sum: the last element, how many there were, and where the thread went on to.
__global__ void several(const float* a, float* out, int* counts, int* ends, int count) {
  const int stride = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
  float before = -1, last = -2;
  int seen = 0, i = t;
  for (; i < count; i += stride) {
    before = last;
    last = a[i];
    ++seen;
  }
  out[t] = before * 4096 + last;
  counts[t] = seen;
  ends[t] = i;
}

__global__ void dot(const float* a, float* out, int count) {
  extern __shared__ float part[];
  const int t = threadIdx.x;
  part[t] = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < count; i += blockDim.x * gridDim.x)
    part[t] += a[i];
  for (int width = blockDim.x / 2; width > 0; width /= 2) {
    __syncthreads();
    if (t < width) part[t] += part[t + width];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// Blocks differ in what they do behind the loop, and in how often they wait there.
__global__ void different_ends(const float* a, float* out, int count) {
  __shared__ float part[kMostBlock];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    sum += a[i];
  part[threadIdx.x] = sum;
  for (unsigned turn = 0; turn < blockIdx.x % 3; ++turn) {
    __syncthreads();
    const float other = part[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    part[threadIdx.x] = other;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = part[threadIdx.x];
}

__global__ void histogram(const float* a, unsigned* bins, int count) {
  __shared__ unsigned mine[64];
  if (threadIdx.x < 64) mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    atomicAdd(&mine[static_cast<int>(a[i]) & 63], 1u);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

__global__ void by_shuffles(const float* a, unsigned* total, int count) {
  unsigned sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    sum += static_cast<unsigned>(a[i] * 4);
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(~0u, sum, delta);
  if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}

// Indices that come near the end of 32 bits, in large steps: elements are named by them, not read there.
template <class Index>
__global__ void near_end(const float* a, unsigned long long* out, Index count, Index stride) {
  unsigned long long sum = 0;
  for (Index i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
    sum += static_cast<unsigned long long>(i) + (a[i & 1023] >= 0);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <class T>
struct Array {
  explicit Array(std::size_t count) : count(count) {
    cudaMalloc(&device, count * sizeof(T));
    cudaMemset(device, 0x77, count * sizeof(T));
  }
  ~Array() { cudaFree(device); }
  std::vector<T> host() const {
    std::vector<T> copy(count);
    cudaMemcpy(copy.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
    return copy;
  }
  std::size_t count;
  T* device = nullptr;
};

int main() {
  constexpr int kMost = 200'000;
  std::vector<float> host(kMost);
  for (int i = 0; i < kMost; ++i) host[i] = static_cast<float>(i % 1000) * 0.25f;
  const Array<float> a(kMost);
  cudaMemcpy(a.device, host.data(), kMost * sizeof(float), cudaMemcpyHostToDevice);

  const dim3 grids[] = {1, 3, 40, {2, 3, 2}}, blocks[] = {32, 64, 96, 256, 7, {32, 2, 2}};
  int wrong = 0, result = 0;
  for (const dim3 grid : grids) {
    for (const dim3 block : blocks) {
      const int threads = grid.x * block.x;  // that have elements of their own
      for (const int count : {0, 1, threads - 1, threads, threads + 1, 5 * threads + 3, kMost}) {
        if (count > kMost) continue;
        const Array<float> out(threads), last(threads);
        const Array<int> counts(threads), ends(threads);
        sums<int><<<grid, block>>>(a.device, out.device, count);
        const auto narrow = out.host();
        sums<std::size_t><<<grid, block>>>(a.device, out.device, count);
        const auto wide = out.host();
        sums<unsigned><<<grid, block>>>(a.device, out.device, count);
        const auto without_sign = out.host();
        several<<<grid, block>>>(a.device, last.device, counts.device, ends.device, count);
        const auto values = last.host();
        const auto numbers = counts.host();
        const auto past = ends.host();
        for (int t = 0; t < threads; ++t) {
          const float sum = sum_of(t, threads, count);
          wrong += narrow[t] != sum || wide[t] != sum || without_sign[t] != sum;
          const int seen = t < count ? (count - t - 1) / threads + 1 : 0;
          const int end = t + seen * threads;
          const float final = seen > 0 ? host[end - threads] : -2;
          const float before = seen > 1 ? host[end - 2 * threads] : seen > 0 ? -2 : -1;
          wrong += numbers[t] != seen || past[t] != end || values[t] != before * 4096 + final;
        }
      }
    }
  }
  result += wrong;
  std::printf("sums of threads: %d wrong\n", wrong);

  wrong = 0;
  for (const int block : {64, 256}) {
    for (const int grid : {1, 5, 70}) {
      const int threads = grid * block;
      for (const int count : {0, 100, threads + 1, kMost}) {
        const Array<float> out(grid), each(threads);
        dot<<<grid, block, block * sizeof(float)>>>(a.device, out.device, count);
        different_ends<<<grid, block>>>(a.device, each.device, count);
        const auto totals = out.host();
        const auto turned = each.host();
        for (int b = 0; b < grid; ++b) {
          std::vector<float> part(block);
          for (int t = 0; t < block; ++t) {
            part[t] = sum_of(b * block + t, threads, count);
            const int from = b * block + (t + b % 3) % block;
            wrong += turned[b * block + t] != sum_of(from, threads, count);
          }
          for (int width = block / 2; width > 0; width /= 2)
            for (int t = 0; t < width; ++t) part[t] += part[t + width];
          wrong += totals[b] != part[0];
        }
        const Array<unsigned> bins(65);
        cudaMemset(bins.device, 0, 65 * sizeof(unsigned));
        histogram<<<grid, block>>>(a.device, bins.device, count);
        by_shuffles<<<grid, block>>>(a.device, bins.device + 64, count);
        std::vector<unsigned> expected(65);
        for (int i = 0; i < count; ++i) {
          ++expected[static_cast<int>(host[i]) & 63];
          expected[64] += i % 1000;
        }
        wrong += bins.host() != expected;
      }
    }
  }
  result += wrong;
  std::printf("sums of blocks: %d wrong\n", wrong);

  wrong = 0;
  const auto check_ends = [&](auto count, auto stride) {
    constexpr long kThreads = 1024;
    const Array<unsigned long long> out(kThreads);
    near_end<<<kThreads / 256, 256>>>(a.device, out.device, count, stride);
    const auto found = out.host();
    for (long t = 0; t < kThreads; ++t) {
      unsigned long long sum = 0;
      for (long long i = t; i < static_cast<long long>(count); i += stride)
        sum += i + 1;
      wrong += found[t] != sum;
    }
  };
  // The last step but one ends below 2^31, or 2^32; the last one below, at it, or behind.
  for (const int off : {-70, -1, 0, 1, 5, 300}) {
    const int stride = (1 << 27) + off;
    check_ends(15 * stride, stride);
    check_ends(15 * stride - 100, stride);
    check_ends(31u * stride, static_cast<unsigned>(stride));
    check_ends(17u * stride, static_cast<unsigned>(stride));
    check_ends(40ull * stride + 17, static_cast<unsigned long long>(stride));
    check_ends(40ll * stride + 17, static_cast<long long>(stride));
  }
  check_ends(5000, 1 << 30);
  check_ends(-5, 100);
  check_ends(1 << 30, 1 << 30);
  result += wrong;
  std::printf("indices near the end: %d wrong\n", wrong);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaSuccess && result == 0 ? 0 : 1;
}
