// SPDX-License-Identifier: Apache-2.0
// Kernels written in C++ in place of compiled ones: the device room sees no difference.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "base/dim3.h"
#include "device/cpu/launch.h"

namespace riffle::device {

struct TestKernel {
  abi::KernelRow code{};

  explicit TestKernel(abi::BlockRangeFunction* run, const char* name = "test_kernel") {
    code.name = name;
    code.run = run;
    code.max_threads_per_block = 1024;
    code.strategy = abi::Strategy::kLoop;
  }

  /// Runs all blocks of a launch with one pointer-sized argument.
  Code launch(Dim3 grid, Dim3 block, void* argument = nullptr,
              std::uint32_t dynamic_shared_bytes = 0) {
    return launch_range(grid, block, 0, grid.count(), argument, dynamic_shared_bytes);
  }

  Code launch_range(Dim3 grid, Dim3 block, std::uint64_t first, std::uint64_t end,
                    void* argument = nullptr, std::uint32_t dynamic_shared_bytes = 0) {
    struct {
      KernelPayload header;
      void* argument;
    } payload;
    payload.header = {.kernel = &code,
                      .grid = grid,
                      .block = block,
                      .dynamic_shared_bytes = dynamic_shared_bytes};
    payload.argument = argument;
    return run_blocks(&payload, first, end);
  }
};

/// The kernel's argument, from a launch or a thread.
template <class T>
T* argument(const abi::GridLaunch* launch) {
  T* pointer;
  std::memcpy(&pointer, launch->arguments, sizeof pointer);
  return pointer;
}
template <class T>
T* argument(const abi::Thread* thread) {
  return argument<T>(thread->launch);
}

/// Runs `Body` once per thread, each on a fiber: what the compiler emits for the fiber strategy.
template <abi::ThreadFunction* Body>
void run_as_fibers(const abi::GridLaunch* launch, abi::Frame* frame, std::uint64_t first,
                   std::uint64_t end) {
  for (std::uint64_t block = first; block < end; ++block) {
    frame->block_index[0] = static_cast<std::uint32_t>(block % launch->grid[0]);
    frame->block_index[1] = static_cast<std::uint32_t>(block / launch->grid[0] % launch->grid[1]);
    frame->block_index[2] = static_cast<std::uint32_t>(block / launch->grid[0] / launch->grid[1]);
    runtime_table().run_block_as_fibers(launch, frame, Body);
  }
}

/// __syncthreads and a warp operation, as device code writes them.
inline void syncthreads(const abi::Thread* thread) {
  runtime_table().barrier(thread, 0, 0, abi::BarrierReduce::kNone, 0);
}
inline std::uint32_t warp_op(const abi::Thread* thread, abi::WarpOp operation, std::uint32_t mask,
                             std::uint64_t value = 0, std::uint32_t operand = 0,
                             std::uint32_t clamp = 0, std::uint32_t* predicate = nullptr) {
  return static_cast<std::uint32_t>(
      runtime_table().warp(thread, operation, mask, value, operand, clamp, predicate));
}

}  // namespace riffle::device
