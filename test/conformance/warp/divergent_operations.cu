// SPDX-License-Identifier: Apache-2.0
// Warp operations below branches that only some lanes take: in loops that end at different times, below early exits,
// nested, and after the paths have met again.
#include "../transcript.h"

__global__ void shuffles(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  int value = lane * lane;
  if (lane < 8) {
    for (int d = 4; d > 0; d >>= 1) value += __shfl_down_sync(0xff, value, d);
    if ((lane & 1) == 0) value += __shfl_xor_sync(0x55, value, 2) * 1000;
    value += __shfl_sync(0xff, value, 3, 8);
  }
  out[lane] = value + __shfl_up_sync(0xffffffffu, value, 1);
}

__global__ void votes(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  int value = 0;
  if (lane % 3 != 1) {
    const unsigned here = __activemask();
    value = __popc(here) * 10000;
    value += static_cast<int>(__ballot_sync(here, lane > 12) >> 16);
    if (__any_sync(here, lane == 31)) value += 1;
    if (__all_sync(here, lane != 32)) value += 2;
    if (lane >= 20) value += 4 * __all_sync(__activemask(), lane >= 20);
  }
  out[lane] = value;
}

__global__ void reductions(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  const int value = (lane * 37) % 41 - 20;
  out[lane] = 0;
  if (lane >= 24) return;
  const unsigned mask = 0x00ffffff;
  int result = __reduce_add_sync(mask, value) + __reduce_min_sync(mask, value) * 7;
  result += __reduce_max_sync(mask, value) * 1000;
  result ^= static_cast<int>(__reduce_xor_sync(mask, static_cast<unsigned>(value)));
  result += static_cast<int>(__match_any_sync(mask, lane % 5) & 0xffff);
  out[lane] = result;
}

__global__ void whole_masks_after_exits(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  out[lane] = 0;
  if (lane >= 20) return;
  const int total = __reduce_add_sync(0xffffffffu, lane);
  const unsigned low = __reduce_min_sync(0xffffffffu, static_cast<unsigned>(lane) + 3u);
  const unsigned ballot = __ballot_sync(0xffffffffu, lane & 1);
  out[lane] = total * 100 + static_cast<int>(low) + static_cast<int>(ballot) +
              __shfl_down_sync(0xffffffffu, lane, 2) * (lane < 18);
}

__global__ void loops(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  int left = lane % 4 + 1;
  int sum = 0;
  while (left > 0) {
    const unsigned here = __activemask();
    sum += __popc(here);
    sum += __shfl_sync(here, lane, __ffs(static_cast<int>(here)) - 1) * 100;
    --left;
  }
  out[lane] = sum + __shfl_xor_sync(0xffffffffu, sum, 1) * 10000;
}

__global__ void counters(int* out) {
  __shared__ int count;
  const int lane = static_cast<int>(threadIdx.x);
  if (lane == 0) count = 5;
  __syncwarp();
  out[lane] = -1;
  if ((lane * 7) % 5 < 2) {
    const unsigned here = __activemask();
    const int leader = __ffs(static_cast<int>(here)) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(&count, __popc(here));
    first = __shfl_sync(here, first, leader);
    out[lane] = first + __popc(here & ((1u << lane) - 1));
  }
  __syncwarp();
  if (lane == 31) out[31] += count * 1000;
}

template <class Kernel>
void print(const char* name, Kernel kernel) {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  int host[32];
  MUST(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%s:", name);
  for (const int value : host) std::printf(" %d", value);
  std::printf("\n");
}

int main() {
  print("shuffles", shuffles);
  print("votes", votes);
  print("reductions", reductions);
  print("whole masks after exits", whole_masks_after_exits);
  print("loops", loops);
  print("counters", counters);
  return 0;
}
