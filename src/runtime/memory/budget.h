// SPDX-License-Identifier: Apache-2.0
// How many bytes may be handed out: of one device, of pinned or of managed memory. An allocator and
// the pools beside it share one.
#pragma once

#include <atomic>
#include <cstddef>

namespace riffle::memory {

/// Thread-safe.
class Budget {
 public:
  explicit Budget(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

  /// False, with nothing taken, when fewer are left.
  [[nodiscard]] bool take(std::size_t bytes) {
    std::size_t used = used_bytes_.load(std::memory_order_relaxed);
    do {
      if (bytes > limit_bytes_ - used) return false;
    } while (!used_bytes_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    return true;
  }
  void give_back(std::size_t bytes) { used_bytes_.fetch_sub(bytes, std::memory_order_relaxed); }

  [[nodiscard]] std::size_t used_bytes() const {
    return used_bytes_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::size_t limit_bytes() const { return limit_bytes_; }
  [[nodiscard]] std::size_t left_bytes() const { return limit_bytes_ - used_bytes(); }

  /// Pages that pools keep for reuse beyond what they have taken; they go when memory is short.
  std::atomic<std::size_t> pool_warm_bytes{0};

 private:
  const std::size_t limit_bytes_;
  std::atomic<std::size_t> used_bytes_{0};
};

}  // namespace riffle::memory
