// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/shared_job.h"

#include <bit>

namespace riffle::engine {

/// Where a few neighbouring blocks share vector registers, those that a share's end parts from their neighbours would run by
/// themselves: shares are multiples of a power of two, within a thirty-second, and of what is known to run together.
void SharedJob::divide(std::uint64_t all, std::uint64_t among) {
  units = all;
  shares = static_cast<std::uint16_t>(among);
  share_units = all / among;
  if (share_units >= 64) share_units &= -(std::bit_floor(share_units) / 32);
  if (share_units >= together) share_units -= share_units % together;
  for (unsigned share = 0; share < shares; ++share)
    next_of(share).store(share * share_units, std::memory_order_relaxed);
}

bool SharedJob::is_any_left() {
  for (unsigned share = 0; share < shares; ++share)
    if (next_of(share).load(std::memory_order_relaxed) < end_of(share)) return true;
  return false;
}

void SharedJob::take_all() {
  for (unsigned share = 0; share < shares; ++share)
    next_of(share).store(end_of(share), std::memory_order_relaxed);
  all_taken.store(true, std::memory_order_relaxed);
}

std::uint64_t SharedJob::position() const {
  std::uint64_t sum = first_next.load(std::memory_order_relaxed);
  for (const Next& each : more) sum += each.next.load(std::memory_order_relaxed);
  return sum;
}

}  // namespace riffle::engine
