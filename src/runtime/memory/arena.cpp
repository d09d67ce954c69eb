// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>

#include "platform/pages.h"

namespace riffle::memory {
namespace {

using platform::kPageBytes;
using platform::round_up;

// A tail of a slot above this size gets the whole slot, so that it is one huge page instead of 512
// faults.
constexpr std::size_t kWholeSlotTailBytes = kSlotBytes / 4;

constexpr std::size_t kDistances = 8;
constexpr std::size_t kDistanceBytes = kPageBytes + 512;

std::size_t accessible_bytes_for(std::size_t bytes) {
  const std::size_t tail = bytes % kSlotBytes;
  return round_up(bytes, tail > kWholeSlotTailBytes ? kSlotBytes : kPageBytes);
}

/// With room for the inaccessible page, wherever they start.
std::size_t slots_for(std::size_t bytes, Arena::Start start) {
  const std::size_t most = start == Arena::Start::kSpread ? (kDistances - 1) * kDistanceBytes : 0;
  return accessible_bytes_for(bytes + most) / kSlotBytes + 1;
}

}  // namespace

Arena::Arena(std::size_t reserve_bytes, std::size_t warm_limit_bytes, Guard guard)
    : warm_limit_bytes_(warm_limit_bytes), guard_(guard) {
  // A limit on address space (ulimit -v) may refuse the wish: ask for less until it fits.
  const std::size_t wish = round_up(reserve_bytes, kSlotBytes) / kSlotBytes;
  for (std::size_t slots = wish; slots > 0; slots /= 2) {
    void* const reserved = platform::reserve_pages(slots * kSlotBytes, kSlotBytes);
    if (reserved == nullptr) continue;
    base_ = static_cast<char*>(reserved);
    // Under such a limit half of it is left to the rest of the process, which has the compiler to load.
    if (slots < wish && slots > 1) {
      const std::size_t kept = slots / 2;
      platform::release_pages(base_ + kept * kSlotBytes, (slots - kept) * kSlotBytes);
      slots = kept;
    }
    capacity_slots_ = slots;
    platform::advise_huge_pages(base_, slots * kSlotBytes);
    return;
  }
}

Arena::~Arena() {
  if (base_ != nullptr) platform::release_pages(base_, capacity_slots_ * kSlotBytes);
}

Result<Extent> Arena::allocate(std::size_t bytes, Start start) {
  if (bytes > capacity_slots_ * kSlotBytes)
    return error(Code::kOutOfMemory, "larger than the address range");
  const std::size_t slots = slots_for(bytes, start);
  Extent extent;
  std::size_t touched = 0;
  if (!take_warm(slots, extent, touched) && !take_cold(slots, extent)) {
    trim(0);  // joins free runs
    if (!take_cold(slots, extent)) return error(Code::kOutOfMemory, "address range used up");
  }
  // What lies there ready from its last user needs no system call if this one starts where that did.
  const bool is_ready =
      start == Start::kSpread &&
      extent.accessible_bytes == accessible_bytes_for(extent.offset_bytes + bytes);
  if (!is_ready)
    extent.offset_bytes =
        start == Start::kSpread ? next_distance_++ % kDistances * kDistanceBytes : 0;
  const std::size_t accessible = accessible_bytes_for(extent.offset_bytes + bytes);
  if (extent.accessible_bytes != accessible) {
    if (extent.accessible_bytes > accessible)
      (void)mprotect(address(extent.first), extent.accessible_bytes, PROT_NONE);
    if (!platform::commit_pages(address(extent.first), accessible)) {
      platform::guard_pages(address(extent.first), extent.count * kSlotBytes);
      add_cold(extent.first, extent.count);
      return error(Code::kOutOfMemory, "the system refused to make pages accessible");
    }
    extent.accessible_bytes = accessible;
  }
  touched_[extent.first] = std::max(touched, accessible);
  return extent;
}

void Arena::release(const Extent& extent) {
  const auto record = touched_.find(extent.first);
  const std::size_t touched = record->second;
  touched_.erase(record);
  Warm run{extent.first, touched, extent.accessible_bytes, extent.offset_bytes};
  if (guard_ == Guard::kAtOnce) {
    guard(run);
  } else {
    ++unguarded_runs_;
  }
  warm_.emplace(extent.count, run);
  warm_bytes_ += touched;
  if (warm_bytes_ > warm_limit_bytes_) trim(warm_limit_bytes_);
}

// Unlike platform::guard_pages this keeps the pages. When the system has no more mappings to give,
// the memory stays accessible: less safe, never wrong.
void Arena::guard(Warm& run) {
  (void)mprotect(address(run.first), run.accessible_bytes, PROT_NONE);
  run.accessible_bytes = 0;
}

void Arena::guard_released() {
  for (auto run = warm_.begin(); run != warm_.end() && unguarded_runs_ > 0; ++run) {
    if (run->second.accessible_bytes == 0) continue;
    guard(run->second);
    --unguarded_runs_;
  }
}

void Arena::release_foreign(const Extent& extent) {
  touched_.erase(extent.first);
  platform::guard_pages(address(extent.first), extent.count * kSlotBytes);
  platform::advise_huge_pages(address(extent.first), extent.count * kSlotBytes);
  add_cold(extent.first, extent.count);
}

Arena::WarmRuns::const_iterator Arena::find_warm(std::size_t slots) const {
  // Up to a quarter larger is worth it: address space is plentiful, pages are not.
  const auto found = warm_.lower_bound(slots);
  return found != warm_.end() && found->first <= slots + slots / 4 ? found : warm_.end();
}

bool Arena::has_warm(std::size_t bytes, Start start) const {
  return find_warm(slots_for(bytes, start)) != warm_.end();
}

bool Arena::take_warm(std::size_t slots, Extent& extent, std::size_t& touched_bytes) {
  const auto found = find_warm(slots);
  if (found == warm_.end()) return false;
  const Warm& run = found->second;
  extent = {.first = run.first,
            .count = found->first,
            .accessible_bytes = run.accessible_bytes,
            .offset_bytes = run.offset_bytes};
  if (run.accessible_bytes > 0) --unguarded_runs_;
  touched_bytes = run.touched_bytes;
  warm_bytes_ -= touched_bytes;
  warm_.erase(found);
  return true;
}

bool Arena::take_cold(std::size_t slots, Extent& extent) {
  for (auto run = cold_.begin(); run != cold_.end(); ++run) {
    if (run->second < slots) continue;
    extent.first = run->first;
    extent.count = slots;
    const std::size_t rest = run->second - slots;
    cold_.erase(run);
    if (rest > 0) cold_.emplace(extent.first + slots, rest);
    return true;
  }
  if (capacity_slots_ - next_slot_ < slots) return false;
  extent.first = next_slot_;
  extent.count = slots;
  next_slot_ += slots;
  return true;
}

void Arena::add_cold(std::size_t first, std::size_t count) {
  auto next = cold_.lower_bound(first);
  if (next != cold_.end() && next->first == first + count) {
    count += next->second;
    next = cold_.erase(next);
  }
  if (next != cold_.begin()) {
    const auto previous = std::prev(next);
    if (previous->first + previous->second == first) {
      previous->second += count;
      return;
    }
  }
  cold_.emplace(first, count);
}

void Arena::trim(std::size_t keep_bytes) {
  // The largest runs first: few system calls, and small ones are the likeliest to be asked for
  // again.
  while (warm_bytes_ > keep_bytes && !warm_.empty()) {
    const auto largest = std::prev(warm_.end());
    if (largest->second.accessible_bytes > 0) {
      guard(largest->second);
      --unguarded_runs_;
    }
    platform::discard_pages(address(largest->second.first), largest->second.touched_bytes);
    warm_bytes_ -= largest->second.touched_bytes;
    add_cold(largest->second.first, largest->first);
    warm_.erase(largest);
  }
}

}  // namespace riffle::memory
