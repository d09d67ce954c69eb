// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/followed_code.h"

#include "runtime/module/loaded_module.h"
#include "runtime/module/specialise.h"

namespace riffle::module {
namespace {

/// Where threads do not meet there is nothing to find. What a kernel launches is bound to the kernel's own code.
bool is_worth_following(const abi::KernelRow& code) {
  constexpr std::uint32_t kNot = abi::kKernelFollowsThreads | abi::kKernelLaunches;
  return (code.flags & abi::kKernelThreadsMeet) != 0 && (code.flags & kNot) == 0;
}

}  // namespace

const abi::KernelRow* make_followed_code(Kernel& any) noexcept {
  auto& kernel = static_cast<LoadedKernel&>(any);
  if (!is_worth_following(*kernel.code)) return nullptr;
  try {
    std::call_once(kernel.followed_once, [&] { kernel.module.follow(kernel); });
  } catch (...) {  // out of memory: the next launch tries again
    return nullptr;
  }
  return kernel.followed ? &kernel.followed->table().kernels[0] : nullptr;
}

}  // namespace riffle::module
