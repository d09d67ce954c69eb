// SPDX-License-Identifier: Apache-2.0
// Sums of blocks, as every CUDA course writes them: by a tree in shared memory, by shuffles, and with an
// early return before the barriers.
#include "frame.h"

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

constexpr const char* kOpenCl = R"cl(
#define BLOCK 256

kernel void sum_by_tree(global const float* in, global float* out) {
  local float part[BLOCK];
  const int t = get_local_id(0);
  part[t] = in[get_global_id(0)];
  for (int width = BLOCK / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < width) part[t] += part[t + width];
  }
  if (t == 0) out[get_group_id(0)] = part[0];
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int count = kernels.size(64 << 20, 4 << 20);
  const std::size_t block = kBlock, blocks = count / block;
  const auto in = kernels.array<float>(count, bench::noise);
  const auto out = kernels.array<float>(blocks);
  auto& cl = kernels.opencl();
  const auto row = [&](const char* name, double target, auto&& launch, auto&& opencl) {
    kernels.row({
        .name = name,
        .target = target,
        .riffle = launch,
        .by_hand = {{"OpenMP", [&] { by_hand::block_sums(in.host, out.host, blocks, block); }},
                    {"vectors",
                     [&] { by_hand::block_sums_vectors(in.host, out.host, blocks, block); }}},
        .opencl = opencl,
        .results = {bench::close(out, 1e-5, 0)},
        .bytes = static_cast<double>(in.bytes()),
    });
  };
  row(
      "block sum by a tree in shared memory", 1.1,
      [&] { sum_by_tree<<<blocks, block>>>(in.device, out.device); },
      [&] { cl.launch("sum_by_tree", {blocks}, {block}, {in.host, out.host}); });
  // OpenCL 1.2 has no shuffles.
  row(
      "block sum by shuffles", 1.1,
      [&] { sum_by_shuffles<<<blocks, block>>>(in.device, out.device); }, std::function<void()>());
  row(
      "block sum by a tree, early return", 1.1,
      [&] { sum_with_return<<<blocks, block>>>(in.device, out.device, count); },
      std::function<void()>());
  return 0;
}
