// SPDX-License-Identifier: Apache-2.0
// Reductions and scans of groups.
#include "../cases.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <string>
#include <cuda/atomic>

namespace cg = cooperative_groups;

struct Mix {
  __device__ unsigned operator()(unsigned a, unsigned b) const { return a * 31u + b; }
};

__device__ float value_of(unsigned t) { return 1.0f / float(t * 7 % 33 + 1) + float(t % 5) * 1e4f; }

template <class Group>
__device__ void all(const Group &group, unsigned t, unsigned *out) {
  out[0] = __float_as_uint(cg::reduce(group, value_of(t), cg::plus<float>()));
  out[1] = __float_as_uint(cg::reduce(group, value_of(t), cg::less<float>()));
  out[2] = cg::reduce(group, t + 1, Mix());
  out[3] = cg::inclusive_scan(group, t + 1, Mix());
  out[4] = __float_as_uint(cg::inclusive_scan(group, value_of(t), cg::plus<float>()));
  out[5] = __float_as_uint(cg::exclusive_scan(group, value_of(t), cg::plus<float>()));
  out[6] = cg::exclusive_scan(group, int(t) - 3, cg::plus<int>());
  out[7] = cg::exclusive_scan(group, t, cg::greater<unsigned>());
  out[8] = cg::reduce(group, t, cg::bit_xor<unsigned>());
  out[9] = cg::reduce(group, (long long)t << 33, cg::plus<long long>()) >> 33;
  out[10] = cg::inclusive_scan(group, t);
  out[11] = cg::exclusive_scan(group, t + 5);
}

__global__ void orders(unsigned *out) {
  auto block = cg::this_thread_block();
  unsigned t = threadIdx.x, *mine = out + 60 * t;
  all(cg::tiled_partition<32>(block), t, mine);
  all(cg::tiled_partition<8>(block), t, mine + 12);
  all(cg::tiled_partition<1>(block), t, mine + 24);
  if (t % 3 != 1) all(cg::coalesced_threads(), t, mine + 36);
  auto warp = cg::tiled_partition<32>(block);
  auto labelled = cg::labeled_partition(warp, int(t % 5));
  all(labelled, t, mine + 48);
}

// In which order reductions and scans combine: seen by the rounding of floats, and by an operator that is neither
// associative nor commutative.
CASE(orders) {
  DeviceArray<unsigned> out(60 * 32);
  MUST(cudaMemset(out, 0, 60 * 32 * 4));
  orders<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; ++t) {
    for (int part = 0; part < 5; ++part)
      show_hex_row(("thread " + std::to_string(t) + "." + std::to_string(part)).c_str(),
                   std::vector<unsigned>(v.begin() + 60 * t + 12 * part, v.begin() + 60 * t + 12 * part + 12));
  }
}

__device__ cuda::atomic<int, cuda::thread_scope_device> counters[8];
__device__ int plain[8];
__device__ int stored[16];

template <unsigned size>
__device__ void scans(int *mine, int t) {
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<size>(block);
  mine[0] = cg::inclusive_scan(tile, t + 1);
  mine[1] = cg::exclusive_scan(tile, t + 1);
  mine[2] = cg::inclusive_scan(tile, t * 37 % 101, cg::greater<int>());
  mine[3] = cg::exclusive_scan(tile, t * 37 % 101 - 200, cg::less<int>());
  mine[4] = cg::exclusive_scan(tile, 1 << (t % 30), cg::bit_or<int>());
  mine[5] = cg::inclusive_scan(tile, t * 3 + 1, cg::bit_xor<int>());
  mine[6] = cg::inclusive_scan(tile, ~(1 << (t % 31)), cg::bit_and<int>());
  mine[7] = cg::inclusive_scan(tile, t & 7, [](int a, int b) { return (a * 3 + b) & 0xffff; }) >= 0;
}

__global__ void scans(int *out) {
  const int t = threadIdx.x;
  int *mine = out + 40 * t;
  scans<16>(mine, t);
  scans<64>(mine + 8, t);
  scans<256>(mine + 16, t);
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  if (t < 32) {
    mine[24] = cg::inclusive_scan_update(warp, counters[0], t);
    mine[25] = cg::exclusive_scan_update(warp, counters[0], 2 * t);
    mine[26] = cg::exclusive_scan_update(warp, counters[1], t * 7 % 33, cg::greater<int>());
    cuda::atomic_ref<int, cuda::thread_scope_device> reference(plain[0]);
    mine[27] = cg::inclusive_scan_update(warp, reference, 1);
    cg::reduce_update_async(warp, counters[2], t, cg::plus<int>());
    cg::reduce_update_async(warp, counters[3], t * 11 % 32 + 5, cg::greater<int>());
    cg::reduce_update_async(warp, reference, 1, cg::plus<int>());
    cg::reduce_store_async(warp, counters[4], t, cg::plus<int>());
    cg::reduce_store_async(warp, &stored[0], t + 1, cg::plus<int>());
    warp.sync();
    if (t % 3 == 0) {
      auto active = cg::coalesced_threads();
      mine[28] = cg::inclusive_scan(active, t);
      mine[29] = cg::exclusive_scan(active, t);
      mine[30] = cg::exclusive_scan(active, t + 2, cg::greater<int>());
      mine[31] = cg::reduce(active, t, cg::plus<int>());
      mine[32] = cg::inclusive_scan_update(active, counters[5], 1);
      cg::reduce_update_async(active, counters[6], 1, cg::plus<int>());
    }
  }
}

__global__ void results(int *out) {
  for (int i = 0; i < 8; ++i) out[i] = counters[i].load();
  out[8] = plain[0], out[9] = stored[0];
}

// Scans over tiles of several warps, scans with updates of an atomic, reductions into memory and atomics.
CASE(scans) {
  DeviceArray<int> out(40 * 256), totals(10);
  scans<<<1, 256>>>(out);
  results<<<1, 1>>>(totals);
  SHOW(cudaDeviceSynchronize());
  const auto v = out.read();
  for (int t = 0; t < 256; t += t < 32 ? 1 : 17)
    show_row(("thread " + std::to_string(t)).c_str(), std::vector<int>(v.begin() + 40 * t, v.begin() + 40 * t + 33));
  show_row("totals", totals.read());
}
