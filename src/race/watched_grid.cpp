// SPDX-License-Identifier: Apache-2.0
#include "race/watched_grid.h"

#include <algorithm>
#include <cstdio>

#include "device/access_judge.h"
#include "runtime/memory/registry.h"

namespace riffle::race {
namespace {

/// What a launch's cells may take: of some 60 MB of memory, all of which is touched.
constexpr std::size_t kMostPages = 16'384;

/// Allocations and variables; not stacks, shared memory of other blocks, or what malloc gives.
bool is_global(std::uintptr_t address) {
  const auto* const pointer = reinterpret_cast<const void*>(address);
  return memory::registry().is_own_address(pointer) ||
         memory::registry().find_for_graph(pointer).has_value() ||
         device::is_in_loaded_code(address);
}

void say_once_that_it_is_much() {
  static const bool is_said = [] {
    std::fputs(
        "riffle check: block: a launch touches more than 64 MiB; races between its threads "
        "are looked for in the first 64 MiB only\n",
        stderr);
    return true;
  }();
  (void)is_said;
}

}  // namespace

void BlockOrder::tell(std::uint32_t block, std::uint32_t time) {
  Block& teller = blocks_[block];
  if (!teller.has_news) return;
  teller.has_news = false;
  teller.told.push_back({time, ++clock_});
}

bool BlockOrder::knows(std::uint32_t block, std::uint32_t other, std::uint32_t time) const {
  const auto learner = blocks_.find(block);
  const auto teller = blocks_.find(other);
  if (learner == blocks_.end() || teller == blocks_.end()) return false;
  const auto& told = teller->second.told;
  const auto first = std::ranges::upper_bound(told, time, {}, &Told::time);
  return first != told.end() && first->clock < learner->second.learned;
}

AccessCells* WatchedGrid::cells_at(std::uintptr_t address) {
  const std::uintptr_t page = address / kPageBytes;
  if (page == last_page_) return last_cells_;
  const auto [found, is_new] = pages_.try_emplace(page);
  if (is_new && is_global(address)) {
    if (pages_.size() > kMostPages) {
      say_once_that_it_is_much();
    } else {
      found->second = std::make_unique<AccessCells>();
      found->second->cover(page * kPageBytes, kPageBytes);
    }
  }
  last_page_ = page;
  return last_cells_ = found->second.get();
}

}  // namespace riffle::race
