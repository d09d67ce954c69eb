// SPDX-License-Identifier: Apache-2.0
// Who touched the bytes of a piece of memory last: a cell for each four bytes, or for each byte once somebody touches less
// than four.
#pragma once

#include <cstdint>
#include <vector>

#include "device/block_watch.h"

namespace riffle::race {

/// One thread's access to a cell.
struct ThreadRecord {
  enum Flags : std::uint16_t {
    kValid = 1,
    kReads = 2,
    kWrites = 4,
    kAtomic = 8,
    kVolatile = 16,
    kCopy = 32,  ///< an asynchronous copy, issued at `time`
  };
  const device::AccessSite* site = nullptr;
  std::uint32_t block = 0;
  std::uint32_t time = 0;  ///< ThreadOrder::now
  std::uint32_t step = 0;  ///< how much the thread had done since the block's last barrier
  std::uint16_t thread = 0;
  std::uint16_t flags = 0;

  [[nodiscard]] bool writes() const { return (flags & kWrites) != 0; }
  [[nodiscard]] bool is_atomic() const { return (flags & kAtomic) != 0; }
  [[nodiscard]] bool is_strong() const { return (flags & (kAtomic | kVolatile)) != 0; }
  [[nodiscard]] bool is_copy() const { return (flags & kCopy) != 0; }
};

struct AccessCell {
  ThreadRecord write;
  /// Of those that nothing orders among each other, two of different threads: one of them is not the next writer. As far
  /// from each other as they come, because what orders a writer's warp with one of them says nothing of the other.
  ThreadRecord reads[2];
};

class AccessCells {
 public:
  /// Of memory [begin, begin + bytes), of which nothing is known.
  void cover(std::uintptr_t begin, std::uint64_t bytes);
  /// The same memory, or another of the same size, without a change to what is known.
  void move(std::uintptr_t begin) { begin_ = begin; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::size_t size_in_memory() const { return cells_.size() * sizeof(AccessCell); }

  /// Calls `visit` with each cell of the bytes, which are all covered, and the cell's bytes.
  template <class Visit>
  void for_each(std::uintptr_t begin, std::uintptr_t end, Visit&& visit) {
    if (shift_ != 0 && ((begin | end) & 3) != 0) refine();
    const std::uintptr_t step = std::uintptr_t{1} << shift_;
    for (std::uintptr_t at = begin; at < end; at += step)
      visit(cells_[(at - begin_) >> shift_], at, at + step);
  }

 private:
  void refine();

  std::uintptr_t begin_ = 0;
  std::uint64_t bytes_ = 0;
  unsigned shift_ = 2;
  std::vector<AccessCell> cells_;
};

/// Whether two threads are of one warp (0), of one block (1), or of different blocks (2).
[[nodiscard]] inline int distance(const ThreadRecord& one, const ThreadRecord& other) {
  if (one.block != other.block) return 2;
  return one.thread / 32 == other.thread / 32 ? 0 : 1;
}

/// Keeps `now` as the cell's newest read or write. `is_known(record)`: whether what it tells is known to the thread.
template <class IsKnown>
void keep(AccessCell& cell, const ThreadRecord& now, IsKnown&& is_known) {
  if (now.writes()) {
    cell.write = now;
    cell.reads[0] = cell.reads[1] = {};
    return;
  }
  for (ThreadRecord& read : cell.reads) {
    if (is_known(read)) {
      read = now;
      return;
    }
  }
  ThreadRecord& second = cell.reads[1];
  if (distance(cell.reads[0], now) > distance(cell.reads[0], second)) second = now;
}

}  // namespace riffle::race
