// SPDX-License-Identifier: Apache-2.0
// Accesses of the host to closed pages, from the handlers of signals that see them to the checker, which looks at them when it
// has its lock the next time. Nothing is locked and nothing allocated, so that an access may come from anywhere: from an
// allocator that holds its lock, from a handler of the program that came while the checker had its own.
//
// What was noted before somebody takes the checker's lock is judged before anything else is done under it. So an access stands in
// the declared order where it was made, or later, never earlier.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "race/operation.h"

namespace riffle::race {

struct HostFault {
  ByteRange bytes;
  bool writes = false;
  bool is_program = false;  ///< else Riffle itself, or a kernel
  std::uintptr_t code_address = 0;
  CallSite place{};
  SharedOperation function{};  ///< the host function whose access it is, or null
};

class HostFaults {
 public:
  constexpr HostFaults() = default;

  /// Any thread, also in handlers. When there are too many it is lost.
  void push(HostFault&& fault) noexcept;
  /// One thread at a time. False: there are none.
  [[nodiscard]] bool pop(HostFault& fault) noexcept;

 private:
  static constexpr std::uint64_t kMost = 2048;
  struct Slot {
    /// 2 n: free for the n-th round; 2 n + 1: has that round's.
    std::atomic<std::uint64_t> turn{0};
    HostFault fault;
  };
  std::atomic<std::uint64_t> pushed_{0};
  std::atomic<std::uint64_t> popped_{0};
  std::array<Slot, kMost> slots_{};
};

}  // namespace riffle::race
