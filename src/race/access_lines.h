// SPDX-License-Identifier: Apache-2.0
// Who touched the bytes of a piece of memory last, in lines of 64 bytes: as patterns of threads that follow each other, as
// long as these say all; then cell by cell (access_cells.h).
//
// What a pattern has to say is exactly what its cells would. Where that cannot be seen from the patterns alone, be it a
// race or two halves of a line that two packets wrote, the line gets cells.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "race/access_cells.h"

namespace riffle::race {

/// Plain accesses of some threads of one block to a line: byte b of `bytes` was touched by thread
/// (b - origin) / stride; with a stride of 0 all of them by each of count() threads from `origin` on.
struct LinePattern {
  const device::AccessSite* site = nullptr;
  std::uint64_t bytes = 0;  ///< of the line; 0: nobody
  std::uint32_t block = 0;
  std::uint32_t time = 0;  ///< see ThreadRecord
  std::uint32_t step = 0;
  std::int32_t origin : 18 = 0;  ///< of 1024 threads with a line each
  std::uint32_t stride : 7 = 0;
  /// How many of the bytes from one thread's first on are its own, at most `stride`; with a stride of 0 the number of threads.
  std::uint32_t span : 7 = 0;

  [[nodiscard]] bool is_of_each() const { return stride == 0; }
  [[nodiscard]] std::int32_t count() const { return static_cast<std::int32_t>(span); }
  [[nodiscard]] std::int32_t end_of_first() const {
    return origin + static_cast<std::int32_t>(span);
  }
  /// Whether bytes that both have are those of one thread each, the same.
  [[nodiscard]] bool has_same_threads(const LinePattern& other) const;
  /// Of bytes that this one has too.
  [[nodiscard]] bool is_within(const LinePattern& other) const {
    return (bytes & ~other.bytes) == 0;
  }
};

/// Who looks at a line.
struct LineView {
  std::uint32_t base =
      0;  ///< ThreadOrder::base: of the block, what is older is known to all its threads
  bool is_shared = false;  ///< it is a block's own memory: what others did there is forgotten
  /// Nobody in it knows more of others than barriers of whole blocks tell.
  bool is_simple = false;

  /// Whether all threads of the block know of it, or need not.
  [[nodiscard]] bool is_known(const LinePattern& pattern, std::uint32_t block) const {
    return pattern.bytes == 0 || (pattern.block == block ? pattern.time < base : is_shared);
  }
};

class AccessLine {
 public:
  static constexpr std::uintptr_t kBytes = 64;

  /// Keeps the access and returns true, if there is no question whether it is a race.
  bool reads(const LinePattern& now, const LineView& view);
  bool writes(const LinePattern& now, const LineView& view);
  /// From now on the line has cells: they begin at `begin`.
  AccessCells& cells(std::uintptr_t begin, std::uint32_t block, const LineView& view);
  /// The line's cells outlast barriers of the block: a copy is at work there.
  void keep_cells() { keeps_cells_ = true; }
  void clear();

 private:
  [[nodiscard]] bool has_cells(std::uint32_t block, const LineView& view);
  [[nodiscard]] bool is_read_by_two(const LinePattern& now, const LineView& view) const;
  void put(const LinePattern& pattern, std::uintptr_t begin, std::uint16_t flags);

  LinePattern write_;
  LinePattern reads_[2];
  std::unique_ptr<AccessCells> cells_;
  /// Who was last at its cells; base 0: it has none.
  std::uint32_t fine_block_ = 0;
  std::uint32_t fine_base_ = 0;
  bool keeps_cells_ = false;
};

/// Lines of memory [begin, begin + bytes).
class AccessLines {
 public:
  void cover(std::uintptr_t begin, std::uint64_t bytes);
  [[nodiscard]] AccessLine& at(std::uintptr_t address) {
    return lines_[(address - first_) / AccessLine::kBytes];
  }

 private:
  std::uintptr_t first_ = 0;
  std::vector<AccessLine> lines_;
};

}  // namespace riffle::race
