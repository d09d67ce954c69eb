// SPDX-License-Identifier: Apache-2.0
// Which bytes the host's instrumented code tells of (compiler/host_code/host_code_abi.h): looked up by all of the program's
// threads before their accesses, without a lock.
//
// Two steps: a bit for each page, looked up by the instrumented code itself; then a short sorted list of ranges. Both
// may say yes to more than is wanted, never no to what is.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "race/operation.h"

namespace riffle::race {

class WatchedBytes {
 public:
  struct Range {
    ByteRange bytes;
    bool writes = false;  ///< an operation writes them: the host's reads are wanted, too
    bool operator==(const Range& other) const {
      return bytes.begin == other.bytes.begin && bytes.end == other.bytes.end &&
             writes == other.writes;
    }
  };

  /// Watches these from now on, and nothing else; `pages`: the table's. One thread at a time.
  void publish(std::vector<Range> ranges, std::atomic<std::uint8_t>* pages);
  /// Whether any of the bytes may be watched. Any thread.
  [[nodiscard]] bool may_meet(ByteRange bytes, bool writes) const noexcept;

 private:
  /// More are made one where they are nearest to each other.
  static constexpr std::size_t kMost = 128;
  struct Slot {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};
    std::atomic<bool> writes{false};
  };

  static void simplify(std::vector<Range>& ranges);

  std::vector<Range> published_;
  // Odd while the slots change; who reads them looks before and behind.
  std::atomic<std::uint64_t> version_{0};
  std::atomic<std::size_t> count_{0};
  std::array<Slot, kMost> slots_{};
};

}  // namespace riffle::race
