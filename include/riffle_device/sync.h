// SPDX-License-Identifier: Apache-2.0
// Barriers of the block and the warp, and memory fences. __syncthreads itself is a clang builtin.
#pragma once

#include "function_macros.h"

RIFFLE_DEVICE int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
RIFFLE_DEVICE int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
RIFFLE_DEVICE int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
RIFFLE_DEVICE int syncthreads_count(bool predicate) { return __syncthreads_count(predicate); }
RIFFLE_DEVICE bool syncthreads_and(bool predicate) { return __syncthreads_and(predicate) != 0; }
RIFFLE_DEVICE bool syncthreads_or(bool predicate) { return __syncthreads_or(predicate) != 0; }
RIFFLE_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
RIFFLE_DEVICE void __barrier_sync(unsigned id) { __nvvm_barrier_sync(id); }
RIFFLE_DEVICE void __barrier_sync_count(unsigned id, unsigned threads) {
  __nvvm_barrier_sync_cnt(id, threads);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
// A kernel that may begin before the one in front of it has ended: here none does, so there is nothing to wait for.
RIFFLE_DEVICE void cudaGridDependencySynchronize() {}
RIFFLE_DEVICE void cudaTriggerProgrammaticLaunchCompletion() {}
#endif

RIFFLE_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
RIFFLE_DEVICE void __threadfence() { __nvvm_membar_gl(); }
RIFFLE_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }
