// SPDX-License-Identifier: Apache-2.0
// What happened during the last second, by twentieths of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "trace/timeline.h"

namespace riffle::tool {

class LiveWindow {
 public:
  static constexpr Ns kLength = 1'000'000'000;

  /// So much at this moment.
  void add(Ns at, std::uint64_t amount) {
    Slot& slot = slots_.at(static_cast<std::size_t>(number_of(at)) % kSlots);
    if (slot.number > number_of(at)) return;  // long ago
    if (slot.number < number_of(at)) slot = {number_of(at), 0};
    slot.amount += amount;
  }
  /// Each of these nanoseconds.
  void add_span(Ns begin, Ns end) {
    begin = std::max({begin, end - kLength, Ns{0}});
    while (begin < end) {
      const Ns until = std::min(end, (number_of(begin) + 1) * kSlot);
      add(begin, static_cast<std::uint64_t>(until - begin));
      begin = until;
    }
  }
  /// Of the last second.
  [[nodiscard]] std::uint64_t sum(Ns now) const {
    std::uint64_t found = 0;
    for (const Slot& slot : slots_)
      if (slot.number > number_of(now) - kSlots && slot.number <= number_of(now))
        found += slot.amount;
    return found;
  }
  [[nodiscard]] double per_second(Ns now) const {
    return static_cast<double>(sum(now)) * 1e9 / static_cast<double>(covered(now));
  }
  /// The part of the time that the spans cover, with one that has begun at `open` and goes on; none: negative.
  [[nodiscard]] double share(Ns now, Ns open) const {
    const Ns running = open < 0 ? 0 : std::clamp<Ns>(now - open, 0, covered(now));
    const double part = static_cast<double>(sum(now) + static_cast<std::uint64_t>(running)) /
                        static_cast<double>(covered(now));
    return std::min(part, 1.0);
  }

 private:
  static constexpr Ns kSlots = 20;
  static constexpr Ns kSlot = kLength / kSlots;
  struct Slot {
    Ns number = -1;
    std::uint64_t amount = 0;
  };

  static Ns number_of(Ns at) { return std::max<Ns>(at, 0) / kSlot; }
  static Ns covered(Ns now) {
    const Ns first = std::max<Ns>(0, number_of(now) - kSlots + 1) * kSlot;
    return std::max<Ns>(now - first, 1);
  }

  std::array<Slot, kSlots> slots_{};
};

}  // namespace riffle::tool
