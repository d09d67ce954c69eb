// SPDX-License-Identifier: Apache-2.0
#include "runtime/dynamic/pending.h"

#include <atomic>

#include "device/cpu/limits.h"

namespace riffle::dynamic {
namespace {

std::atomic<std::size_t> pending[device::kMaxDevices];

}  // namespace

bool count_pending(int device, std::size_t most) {
  if (pending[device].fetch_add(1, std::memory_order_relaxed) < most) return true;
  uncount_pending(device);
  return false;
}

void uncount_pending(int device) { pending[device].fetch_sub(1, std::memory_order_relaxed); }

}  // namespace riffle::dynamic
