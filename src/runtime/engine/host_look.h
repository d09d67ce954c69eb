// SPDX-License-Identifier: Apache-2.0
// Whether a host may have looked at what operations left in memory: a hint for those who choose how to write there.
#pragma once

#include <atomic>

namespace riffle::engine {

namespace detail {
inline constinit std::atomic<bool> no_look{false};
}  // namespace detail

/// A host hears that an operation is complete, or a host function runs.
inline void note_host_look() noexcept {
  if (detail::no_look.load(std::memory_order_relaxed))
    detail::no_look.store(false, std::memory_order_relaxed);
}

/// Whether no host has looked since somebody asked last. Those who see memory change, without any call, are not noticed.
[[nodiscard]] inline bool has_not_looked_since() noexcept {
  return detail::no_look.load(std::memory_order_relaxed) ||
         detail::no_look.exchange(true, std::memory_order_relaxed);
}

}  // namespace riffle::engine
