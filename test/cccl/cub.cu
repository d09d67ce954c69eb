// SPDX-License-Identifier: Apache-2.0
// CUB's collectives of warps, blocks and devices, each compared with a plain computation.
#include <cub/cub.cuh>
#include <cuda/std/functional>

#include <algorithm>
#include <numeric>

#include "check.h"

/// Device-wide algorithms are called twice: for the size of their room, and to work.
template <class Call>
void in_room(Call call) {
  void* room = nullptr;
  std::size_t bytes = 0;
  call(room, bytes);
  CHECK(cudaMalloc(&room, bytes) == cudaSuccess);
  call(room, bytes);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  cudaFree(room);
}

__global__ void collectives(const int* in, int* out) {
  using Reduce = cub::BlockReduce<int, 128>;
  using Scan = cub::BlockScan<int, 128>;
  using Sort = cub::BlockRadixSort<int, 128, 1>;
  using Warp = cub::WarpReduce<int>;
  __shared__ typename Reduce::TempStorage reduce;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename Sort::TempStorage sort;
  __shared__ typename Warp::TempStorage warp[4];
  const int t = threadIdx.x, x = in[t];
  const int sum = Reduce(reduce).Sum(x), of_warp = Warp(warp[t / 32]).Sum(x);
  int before, keys[1] = {x};
  Scan(scan).ExclusiveSum(x, before);
  Sort(sort).Sort(keys);
  out[t] = before;
  out[128 + t] = keys[0];
  if (t == 0) out[256] = sum;
  if (t % 32 == 0) out[257 + t / 32] = of_warp;
}

__global__ void tiles(const int* in, int* out) {
  using Load = cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<int, 64, cub::BLOCK_SCAN_RAKING>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } room;
  int items[4];
  Load(room.load).Load(in, items);
  __syncthreads();
  Scan(room.scan).InclusiveSum(items, items);
  __syncthreads();
  Store(room.store).Store(out, items);
}

int main() {
  const std::vector<int> numbers = some_numbers(50000);
  const int n = static_cast<int>(numbers.size());
  int *in, *out, *other;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMallocManaged(&other, n * sizeof(int));
  std::copy(numbers.begin(), numbers.end(), in);
  std::vector<int> sums(n), sorted = numbers;
  std::inclusive_scan(numbers.begin(), numbers.end(), sums.begin());

  collectives<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  std::sort(sorted.begin(), sorted.begin() + 128);
  CHECK(out[0] == 0 && std::equal(sums.begin(), sums.begin() + 127, out + 1));
  CHECK(std::equal(sorted.begin(), sorted.begin() + 128, out + 128));
  CHECK(out[256] == sums[127] && out[257] == sums[31] && out[260] == sums[127] - sums[95]);
  tiles<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  CHECK(std::equal(sums.begin(), sums.begin() + 256, out));

  in_room([&](void* room, std::size_t& bytes) { cub::DeviceReduce::Sum(room, bytes, in, out, n); });
  CHECK(out[0] == sums.back());
  in_room([&](void* room, std::size_t& bytes) {
    cub::DeviceScan::InclusiveSum(room, bytes, in, out, n);
  });
  CHECK(std::equal(sums.begin(), sums.end(), out));
  in_room([&](void* room, std::size_t& bytes) {
    cub::DeviceRadixSort::SortPairsDescending(room, bytes, in, out, in, other, n);
  });
  sorted = numbers;
  std::sort(sorted.rbegin(), sorted.rend());
  CHECK(std::equal(sorted.begin(), sorted.end(), out) &&
        std::equal(sorted.begin(), sorted.end(), other));
  in_room([&](void* room, std::size_t& bytes) {
    cub::DeviceHistogram::HistogramEven(room, bytes, in, out, 11, 0, 5000, n);
  });
  CHECK(out[3] ==
        std::count_if(numbers.begin(), numbers.end(), [](int x) { return x / 500 == 3; }));
  const auto is_small = [] __host__ __device__(int x) { return x < 100; };
  in_room([&](void* room, std::size_t& bytes) {
    cub::DeviceSelect::If(room, bytes, in, out, other, n, is_small);
  });
  CHECK(other[0] == std::count_if(numbers.begin(), numbers.end(), is_small));
  return finish();
}
