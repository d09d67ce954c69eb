// SPDX-License-Identifier: Apache-2.0
// Blocks that wait for words of status that other blocks write, as a scan in one pass does; and threads that wait for threads of
// their own block, which must not be held up by those beside them.
#include <vector>

#include "../transcript.h"

constexpr int kBlocks = 300;
constexpr int kThreads = 128;
constexpr int kColumns = 64;
constexpr unsigned kPartial = 1U << 30, kWhole = 2U << 30, kValue = kPartial - 1;

// A warp looks at 32 blocks at a time.
__global__ void by_warp(const unsigned *in, unsigned *out, volatile unsigned *status) {
  __shared__ unsigned before;
  const int tile = blockIdx.x;
  if (threadIdx.x == 0) status[tile] = in[tile] | (tile == 0 ? kWhole : kPartial);
  if (threadIdx.x < 32) {
    unsigned sum = 0;
    for (int last = tile - 1; last >= 0; last -= 32) {
      const int at = last - int(threadIdx.x);
      unsigned word = kWhole;
      if (at >= 0) word = status[at];
      while (__any_sync(~0U, word == 0)) {
        if (at >= 0) word = status[at];
      }
      const unsigned whole = __ballot_sync(~0U, (word & kWhole) != 0);
      const int end = whole == 0 ? 31 : __ffs(whole) - 1;
      unsigned part = int(threadIdx.x) <= end && at >= 0 ? word & kValue : 0;
      for (int step = 16; step > 0; step /= 2) part += __shfl_xor_sync(~0U, part, step);
      sum += part;
      if (whole != 0) break;
    }
    if (threadIdx.x == 0) {
      if (tile > 0) status[tile] = (sum + in[tile]) | kWhole;
      before = sum;
    }
  }
  __syncthreads();
  if (threadIdx.x == 32) out[tile] = before;
}

// Each thread goes back along a column of its own; blocks draw their numbers.
__global__ void by_thread(const unsigned *in, unsigned *out, volatile unsigned *status, int *ticket) {
  __shared__ int drawn;
  if (threadIdx.x == 0) drawn = atomicAdd(ticket, 1);
  __syncthreads();
  const int tile = drawn;
  if (threadIdx.x < kColumns) {
    const unsigned own = in[tile] + threadIdx.x;
    status[tile * kColumns + threadIdx.x] = own | kPartial;
    unsigned sum = 0;
    for (int at = tile - 1; at >= 0; --at) {
      unsigned word;
      do {
        __threadfence_block();
        word = status[at * kColumns + threadIdx.x];
      } while (word == 0);
      sum += word & kValue;
      if ((word & kWhole) != 0) break;
    }
    status[tile * kColumns + threadIdx.x] = (sum + own) | kWhole;
    if (threadIdx.x == 7) out[tile] = sum;
  }
}

// The first block comes last.
__global__ void from_the_end(unsigned *out, volatile unsigned *status) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x + 1 < gridDim.x) {
    while (status[blockIdx.x + 1] == 0) {
    }
  }
  const unsigned next = blockIdx.x + 1 < gridDim.x ? status[blockIdx.x + 1] : 0;
  out[blockIdx.x] = next;
  __threadfence();
  status[blockIdx.x] = next + 1;
}

// Threads of a warp, one after the other.
__global__ void in_a_chain(unsigned *out, volatile unsigned *status) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x > 0) {
    while (status[me - 1] == 0) {
    }
    status[me] = status[me - 1] + 1;
  } else {
    status[me] = 1;
  }
  if (threadIdx.x == blockDim.x - 1) out[blockIdx.x] = status[me];
}

// The first warp waits for the last one, by another parameter.
__global__ void by_another_parameter(unsigned *out, volatile unsigned *status, volatile unsigned *same) {
  if (threadIdx.x == 0) {
    while (status[blockIdx.x] == 0) {
    }
    out[blockIdx.x] = status[blockIdx.x];
  }
  if (threadIdx.x == blockDim.x - 1) same[blockIdx.x] = blockIdx.x + 5;
}

// Of the first thread of the block alone, which is not the one that writes.
__global__ void beside(unsigned *out, volatile unsigned *status) {
  if (threadIdx.x == 0) {
    while (status[blockIdx.x * 2] == 0) {
    }
    out[blockIdx.x] = status[blockIdx.x * 2];
  } else if (threadIdx.x == 1) {
    status[blockIdx.x * 2] = blockIdx.x + 9;
  }
}

int main() {
  DeviceArray<unsigned> in(kBlocks), out(kBlocks), status(kBlocks * kThreads);
  DeviceArray<int> ticket(1);
  std::vector<unsigned> values(kBlocks);
  for (int i = 0; i < kBlocks; ++i) values[i] = (i * 7919) % 1000;
  MUST(cudaMemcpy(in, values.data(), kBlocks * sizeof(unsigned), cudaMemcpyHostToDevice));
  const auto show = [&](const char *name, auto launch) {
    for (int round = 0; round < 3; ++round) {
      MUST(cudaMemset(status, 0, kBlocks * kThreads * sizeof(unsigned)));
      MUST(cudaMemset(ticket, 0, sizeof(int)));
      launch();
      MUST(cudaDeviceSynchronize());
    }
    unsigned hash = 0;
    for (unsigned value : out.read()) hash = hash * 31 + value;
    show_value(name, hash);
  };
  show("by warp", [&] { by_warp<<<kBlocks, kThreads>>>(in, out, status); });
  show("by thread", [&] { by_thread<<<kBlocks, kThreads>>>(in, out, status, ticket); });
  show("from the end", [&] { from_the_end<<<kBlocks, 32>>>(out, status); });
  show("in a chain", [&] { in_a_chain<<<kBlocks, 64>>>(out, status); });
  show("by another parameter",
       [&] { by_another_parameter<<<kBlocks, kThreads>>>(out, status, status); });
  show("beside", [&] { beside<<<kBlocks, kThreads>>>(out, status); });
}
