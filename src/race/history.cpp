// SPDX-License-Identifier: Apache-2.0
#include "race/history.h"

#include <algorithm>
#include <utility>

namespace riffle::race {

using device::AccessKind;

History::Relation History::relation(const Operation& first, const Operation& second) const {
  if (are_of_one_launch(first, second)) {
    if (first.launch->is_before(first.part, second.part)) return Relation::kBefore;
    return second.launch->is_before(second.part, first.part) ? Relation::kAfter
                                                             : Relation::kUnordered;
  }
  if (order_.is_ordered(first.stamp, second.stamp)) return Relation::kBefore;
  const bool is_same =
      first.stamp.actor == second.stamp.actor && first.stamp.time == second.stamp.time;
  return !is_same && first.stamp.is_after(second.stamp) ? Relation::kAfter : Relation::kUnordered;
}

// ---- Cells ----

std::size_t History::cells() const {
  std::size_t count = 0;
  for (const auto& [begin, cells] : leaves_) count += cells.size();
  return count;
}

/// The first cell that ends behind `at`: often a few steps from where the last access was.
std::size_t History::first_behind(const Cells& cells, std::uintptr_t at) {
  constexpr std::size_t kSteps = 4;
  const auto is_before = [&](const Cell& cell) { return cell.end <= at; };
  auto first = cells.begin();
  auto last = cells.end();
  if (near_cell_ != 0 && near_cell_ <= cells.size() && is_before(cells[near_cell_ - 1])) {
    first += static_cast<std::ptrdiff_t>(near_cell_);
    for (std::size_t step = 0; step < kSteps; ++step, ++first)
      if (first == last || !is_before(*first))
        return static_cast<std::size_t>(first - cells.begin());
  }
  return static_cast<std::size_t>(std::partition_point(first, last, is_before) - cells.begin());
}

/// Behind the last of `changed_`.
void History::put(const Cell& cell) {
  if (cell.begin == cell.end || cell.state == kNoState) return;
  if (!changed_.empty() && changed_.back().end == cell.begin && changed_.back().state == cell.state)
    changed_.back().end = cell.end;
  else
    changed_.push_back(cell);
}

/// The cells [first, behind) are `changed_` from now on.
void History::replace(Cells& cells, std::size_t first, std::size_t behind) {
  // Mostly as many as there were.
  const std::size_t same = std::min(changed_.size(), behind - first);
  const auto old_end = cells.begin() + static_cast<std::ptrdiff_t>(behind);
  const auto end =
      std::copy_n(changed_.begin(), same, cells.begin() + static_cast<std::ptrdiff_t>(first));
  if (end != old_end)
    cells.erase(end, old_end);
  else
    cells.insert(end, changed_.begin() + static_cast<std::ptrdiff_t>(same), changed_.end());
}

template <class Change>
void History::change_in(Cells& cells, ByteRange bytes, Change&& change) {
  std::size_t first = first_behind(cells, bytes.begin);
  std::size_t behind = first;
  near_cell_ = first;
  changed_.clear();
  const auto put_before = [&] {  // one that ends where the bytes begin may become one with them
    if (first != 0 && cells[first - 1].end == bytes.begin) put(cells[--first]);
  };
  const auto put_behind = [&] {
    if (behind < cells.size() && cells[behind].begin == bytes.end) put(cells[behind++]);
  };
  const auto is_joined_by = [&](StateNumber state) {
    return (first != 0 && cells[first - 1].end == bytes.begin && cells[first - 1].state == state) ||
           (first + 1 < cells.size() && cells[first + 1].begin == bytes.end &&
            cells[first + 1].state == state);
  };
  if (first < cells.size() && cells[first].begin == bytes.begin && cells[first].end == bytes.end) {
    // Mostly the same bytes again.
    const StateNumber state = change(bytes, cells[first].state);
    cells[first].state = state;
    if (state != kNoState && !is_joined_by(state)) return;
    put_before();
    put({bytes.begin, bytes.end, state});
    ++behind;
    put_behind();
    return replace(cells, first, behind);
  }
  put_before();
  std::uintptr_t at = bytes.begin;
  for (; behind < cells.size() && cells[behind].begin < bytes.end; ++behind) {
    const Cell cell = cells[behind];
    put({cell.begin, std::max(cell.begin, bytes.begin), cell.state});
    if (cell.begin > at) put({at, cell.begin, change(ByteRange{at, cell.begin}, kNoState)});
    const ByteRange both{std::max(cell.begin, bytes.begin), std::min(cell.end, bytes.end)};
    put({both.begin, both.end, change(both, cell.state)});
    put({both.end, std::max(both.end, cell.end), cell.state});
    at = both.end;
  }
  if (at < bytes.end) put({at, bytes.end, change(ByteRange{at, bytes.end}, kNoState)});
  put_behind();
  replace(cells, first, behind);
}

template <class Change>
void History::change(ByteRange bytes, Change&& change) {
  while (bytes.begin < bytes.end) {
    if (bytes.begin < near_leaf_->first || bytes.begin >= near_end_) {
      const auto next = leaves_.upper_bound(bytes.begin);
      near_leaf_ = std::prev(next);
      near_end_ = next == leaves_.end() ? kNoEnd : next->first;
      near_cell_ = 0;
    }
    const std::uintptr_t end = std::min(bytes.end, near_end_);
    Cells& cells = near_leaf_->second;
    const std::size_t before = cells.size();
    change_in(cells, {bytes.begin, end}, change);
    if (cells.size() != before) resize();
    bytes.begin = end;
  }
}

/// Of the leaf where the last access was, which has got more cells or fewer.
void History::resize() {
  const auto leaf = near_leaf_;
  Cells& cells = leaf->second;
  if (cells.size() > kMostCells) {
    const auto middle = cells.begin() + static_cast<std::ptrdiff_t>(cells.size() / 2);
    const auto next =
        leaves_.emplace_hint(std::next(leaf), middle->begin, Cells(middle, cells.end()));
    cells.erase(middle, cells.end());
    if (near_cell_ < cells.size()) {
      near_end_ = next->first;
      return;
    }
    near_cell_ -= cells.size();
    near_leaf_ = next;
    return;
  }
  if (leaf == leaves_.begin()) return;
  const auto before = std::prev(leaf);
  if (!cells.empty() && before->second.size() + cells.size() > kFewCells) return;
  near_leaf_ = before;
  near_cell_ += before->second.size();
  changed_.swap(before->second);
  for (const Cell& cell : cells) put(cell);
  changed_.swap(before->second);
  leaves_.erase(leaf);
}

void History::collect_states() {
  std::vector<bool> is_used(states_.most());
  for (const auto& [begin, cells] : leaves_)
    for (const Cell& cell : cells) is_used[cell.state] = true;
  states_.keep(is_used);
  most_states_ = 2 * states_.count() + kFewStates;
}

// ---- Accesses ----

History::Step History::step(StateNumber from, AccessNumber access_number) {
  const RecordedAccess& access = states_.access(access_number);
  Step step;
  bool is_old = false;  // ordered before what is known already: it was told late
  const auto compare = [&](AccessNumber number) {
    const RecordedAccess& known = states_.access(number);
    if (known.operation == nullptr || known.operation == access.operation) return Relation::kAfter;
    const bool atomics = known.kind == AccessKind::kAtomic && access.kind == AccessKind::kAtomic;
    const bool reads = known.kind == AccessKind::kRead && access.kind == AccessKind::kRead;
    const Relation relation = this->relation(*known.operation, *access.operation);
    if (relation == Relation::kAfter) is_old = true;
    if (atomics || reads) return relation;
    const bool was_freed = known.operation->type == OperationType::kFree;
    if (relation == Relation::kUnordered || (relation == Relation::kBefore && was_freed))
      step.meetings.push_back({number, relation == Relation::kBefore});
    return relation;
  };
  HistoryStates::State state = states_.state(from);
  compare(state.write);
  const bool writes = access.kind == AccessKind::kWrite;
  std::erase_if(state.others, [&](AccessNumber number) {
    const Relation relation = compare(number);
    const RecordedAccess& known = states_.access(number);
    if (known.operation == access.operation) return writes || known.kind == access.kind;
    return relation == Relation::kBefore && (writes || known.kind == access.kind);
  });
  if (!is_old && writes)
    state = {.write = access_number, .others = {}};
  else if (!is_old)
    state.others.push_back(access_number);
  step.next = states_.number_of(std::move(state));
  return step;
}

const History::Step& History::known_step(StateNumber from, AccessNumber access) {
  if (steps_.size() <= from) steps_.resize(std::max<std::size_t>(states_.most(), from + 1));
  KnownStep& known = steps_[from];
  if (known.touch != touches_) known = {touches_, step(from, access)};
  return known.step;
}

void History::touch(const RecordedAccess& access, std::span<const ByteRange> ranges,
                    const Report& report) {
  if (states_.count() > most_states_) collect_states();
  const AccessNumber number = states_.number_of(access);
  ++touches_;
  for (const ByteRange& range : ranges) {
    change(range, [&](ByteRange bytes, StateNumber from) {
      const Step& known = known_step(from, number);
      for (const Step::Meeting& each : known.meetings)
        report({states_.access(each.earlier), access, bytes, each.is_ordered});
      return known.next;
    });
  }
}

void History::forget(ByteRange bytes) {
  change(bytes, [](ByteRange, StateNumber) { return kNoState; });
}

void History::visit(
    ByteRange bytes,
    const std::function<void(const RecordedAccess& access, ByteRange where)>& visit) {
  change(bytes, [&](ByteRange where, StateNumber number) {
    const HistoryStates::State& state = states_.state(number);
    const auto tell = [&](AccessNumber each) {
      if (const RecordedAccess& access = states_.access(each); access.operation != nullptr)
        visit(access, where);
    };
    tell(state.write);
    for (const AccessNumber other : state.others) tell(other);
    return number;
  });
}

void History::allocate(const RecordedAccess& access, ByteRange bytes, const Report& report) {
  if (states_.count() > most_states_) collect_states();
  const Operation& own = *access.operation;
  const AccessNumber number = states_.number_of(access);
  const StateNumber next = states_.number_of({.write = number, .others = {}});
  const auto compare = [&](AccessNumber earlier, ByteRange where) {
    const RecordedAccess& known = states_.access(earlier);
    // Earlier calls used what was there before.
    if (known.operation == nullptr || known.operation->number < own.number) return;
    if (relation(own, *known.operation) != Relation::kBefore) report({access, known, where, false});
  };
  change(bytes, [&](ByteRange where, StateNumber from) {
    const HistoryStates::State& state = states_.state(from);
    compare(state.write, where);
    for (const AccessNumber other : state.others) compare(other, where);
    return next;
  });
}

}  // namespace riffle::race
