// SPDX-License-Identifier: Apache-2.0
// Bitonic sorting: steps that reach within a block run in shared memory, the others are a launch each.
#include "frame.h"

constexpr int kBlock = 512, kPart = 2 * kBlock;  // a thread compares one pair

__device__ void exchange(int& a, int& b, bool ascending) {
  if ((a > b) == ascending) {
    const int old = a;
    a = b;
    b = old;
  }
}

// All steps of lengths 2 to kPart.
__global__ void sort_parts(int* values) {
  __shared__ int part[kPart];
  const int t = threadIdx.x, first = blockIdx.x * kPart;
  part[t] = values[first + t];
  part[t + kBlock] = values[first + t + kBlock];
  for (int length = 2; length <= kPart; length *= 2) {
    for (int reach = length / 2; reach > 0; reach /= 2) {
      __syncthreads();
      const int i = 2 * t - (t & (reach - 1));
      exchange(part[i], part[i + reach], ((first + i) & length) == 0);
    }
  }
  __syncthreads();
  values[first + t] = part[t];
  values[first + t + kBlock] = part[t + kBlock];
}

__global__ void merge_far(int* values, int length, int reach) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = 2 * t - (t & (reach - 1));
  exchange(values[i], values[i + reach], (i & length) == 0);
}

__global__ void merge_near(int* values, int length) {
  __shared__ int part[kPart];
  const int t = threadIdx.x, first = blockIdx.x * kPart;
  part[t] = values[first + t];
  part[t + kBlock] = values[first + t + kBlock];
  for (int reach = kBlock; reach > 0; reach /= 2) {
    __syncthreads();
    const int i = 2 * t - (t & (reach - 1));
    exchange(part[i], part[i + reach], ((first + i) & length) == 0);
  }
  __syncthreads();
  values[first + t] = part[t];
  values[first + t + kBlock] = part[t + kBlock];
}

constexpr const char* kOpenCl = R"cl(
#define BLOCK 512
#define PART (2 * BLOCK)
#define EXCHANGE(A, B, ASCENDING)    \
  if ((A > B) == (ASCENDING)) {      \
    const int old = A;               \
    A = B;                           \
    B = old;                         \
  }

kernel void sort_parts(global int* values) {
  local int part[PART];
  const int t = get_local_id(0), first = get_group_id(0) * PART;
  part[t] = values[first + t];
  part[t + BLOCK] = values[first + t + BLOCK];
  for (int length = 2; length <= PART; length *= 2) {
    for (int reach = length / 2; reach > 0; reach /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const int i = 2 * t - (t & (reach - 1));
      EXCHANGE(part[i], part[i + reach], ((first + i) & length) == 0)
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  values[first + t] = part[t];
  values[first + t + BLOCK] = part[t + BLOCK];
}

kernel void merge_far(global int* values, int length, int reach) {
  const int t = get_global_id(0);
  const int i = 2 * t - (t & (reach - 1));
  EXCHANGE(values[i], values[i + reach], (i & length) == 0)
}

kernel void merge_near(global int* values, int length) {
  local int part[PART];
  const int t = get_local_id(0), first = get_group_id(0) * PART;
  part[t] = values[first + t];
  part[t + BLOCK] = values[first + t + BLOCK];
  for (int reach = BLOCK; reach > 0; reach /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int i = 2 * t - (t & (reach - 1));
    EXCHANGE(part[i], part[i + reach], ((first + i) & length) == 0)
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  values[first + t] = part[t];
  values[first + t + BLOCK] = part[t + BLOCK];
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int count = kernels.size(1 << 20, 1 << 16);
  const std::size_t blocks = count / kPart;
  const auto start = kernels.array<int>(
      count, [](std::size_t i) { return (bench::noise(i) - 0.5f) * 2147483000.0f; });
  const auto values = kernels.array<int>(count);
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "bitonic sort, 1 Mi",
      .target = 1.3,
      .riffle =
          [&] {
            sort_parts<<<blocks, kBlock>>>(values.device);
            for (int length = 2 * kPart; length <= count; length *= 2) {
              for (int reach = length / 2; reach > kBlock; reach /= 2) {
                merge_far<<<blocks, kBlock>>>(values.device, length, reach);
              }
              merge_near<<<blocks, kBlock>>>(values.device, length);
            }
          },
      .by_hand = {{"vectors", [&] { by_hand::bitonic_sort(values.host, count); }}},
      .opencl =
          [&] {
            cl.launch("sort_parts", {blocks}, {kBlock}, {values.host});
            for (int length = 2 * kPart; length <= count; length *= 2) {
              for (int reach = length / 2; reach > kBlock; reach /= 2) {
                cl.launch("merge_far", {blocks}, {kBlock}, {values.host, length, reach});
              }
              cl.launch("merge_near", {blocks}, {kBlock}, {values.host, length});
            }
          },
      .results = {bench::exact(values)},
      .before =
          [&] {
            CHECK(cudaMemcpy(values.device, start.host, start.bytes(), cudaMemcpyHostToDevice));
            std::memcpy(values.host, start.host, start.bytes());
          },
  });
  return 0;
}
