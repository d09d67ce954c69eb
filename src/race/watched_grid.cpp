// SPDX-License-Identifier: Apache-2.0
#include "race/watched_grid.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

#include "device/access_judge.h"
#include "runtime/memory/registry.h"

namespace riffle::race {
namespace {

/// What a launch's lines are kept for: 64 MiB of memory, all of which is touched.
constexpr std::size_t kMostPages = 16'384;

/// Allocations and variables; not stacks, shared memory of other blocks, or what malloc gives.
bool is_global(std::uintptr_t address) {
  const auto* const pointer = reinterpret_cast<const void*>(address);
  return memory::registry().is_own_address(pointer) ||
         memory::registry().find_for_graph(pointer).has_value() ||
         device::is_in_loaded_code(address);
}

const void* pointer_in(const device::WatchedPlace& place, int parameter) {
  const void* pointer = nullptr;
  std::memcpy(&pointer, place.arguments + place.kernel->parameters[parameter].offset,
              sizeof(pointer));
  return pointer;
}

/// Whether its end may be where other memory begins: registered ranges may be parts of one array, and variables lie side by side.
bool has_neighbours(const memory::Allocation& allocation) {
  return allocation.kind == memory::Kind::kRegistered || allocation.is_variable;
}

/// By the allocations that the pointers lie in: what is written beyond its own is an error of its own (`mem`). A pointer to the
/// end of one lies in none (memory::red_zone_bytes).
std::uint64_t only_read(const device::WatchedPlace& place) {
  std::vector<char*> written;
  for (std::uint64_t rest = place.parameters.written; rest != 0; rest &= rest - 1) {
    const void* const pointer = pointer_in(place, std::countr_zero(rest));
    if (pointer == nullptr) continue;
    const auto allocation = memory::registry().find_for_graph(pointer);
    // It may be anywhere.
    if (!allocation || has_neighbours(*allocation)) return 0;
    written.push_back(allocation->base);
  }
  std::uint64_t found = 0;
  for (std::uint64_t rest = place.parameters.read; rest != 0; rest &= rest - 1) {
    const int parameter = std::countr_zero(rest);
    const auto allocation = memory::registry().find_for_graph(pointer_in(place, parameter));
    if (allocation && std::ranges::find(written, allocation->base) == written.end())
      found |= std::uint64_t{1} << parameter;
  }
  return found;
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

/// Pages of launches that have ended: fresh memory costs more than what is noted in it.
class SparePages {
 public:
  SparePages() { pages_.reserve(kMost); }  // nothing is left to fail where a launch ends
  [[nodiscard]] std::unique_ptr<WatchedPage> take() RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    if (pages_.empty()) return std::make_unique<WatchedPage>();
    std::unique_ptr<WatchedPage> page = std::move(pages_.back());
    pages_.pop_back();
    return page;
  }
  void give(std::unique_ptr<WatchedPage> page) noexcept RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    if (pages_.size() < kMost) pages_.push_back(std::move(page));
  }

 private:
  static constexpr std::size_t kMost = 8192;  // of 7 KB
  Mutex mutex_;
  std::vector<std::unique_ptr<WatchedPage>> pages_ RIFFLE_GUARDED_BY(mutex_);
};

SparePages& spare_pages() {
  static auto& spare = *new SparePages;  // kernels may run until the process has ended
  return spare;
}

}  // namespace

void BlockOrder::tell(std::uint32_t block, std::uint32_t time) {
  Block& teller = blocks_[block];
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

WatchedGrid::WatchedGrid()
    : number([] {
        static std::atomic<std::uint64_t> last{0};
        return last.fetch_add(1, std::memory_order_relaxed) + 1;
      }()) {}

std::uint64_t WatchedGrid::only_read_parameters(const device::WatchedPlace& place) {
  if (place.parameters.read == 0) return 0;
  const MutexLock lock(mutex);
  if (!only_read_) only_read_ = only_read(place);
  return *only_read_;
}

WatchedPage* WatchedGrid::page_at(std::uintptr_t address) {
  const MutexLock lock(mutex);
  const auto [found, is_new] = pages_.try_emplace(address / WatchedPage::kBytes);
  if (is_new && is_global(address)) {
    if (pages_.size() > kMostPages) {
      say_once_that_it_is_much();
    } else {
      found->second = spare_pages().take();
      const MutexLock page_lock(found->second->mutex);
      found->second->begin(address / WatchedPage::kBytes * WatchedPage::kBytes);
    }
  }
  return found->second.get();
}

WatchedGrid::~WatchedGrid() {
  for (auto& [page_number, page] : pages_)
    if (page != nullptr) spare_pages().give(std::move(page));
}

}  // namespace riffle::race
