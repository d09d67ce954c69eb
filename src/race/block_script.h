// SPDX-License-Identifier: Apache-2.0
// What one block did to its shared memory, step by step, so that the next ones need not be looked at as long as they do the same:
// a tile that is loaded, a tree of sums. What the first one did without a question is none for the others either: nobody else
// touches a block's shared memory, and whether its threads race there follows from these steps alone.
//
// Who does something else is looked at from its last barrier on: what was before that is known to all of its threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/access.h"

namespace riffle::race {

class BlockScript {
 public:
  /// A plain access of a packet's threads, each `stride` bytes from the one before; or, with no bytes, a meeting of a warp's lanes.
  struct Step {
    const device::AccessSite* site = nullptr;
    std::uint64_t mask = 0;
    std::uint64_t offset = 0;  ///< of the first thread's place in the block's shared memory
    std::int64_t stride = 0;
    std::uint32_t bytes = 0;
    std::uint32_t first = 0;   ///< thread; or warp
    std::uint32_t time = 0;    ///< since the block began
    std::uint32_t number = 0;  ///< of the first thread's, since its barrier
    bool reads = false;
    bool writes = false;
    bool operator==(const Step&) const = default;
  };

  /// A block begins.
  void begin(std::uint32_t threads, std::uint64_t shared_bytes);
  /// Blocks of another launch: nothing counts against them.
  void begin_launch() { misses_ = 0; }

  /// Whether the script has this step next. If not, and the block has followed it so far, somebody has to catch up first.
  [[nodiscard]] bool has_next(const Step& step);
  [[nodiscard]] bool is_followed() const { return mode_ == Mode::kFollows; }
  /// What the block has done from `time` on. From now on it is looked at.
  [[nodiscard]] std::span<const Step> leave(std::uint32_t time);
  /// The block does something that is no step: it cannot be written down to its end.
  void stop_recording();
  /// There was something to ask about a step: another time it might be a race.
  void doubt() { is_doubtful_ = true; }

 private:
  enum class Mode : std::uint8_t { kIgnores, kRecords, kFollows };
  static constexpr std::size_t kMostSteps = 8192;
  static constexpr unsigned kMostMisses = 8;

  Mode mode_ = Mode::kIgnores;
  bool is_ready_ = false;  ///< some block has been written down
  bool is_doubtful_ = false;
  std::uint32_t threads_ = 0;
  std::uint64_t shared_bytes_ = 0;
  unsigned misses_ = 0;  ///< blocks for which it was more work than use
  std::size_t next_ = 0;
  std::vector<Step> steps_;
};

}  // namespace riffle::race
