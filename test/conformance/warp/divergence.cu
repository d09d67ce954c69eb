// SPDX-License-Identifier: Apache-2.0
// Lanes of one warp on different paths.
#include "../cases.h"

namespace divergence_ {
__global__ void collatz(int *out) {
  int n = threadIdx.x + 1, steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  out[threadIdx.x] = steps;
}

__global__ void nested(int *out) {
  int t = threadIdx.x, r = 0;
  for (int i = 0; i < t % 5 + 1; ++i) {
    if (i == 3 && t % 2) break;
    for (int j = 0; j < 10; ++j) {
      if (j > t % 7) break;
      if ((i + j) % 3 == 1) continue;
      r += i * 10 + j;
      if (r > 200) {
        out[t] = -r;
        return;
      }
    }
    switch ((t + i) % 4) {
      case 0:
        r += 1;
      case 1:
        r += 2;
        break;
      case 2:
        r *= 2;
        break;
      default:
        if (t > 20) goto done;
        r -= 1;
    }
  }
done:
  out[t] = r;
}

__global__ void reconverge(unsigned *out) {
  unsigned lane = threadIdx.x;
  unsigned r = 0;
  if (lane < 8) {
    r = lane * 2;
  } else if (lane < 20) {
    for (unsigned i = 0; i < lane; ++i) r += i;
  } else {
    r = lane ^ 31;
  }
  __syncwarp();
  unsigned sum = r;
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  out[lane] = sum;
}

__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void recursion(int *out) { out[threadIdx.x] = fib(threadIdx.x % 12); }

// Lanes of one warp on different paths: loops of different length, nested branches, early returns, order of effects.
CASE(divergence) {
  DeviceArray<int> out(96);
  collatz<<<1, 96>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("collatz", out.read());
  nested<<<1, 96>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("nested", out.read());
  reconverge<<<1, 32>>>(reinterpret_cast<unsigned *>(out.get()));
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  show_row("sums", {v[0], v[10], v[31]});
  recursion<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  v.resize(64);
  show_row("recursion", v);
}
}  // namespace divergence_

namespace divergent_operations_ {
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

// Warp operations below branches that only some lanes take: in loops that end at different times, below early exits,
// nested, and after the paths have met again.
CASE(divergent_operations) {
  print("shuffles", shuffles);
  print("votes", votes);
  print("reductions", reductions);
  print("whole masks after exits", whole_masks_after_exits);
  print("loops", loops);
  print("counters", counters);
}
}  // namespace divergent_operations_

namespace divergent_syncwarp_ {
__device__ int exchange(volatile int* slots, int value, int partner, unsigned mask) {
  slots[threadIdx.x] = value;
  __syncwarp(mask);
  const int other = slots[partner];
  __syncwarp(mask);
  return value + other;
}

__global__ void half_of_a_warp(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  int value = lane + 1;
  if (lane < 16) {
    for (int d = 8; d > 0; d >>= 1) value = exchange(slots, value, lane ^ d, 0xffff);
  }
  out[lane] = value;
}

__global__ void nested(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  int value = lane;
  if (lane >= 32 && lane < 48) {
    value = exchange(slots, value, lane ^ 1, 0xffff);
    if (lane & 4) value = exchange(slots, value, lane ^ 2, 0xf0f0);
    value = exchange(slots, value, lane ^ 8, 0xffff);
  }
  out[lane] = value;
}

__global__ void those_that_are_here(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  int value = lane;
  if (lane % 3 == 0) value = exchange(slots, value, lane, __activemask());
  out[lane] = value;
}

__global__ void early_exit(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  out[lane] = -1;
  if (lane >= 40) return;
  int value = lane * 2;
  if (lane >= 8) value = exchange(slots, value, lane ^ 1, lane < 32 ? 0xffffff00 : 0xff);
  out[lane] = value;
}

__global__ void both_sides(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  int value = lane;
  slots[lane] = lane * 10;
  if (lane & 1) {
    slots[lane] += 1;
    __syncwarp();
    value = slots[lane ^ 1];
  } else {
    slots[lane] += 2;
    __syncwarp();
    value = slots[lane ^ 1];
  }
  out[lane] = value;
}

__global__ void turns_that_differ(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  const int group = (lane & 31) / 8;  // 8 lanes make group + 1 turns
  int value = lane;
  for (int turn = 0; turn <= group; ++turn) value = exchange(slots, value, lane ^ 3, 0xffu << (8 * group));
  __syncwarp();
  out[lane] = value;
}

template <class Kernel>
void print(const char* name, Kernel kernel) {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  kernel<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  int host[64];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%s:", name);
  for (int value : host) std::printf(" %d", value);
  std::printf("\n");
  cudaFree(out);
}

// __syncwarp in divergent code: lanes of one path exchange values through shared memory, one after the other, in
// loops, below an early exit, and on both sides of a branch at once.
CASE(divergent_syncwarp) {
  print("half", half_of_a_warp);
  print("nested", nested);
  print("those that are here", those_that_are_here);
  print("early exit", early_exit);
  print("both sides", both_sides);
  print("turns", turns_that_differ);
}
}  // namespace divergent_syncwarp_

__global__ void sides(unsigned *out) {
  unsigned lane = threadIdx.x % 32;
  unsigned met;
  if (lane & 1) {
    met = __activemask();
  } else {
    met = __activemask();
  }
  out[threadIdx.x] = met;
}

// The same warp operation on both sides of a branch: which lanes meet there is the result.
CASE(active_sides) {
  DeviceArray<unsigned> out(32);
  sides<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_hex_row("met", out.read());
}
