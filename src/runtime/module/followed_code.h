// SPDX-License-Identifier: Apache-2.0
// Code of a kernel whose threads are followed, beside the code that its other launches and blocks run: a checker that looks at
// some blocks only pays for these (device/block_watch.h).
#pragma once

#include "device/block_watch.h"
#include "runtime/module/module.h"

namespace riffle::module {

/// Made at the first call.
[[nodiscard]] const abi::KernelRow* make_followed_code(Kernel& kernel) noexcept;

/// Null: nobody asks for it, the kernel's own code is such already, or there is none to be had. Once per launch, where locks may
/// be taken.
[[nodiscard]] inline const abi::KernelRow* followed_code_for(Kernel& kernel) noexcept {
  if (device::block_watch() == nullptr) [[likely]]
    return nullptr;
  return make_followed_code(kernel);
}

}  // namespace riffle::module
