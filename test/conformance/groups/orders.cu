// SPDX-License-Identifier: Apache-2.0
// In which order reductions and scans combine: seen by the rounding of floats, and by an operator that is neither
// associative nor commutative.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <string>

#include "../transcript.h"

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

__global__ void kernel(unsigned *out) {
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

int main() {
  DeviceArray<unsigned> out(60 * 32);
  MUST(cudaMemset(out, 0, 60 * 32 * 4));
  kernel<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; ++t) {
    for (int part = 0; part < 5; ++part)
      show_hex_row(("thread " + std::to_string(t) + "." + std::to_string(part)).c_str(),
                   std::vector<unsigned>(v.begin() + 60 * t + 12 * part, v.begin() + 60 * t + 12 * part + 12));
  }
}
