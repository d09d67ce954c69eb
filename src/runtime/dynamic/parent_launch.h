// SPDX-License-Identifier: Apache-2.0
// Launches of kernels that may launch others, complete when all that they have launched is; and of those whose blocks may
// wait for each other, cooperative or not.
//
// The engine runs such a launch as a program: its blocks first, then it is parked, without a thread, until the
// streams that its blocks have filled are empty, then tail launches one by one. So whatever follows in its stream,
// events and waits cover its children by the one mechanism that orders everything; and a kernel that launches itself
// in its tail for ever needs no more memory than once.
#pragma once

#include <cstdint>
#include <list>
#include <new>

#include "base/dim3.h"
#include "device/cpu/launch.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/program.h"
#include "runtime/module/module.h"

namespace riffle::graph {
class Chain;
}

namespace riffle::dynamic {

/// Whether a launch is a program, not a range of blocks.
[[nodiscard]] inline bool is_program(const module::Kernel& kernel, bool is_cooperative) {
  return is_cooperative || (kernel.code->flags & abi::kKernelLaunches) != 0 ||
         device::may_wait_for_blocks(*kernel.code);
}

struct Tail;

/// Payload of the program: a device::KernelPayload with its arguments follows. May be copied while it does not run.
struct alignas(16) ParentLaunch {
  module::Kernel* kernel = nullptr;
  bool is_child = false;  ///< counted as pending until its blocks have run
  bool has_run = false;   ///< the blocks have: what is left is tail launches
  /// In the order in which they run: a tail launch's own come before those that wait behind it.
  std::list<Tail>* tails = nullptr;

  [[nodiscard]] device::KernelPayload& payload() {
    return *reinterpret_cast<device::KernelPayload*>(this + 1);
  }
  [[nodiscard]] const device::KernelPayload& payload() const {
    return *reinterpret_cast<const device::KernelPayload*>(this + 1);
  }
};
[[nodiscard]] inline std::uint32_t launch_bytes(const module::Kernel& kernel) {
  return static_cast<std::uint32_t>(sizeof(ParentLaunch)) + kernel.payload_bytes;
}

/// Runs what can be run now. To be called again when the moment that it answers is complete; the launch is complete when
/// that is null. `graph`: see Grid.
[[nodiscard]] engine::Moment run(engine::Executor& executor, ParentLaunch& launch,
                                 graph::Chain* graph = nullptr) noexcept;
/// The same as the function of an engine::ProgramOperation, whose payload is a Launch.
void run_launch(engine::Executor& executor, const void* payload) noexcept;

/// The kernel launch that an observer is told of; null when it is no kernel.
[[nodiscard]] const device::KernelPayload* kernel_of(const engine::OperationNotice& notice);

/// Puts a launch into a stream; `pack` writes the device::KernelPayload and its arguments. Throws std::bad_alloc.
template <class Pack>
void enqueue(engine::Stream& stream, module::Kernel& kernel, Pack&& pack, bool is_child = false) {
  const engine::ProgramOperation operation{.run = run_launch,
                                           .payload_bytes = launch_bytes(kernel)};
  stream.enqueue(operation, [&](void* place) {
    auto* const launch = new (place) ParentLaunch{.kernel = &kernel, .is_child = is_child};
    pack(&launch->payload());
  });
}

}  // namespace riffle::dynamic
