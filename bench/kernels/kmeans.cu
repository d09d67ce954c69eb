// SPDX-License-Identifier: Apache-2.0
// A step of k-means: the nearest centre of each point, and the sums for the new centres by atomics. The
// points lie coordinate by coordinate, so that neighbouring threads read neighbours.
#include "frame.h"

constexpr int kDimensions = 8, kCentres = 16;

__global__ void assign(const float* points, const float* centres, int* nearest, int count) {
  __shared__ float centre[kCentres][kDimensions];
  if (threadIdx.x < kCentres * kDimensions) (&centre[0][0])[threadIdx.x] = centres[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float least = 3e38f;
  int best = 0;
  for (int c = 0; c < kCentres; ++c) {
    float distance = 0;
    for (int d = 0; d < kDimensions; ++d) {
      const float difference = points[d * count + i] - centre[c][d];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  nearest[i] = best;
}

__global__ void accumulate(const float* points, const int* nearest, float* sums, int* counts,
                           int count) {
  __shared__ float sum[kCentres][kDimensions];
  __shared__ int members[kCentres];
  if (threadIdx.x < kCentres * kDimensions) (&sum[0][0])[threadIdx.x] = 0;
  if (threadIdx.x < kCentres) members[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    const int c = nearest[i];
    atomicAdd(&members[c], 1);
    for (int d = 0; d < kDimensions; ++d) atomicAdd(&sum[c][d], points[d * count + i]);
  }
  __syncthreads();
  if (threadIdx.x < kCentres * kDimensions) {
    atomicAdd(&sums[threadIdx.x], (&sum[0][0])[threadIdx.x]);
  }
  if (threadIdx.x < kCentres) atomicAdd(&counts[threadIdx.x], members[threadIdx.x]);
}

constexpr const char* kOpenCl = R"cl(
#define DIMENSIONS 8
#define CENTRES 16

kernel void assign(global const float* points, global const float* centres, global int* nearest,
                   int count) {
  local float centre[CENTRES * DIMENSIONS];
  const int t = get_local_id(0);
  if (t < CENTRES * DIMENSIONS) centre[t] = centres[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int i = get_global_id(0);
  float least = 3e38f;
  int best = 0;
  for (int c = 0; c < CENTRES; ++c) {
    float distance = 0;
    for (int d = 0; d < DIMENSIONS; ++d) {
      const float difference = points[d * count + i] - centre[c * DIMENSIONS + d];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  nearest[i] = best;
}

// OpenCL 1.2 has no atomic sums of floats.
#define DEFINE_ADD(SPACE)                                                       \
  void add_##SPACE(volatile SPACE float* to, float value) {                     \
    volatile SPACE int* bits = (volatile SPACE int*)to;                         \
    int seen = *bits, old;                                                      \
    do {                                                                        \
      old = seen;                                                               \
      seen = atomic_cmpxchg(bits, old, as_int(as_float(old) + value));          \
    } while (seen != old);                                                      \
  }
DEFINE_ADD(local)
DEFINE_ADD(global)

kernel void accumulate(global const float* points, global const int* nearest, global float* sums,
                       global int* counts, int count) {
  local float sum[CENTRES * DIMENSIONS];
  local int members[CENTRES];
  const int t = get_local_id(0);
  if (t < CENTRES * DIMENSIONS) sum[t] = 0;
  if (t < CENTRES) members[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
    const int c = nearest[i];
    atomic_inc(&members[c]);
    for (int d = 0; d < DIMENSIONS; ++d) add_local(&sum[c * DIMENSIONS + d], points[d * count + i]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < CENTRES * DIMENSIONS) add_global(&sums[t], sum[t]);
  if (t < CENTRES) atomic_add(&counts[t], members[t]);
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int count = kernels.size(1 << 20, 1 << 17);
  const std::size_t block = 256, blocks = count / block;
  const auto points = kernels.array<float>(std::size_t(count) * kDimensions, bench::noise);
  const auto centres = kernels.array<float>(
      kCentres * kDimensions, [](std::size_t i) { return bench::noise(i + 77777777); });
  const auto nearest = kernels.array<int>(count), counts = kernels.array<int>(kCentres);
  const auto sums = kernels.array<float>(kCentres * kDimensions);
  const by_hand::Clusters shape{count, kDimensions, kCentres};
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "k-means step, 1 Mi points",
      .target = 1.3,
      .riffle =
          [&] {
            assign<<<blocks, block>>>(points.device, centres.device, nearest.device, count);
            accumulate<<<128, block>>>(points.device, nearest.device, sums.device, counts.device,
                                       count);
          },
      .by_hand = {{"OpenMP",
                   [&] {
                     by_hand::kmeans(shape, points.host, centres.host, nearest.host, sums.host,
                                     counts.host);
                   }}},
      .opencl =
          [&] {
            cl.launch("assign", {blocks}, {block},
                      {points.host, centres.host, nearest.host, count});
            cl.launch("accumulate", {128}, {block},
                      {points.host, nearest.host, sums.host, counts.host, count});
          },
      // A point between two centres may go to either; the sums are not in a fixed order.
      .results = {bench::mostly(nearest, 1e-4), bench::close(sums, 1e-3, 10)},
      .before =
          [&] {
            CHECK(cudaMemset(sums.device, 0, sums.bytes()));
            CHECK(cudaMemset(counts.device, 0, counts.bytes()));
            std::memset(sums.host, 0, sums.bytes());
            std::memset(counts.host, 0, counts.bytes());
          },
      .bytes = static_cast<double>(points.bytes() + nearest.bytes()),
      .flops = 3.0 * kCentres * kDimensions * count,
  });
  return 0;
}
