// SPDX-License-Identifier: Apache-2.0
// Operations that can be run in parts, and of which it is known what memory each part touches (wave.h).
#pragma once

#include <cstdint>

#include "base/status.h"

namespace riffle::engine {

/// Bytes [begin, end) that are touched, or more than that.
struct Span {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool writes = false;

  [[nodiscard]] bool meets(const Span& other) const {
    return begin < other.end && other.begin < end;
  }
};

/// One kind of operation: kernels, copies, fills. Functions get the operation's payload.
struct Parts {
  static constexpr unsigned kMostSpans = 8;

  struct Extent {
    std::uint64_t parts = 0;   ///< blocks of a launch, bytes of a copy
    std::uint64_t grain = 1;   ///< the operation is cut at multiples of so many parts
    std::uint64_t weight = 1;  ///< threads of a block: operations are cut at the same threads
    bool follows = false;      ///< bytes: cut where those that use them are
  };
  Extent (*extent)(const void* payload) noexcept;
  /// What parts [first, end) touch: how many of `spans`; 0: not known. Those of all calls for one payload are as many,
  /// in the same order.
  unsigned (*touches)(const void* payload, std::uint64_t first, std::uint64_t end,
                      Span* spans) noexcept;
  /// Runs them. `is_used_soon`: what they write is better left in the caches.
  Code (*run)(const void* payload, std::uint64_t first, std::uint64_t end,
              bool is_used_soon) noexcept;
};

}  // namespace riffle::engine
