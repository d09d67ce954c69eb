// SPDX-License-Identifier: Apache-2.0
#include "race/host_faults.h"

#include <utility>

namespace riffle::race {

void HostFaults::push(HostFault&& fault) noexcept {
  std::uint64_t number = pushed_.load(std::memory_order_relaxed);
  for (;;) {
    Slot& slot = slots_[number % kMost];
    const std::uint64_t free = number / kMost * 2;
    const std::uint64_t turn = slot.turn.load(std::memory_order_acquire);
    if (turn < free) return;  // full
    if (turn > free) {        // somebody else's by now
      number = pushed_.load(std::memory_order_relaxed);
      continue;
    }
    if (!pushed_.compare_exchange_weak(number, number + 1, std::memory_order_relaxed)) continue;
    slot.fault = std::move(fault);
    slot.turn.store(free + 1, std::memory_order_release);
    return;
  }
}

bool HostFaults::pop(HostFault& fault) noexcept {
  const std::uint64_t number = popped_.load(std::memory_order_relaxed);
  Slot& slot = slots_[number % kMost];
  const std::uint64_t full = number / kMost * 2 + 1;
  if (slot.turn.load(std::memory_order_acquire) != full) return false;
  fault = std::move(slot.fault);
  popped_.store(number + 1, std::memory_order_relaxed);
  slot.turn.store(full + 1, std::memory_order_release);
  return true;
}

}  // namespace riffle::race
