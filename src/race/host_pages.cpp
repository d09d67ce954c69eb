// SPDX-License-Identifier: Apache-2.0
#include "race/host_pages.h"

#include <algorithm>
#include <utility>

namespace riffle::race {
namespace {

bool meet(const ByteRange& left, const ByteRange& right) {
  return left.begin < right.end && right.begin < left.end;
}
bool contains(const ByteRange& outer, const ByteRange& inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}
ByteRange hull(const ByteRange& left, const ByteRange& right) {
  if (left.begin >= left.end) return right;
  return {std::min(left.begin, right.begin), std::max(left.end, right.end)};
}

}  // namespace

// ---- Uses ----

void HostPages::use(const SharedOperation& operation, ByteRange pages, bool writes) {
  if (pages.begin >= pages.end) return;
  // Who has waited for this one has waited for those before it.
  std::erase_if(uses_, [&](const Use& known) {
    return contains(pages, known.pages) && (writes || !known.writes) &&
           (known.operation == operation || operation->stamp.is_after(known.operation->stamp));
  });
  uses_.push_back({operation, pages, writes});
  std::erase_if(opened_, [&](const Opened& each) {
    return each.newest == kNoNumber && meet(each.pages, pages);
  });
  if (uses_.size() > kMostUses) {
    const auto half = uses_.begin() + kMostUses / 2;
    for (auto each = uses_.begin(); each != half; ++each) pages = hull(pages, each->pages);
    uses_.erase(uses_.begin(), half);
  }
  refresh(pages);
}

void HostPages::forget(const Operation& operation) {
  ByteRange changed;
  std::erase_if(uses_, [&](const Use& each) {
    if (each.operation.get() != &operation) return false;
    changed = hull(changed, each.pages);
    return true;
  });
  refresh(changed);
}

void HostPages::forget_seen(const std::function<bool(const Stamp&)>& is_seen) {
  ByteRange changed;
  std::erase_if(uses_, [&](const Use& each) {
    if (!is_seen(each.operation->stamp)) return false;
    changed = hull(changed, each.pages);
    return true;
  });
  refresh(changed);
}

void HostPages::forget(ByteRange memory) {
  ByteRange changed;
  std::erase_if(uses_, [&](const Use& each) {
    if (!meet(each.pages, memory)) return false;
    changed = hull(changed, each.pages);
    return true;
  });
  refresh(changed);
}

void HostPages::open_all() {
  uses_.clear();
  opened_.clear();
  for (const auto& [begin, closed] : closed_) set_rights_({begin, closed.end}, Rights::kAll);
  closed_.clear();
}

// ---- Operations that run ----

std::uint64_t HostPages::begin() {
  running_.push_back(++newest_);
  return newest_;
}

void HostPages::end(std::uint64_t number) {
  std::erase(running_, number);
  const auto oldest = std::ranges::min_element(running_);
  ByteRange changed;
  std::erase_if(opened_, [&](const Opened& each) {
    if (each.newest == kNoNumber || (oldest != running_.end() && *oldest <= each.newest))
      return false;
    changed = hull(changed, each.pages);
    return true;
  });
  refresh(changed);
}

// ---- Faults ----

HostPages::Rights HostPages::rights(std::uintptr_t address) const {
  const auto after = closed_.upper_bound(address);
  if (after == closed_.begin()) return Rights::kAll;
  const Closed& closed = std::prev(after)->second;
  return address < closed.end ? closed.rights : Rights::kAll;
}

void HostPages::open_for_operations(std::uintptr_t address) {
  auto first = closed_.upper_bound(address);
  if (first == closed_.begin()) return;
  --first;
  auto last = first;
  while (first != closed_.begin() && std::prev(first)->second.end == first->first) --first;
  while (std::next(last) != closed_.end() && std::next(last)->first == last->second.end) ++last;
  const ByteRange pages{first->first, last->second.end};
  opened_.push_back({pages, newest_});
  refresh(pages);
}

void HostPages::open_for_host(ByteRange pages) {
  opened_.push_back({pages, kNoNumber});
  refresh(pages);
}

bool HostPages::is_closed(ByteRange bytes, bool writes) const {
  auto each = closed_.upper_bound(bytes.begin);
  if (each != closed_.begin()) --each;
  for (; each != closed_.end() && each->first < bytes.end; ++each)
    if (each->second.end > bytes.begin && (writes || each->second.rights == Rights::kNone))
      return true;
  return false;
}

// ---- Rights ----

/// Of pages that no use and no opening divides.
HostPages::Rights HostPages::wanted(ByteRange pages) const {
  for (const Opened& each : opened_)
    if (contains(each.pages, pages)) return Rights::kAll;
  Rights rights = Rights::kAll;
  for (const Use& each : uses_) {
    if (!contains(each.pages, pages)) continue;
    if (each.writes) return Rights::kNone;
    rights = Rights::kRead;
  }
  return rights;
}

void HostPages::refresh(ByteRange pages) {
  if (pages.begin >= pages.end) return;
  std::vector<std::uintptr_t> cuts{pages.begin, pages.end};
  const auto cut = [&](const ByteRange& each) {
    if (each.begin > pages.begin && each.begin < pages.end) cuts.push_back(each.begin);
    if (each.end > pages.begin && each.end < pages.end) cuts.push_back(each.end);
  };
  for (const Use& each : uses_) cut(each.pages);
  for (const Opened& each : opened_) cut(each.pages);
  std::ranges::sort(cuts);
  cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    ByteRange piece{cuts[i], cuts[i + 1]};
    const Rights rights = wanted(piece);
    // Neighbours of the same rights: one question to the system.
    while (i + 2 < cuts.size() && wanted({cuts[i + 1], cuts[i + 2]}) == rights)
      piece.end = cuts[++i + 1];
    set(piece, rights);
  }
}

void HostPages::set(ByteRange pages, Rights rights) {
  std::vector<ByteRange> changed;
  std::uintptr_t at = pages.begin;
  auto each = closed_.upper_bound(at);
  if (each != closed_.begin()) --each;
  const auto note = [&](std::uintptr_t end, Rights present) {
    end = std::min(end, pages.end);
    if (end <= at) return;
    if (present != rights) changed.push_back({at, end});
    at = end;
  };
  for (; each != closed_.end() && each->first < pages.end; ++each) {
    if (each->second.end <= at) continue;
    note(each->first, Rights::kAll);
    note(each->second.end, each->second.rights);
  }
  note(pages.end, Rights::kAll);
  for (const ByteRange& range : changed) {
    // Where the system has no more mappings to give, the page stays open.
    if (set_rights_(range, rights))
      remember(range, rights);
    else if (set_rights_(range, Rights::kAll))
      remember(range, Rights::kAll);
  }
}

void HostPages::remember(ByteRange pages, Rights rights) {
  auto each = closed_.upper_bound(pages.begin);
  if (each != closed_.begin()) --each;
  while (each != closed_.end() && each->first < pages.end) {
    const std::uintptr_t begin = each->first;
    const Closed known = each->second;
    if (known.end <= pages.begin) {
      ++each;
      continue;
    }
    each = closed_.erase(each);
    if (begin < pages.begin) closed_[begin] = {pages.begin, known.rights};
    if (known.end > pages.end) closed_[pages.end] = {known.end, known.rights};
  }
  if (rights != Rights::kAll) closed_[pages.begin] = {pages.end, rights};
}

}  // namespace riffle::race
