// SPDX-License-Identifier: Apache-2.0
// Who touched which bytes last, and who meets them unordered.
//
// For each range of bytes: the last write (an allocation or a free counts as one), and the reads and atomics since then
// that are not ordered before others. What is ordered before a newer access of at least its strength is forgotten: who
// is unordered with the old one is unordered with the new one too, because accesses come here in an order that the
// program allows.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "device/access.h"
#include "race/operation.h"
#include "race/order.h"

namespace riffle::race {

/// A line of kernel source; of operations that are no kernels: 0.
struct SourceLine {
  std::string file;
  std::uint32_t line = 0;
  bool operator==(const SourceLine&) const = default;
};

struct Access {
  SharedOperation operation;
  device::AccessKind kind = device::AccessKind::kRead;
  std::shared_ptr<const SourceLine> line;  ///< may be null
};

/// Two accesses to the same bytes. `is_ordered`: the later one comes after the earlier one, which was a free.
struct Conflict {
  Access earlier;
  Access later;
  ByteRange bytes;
  bool is_ordered = false;
};

class History {
 public:
  using Report = std::function<void(const Conflict& conflict)>;

  explicit History(const Order& order) : order_(order) {}

  /// An access by an operation that has finished, after those that are ordered before it. Reports each range of bytes
  /// on which it meets another access that is not ordered with it, one of them writing; atomics do not meet each other.
  void touch(const Access& access, ByteRange bytes, const Report& report);
  /// The bytes are new: nothing is known about them.
  void forget(ByteRange bytes);
  /// The same, by a stream-ordered allocation. Reports accesses that are known already, that the program made after the
  /// call which allocates, and that do not come after it in the streams' order: whoever ran first.
  void allocate(const Access& access, ByteRange bytes, const Report& report);
  [[nodiscard]] std::size_t cells() const { return cells_.size(); }

 private:
  struct Cell {
    std::uintptr_t end = 0;
    Access write;
    std::vector<Access> others;  ///< reads and atomics since
  };
  using Cells = std::map<std::uintptr_t, Cell>;

  enum class Relation : std::uint8_t { kBefore, kAfter, kUnordered };
  /// Of the first to the second.
  [[nodiscard]] Relation relation(const Operation& first, const Operation& second) const;

  Cells::iterator first_from(std::uintptr_t at);
  Cells::iterator split(std::uintptr_t at);
  Cells::iterator split(Cells::iterator cell, std::uintptr_t at);
  /// The cells that make up these bytes, whole.
  Cells::iterator cut(ByteRange bytes);
  void meet(Cell& cell, ByteRange bytes, const Access& access, const Report& report) const;
  void merge_around(Cells::iterator cell, std::uintptr_t end);

  const Order& order_;
  Cells cells_;
  Cells::iterator near_ = cells_.end();  ///< a cell, or the end: where the last access was
};

}  // namespace riffle::race
