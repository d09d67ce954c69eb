// SPDX-License-Identifier: Apache-2.0
// Blocks whose last warp is not full, and warps of which threads have left.
#include "../transcript.h"

__global__ void partial(unsigned *out) {
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned *mine = out + 4 * thread;
  unsigned mask = __activemask();
  mine[0] = mask;
  mine[1] = __ballot_sync(mask, 1);
  mine[2] = __shfl_sync(mask, thread, 0);
  mine[3] = __shfl_up_sync(mask, thread, 1);
}

__global__ void after_exit(unsigned *out, int stay) {
  unsigned lane = threadIdx.x;
  if (lane >= stay) return;
  unsigned mask = stay >= 32 ? 0xffffffffu : (1u << stay) - 1;
  unsigned *mine = out + 4 * lane;
  mine[0] = __ballot_sync(mask, 1);
  mine[1] = __any_sync(mask, lane == stay - 1) != 0;
  mine[2] = __shfl_sync(mask, lane, stay - 1);
  mine[3] = __popc(__match_any_sync(mask, lane / 2));
}

// A mask that names threads which have left: they are not waited for, and a ballot does not hear them.
__global__ void exited_in_mask(unsigned *out, int stay) {
  unsigned lane = threadIdx.x;
  if (lane >= stay) return;
  unsigned *mine = out + 4 * lane;
  mine[0] = __ballot_sync(0xffffffffu, 1);
  mine[1] = __all_sync(0xffffffffu, 1) != 0;
  mine[2] = __shfl_sync(0xffffffffu, lane, 0);
  __syncwarp();
  mine[3] = 1;
}

int main() {
  DeviceArray<unsigned> out(4 * 64);
  auto show_some = [&](const char *what, std::initializer_list<int> threads) {
    SHOW(cudaDeviceSynchronize());
    auto v = out.read();
    for (int t : threads) show_hex_row(what, std::vector<unsigned>(v.begin() + 4 * t, v.begin() + 4 * t + 4));
    MUST(cudaMemset(out, 0, 4 * 64 * 4));
  };
  partial<<<1, 40>>>(out);
  show_some("block of 40", {0, 31, 32, 33, 39});
  partial<<<1, 1>>>(out);
  show_some("block of 1", {0});
  partial<<<1, dim3(5, 3, 3)>>>(out);
  show_some("block of 45 in three dimensions", {0, 31, 32, 44});
  after_exit<<<1, 32>>>(out, 20);
  show_some("20 stay", {0, 1, 19, 20});
  after_exit<<<1, 32>>>(out, 1);
  show_some("1 stays", {0, 1});
  exited_in_mask<<<1, 32>>>(out, 20);
  show_some("mask names the exited", {0, 19, 20});
}
