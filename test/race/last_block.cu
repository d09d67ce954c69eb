// SPDX-License-Identifier: Apache-2.0
// Blocks that hand results to the block that comes last: an atomic tells others only what its thread knows to be behind a fence.
#include "last_block.h"

#include <cooperative_groups.h>

#include <cuda/atomic>

#include "cases.h"

namespace cg = cooperative_groups;

constexpr int kThreads = 64, kBlocks = 16;

template <class Kernel>
void run(Kernel* kernel) {
  constexpr size_t kBytes = sizeof(int) * kThreads * kBlocks;
  Device partials(kBytes), tickets(256), out(kBytes);
  cudaMemset(partials, 0, kBytes);
  cudaMemset(tickets, 0, 256);
  cudaMemset(out, 0, kBytes);
  kernel<<<kBlocks, kThreads>>>(reinterpret_cast<int*>(static_cast<char*>(out)),
                                reinterpret_cast<int*>(static_cast<char*>(partials)),
                                reinterpret_cast<unsigned*>(static_cast<char*>(tickets)));
  cudaDeviceSynchronize();
}

__device__ int sum_of(const int* partials) {
  int sum = 0;
  for (int i = threadIdx.x; i < kBlocks; i += kThreads) sum += partials[i];
  return sum;
}

__global__ void classic(int* out, int* partials, unsigned* tickets) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = int(blockIdx.x) + 1;
#if FIXED
    __threadfence();
#endif
    const unsigned ticket = atomicInc(tickets, gridDim.x);
    is_last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) out[threadIdx.x] = sum_of(partials);
}

// expect: block/read after write
// says: last_block.cu:30
// says: last_block.cu:37
// says: __threadfence() after
// A sum in a second step, by the block that takes the last ticket, without a fence. FIXED: with it.
CASE(no_fence) {
  run(classic);
  return finish();
}

__global__ void fenced_for_block(int* out, int* partials, unsigned* tickets) {
  Partials<int> all{partials, tickets};
  const bool is_last = all.put(int(blockIdx.x) + 2, [] {
#if FIXED
    __threadfence();
#else
    __threadfence_block();
#endif
  });
  if (is_last) out[threadIdx.x] = sum_of(partials);
}

// expect: block/read after write
// says: last_block.h:18
// A fence for the block alone. FIXED: for the device.
CASE(fence_of_the_block) {
  run(fenced_for_block);
  return finish();
}

template <cuda::std::memory_order kOrder>
__global__ void by_reference(int* out, int* partials, unsigned* tickets) {
  __shared__ bool is_last;
  const auto block = cg::this_thread_block();
  partials[blockIdx.x * kThreads + threadIdx.x] = int(threadIdx.x) + 3;
  block.sync();
  if (block.thread_rank() == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> ticket(*tickets);
    is_last = ticket.fetch_add(1, kOrder) == gridDim.x - 1;
  }
  block.sync();
  int sum = 0;
  if (is_last)
    for (int i = 0; i < kBlocks; ++i) sum += partials[i * kThreads + threadIdx.x];
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

// expect: block/read after write
// A relaxed ticket. FIXED: one that releases, and acquires.
CASE(relaxed_ticket) {
  run(by_reference < FIXED ? cuda::std::memory_order_acq_rel : cuda::std::memory_order_relaxed >);
  return finish();
}

__global__ void by_member(int* out, int* partials, unsigned* tickets) {
  auto* const ticket =
      reinterpret_cast<cuda::atomic<unsigned, cuda::thread_scope_device>*>(tickets);
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = int(blockIdx.x) + 4;
#if FIXED
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
#endif
    is_last = ticket->fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) out[threadIdx.x] = sum_of(partials);
}

// expect: block/read after write
// A relaxed member of cuda::atomic. FIXED: behind a fence of libcu++.
CASE(relaxed_member) {
  run(by_member);
  return finish();
}

__global__ void all_put(int* out, int* partials, unsigned* tickets) {
  __shared__ bool is_last;
  partials[blockIdx.x * kThreads + threadIdx.x] = int(threadIdx.x) + 5;
#if FIXED
  __syncthreads();
#endif
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = is_last_ticket(tickets);
  }
  __syncthreads();
  int sum = 0;
  if (is_last)
    for (int i = 0; i < kBlocks; ++i) sum += partials[i * kThreads + threadIdx.x];
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

// expect: block/read after write
// One thread's fence, without a barrier behind what the others have put. FIXED: with it.
CASE(fence_of_another_thread) {
  run(all_put);
  return finish();
}

__global__ void each_fences(int* out, int* partials, unsigned* tickets) {
  __shared__ bool is_last;
  partials[blockIdx.x * kThreads + threadIdx.x] = int(threadIdx.x) + 6;
#if FIXED
  __threadfence();
#endif
  __syncthreads();
  if (threadIdx.x == 0) is_last = is_last_ticket(tickets);
  __syncthreads();
  int sum = 0;
  if (is_last)
    for (int i = 0; i < kBlocks; ++i) sum += partials[i * kThreads + threadIdx.x];
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

// expect: block/read after write
// Each thread has a fence in front of the barrier. FIXED: is missing otherwise.
CASE(fence_of_each) {
  run(each_fences);
  return finish();
}

__global__ void by_ptx(int* out, int* partials, unsigned* tickets) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = int(blockIdx.x) + 7;
    unsigned ticket;
#if FIXED
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#else
    asm volatile("fence.acq_rel.cta;" ::: "memory");
#endif
    asm volatile("atom.add.relaxed.gpu.global.u32 %0, [%1], 1;"
                 : "=r"(ticket)
                 : "l"(tickets)
                 : "memory");
    is_last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) out[threadIdx.x] = sum_of(partials);
}

// expect: block/read after write
// The same in PTX. FIXED: the fence is for the device.
CASE(fence_in_ptx) {
  run(by_ptx);
  return finish();
}

__global__ void by_release(int* out, int* partials, unsigned* tickets) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = int(blockIdx.x) + 8;
    unsigned ticket;
#if FIXED
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;"
                 : "=r"(ticket)
                 : "l"(tickets)
                 : "memory");
#else
    asm volatile("atom.add.acquire.gpu.global.u32 %0, [%1], 1;"
                 : "=r"(ticket)
                 : "l"(tickets)
                 : "memory");
#endif
    is_last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) out[threadIdx.x] = sum_of(partials);
}

// expect: block/read after write
// An atomic that only acquires. FIXED: it releases, too.
CASE(acquire_alone) {
  run(by_release);
  return finish();
}

/// Blocks in turn: each waits for the one before it.
__global__ void in_turn(int* out, int* partials, unsigned* tickets) {
  volatile unsigned* const turn = tickets;
  if (threadIdx.x == 0) {
    while (*turn != blockIdx.x) {
    }
    partials[0] += int(blockIdx.x);
    if (FIXED) __threadfence();
    *turn = blockIdx.x + 1;
  }
  out[blockIdx.x * kThreads + threadIdx.x] = 1;
}

// expect: block/read after write
// A flag that is volatile. FIXED: behind a fence.
CASE(volatile_turn) {
  run(in_turn);
  return finish();
}

__global__ void in_lock(int* out, int* partials, unsigned* lock) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0u, 1u) != 0) {
    }
    if (FIXED) __threadfence();
    const int sum = partials[0];
    partials[0] = sum + 1;
    if (FIXED) __threadfence();
    atomicExch(lock, 0u);
  }
  out[blockIdx.x * kThreads + threadIdx.x] = 1;
}

// expect: block/read after write block/write after write
// A lock without fences. FIXED: with them.
CASE(lock) {
  run(in_lock);
  return finish();
}

__global__ void scoped(int* out, int* partials, unsigned* tickets) {
  auto* const ticket =
      reinterpret_cast<cuda::atomic<unsigned, cuda::thread_scope_device>*>(tickets);
  constexpr auto kScope = FIXED ? cuda::thread_scope_device : cuda::thread_scope_block;
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = int(blockIdx.x) + 5;
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, kScope);
    is_last = ticket->fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) out[threadIdx.x] = sum_of(partials);
}

// expect: block/read after write
// A fence of libcu++ for the block alone. FIXED: for the device.
CASE(fence_of_block_scope) {
  run(scoped);
  return finish();
}

__global__ void scoped_builtin(int* out, int* partials, unsigned* tickets) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = int(blockIdx.x) + 6;
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL,
                             FIXED ? __NV_THREAD_SCOPE_DEVICE : __NV_THREAD_SCOPE_BLOCK);
    is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) out[threadIdx.x] = sum_of(partials);
}

// expect: block/read after write
// The same by the compiler's fence.
CASE(builtin_fence_of_block_scope) {
  run(scoped_builtin);
  return finish();
}

__global__ void warps_put(int* out, int* partials, unsigned* tickets) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int* const own = partials + (blockIdx.x * (kThreads / 32) + warp) * 32;
  int sum = lane;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
  own[lane] = sum + lane;
  __syncwarp();
  unsigned ticket = 0;
  if (lane == 0) {
    __threadfence();
    ticket = atomicAdd(tickets, 1u);
  }
  ticket = __shfl_sync(~0u, ticket, 0);
  if (ticket == gridDim.x * (kThreads / 32) - 1) {
    __threadfence();
    for (unsigned i = lane; i < gridDim.x * kThreads; i += 32) sum += partials[i];
    out[lane] = sum;
  }
}

// The last warp, not the last block.
CASE(last_warp_norace) {
  run(warps_put);
  return finish();
}

__global__ void rounds(int* out, int* partials, unsigned* tickets) {
  __shared__ bool is_last;
  for (int round = 0; round < 3; ++round) {
    int* const own = partials + round * kBlocks;
    if (threadIdx.x == blockIdx.x % kThreads) own[blockIdx.x] = round;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(&tickets[round], 1u) == gridDim.x - 1;
    __syncthreads();
    if (is_last && threadIdx.x < kBlocks) out[round * kBlocks + threadIdx.x] = own[threadIdx.x];
  }
}

// Several rounds, and fences that come again and again.
CASE(rounds_norace) {
  run(rounds);
  return finish();
}
