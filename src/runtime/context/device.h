// SPDX-License-Identifier: Apache-2.0
// The virtual devices, each with its primary context, and which context a thread uses.
#pragma once

#include <vector>

#include "device/cpu/limits.h"
#include "runtime/context/context.h"

namespace riffle::context {

using device::kMaxDevices;

/// RIFFLE_DEVICES, 1 by default, less those that CUDA_VISIBLE_DEVICES hides.
[[nodiscard]] int device_count();
/// Which of RIFFLE_DEVICES the program's device is.
[[nodiscard]] int number_in_machine(int device);
/// Null when there is no such device. As long as the process.
[[nodiscard]] Context* primary_context(int device);

/// Whether somebody has asked for a primary context: initialises both APIs.
[[nodiscard]] bool is_in_use();

/// Another context of the device, not started. As long as the process.
[[nodiscard]] Context* make_context(int device);
/// A green context of the device, not started. As long as the process.
[[nodiscard]] Context* make_green_context(int device, unsigned multiprocessors);
/// Those of a primary context that run: what is asked of it is asked of them too. None of another context.
[[nodiscard]] std::vector<Context*> green_contexts_of(const Context& primary);
/// Whether there ever was one: spares other programs the search.
[[nodiscard]] bool are_green_contexts();
/// All that there are, primary ones first.
[[nodiscard]] std::vector<Context*> all_contexts();

/// The calling thread's context; null until it has chosen one. What a stack of contexts has on its
/// top, once there are such stacks. Initial-exec: one instruction instead of a call.
extern constinit thread_local Context* current __attribute__((tls_model("initial-exec")));

}  // namespace riffle::context
