// SPDX-License-Identifier: Apache-2.0
// Which runs of a range are free: the books of an allocator, kept outside of what it hands out.
//
// Giving a run back never fails, whatever memory is left: each run that is taken sets aside what its
// return needs.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace riffle {

/// Not thread-safe.
class FreeRuns {
 public:
  using Offset = std::size_t;
  using Bytes = std::size_t;

  /// Nothing but this run is free, and nothing is taken. Throws std::bad_alloc, and then has no run.
  void reset(Offset offset, Bytes bytes);
  void clear();

  /// (bytes, offset) of all runs, the smallest first.
  [[nodiscard]] const std::set<std::pair<Bytes, Offset>>& by_size() const { return by_size_; }
  /// No two are adjacent.
  [[nodiscard]] const std::map<Offset, Bytes>& by_offset() const { return by_offset_; }

  /// Takes the front of the free run that starts at `offset`. Throws std::bad_alloc, and then has
  /// changed nothing.
  void take(Offset offset, Bytes bytes);
  /// What was taken at once will come back in one more piece. Throws likewise.
  void expect_another_piece();
  void give(Offset offset, Bytes bytes) noexcept;

 private:
  void insert(Offset offset, Bytes bytes) noexcept;
  void remove(std::map<Offset, Bytes>::iterator run) noexcept;

  std::map<Offset, Bytes> by_offset_;
  std::set<std::pair<Bytes, Offset>> by_size_;
  // Nodes for what is taken, one of each kind per piece; the keys count up.
  std::map<Offset, Bytes> spare_by_offset_;
  std::set<std::pair<Bytes, Offset>> spare_by_size_;
};

}  // namespace riffle
