// SPDX-License-Identifier: Apache-2.0
// The softmax of each row: a block for a row, sums by shuffles.
#include "frame.h"

constexpr int kThreads = 256;

template <typename Combine>
__device__ float combine_block(float value, Combine combine) {
  __shared__ float part[kThreads / 32];
  for (int delta = 16; delta > 0; delta /= 2) {
    value = combine(value, __shfl_xor_sync(~0u, value, delta));
  }
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
  __syncthreads();
  value = part[0];
  for (int warp = 1; warp < kThreads / 32; ++warp) value = combine(value, part[warp]);
  __syncthreads();
  return value;
}

__global__ void softmax(const float* in, float* out, int columns) {
  in += blockIdx.x * columns;
  out += blockIdx.x * columns;
  float most = -3e38f;
  for (int i = threadIdx.x; i < columns; i += kThreads) most = fmaxf(most, in[i]);
  most = combine_block(most, [](float a, float b) { return fmaxf(a, b); });
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += kThreads) {
    const float value = expf(in[i] - most);
    out[i] = value;
    sum += value;
  }
  sum = combine_block(sum, [](float a, float b) { return a + b; });
  for (int i = threadIdx.x; i < columns; i += kThreads) out[i] /= sum;
}

constexpr const char* kOpenCl = R"cl(
#define THREADS 256

// Without shuffles: trees in local memory.
kernel void softmax(global const float* in, global float* out, int columns) {
  local float part[THREADS];
  const int t = get_local_id(0);
  in += get_group_id(0) * columns;
  out += get_group_id(0) * columns;
  float most = -3e38f;
  for (int i = t; i < columns; i += THREADS) most = fmax(most, in[i]);
  part[t] = most;
  for (int width = THREADS / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < width) part[t] = fmax(part[t], part[t + width]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  most = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = t; i < columns; i += THREADS) {
    const float value = exp(in[i] - most);
    out[i] = value;
    sum += value;
  }
  part[t] = sum;
  for (int width = THREADS / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < width) part[t] += part[t + width];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = part[0];
  for (int i = t; i < columns; i += THREADS) out[i] /= sum;
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int rows = kernels.size(16384, 1024), columns = 1024;
  const std::size_t count = std::size_t(rows) * columns, blocks = rows;
  const auto in = kernels.array<float>(count, [](std::size_t i) { return 10 * bench::noise(i); });
  const auto out = kernels.array<float>(count);
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "softmax, rows of 1024",
      .target = 1.3,
      .riffle = [&] { softmax<<<blocks, kThreads>>>(in.device, out.device, columns); },
      .by_hand = {{"OpenMP, fast-math",
                   [&] { by_hand::softmax(in.host, out.host, rows, columns); }},
                  {"vectors, libmvec",
                   [&] { by_hand::softmax_vectors(in.host, out.host, rows, columns); }}},
      .opencl = [&] { cl.launch("softmax", {blocks}, {kThreads}, {in.host, out.host, columns}); },
      .results = {bench::close(out, 1e-5, 0)},
      .bytes = 2.0 * static_cast<double>(in.bytes()),
  });
  return 0;
}
