// SPDX-License-Identifier: Apache-2.0
// A reserved range of addresses, handed out in slots of 2 MiB, with a warm pool of pages.
//
// Memory that is given back keeps its pages, without access rights, until the pool is over its
// limit: the next user of the slots pays for no page fault (first touch runs at 3 to 24 GB/s, a
// reuse at 50), while a use after free still faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "base/status.h"
#include "platform/pages.h"

namespace riffle::memory {

inline constexpr std::size_t kSlotBytes = platform::kHugePageBytes;

/// Slots [first, first + count) of an arena; the first `accessible_bytes` may be used, what follows
/// faults.
struct Extent {
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t accessible_bytes = 0;
  std::size_t offset_bytes = 0;  ///< where what was asked for starts
};

/// Not thread-safe: its allocator holds a lock.
class Arena {
 public:
  /// When what was released loses its access rights.
  enum class Guard : std::uint8_t {
    kAtOnce,
    kLater,  ///< by `guard_released`, unless it is allocated again before
  };

  /// Reserves address space only. On failure `capacity_slots()` is 0 and every allocation fails.
  Arena(std::size_t reserve_bytes, std::size_t warm_limit_bytes, Guard guard = Guard::kAtOnce);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Where in its first slot an extent starts.
  enum class Start : std::uint8_t {
    kAtSlot,
    /// Arrays that all start at a multiple of 2 MiB meet in the same cache sets and alias in the
    /// store buffer: at one of 8 distances from it, the next time at the next.
    kSpread,
  };

  /// At least one inaccessible page follows the bytes. Errors: kOutOfMemory.
  Result<Extent> allocate(std::size_t bytes, Start start = Start::kAtSlot);
  void release(const Extent& extent);
  /// The same for an extent whose memory is a file's by now.
  void release_foreign(const Extent& extent);
  /// Takes away the access to what was released since.
  void guard_released();
  /// Whether an allocation would find warm pages.
  [[nodiscard]] bool has_warm(std::size_t bytes, Start start) const;
  /// Gives warm pages back to the system, until at most `keep_bytes` are left.
  void trim(std::size_t keep_bytes);

  [[nodiscard]] char* address(std::size_t slot) const { return base_ + slot * kSlotBytes; }
  [[nodiscard]] char* base() const { return base_; }
  [[nodiscard]] std::size_t capacity_slots() const { return capacity_slots_; }
  [[nodiscard]] std::size_t warm_bytes() const { return warm_bytes_; }

 private:
  // A free run of slots that still has its pages.
  struct Warm {
    std::size_t first;
    std::size_t touched_bytes;     ///< from the start of the run
    std::size_t accessible_bytes;  ///< not guarded yet
    std::size_t offset_bytes;      ///< of its last user
  };
  using WarmRuns = std::multimap<std::size_t, Warm>;  ///< by slot count

  [[nodiscard]] WarmRuns::const_iterator find_warm(std::size_t slots) const;
  /// `extent.accessible_bytes` is what may be used without asking the system.
  bool take_warm(std::size_t slots, Extent& extent, std::size_t& touched_bytes);
  void guard(Warm& run);
  bool take_cold(std::size_t slots, Extent& extent);
  void add_cold(std::size_t first, std::size_t count);

  char* base_ = nullptr;
  std::size_t capacity_slots_ = 0;
  std::size_t warm_limit_bytes_;
  std::size_t warm_bytes_ = 0;
  std::size_t next_slot_ = 0;  ///< slots from here on were never used
  std::size_t next_distance_ = 0;
  const Guard guard_;
  std::size_t unguarded_runs_ = 0;  ///< warm runs that are accessible still
  WarmRuns warm_;
  std::map<std::size_t, std::size_t> cold_;  ///< first slot -> count, no two adjacent
  std::map<std::size_t, std::size_t>
      touched_;  ///< slots in use: first -> bytes that may have pages
};

}  // namespace riffle::memory
