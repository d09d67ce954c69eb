// SPDX-License-Identifier: Apache-2.0
#include "race/device_pages.h"

#include <algorithm>

namespace riffle::race {
namespace {

/// What else lies there is other memory of devices, or Riffle's own.
ByteRange pages_of(std::uintptr_t begin, std::uintptr_t end) {
  constexpr std::uintptr_t kMask = PageRights::kPageBytes - 1;
  return {begin & ~kMask, (end + kMask) & ~kMask};
}

}  // namespace

void DevicePages::made(ByteRange memory) {
  const std::uint64_t bytes = memory.end - memory.begin;
  if (rounds_ >= kMostRounds || memory_.size() == kMostAllocations || bytes > kMostBytes - bytes_)
    return;
  if (memory_.try_emplace(memory.begin, Memory{.end = memory.end}).second) {
    ++open_;
    bytes_ += bytes;
  }
}

void DevicePages::gone(ByteRange memory) {
  const auto found = memory_.find(memory.begin);
  if (found == memory_.end()) return;
  if (found->second.is_closed)
    set_rights_(pages_of(found->first, found->second.end), PageRights::Rights::kAll);
  else
    --open_;
  bytes_ -= found->second.end - found->first;
  memory_.erase(found);
}

void DevicePages::open() {
  if (!has_closed()) return;
  ++rounds_;
  for (auto& [begin, each] : memory_) {
    if (!each.is_closed) continue;
    set_rights_(pages_of(begin, each.end), PageRights::Rights::kAll);
    each.is_closed = false;
  }
  open_ = memory_.size();
}

void DevicePages::close() {
  if (!wants_to_close()) return;
  for (auto& [begin, each] : memory_) {
    if (each.is_closed) continue;
    const ByteRange pages = pages_of(begin, each.end);
    if (set_rights_(pages, PageRights::Rights::kNone)) {
      each.is_closed = true;
      --open_;
      continue;
    }
    // The system has no more mappings to give.
    set_rights_(pages, PageRights::Rights::kAll);
    rounds_ = kMostRounds;
    return;
  }
}

bool DevicePages::contains(std::uintptr_t address) const {
  auto after = memory_.upper_bound(address);
  return after != memory_.begin() && address < std::prev(after)->second.end;
}

}  // namespace riffle::race
