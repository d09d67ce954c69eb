// SPDX-License-Identifier: Apache-2.0
#include "device/access.h"

#include <algorithm>
#include <new>
#include <unordered_map>
#include <utility>

#include "base/mutex.h"
#include "device/cpu/access_pages.h"

namespace riffle::device {
namespace {

/// What was handed in for the launches that run.
struct WatchedLaunch {
  AccessSummary summary;
  AccessPages pages;
  std::vector<AccessNotes*> left;  ///< with their threads
};
struct Book {
  Mutex mutex;
  std::unordered_map<const KernelPayload*, WatchedLaunch> launches RIFFLE_GUARDED_BY(mutex);
};

Book& book() {
  static Book& the_book = *new Book;  // kernels may run until the process has ended
  return the_book;
}

bool joins(const AccessRange& range, const AccessRange& next) {
  return next.begin < range.end || (next.begin == range.end && next.site == range.site);
}

}  // namespace

void normalize(std::vector<AccessRange>& ranges) {
  std::ranges::sort(ranges, [](const AccessRange& left, const AccessRange& right) {
    return std::pair(left.kind, left.begin) < std::pair(right.kind, right.begin);
  });
  std::size_t kept = 0;
  for (const AccessRange& range : ranges) {
    if (range.begin >= range.end) continue;
    if (kept != 0 && ranges[kept - 1].kind == range.kind && joins(ranges[kept - 1], range))
      ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
    else
      ranges[kept++] = range;
  }
  ranges.resize(kept);
}

void add_accesses(const KernelPayload& launch, std::span<const AccessRange> ranges) noexcept {
  Book& all = book();
  const MutexLock lock(all.mutex);
  AccessSummary* summary = nullptr;
  try {
    summary = &all.launches[&launch].summary;
    summary->ranges.insert(summary->ranges.end(), ranges.begin(), ranges.end());
  } catch (const std::bad_alloc&) {
    if (summary != nullptr) summary->is_complete = false;
  }
}

void add_accesses(const KernelPayload& launch, AccessPages& pages) noexcept {
  Book& all = book();
  const MutexLock lock(all.mutex);
  try {
    all.launches[&launch].pages.merge(pages);
  } catch (const std::bad_alloc&) {
    pages.set_incomplete();  // kept, for the next time
  }
}

bool leave_notes(const KernelPayload& launch, AccessNotes& notes) noexcept {
  Book& all = book();
  const MutexLock lock(all.mutex);
  try {
    all.launches[&launch].left.push_back(&notes);
  } catch (const std::bad_alloc&) {
    return false;
  }
  notes.set_left(true);
  return true;
}

void hand_in_notes(const KernelPayload& launch, AccessNotes& notes) noexcept {
  Book& all = book();
  const MutexLock lock(all.mutex);
  const auto found = all.launches.find(&launch);
  if (!notes.is_left() || found == all.launches.end()) return;
  notes.set_left(false);
  std::erase(found->second.left, &notes);
  found->second.pages.merge(notes.pages());
}

std::optional<AccessSummary> take_accesses(const KernelPayload& launch) noexcept {
  Book& all = book();
  std::optional<WatchedLaunch> taken;
  {
    const MutexLock lock(all.mutex);
    const auto found = all.launches.find(&launch);
    if (found == all.launches.end()) return std::nullopt;
    taken = std::move(found->second);
    for (AccessNotes* const notes : taken->left) {
      taken->pages.merge(notes->pages());
      notes->set_left(false);
    }
    all.launches.erase(found);
  }
  AccessSummary& summary = taken->summary;
  summary.is_complete = summary.is_complete && taken->pages.is_complete();
  try {
    std::vector<AccessRange> noted = taken->pages.ranges();
    if (summary.ranges.empty()) {
      summary.ranges = std::move(noted);
      return std::move(summary);
    }
    summary.ranges.insert(summary.ranges.end(), noted.begin(), noted.end());
  } catch (const std::bad_alloc&) {
    summary.is_complete = false;
  }
  normalize(summary.ranges);
  return std::move(summary);
}

}  // namespace riffle::device
