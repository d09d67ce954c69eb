// SPDX-License-Identifier: Apache-2.0
// Threads of a warp that proceed by themselves, and warps that are not full.
#include "../cases.h"

__device__ int lock_word = 0;

__global__ void kernel(int *counter, int *order) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      __threadfence();
      int n = *static_cast<volatile int *>(counter);
      order[n] = 1;
      *static_cast<volatile int *>(counter) = n + 1;
      __threadfence();
      atomicExch(&lock_word, 0);
      done = true;
    }
  }
}

__global__ void spin(int *counter) {
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  __threadfence();
  *static_cast<volatile int *>(counter) += 1;
  __threadfence();
  atomicExch(&lock_word, 0);
}

// Threads of one warp take a lock in turn: each thread makes progress of its own.
CASE(lock_between_lanes) {
  DeviceArray<int> counter(1), order(512);
  kernel<<<4, 64>>>(counter, order);
  SHOW(cudaDeviceSynchronize());
  show_value("counter", counter.read()[0]);
  int marked = 0;
  for (int o : order.read()) marked += o;
  show_value("marked", marked);
  spin<<<2, 32>>>(counter);
  SHOW(cudaDeviceSynchronize());
  show_value("counter", counter.read()[0]);
}

constexpr int kItems = 1500;
constexpr int kBlocks = 6;
constexpr int kThreads = 96;

// Item v can be finished when item v + 1 is: in the next lane, in another warp, in another block.
__global__ void count_backwards(volatile int *values) {
  const int first = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int step = static_cast<int>(gridDim.x * blockDim.x);
  int missing;
  do {
    missing = 0;
    for (int v = first; v < kItems; v += step) {
      if (values[v] != 0) continue;
      const int next = v == kItems - 1 ? 1 : values[v + 1];
      if (next == 0) {
        missing = 1;
      } else {
        values[v] = next + (v % 3);
      }
    }
  } while (missing != 0);
}

// The same through indices that come from memory.
__global__ void follow(const int *__restrict__ first, const int *__restrict__ list, volatile unsigned char *state) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  bool waiting = true;
  while (waiting) {
    int i = first[v];
    while (i < first[v + 1] && state[list[i]] != 0) ++i;
    waiting = i < first[v + 1];
    if (!waiting) state[v] = static_cast<unsigned char>(first[v + 1] - first[v] + 1);
  }
}

// Threads of several blocks look through their items again and again, until what other threads write lets each
// finish: no loop of theirs reads the same address twice in a row.
CASE(rescan_until_done) {
  DeviceArray<int> values(std::vector<int>(kItems, 0));
  count_backwards<<<kBlocks, kThreads>>>(values.get());
  MUST(cudaDeviceSynchronize());
  const auto counted = values.read();
  std::printf("%d %d %d %d\n", counted[0], counted[1], counted[kItems / 2], counted[kItems - 1]);

  constexpr int kNodes = 4 * 64;
  std::vector<int> first(1, 0);
  std::vector<int> list;
  for (int v = 0; v < kNodes; ++v) {  // up to three successors, all of greater number
    for (int other : {v + 1, v + 40, 2 * v + 3})
      if (other < kNodes) list.push_back(other);
    first.push_back(static_cast<int>(list.size()));
  }
  DeviceArray<int> device_first(first);
  DeviceArray<int> device_list(list);
  DeviceArray<unsigned char> state(std::vector<unsigned char>(kNodes, 0));
  follow<<<4, 64>>>(device_first.get(), device_list.get(), state.get());
  MUST(cudaDeviceSynchronize());
  int sum = 0;
  for (unsigned char one : state.read()) sum = sum * 3 % 10007 + one;
  std::printf("%d\n", sum);
}

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

// Blocks whose last warp is not full, and warps of which threads have left.
CASE(partial_warps) {
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

__global__ void in_turn(int round) {
  const int lane = static_cast<int>(threadIdx.x);
  const unsigned all = __activemask();
  const int next = __shfl_xor_sync(all, lane, 1);
  std::printf("%d: %d hears %d\n", round, lane, next);
  __syncwarp(all);
  if (lane % 3 == 0) std::printf("%d: %d is a third\n", round, lane);
}

// What lanes print after a warp operation comes in their order, in blocks of whole warps and in others.
CASE(lanes_that_print) {
  in_turn<<<1, 20>>>(1);
  SHOW(cudaDeviceSynchronize());
  in_turn<<<1, 32>>>(2);
  SHOW(cudaDeviceSynchronize());
}
