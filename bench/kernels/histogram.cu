// SPDX-License-Identifier: Apache-2.0
// How often each byte occurs: atomics on counters in shared memory, then in global memory.
#include "frame.h"

constexpr int kBins = 256;

__global__ void histogram(const unsigned char* bytes, unsigned* counts, int count) {
  __shared__ unsigned local[kBins];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    atomicAdd(&local[bytes[i]], 1u);
  }
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

constexpr const char* kOpenCl = R"cl(
#define BINS 256

kernel void histogram(global const uchar* bytes, global uint* counts, int count) {
  local uint part[BINS];
  const int t = get_local_id(0);
  part[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) atomic_inc(&part[bytes[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[t], part[t]);
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int count = kernels.size(64 << 20, 4 << 20);
  const std::size_t blocks = 1024;
  const auto bytes =
      kernels.array<unsigned char>(count, [](std::size_t i) { return 256 * bench::noise(i); });
  const auto counts = kernels.array<unsigned>(kBins);
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "histogram with shared atomics",
      .target = 1.8,
      .riffle = [&] { histogram<<<blocks, kBins>>>(bytes.device, counts.device, count); },
      .by_hand = {{"OpenMP", [&] { by_hand::histogram(bytes.host, counts.host, count); }}},
      .opencl =
          [&] { cl.launch("histogram", {blocks}, {kBins}, {bytes.host, counts.host, count}); },
      .results = {bench::exact(counts)},
      .before =
          [&] {
            CHECK(cudaMemset(counts.device, 0, counts.bytes()));
            std::memset(counts.host, 0, counts.bytes());
          },
      .bytes = static_cast<double>(count),
  });
  return 0;
}
