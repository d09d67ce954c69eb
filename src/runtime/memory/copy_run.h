// SPDX-License-Identifier: Apache-2.0
// Copies and fills that follow each other without a kernel in between are one to the caches: two hundred
// of 4 MiB have pushed each other out of them when the first kernel comes, as one of 800 MiB has pushed
// out its own beginning. Copies to a host are one until it looks.
#pragma once

#include <atomic>
#include <cstddef>

#include "runtime/engine/host_look.h"
#include "runtime/memory/block_copy.h"

namespace riffle::memory {

/// Of all host threads, contexts and streams: a hint.
class CopyRun {
 public:
  /// A kernel or graph is launched: what was copied before it may be in the caches still.
  void end() noexcept {
    if (bytes_.load(std::memory_order_relaxed) != 0) bytes_.store(0, std::memory_order_relaxed);
  }
  /// Counts a copy to a host that does not wait for it; whether it is to be written past the caches. Kernels read nothing of
  /// it, so that they end no run: what was copied before pushes it out of the caches, unless a host has looked in between.
  [[nodiscard]] bool add_to_host(std::size_t bytes) noexcept {
    const bool in_run = add(bytes);
    if (bytes < kLeastStreamingBytes) return in_run;
    const std::size_t before =
        engine::has_not_looked_since() ? to_host_bytes_.load(std::memory_order_relaxed) : 0;
    to_host_bytes_.store(before + bytes, std::memory_order_relaxed);
    return in_run || before + bytes >= streaming_threshold_bytes();
  }
  /// Counts a copy or fill; whether it is to be written past the caches.
  [[nodiscard]] bool add(std::size_t bytes) noexcept {
    // Short ones are left alone: waiting for their stores to drain costs more than they do.
    const std::size_t total = bytes_.load(std::memory_order_relaxed) + bytes;
    bytes_.store(total, std::memory_order_relaxed);
    return bytes >= kLeastStreamingBytes && total >= streaming_threshold_bytes();
  }

 private:
  static constexpr std::size_t kLeastStreamingBytes = std::size_t{1} << 20;

  alignas(64) std::atomic<std::size_t> bytes_{0};
  std::atomic<std::size_t> to_host_bytes_{0};
};

inline constinit CopyRun copy_run;

}  // namespace riffle::memory
