// SPDX-License-Identifier: Apache-2.0
// Contexts behind their handles, and each thread's stack of them.
#pragma once

#include <cuda.h>

#include <utility>

#include "runtime/context/device.h"

namespace riffle::api::cuda {

using context::Context;

/// The handle of a context, made when it is first shown.
[[nodiscard]] CUcontext handle_of(Context& context);
/// Null for what is no context.
[[nodiscard]] Context* find_context(CUcontext handle);

/// The same of green contexts, whose handles are no contexts' to a program.
[[nodiscard]] CUgreenCtx green_handle_of(Context& context);
[[nodiscard]] Context* find_green_context(CUgreenCtx handle);

/// The context of a body whose row says "context".
[[nodiscard]] inline Context& current_context() { return *context::current; }

/// The thread's context for a moment.
class CurrentContext {
 public:
  explicit CurrentContext(Context& context) : before_(std::exchange(context::current, &context)) {}
  ~CurrentContext() { context::current = before_; }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  Context* const before_;
};

[[nodiscard]] inline bool is_device(CUdevice device) {
  return device >= 0 && device < context::device_count();
}

/// Flags that a context may be created with, or set to.
[[nodiscard]] bool are_context_flags(unsigned flags);

}  // namespace riffle::api::cuda
