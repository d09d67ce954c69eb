// SPDX-License-Identifier: Apache-2.0
#include "race/history.h"

#include <algorithm>

namespace riffle::race {

using device::AccessKind;

History::Relation History::relation(const Operation& first, const Operation& second) const {
  if (first.launch != nullptr && first.launch == second.launch &&
      first.stamp.time == second.stamp.time) {
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

/// The first cell that begins at or after `at`: often a few steps from where the last access was.
History::Cells::iterator History::first_from(std::uintptr_t at) {
  constexpr int kSteps = 4;
  auto cell = near_;
  if (cell == cells_.end() || cell->first >= at) return cells_.lower_bound(at);
  for (int step = 0; step < kSteps; ++step)
    if (++cell == cells_.end() || cell->first >= at) return cell;
  return cells_.lower_bound(at);
}

/// The same; a cell across `at` becomes two.
History::Cells::iterator History::split(std::uintptr_t at) {
  auto next = first_from(at);
  if (next == cells_.begin()) return next;
  const auto cell = std::prev(next);
  return cell->second.end <= at ? next : split(cell, at);
}

History::Cells::iterator History::split(Cells::iterator cell, std::uintptr_t at) {
  Cell rest = cell->second;
  cell->second.end = at;
  return cells_.emplace_hint(std::next(cell), at, std::move(rest));
}

History::Cells::iterator History::cut(ByteRange bytes) {
  auto cell = split(bytes.begin);
  auto first = cells_.end();
  for (std::uintptr_t at = bytes.begin; at < bytes.end; ++cell) {
    const std::uintptr_t next = cell == cells_.end() ? bytes.end : std::min(cell->first, bytes.end);
    if (next > at)
      cell = cells_.emplace_hint(cell, at, Cell{.end = next, .write = {}, .others = {}});
    else if (cell->second.end > bytes.end)
      split(cell, bytes.end);
    if (first == cells_.end()) first = cell;
    at = cell->second.end;
  }
  return first;
}

namespace {

bool is_same(const Access& left, const Access& right) {
  return left.operation == right.operation && left.kind == right.kind && left.line == right.line;
}

}  // namespace

/// Neighbours that say the same become one: from the one before `cell` on up to `end`.
void History::merge_around(Cells::iterator cell, std::uintptr_t end) {
  if (cell != cells_.begin()) --cell;
  near_ = cell;
  while (cell->first <= end) {
    const auto next = std::next(cell);
    if (next == cells_.end()) return;
    if (cell->second.end == next->first && is_same(cell->second.write, next->second.write) &&
        std::ranges::equal(cell->second.others, next->second.others, is_same)) {
      cell->second.end = next->second.end;
      cells_.erase(next);
    } else {
      near_ = cell;
      cell = next;
    }
  }
}

// ---- Accesses ----

void History::meet(Cell& cell, ByteRange bytes, const Access& access, const Report& report) const {
  const Operation& own = *access.operation;
  bool is_old = false;  // ordered before what is known already: it was told late
  const auto compare = [&](const Access& known) {
    if (known.operation == nullptr || known.operation == access.operation) return Relation::kAfter;
    const bool atomics = known.kind == AccessKind::kAtomic && access.kind == AccessKind::kAtomic;
    const bool reads = known.kind == AccessKind::kRead && access.kind == AccessKind::kRead;
    const Relation relation = this->relation(*known.operation, own);
    if (relation == Relation::kAfter) is_old = true;
    if (atomics || reads) return relation;
    const bool was_freed = known.operation->type == OperationType::kFree;
    if (relation == Relation::kUnordered || (relation == Relation::kBefore && was_freed))
      report({known, access, bytes, relation == Relation::kBefore});
    return relation;
  };
  compare(cell.write);
  const bool writes = access.kind == AccessKind::kWrite;
  std::erase_if(cell.others, [&](const Access& known) {
    const Relation relation = compare(known);
    if (known.operation == access.operation) return writes || known.kind == access.kind;
    return relation == Relation::kBefore && (writes || known.kind == access.kind);
  });
  if (is_old) return;
  if (!writes) {
    cell.others.push_back(access);
    return;
  }
  cell.write = access;
  cell.others.clear();
}

void History::touch(const Access& access, ByteRange bytes, const Report& report) {
  if (bytes.begin >= bytes.end) return;
  const auto first = cut(bytes);
  for (auto cell = first; cell != cells_.end() && cell->first < bytes.end; ++cell)
    meet(cell->second, {cell->first, cell->second.end}, access, report);
  merge_around(first, bytes.end);
}

void History::forget(ByteRange bytes) {
  if (bytes.begin >= bytes.end) return;
  near_ = cells_.end();
  split(bytes.end);
  auto cell = split(bytes.begin);
  while (cell != cells_.end() && cell->first < bytes.end) cell = cells_.erase(cell);
}

void History::allocate(const Access& access, ByteRange bytes, const Report& report) {
  if (bytes.begin >= bytes.end) return;
  const Operation& own = *access.operation;
  const auto compare = [&](const Access& known, ByteRange where) {
    // Earlier calls used what was there before.
    if (known.operation == nullptr || known.operation->number < own.number) return;
    if (relation(own, *known.operation) != Relation::kBefore) report({access, known, where, false});
  };
  split(bytes.end);
  for (auto cell = split(bytes.begin); cell != cells_.end() && cell->first < bytes.end; ++cell) {
    const ByteRange where{cell->first, cell->second.end};
    compare(cell->second.write, where);
    for (const Access& known : cell->second.others) compare(known, where);
  }
  forget(bytes);
  cells_[bytes.begin] = Cell{.end = bytes.end, .write = access, .others = {}};
}

}  // namespace riffle::race
