// SPDX-License-Identifier: Apache-2.0
// Who touched which bytes last, and who meets them unordered.
//
// For each range of bytes: the last write (an allocation or a free counts as one), and the reads and atomics since then
// that are not ordered before others. What is ordered before a newer access of at least its strength is forgotten: who
// is unordered with the old one is unordered with the new one too, because accesses come here in an order that the
// program allows.
//
// Many ranges have the same past (history_states.h): the rows that one kernel has written and another one read. A cell says
// which it is, and an access asks once for each past that it meets, not for each cell.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "race/history_states.h"
#include "race/order.h"

namespace riffle::race {

/// Two accesses to the same bytes. `is_ordered`: the later one comes after the earlier one, which was a free.
struct Conflict {
  RecordedAccess earlier;
  RecordedAccess later;
  ByteRange bytes;
  bool is_ordered = false;
};

class History {
 public:
  using Report = std::function<void(const Conflict& conflict)>;

  explicit History(const Order& order) : order_(order) {}

  /// An access by an operation that has finished, after those that are ordered before it. Reports each range of bytes
  /// on which it meets another access that is not ordered with it, one of them writing; atomics do not meet each other.
  /// Ranges in any order; it is fast where they are in that of their addresses.
  void touch(const RecordedAccess& access, std::span<const ByteRange> ranges, const Report& report);
  void touch(const RecordedAccess& access, ByteRange bytes, const Report& report) {
    touch(access, std::span(&bytes, 1), report);
  }
  /// The bytes are new: nothing is known about them.
  void forget(ByteRange bytes);
  /// What is known of the bytes.
  void visit(ByteRange bytes,
             const std::function<void(const RecordedAccess& access, ByteRange where)>& visit);
  /// The same, by a stream-ordered allocation. Reports accesses that are known already, that the program made after the
  /// call which allocates, and that do not come after it in the streams' order: whoever ran first.
  void allocate(const RecordedAccess& access, ByteRange bytes, const Report& report);
  [[nodiscard]] std::size_t cells() const;

 private:
  struct Cell {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    StateNumber state = kNoState;
  };
  /// Disjoint, in the order of their addresses; none says kNoState, and neighbours that meet differ.
  using Cells = std::vector<Cell>;
  /// Pieces of the address space by their begin; each goes up to the next one's, and so do its cells. The first is at 0.
  using Leaves = std::map<std::uintptr_t, Cells>;
  /// More are divided, fewer in two neighbours are put together.
  static constexpr std::size_t kMostCells = 512;
  static constexpr std::size_t kFewCells = 64;
  static constexpr std::size_t kFewStates = 1024;
  static constexpr std::uintptr_t kNoEnd = UINTPTR_MAX;

  enum class Relation : std::uint8_t { kBefore, kAfter, kUnordered };
  /// Of the first to the second.
  [[nodiscard]] Relation relation(const Operation& first, const Operation& second) const;

  /// What an access makes of a state, and whom it meets there.
  struct Step {
    StateNumber next = kNoState;
    struct Meeting {
      AccessNumber earlier;
      bool is_ordered;
    };
    std::vector<Meeting> meetings;
  };
  [[nodiscard]] Step step(StateNumber from, AccessNumber access);
  /// The same, asked once by each call of `touch`.
  const Step& known_step(StateNumber from, AccessNumber access);

  /// All of `bytes` become what `change(bytes, state)` says of their parts; kNoState where nothing is known.
  template <class Change>
  void change(ByteRange bytes, Change&& change);
  template <class Change>
  void change_in(Cells& cells, ByteRange bytes, Change&& change);
  std::size_t first_behind(const Cells& cells, std::uintptr_t at);
  void put(const Cell& cell);
  void replace(Cells& cells, std::size_t first, std::size_t behind);
  void resize();
  void collect_states();

  const Order& order_;
  HistoryStates states_;
  Leaves leaves_{{0, {}}};
  // Where the last access was: mostly a little before the next one.
  Leaves::iterator near_leaf_ = leaves_.begin();
  std::uintptr_t near_end_ = kNoEnd;  ///< of that leaf
  std::size_t near_cell_ = 0;
  Cells changed_;  ///< what comes into a leaf
  struct KnownStep {
    std::uint64_t touch = 0;  ///< in which it holds
    Step step;
  };
  std::vector<KnownStep> steps_;  ///< by state
  std::uint64_t touches_ = 0;
  std::size_t most_states_ =
      kFewStates;  ///< more are looked through for those that are nowhere any more
};

}  // namespace riffle::race
