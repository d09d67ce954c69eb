// SPDX-License-Identifier: Apache-2.0
// Sums of blocks, as every CUDA course writes them: by a tree in shared memory, by shuffles, and with an
// early return before the barriers; against the same sums in OpenMP.
#include "bench.h"
#include "check.h"
#include "rivals/rivals.h"

constexpr int kBlock = 256;

__global__ void sum_by_tree(const float* in, float* out) {
  __shared__ float part[kBlock];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * kBlock + t];
  for (int width = kBlock / 2; width > 0; width /= 2) {
    __syncthreads();
    if (t < width) part[t] += part[t + width];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

__device__ float warp_sum(float value) {
  for (int delta = 16; delta > 0; delta /= 2) value += __shfl_down_sync(~0u, value, delta);
  return value;
}

__global__ void sum_by_shuffles(const float* in, float* out) {
  __shared__ float part[32];
  const int t = threadIdx.x;
  const float sum = warp_sum(in[blockIdx.x * kBlock + t]);
  if (t % 32 == 0) part[t / 32] = sum;
  __syncthreads();
  if (t < 32) {
    const float total = warp_sum(t < kBlock / 32 ? part[t] : 0);
    if (t == 0) out[blockIdx.x] = total;
  }
}

__global__ void sum_with_return(const float* in, float* out, int count) {
  __shared__ float part[kBlock];
  const int t = threadIdx.x;
  if (blockIdx.x * kBlock + t >= count) return;
  part[t] = in[blockIdx.x * kBlock + t];
  for (int width = kBlock / 2; width > 0; width /= 2) {
    __syncthreads();
    if (t < width) part[t] += part[t + width];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

int main(int argc, char** argv) {
  const bool quick = bench::is_quick(argc, argv);
  const int count = 64 << 20;
  const int blocks = count / kBlock;
  std::vector<float> host(count), sums(blocks);
  for (int i = 0; i < count; ++i) host[i] = static_cast<float>(i % 8);
  float *in, *out;
  CHECK(cudaMalloc(&in, sizeof(float) * count));
  CHECK(cudaMalloc(&out, sizeof(float) * blocks));
  CHECK(cudaMemcpy(in, host.data(), sizeof(float) * count, cudaMemcpyHostToDevice));
  float* x = rivals::huge_floats(count);
  float* y = rivals::huge_floats(blocks);
  std::memcpy(x, host.data(), sizeof(float) * count);

  bench::Samples tree, shuffles, early, openmp;
  const auto measure = [&](bench::Samples& samples, auto&& launch) {
    samples.add(bench::time_ns([&] {
      launch();
      CHECK(cudaDeviceSynchronize());
    }));
    bench::rest_us(1000);
    CHECK(cudaMemcpy(sums.data(), out, sizeof(float) * blocks, cudaMemcpyDeviceToHost));
    for (const float sum : sums) REQUIRE(sum == 3.5f * kBlock);
    CHECK(cudaMemset(out, 0, sizeof(float) * blocks));
  };
  for (int i = 0; i < (quick ? 5 : 15) + 1; ++i) {
    if (i == 1) tree = shuffles = early = openmp = {};  // that was the warm-up
    measure(tree, [&] { sum_by_tree<<<blocks, kBlock>>>(in, out); });
    measure(shuffles, [&] { sum_by_shuffles<<<blocks, kBlock>>>(in, out); });
    measure(early, [&] { sum_with_return<<<blocks, kBlock>>>(in, out, count); });
    openmp.add(bench::time_ns([&] { rivals::block_sums(x, y, blocks, kBlock); }));
    bench::rest_us(1000);
  }
  bench::row_ratio("block sums by a tree, 64 Mi floats", tree.median(), "OpenMP", openmp.median(),
                   0);
  bench::row_ratio("block sums by shuffles, 64 Mi floats", shuffles.median(), "OpenMP",
                   openmp.median(), 0);
  bench::row_ratio("block sums with early return, 64 Mi floats", early.median(), "OpenMP",
                   openmp.median(), 0);
  return 0;
}
