// SPDX-License-Identifier: Apache-2.0
// cuda::barrier and cuda::pipeline in shared memory, copies into it, cuda::atomic.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

#include "../transcript.h"

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void barriers(const int *in, int *out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ block_barrier bar;
  __shared__ int room[128];
  auto block = cg::this_thread_block();
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  block.sync();
  for (int round = 0; round < 3; ++round) {
    cuda::memcpy_async(block, room, in + round * 128, sizeof(int) * 128, bar);
    bar.arrive_and_wait();
    int sum = room[t] + room[127 - t];
    auto token = bar.arrive();
    out[round * 128 + t] = sum;
    bar.wait(std::move(token));
  }
  cuda::memcpy_async(room + t, in + 127 - t, sizeof(int), bar);
  bar.arrive_and_wait();
  out[384 + t] = room[127 - t];
}

__global__ void pipelines(const int *in, int *out, int n) {
  constexpr int kStages = 2;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  __shared__ int room[kStages][64];
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int issued = 0;
  for (int step = 0; step < n; ++step) {
    for (; issued < n && issued < step + kStages; ++issued) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, room[issued % kStages], in + issued * 64, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[step * 64 + threadIdx.x] = room[step % kStages][63 - threadIdx.x] * 2 + step;
    pipe.consumer_release();
  }
}

__global__ void own_pipeline(const int *in, int *out) {
  __shared__ int room[2][64];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&room[i][t], &in[i * 64 + t], sizeof(int), pipe);
    pipe.producer_commit();
  }
  cuda::pipeline_consumer_wait_prior<1>(pipe);
  int first = room[0][t];
  pipe.consumer_release();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  out[t] = first * 1000 + room[1][t];
  pipe.consumer_release();
}

__global__ void atomics(int *out) {
  auto *whole = reinterpret_cast<cuda::atomic<int, cuda::thread_scope_device> *>(out);
  whole->fetch_add(2, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_block> ref(out[1]);
  ref.fetch_max(int(threadIdx.x) * 3);
  cuda::atomic_ref<int, cuda::thread_scope_system> bits(out[2]);
  bits.fetch_or(1 << (threadIdx.x % 32), cuda::std::memory_order_acq_rel);
  cuda::atomic_ref<int, cuda::thread_scope_device> by_hand(out[3]);
  int seen = by_hand.load();
  while (!by_hand.compare_exchange_weak(seen, seen * 5 % 1009 + 1)) {
  }
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  ++cuda::atomic_ref<int, cuda::thread_scope_device>(out[4]);
}

int main() {
  std::vector<int> in(512);
  for (int i = 0; i < 512; ++i) in[i] = i * i % 977;
  DeviceArray<int> from(in), out(512);
  barriers<<<1, 128>>>(from, out);
  SHOW(cudaDeviceSynchronize());
  show_row("barriers", out.read());
  pipelines<<<1, 64>>>(from, out, 8);
  SHOW(cudaDeviceSynchronize());
  show_row("pipelines", out.read());
  own_pipeline<<<1, 64>>>(from, out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  show_row("own pipeline", std::vector<int>(v.begin(), v.begin() + 64));
  MUST(cudaMemset(out, 0, 64));
  atomics<<<2, 96>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  show_row("atomics", std::vector<int>(v.begin(), v.begin() + 5));
}
