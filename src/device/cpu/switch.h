// SPDX-License-Identifier: Apache-2.0
// Changing stacks: entry into kernels, the landing that ends one by fault, and switches between fibers.
// Written in assembly, once per machine (switch_x86_64.cpp, switch_aarch64.cpp).
#pragma once

#include <cstdint>

#include "compiler/abi/device_abi.h"

namespace riffle::device {

/// Values of MXCSR on x86-64, of FPCR on AArch64: round to nearest, nothing trapped.
#if defined(__x86_64__)
inline constexpr std::uint32_t kKeepDenormals = 0x1f80;
inline constexpr std::uint32_t kFlushDenormals = 0x9fc0;  // operands and results
#else
inline constexpr std::uint32_t kKeepDenormals = 0;
inline constexpr std::uint32_t kFlushDenormals = 1u << 24;
#endif

/// What entry and landing share; known to the assembly by offset.
struct FiberEntry {
  void* landing = nullptr;    ///< stack pointer that a fault returns to; null outside kernels
  void* stack_top = nullptr;  ///< of the kernel stack, 16-aligned
  std::uint32_t float_mode = kKeepDenormals;  ///< the control register's value for the kernel
};

extern "C" {

/// Calls run(launch, frame, first, end) on entry->stack_top with the floating-point environment of
/// kernels, and returns 0, or what the landing was given. `entry->landing` is set meanwhile.
std::uint32_t riffle_device_enter(abi::BlockRangeFunction* run, const abi::GridLaunch* launch,
                                  abi::Frame* frame, std::uint64_t first, std::uint64_t end,
                                  FiberEntry* entry);

/// Makes the riffle_device_enter that set `landing` return `code`. Callable from any stack; the frames in
/// between are dropped without running destructors.
[[noreturn]] void riffle_device_land(void* landing, std::uint32_t code);

/// Code address at which a signal handler resumes, after it set the stack pointer to FiberEntry::landing and
/// the result register to the code.
void riffle_device_landing();

/// Saves the caller's registers on its stack, its stack pointer to `*from`, and continues at `to`.
void riffle_device_switch(void** from, void* to);

}  // extern "C"

/// Prepares a stack so that the first switch to the returned pointer calls entry(argument), which must
/// not return.
void* prepare_stack(void* top, void (*entry)(void*), void* argument);

}  // namespace riffle::device
