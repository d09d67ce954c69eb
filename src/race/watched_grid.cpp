// SPDX-License-Identifier: Apache-2.0
#include "race/watched_grid.h"

#include <algorithm>
#include <cstdio>

#include "device/access_judge.h"
#include "race/unasked_parameters.h"
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

void BlockOrder::learn(std::uint32_t block) {
  std::uint64_t& learned = blocks_[block].learned;
  auto node = learned_.extract(learned);
  learned = ++clock_;
  if (node.empty()) {
    learned_.insert(learned);
    return;
  }
  node.value() = learned;
  learned_.insert(std::move(node));
}

void BlockOrder::leave(std::uint32_t block) {
  if (const auto found = blocks_.find(block); found != blocks_.end())
    learned_.erase(found->second.learned);
}

/// Who learns from now on comes to the new entry, or a later one.
template <class Entry>
void BlockOrder::add(std::vector<Entry>& all, Entry entry) {
  if (!all.empty() && !has_learner(all.back().clock, entry.clock)) {
    all.back() = std::move(entry);
    return;
  }
  if (all.size() == all.capacity()) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::uint64_t end = i + 1 < all.size() ? all[i + 1].clock : entry.clock;
      if (!has_learner(all[i].clock, end)) continue;
      if (kept != i) all[kept] = std::move(all[i]);
      ++kept;
    }
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(kept), all.end());
    if (kept > all.capacity() / 2) all.reserve(2 * all.capacity());
  }
  all.push_back(std::move(entry));
}

void BlockOrder::publish(std::uint32_t block, std::uint32_t time, const FenceOrder::Told& told) {
  Block& publisher = blocks_[block];
  publisher.last_time = time;
  if (told.is_empty()) return;
  ++clock_;
  auto& published = publisher.published;
  const std::uint32_t base =
      published.empty() ? told.base : std::max(published.back().base, told.base);
  if (published.empty() || published.back().base < base || published.back().of_each != told.of_each)
    add(published, Published{clock_, base, told.of_each});
  for (const FenceOrder::Own& own : told.more) {
    if (publisher.by_usual.empty()) publisher.usual = own.thread;
    auto& by_one =
        publisher.usual == own.thread ? publisher.by_usual : publisher.by_others[own.thread];
    if (by_one.empty() || by_one.back().time < own.time)
      add(by_one, PublishedByOne{clock_, own.time});
  }
}

std::size_t BlockOrder::kept(std::uint32_t block) const {
  const auto found = blocks_.find(block);
  if (found == blocks_.end()) return 0;
  std::size_t all = found->second.published.size() + found->second.by_usual.size();
  for (const auto& [thread, by_one] : found->second.by_others) all += by_one.size();
  return all;
}

bool BlockOrder::knows(std::uint32_t block, std::uint32_t other, std::uint32_t thread,
                       std::uint32_t time) const {
  const auto learner = blocks_.find(block);
  const auto publisher = blocks_.find(other);
  if (learner == blocks_.end() || publisher == blocks_.end()) return false;
  const auto last_learned = [&](const auto& all) {
    return std::ranges::lower_bound(all, learner->second.learned, {},
                                    [](const auto& each) { return each.clock; });
  };
  const auto& published = publisher->second.published;
  if (const auto end = last_learned(published); end != published.begin()) {
    const Published& last = *std::prev(end);
    if (time < last.base) return true;
    if (last.of_each != nullptr && time <= (*last.of_each)[thread]) return true;
  }
  const auto* const by_one = publisher->second.by(thread);
  if (by_one == nullptr) return false;
  const auto end = last_learned(*by_one);
  return end != by_one->begin() && time <= std::prev(end)->time;
}

bool BlockOrder::lacks_fence(std::uint32_t block, std::uint32_t other, std::uint32_t time) const {
  const auto learner = blocks_.find(block);
  const auto publisher = blocks_.find(other);
  return learner != blocks_.end() && publisher != blocks_.end() && learner->second.learned != 0 &&
         publisher->second.last_time > time;
}

WatchedGrid::WatchedGrid()
    : number([] {
        static std::atomic<std::uint64_t> last{0};
        return last.fetch_add(1, std::memory_order_relaxed) + 1;
      }()) {}

std::uint64_t WatchedGrid::unasked_parameters(const device::WatchedPlace& place) {
  if (place.parameters.read == 0 && place.parameters.own.empty()) return 0;
  const MutexLock lock(mutex);
  if (!unasked_) unasked_ = race::unasked_parameters(place);
  return *unasked_;
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
