// SPDX-License-Identifier: Apache-2.0
// Threads of several blocks look through their items again and again, until what other threads write lets each
// finish: no loop of theirs reads the same address twice in a row.
#include "../transcript.h"

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

int main() {
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
