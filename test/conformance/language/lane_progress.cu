// SPDX-License-Identifier: Apache-2.0
// Threads of a warp make progress each by itself: locks between lanes, a lane that waits for another, queues.
#include "../transcript.h"

__device__ int lock_word = 0;
__device__ int counter = 0;

__global__ void spin_lock() {
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  __threadfence();
  counter = counter + 1;
  __threadfence();
  atomicExch(&lock_word, 0);
}

__global__ void back_off() {
  unsigned ns = 8;
  while (atomicCAS(&lock_word, 0, 1) == 1) {
    __nanosleep(ns);
    if (ns < 256) ns *= 2;
  }
  __threadfence();
  counter = counter + 2;
  __threadfence();
  atomicExch(&lock_word, 0);
}

__global__ void chain(volatile int *flags, int *order) {
  const int t = threadIdx.x;
  // Lane t waits for lane t + 1: the last goes first.
  if (t + 1 < int(blockDim.x)) {
    while (flags[t + 1] == 0) {
    }
  }
  __threadfence_block();
  order[t] = atomicAdd(&counter, 1);
  __threadfence_block();
  flags[t] = 1;
}

__global__ void producer_consumer(volatile int *box, volatile int *full, int *out) {
  const int t = threadIdx.x;
  for (int i = 0; i < 5; ++i) {
    if (t % 2 == 0) {
      while (full[t / 2] != 0) {
      }
      box[t / 2] = t * 100 + i;
      __threadfence();
      full[t / 2] = 1;
    } else {
      while (full[t / 2] == 0) {
      }
      __threadfence();
      out[5 * (t / 2) + i] = box[t / 2];
      __threadfence();
      full[t / 2] = 0;
    }
  }
}

__global__ void divergent_shuffles(int *out) {
  const int t = threadIdx.x;
  int sum = 0;
  if (t % 3 == 0) {
    sum = __shfl_sync(0x49249249, t * 10, 9);
  } else if (t % 3 == 1) {
    sum = __reduce_add_sync(0x92492492, t);
  } else {
    sum = __ballot_sync(0x24924924, t > 15);
  }
  __syncwarp();
  out[t] = sum + __popc(__activemask());
}

int value_of_counter() {
  int value = 0, zero = 0;
  MUST(cudaMemcpyFromSymbol(&value, counter, sizeof value));
  MUST(cudaMemcpyToSymbol(counter, &zero, sizeof zero));
  return value;
}

int main() {
  spin_lock<<<4, 64>>>();
  SHOW(cudaDeviceSynchronize());
  show_value("spin lock", value_of_counter());
  back_off<<<3, 96>>>();
  SHOW(cudaDeviceSynchronize());
  show_value("back off", value_of_counter());
  DeviceArray<int> flags(64), order(64), box(64), full(64), out(160);
  chain<<<1, 64>>>(flags, order);
  SHOW(cudaDeviceSynchronize());
  show_row("chain", order.read());
  value_of_counter();
  producer_consumer<<<1, 32>>>(box, full, out);
  SHOW(cudaDeviceSynchronize());
  show_row("boxes", out.read());
  divergent_shuffles<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  show_row("divergent", std::vector<int>(v.begin(), v.begin() + 32));
}
