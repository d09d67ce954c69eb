// SPDX-License-Identifier: Apache-2.0
// The part of a block's memory that is as in other blocks: see block_script.h.
#include <algorithm>
#include <bit>

#include "race/block_memory.h"

namespace riffle::race {

bool BlockMemory::is_in_script(const device::PacketAccess& access) {
  if (place_.shared_bytes == 0) return false;
  if (access.addresses != nullptr) {
    for (std::uint64_t rest = access.mask; rest != 0; rest &= rest - 1) {
      if (!is_shared(access.addresses[std::countr_zero(rest)])) continue;
      leave_script();
      break;
    }
    return false;
  }
  const auto [low, high] =
      std::minmax(access.address(static_cast<std::uint32_t>(std::countr_zero(access.mask))),
                  access.address(static_cast<std::uint32_t>(std::bit_width(access.mask) - 1)));
  if (high + access.bytes <= place_.shared || low >= place_.shared + place_.shared_bytes)
    return false;
  return is_in_script({.site = access.site,
                       .mask = access.mask,
                       .offset = access.begin - place_.shared,
                       .stride = access.stride,
                       .bytes = static_cast<std::uint32_t>(access.bytes),
                       .first = access.first,
                       .time = time_ - begin_time_,
                       .number = step_,
                       .reads = access.reads,
                       .writes = access.writes});
}

bool BlockMemory::is_in_script(const BlockScript::Step& step) {
  if (script_.has_next(step)) return true;
  if (script_.is_followed()) leave_script();
  return false;
}

void BlockMemory::leave_script() {
  script_.stop_recording();
  if (!script_.is_followed()) return;
  const std::uint32_t step = step_, time = time_;
  is_catching_up_ = true;
  for (const BlockScript::Step& each : script_.leave(order_.base() - begin_time_)) {
    if (each.bytes == 0) continue;
    step_ = each.number;
    time_ = begin_time_ + each.time;
    touch_plain({.first = each.first,
                 .mask = each.mask,
                 .begin = place_.shared + each.offset,
                 .stride = each.stride,
                 .bytes = each.bytes,
                 .reads = each.reads,
                 .writes = each.writes,
                 .site = each.site});
  }
  is_catching_up_ = false;
  step_ = step;
  time_ = time;
}

void BlockMemory::warp_has_met(std::uint32_t warp, std::uint32_t lanes) {
  if (place_.shared_bytes == 0) return;
  (void)is_in_script(
      {.site = nullptr, .mask = lanes, .first = warp, .time = order_.now() - begin_time_});
}

}  // namespace riffle::race
