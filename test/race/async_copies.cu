// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies inside of kernels: they are at work from where they are issued to where their thread, or an mbarrier, has waited for
// them; a barrier of the block alone waits for none of them.
#include "async_copies.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cuda/barrier>
#include <cuda/pipeline>
#include <utility>

#include "cases.h"

namespace cg = cooperative_groups;

constexpr int kThreads = 64, kBlocks = 4;
constexpr size_t kBytes = sizeof(int) * 16 * kThreads * kBlocks;

template <class Kernel>
void run(Kernel* kernel) {
  Device in(kBytes), out(kBytes);
  cudaMemset(in, 1, kBytes);
  cudaMemset(out, 0, kBytes);
  kernel<<<kBlocks, kThreads>>>(reinterpret_cast<int*>(static_cast<char*>(out)),
                                reinterpret_cast<int*>(static_cast<char*>(in)));
  cudaDeviceSynchronize();
}

__global__ void reverse(int* out, int* in) {
  __shared__ Tile<int, kThreads> tile;
  const int first = blockIdx.x * kThreads;
  tile.fill(in + first);
#if FIXED
  tile.settle<0>();
#else
  __syncthreads();
#endif
  out[first + threadIdx.x] = tile.values[kThreads - 1 - threadIdx.x];
}

// expect: block/read after write
// says: async_copies.h:11
// says: async_copies.cu:40
// says: wait for the copy
// A barrier without a wait. FIXED: waits for the group.
CASE(barrier_alone) {
  run(reverse);
  return finish();
}

__global__ void copy_own(int* out, int* in) {
  __shared__ int4 tile[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  copy_async<16>(&tile[threadIdx.x], reinterpret_cast<int4*>(in) + i);
  if (FIXED) wait_for_all_copies();
  reinterpret_cast<int4*>(out)[i] = tile[threadIdx.x];
}

// expect: block/read after write
// says: async_copies.cu:58
// A thread's own copy. FIXED: waits for all of them; other threads have no part in it.
CASE(own_copy) {
  run(copy_own);
  return finish();
}

__global__ void wait_alone(int* out, int* in) {
  __shared__ Tile<int, kThreads> tile;
  const int first = blockIdx.x * kThreads;
  tile.fill(in + first);
  wait_for_copies<0>();
  if (FIXED) __syncthreads();
  out[first + threadIdx.x] = tile.values[kThreads - 1 - threadIdx.x];
}

// expect: block/read after write
// A wait without a barrier: others' copies are not waited for. FIXED: with it.
CASE(wait_without_barrier) {
  run(wait_alone);
  return finish();
}

/// Stages that are filled ahead: what a turn reads is what was committed kStages - 1 turns ago.
template <int kStages, int kLeft>
__global__ void sum_in_stages(int* out, int* in) {
  __shared__ int stages[kStages][kThreads];
  const int t = threadIdx.x, turns = 8;
  const auto fill = [&](int turn) {
    if (turn < turns)
      __pipeline_memcpy_async(&stages[turn % kStages][t],
                              in + (blockIdx.x * turns + turn) * kThreads + t, sizeof(int));
    __pipeline_commit();
  };
  for (int turn = 0; turn < kStages - 1; ++turn) fill(turn);
  int sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
    __pipeline_wait_prior(kLeft);
    __syncthreads();
    sum += stages[turn % kStages][kThreads - 1 - t];
    __syncthreads();
    fill(turn + kStages - 1);
  }
  out[blockIdx.x * kThreads + t] = sum;
}

// expect: block/read after write
// says: async_copies.cu:92
// says: async_copies.cu:101
// One group too many is left at work. FIXED: the group of the turn is done.
CASE(one_group_too_many) {
  run(sum_in_stages < 3, FIXED ? 1 : 2 >);
  return finish();
}

// expect: block/read after write
// The same with two stages. FIXED: with none left.
CASE(two_stages) {
  run(sum_in_stages < 2, FIXED ? 0 : 1 >);
  return finish();
}

__global__ void refill(int* out, int* in) {
  __shared__ int stages[2][kThreads];
  const int t = threadIdx.x;
  int* const from = in + blockIdx.x * 4 * kThreads;
  int sum = 0;
  __pipeline_memcpy_async(&stages[0][t], from + t, 4);
  __pipeline_commit();
  for (int turn = 0; turn < 4; ++turn) {
    __pipeline_wait_prior(0);
    __syncthreads();
    // One barrier a turn is enough where a turn fills what the one before it has read.
    const int next = FIXED ? (turn + 1) % 2 : turn % 2;
    if (turn < 3) __pipeline_memcpy_async(&stages[next][t], from + (turn + 1) * kThreads + t, 4);
    __pipeline_commit();
    sum += stages[turn % 2][kThreads - 1 - t];
  }
  out[blockIdx.x * kThreads + t] = sum;
}

// expect: block/read after write
// Fills the stage that is read. FIXED: fills the other one.
CASE(filled_while_read) {
  run(refill);
  return finish();
}

__global__ void change_source(int* out, int* in) {
  __shared__ int tile[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], sizeof(int));
  __pipeline_commit();
  if (FIXED) __pipeline_wait_prior(0);
  in[i] = 7;
  __pipeline_wait_prior(0);
  out[i] = tile[threadIdx.x];
}

// expect: block/write after read
// says: async_copies.cu:153
// says: async_copies.cu:156
// The source is written to before the copy is waited for. FIXED: afterwards.
CASE(source_changed) {
  run(change_source);
  return finish();
}

__global__ void thread_pipeline(int* out, int* in) {
  __shared__ int tile[2][kThreads];
  const int t = threadIdx.x, first = blockIdx.x * 4 * kThreads;
  auto pipe = cuda::make_pipeline();
  int sum = 0;
  const auto fill = [&](int turn) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[turn % 2][t], in + first + turn * kThreads + t, sizeof(int), pipe);
    pipe.producer_commit();
  };
  fill(0);
  for (int turn = 0; turn < 4; ++turn) {
    if (turn < 3) fill(turn + 1);
    if (FIXED || turn < 3) pipe.consumer_wait();
    sum += tile[turn % 2][t];
    pipe.consumer_release();
  }
  out[blockIdx.x * kThreads + t] = sum;
}

// expect: block/read after write
// A pipeline of each thread; its last stage is not waited for. FIXED: each is.
CASE(pipeline_of_a_thread) {
  run(thread_pipeline);
  return finish();
}

__global__ void block_pipeline(int* out, int* in) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int tile[2][kThreads];
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x, first = blockIdx.x * 4 * kThreads;
  int sum = 0;
  const auto fill = [&](int turn) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile[turn % 2], in + first + turn * kThreads, sizeof(tile[0]), pipe);
    pipe.producer_commit();
  };
  fill(0);
  for (int turn = 0; turn < 4; ++turn) {
    if (turn < 3) fill(turn + 1);
    if (FIXED)
      pipe.consumer_wait();
    else
      block.sync();
    sum += tile[turn % 2][kThreads - 1 - t];
    pipe.consumer_release();
    block.sync();
  }
  out[blockIdx.x * kThreads + t] = sum;
}

// expect: block/read after write
// A pipeline of the block, with a barrier in place of the wait. FIXED: with the wait.
CASE(pipeline_of_a_block) {
  run(block_pipeline);
  return finish();
}

__global__ void copy_on_barrier(int* out, int* in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int tile[kThreads];
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&ready, block.size());
  block.sync();
  const int first = blockIdx.x * kThreads;
  cuda::memcpy_async(block, tile, in + first, sizeof tile, ready);
  auto token = ready.arrive();
  if (FIXED) ready.wait(std::move(token));
  block.sync();
  out[first + threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

// expect: block/read after write
// Copies that complete on a barrier which nobody waits at. FIXED: all do.
CASE(copy_on_barrier) {
  run(copy_on_barrier);
  return finish();
}

__global__ void copy_of_group(int* out, int* in) {
  __shared__ int tile[2][kThreads];
  const auto block = cg::this_thread_block();
  const int first = blockIdx.x * 2 * kThreads, t = threadIdx.x;
  cg::memcpy_async(block, tile[0], in + first, sizeof tile[0]);
  cg::memcpy_async(block, tile[1], in + first + kThreads, sizeof tile[1]);
  cg::wait_prior<1>(block);
  int sum = tile[0][kThreads - 1 - t];
  if (FIXED)
    cg::wait(block);
  else
    block.sync();
  sum += tile[1][kThreads - 1 - t];
  out[blockIdx.x * kThreads + t] = sum;
}

// expect: block/read after write
// Two copies of a group, of which the first is waited for. FIXED: both are.
CASE(copy_of_group) {
  run(copy_of_group);
  return finish();
}

__device__ void wait_at(unsigned long long* barrier, unsigned parity) {
  const auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(barrier));
  asm volatile(
      "{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@!p bra again;\n}\n" ::"r"(at),
      "r"(parity)
      : "memory");
}

__global__ void copy_in_bulk(int* out, int* in) {
  __shared__ alignas(8) unsigned long long barrier;
  __shared__ alignas(16) int tile[kThreads];
  const auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(&barrier));
  const auto to = static_cast<std::uint32_t>(__cvta_generic_to_shared(tile));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
  __syncthreads();
  const int* const from = in + blockIdx.x * kThreads;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at),
                 "r"(kThreads * 4)
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(to),
        "l"(from), "r"(kThreads * 4), "r"(at)
        : "memory");
  }
  if (FIXED) wait_at(&barrier, 0);
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

// expect: block/read after write
// One thread's copy of many bytes, which completes on an mbarrier that nobody waits at. FIXED: all do.
CASE(copy_in_bulk) {
  run(copy_in_bulk);
  return finish();
}

__global__ void use_in_turn(int* out, int* in) {
  __shared__ Tile<int, kThreads> tile;
  const int t = threadIdx.x, first = blockIdx.x * 8 * kThreads;
  int sum = 0;
  for (int turn = 0; turn < 8; ++turn) {
    tile.fill(in + first + turn * kThreads);
    tile.settle<0>();
    if (t < 32) sum += __shfl_xor_sync(~0u, tile.values[t + 32], 1);
    sum += tile.values[kThreads - 1 - t];
    __syncthreads();
    tile.values[t] = sum;
    __syncthreads();
    sum += tile.values[t ^ 1];
    __syncthreads();
  }
  out[blockIdx.x * kThreads + t] = sum;
}

// Memory that is filled by copies and by threads in turn.
CASE(use_in_turn_norace) {
  run(use_in_turn);
  return finish();
}
