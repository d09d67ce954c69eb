// SPDX-License-Identifier: Apache-2.0
#include "race/host_watch.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "device/cpu/launch.h"
#include "platform/clock.h"
#include "platform/futex.h"
#include "runtime/dynamic/parent_launch.h"
#include "runtime/graph/graph_launch.h"
#include "runtime/memory/operations.h"

namespace riffle::race {
namespace {

using engine::OperationNotice;
using engine::ResourceKind;

struct PagesUsed {
  ByteRange pages;
  ByteRange bytes;
  bool writes = false;
};

/// What the thread's open call has enqueued that the host may meet.
struct EnqueuedOperation {
  SharedOperation operation;
  std::vector<PagesUsed> pages;
};
thread_local std::vector<EnqueuedOperation> made_by_call;

bool protect(ByteRange pages, PageRights::Rights rights) noexcept {
  const int protection = rights == PageRights::Rights::kAll    ? PROT_READ | PROT_WRITE
                         : rights == PageRights::Rights::kRead ? PROT_READ
                                                               : PROT_NONE;
  return mprotect(reinterpret_cast<void*>(pages.begin), pages.end - pages.begin, protection) == 0;
}

bool is_shared_with_host(ResourceKind kind) {
  return kind == ResourceKind::kPinnedMemory || kind == ResourceKind::kManagedMemory ||
         kind == ResourceKind::kRegisteredMemory;
}

/// Of pinned and managed memory all pages that the bytes lie in: what else lies there is Riffle's too. Of registered
/// memory those that are all its own.
ByteRange pages_of(const Resource& memory, ByteRange bytes) {
  constexpr std::uintptr_t kMask = HostPages::kPageBytes - 1;
  const std::uintptr_t end = memory.handle + memory.bytes;
  ByteRange pages{bytes.begin & ~kMask, (std::min(bytes.end, end) + kMask) & ~kMask};
  if (memory.kind != ResourceKind::kRegisteredMemory) return pages;
  pages.begin = std::max(pages.begin, (memory.handle + kMask) & ~kMask);
  pages.end = std::min(pages.end, end & ~kMask);
  return pages;
}

/// Of bytes that are mostly of the allocation of the one before.
class SharedAllocation {
 public:
  explicit SharedAllocation(const Resources& resources) : resources_(resources) {}
  /// Null: memory that the host does not share.
  [[nodiscard]] const Resource* at(std::uintptr_t address) {
    if (known_ == nullptr || address - known_->handle >= known_->bytes)
      known_ = resources_.memory_at(address);
    return known_ != nullptr && is_shared_with_host(known_->kind) ? known_ : nullptr;
  }

 private:
  const Resources& resources_;
  const Resource* known_ = nullptr;
};

void add_span(SharedAllocation& memory, const char* begin, std::size_t bytes, bool writes,
              std::vector<PagesUsed>& all) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  if (const Resource* const known = memory.at(first))
    all.push_back({pages_of(*known, {first, first + bytes}), {first, first + bytes}, writes});
}

/// Of one that has not run: of a kernel what its arguments point to, all of it.
std::vector<PagesUsed> expected_pages(const OperationNotice& notice, const Resources& resources) {
  std::vector<PagesUsed> all;
  SharedAllocation memory(resources);
  if (const device::KernelPayload* const kernel = dynamic::kernel_of(notice)) {
    for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= kernel->kernel->argument_bytes;
         at += sizeof(std::uintptr_t)) {
      std::uintptr_t word = 0;
      std::memcpy(&word, kernel->arguments() + at, sizeof word);
      if (const Resource* const known = memory.at(word)) {
        const ByteRange bytes{known->handle, known->handle + known->bytes};
        all.push_back({pages_of(*known, bytes), bytes, true});
      }
    }
    return all;
  }
  if (notice.kind != engine::OperationKind::kRange || notice.units == 0) return all;
  const auto access = memory::access_of(notice.run, notice.payload);
  if (!access) return all;
  if (access->source != nullptr)
    add_span(memory, access->source, access->box.span(access->source_layout), false, all);
  add_span(memory, access->destination, access->box.span(access->destination_layout), true, all);
  return all;
}

/// Sorted, and those of one kind that meet as one.
void merge(std::vector<PagesUsed>& all) {
  std::ranges::sort(all, {},
                    [](const PagesUsed& each) { return std::pair(each.writes, each.pages.begin); });
  std::size_t kept = 0;
  for (const PagesUsed& each : all) {
    PagesUsed* const last = kept == 0 ? nullptr : &all[kept - 1];
    if (last == nullptr || last->writes != each.writes || each.pages.begin > last->pages.end) {
      all[kept++] = each;
      continue;
    }
    last->pages.end = std::max(last->pages.end, each.pages.end);
    last->bytes = {std::min(last->bytes.begin, each.bytes.begin),
                   std::max(last->bytes.end, each.bytes.end)};
  }
  all.resize(kept);
}

}  // namespace

HostWatch::HostWatch(const std::atomic<std::atomic<std::uint8_t>*>* code_pages)
    : code_pages_(code_pages),
      pages_(
          [this](ByteRange pages, PageRights::Rights rights) { return set_rights(pages, rights); }),
      pageable_pages_([this](ByteRange pages, PageRights::Rights rights) {
        if (rights != PageRights::Rights::kAll) return set_rights(pages, rights);
        open_pageable(pages);
        return true;
      }),
      device_pages_([this](ByteRange pages, PageRights::Rights rights) {
        return set_rights(pages, rights);
      }) {}

// ---- Pages ----

bool HostWatch::set_rights(ByteRange pages, PageRights::Rights rights) noexcept {
  const bool opens = rights == PageRights::Rights::kAll;
  if (!opens && !rights_.set(pages, rights)) return false;
  const bool is_done = protect(pages, rights);
  if (opens) rights_.set(pages, rights);
  return is_done;
}

void HostWatch::open_at_fault(ByteRange bytes, bool with_neighbours) noexcept {
  for (std::uintptr_t at = bytes.begin; at < bytes.end;) {
    ByteRange closed = rights_.closed_in({at, bytes.end});
    if (closed.begin == closed.end) return;
    if (with_neighbours) closed = rights_.closed_around(closed.begin);
    protect(closed, PageRights::Rights::kAll);
    rights_.set(closed, PageRights::Rights::kAll);
    at = closed.end;
  }
}

void HostWatch::open_again(std::uintptr_t address) noexcept {
  const std::uintptr_t page = address & ~(PageRights::kPageBytes - 1);
  protect({page, page + PageRights::kPageBytes}, PageRights::Rights::kAll);
}

// ---- Operations ----

void HostWatch::note_change() {
  has_closed_.store(
      pages_.has_closed() || !pageable_pages_.is_empty() || device_pages_.has_closed(),
      std::memory_order_relaxed);
  watch_bytes();
  changes_.fetch_add(1);
  if (waiting_.load() != 0) platform::futex_wake(&changes_, INT32_MAX);
}

void HostWatch::enqueued(const SharedOperation& operation, const OperationNotice& notice,
                         const Resources& resources) {
  unfinished_.insert(operation->number);
  EnqueuedOperation made{operation, expected_pages(notice, resources)};
  const bool may_meet = !made.pages.empty() || notice.program == graph::run_launch;
  if (may_meet) made_by_call.push_back(std::move(made));
}

void HostWatch::started(const OperationNotice& notice, const Operation* operation) {
  running_[{notice.timeline, notice.ticket, notice.part}] = pages_.begin();
  if (notice.kind == engine::OperationKind::kHostFunction) in_function_.insert(notice.stream_id);
  if (operation == nullptr) return;
  started_.insert(operation->number);
  stalled_.erase(operation->stream_id);
  note_change();
}

bool HostWatch::touched(const SharedOperation& operation, const std::vector<Touch>& touches,
                        const Resources& resources) {
  pages_.forget(*operation);
  shared_uses_.forget(*operation);
  SharedAllocation memory(resources);
  std::vector<PagesUsed> used;
  bool signals_host = false;
  for (const Touch& touch : touches) {
    for (const ByteRange& range : touch.ranges) {
      const Resource* const known = memory.at(range.begin);
      if (known == nullptr) continue;
      signals_host |= touch.kind == device::AccessKind::kAtomic;
      const PagesUsed next{pages_of(*known, range), range, touch.kind != device::AccessKind::kRead};
      // Rows and elements of one page come one behind the other.
      if (used.empty() || used.back().writes != next.writes ||
          used.back().pages.begin > next.pages.begin || used.back().pages.end < next.pages.end) {
        used.push_back(next);
        continue;
      }
      ByteRange& bytes = used.back().bytes;
      bytes = {std::min(bytes.begin, range.begin), std::max(bytes.end, range.end)};
    }
  }
  merge(used);
  if (used.size() > kMostRanges) used.resize(kMostRanges);
  for (const PagesUsed& each : used) {
    pages_.use(operation, each.pages, each.writes);
    shared_uses_.use(operation, each.bytes, each.writes, true);
  }
  return signals_host;
}

void HostWatch::finished(const OperationNotice& notice, const Operation* operation) {
  const auto running = running_.find({notice.timeline, notice.ticket, notice.part});
  if (running != running_.end()) {
    pages_.end(running->second);
    running_.erase(running);
    const auto function = in_function_.find(notice.stream_id);
    if (notice.kind == engine::OperationKind::kHostFunction && function != in_function_.end())
      in_function_.erase(function);
  }
  if (operation != nullptr) {
    unfinished_.erase(operation->number);
    started_.erase(operation->number);
  }
  note_change();
}

void HostWatch::host_knows(const SharedClock& host) {
  pages_.forget_seen([&](const Stamp& stamp) { return time_in(host, stamp.actor) >= stamp.time; });
  shared_uses_.forget_seen(host);
  note_change();
}

void HostWatch::memory_gone(ByteRange memory) {
  pages_.forget(memory);
  device_pages_.gone(memory);
  shared_uses_.forget(memory);
  note_change();
}

// ---- Calls ----

HostWatch::CallState HostWatch::state_of_call() const {
  CallState state{.changes = changes_.load()};
  bool waits_for_others = false;
  for (const EnqueuedOperation& made : made_by_call) {
    if (!unfinished_.contains(made.operation->number)) continue;
    if (stalled_.contains(made.operation->stream_id)) continue;
    if (giving_way_.contains(made.operation->stream_id)) continue;
    state.is_pending = true;
    if (started_.contains(made.operation->number))
      state.is_running = true;
    else
      waits_for_others |= !in_function_.contains(made.operation->stream_id);
  }
  state.is_held = !state.is_running && !waits_for_others;
  return state;
}

bool HostWatch::begin_giving_way(std::uint64_t stream_id) {
  giving_way_.insert(stream_id);
  const bool a_call_stays = waiting_.load() != 0;
  note_change();
  return a_call_stays;
}

void HostWatch::end_giving_way(std::uint64_t stream_id) {
  const auto found = giving_way_.find(stream_id);
  if (found != giving_way_.end()) giving_way_.erase(found);
}

void HostWatch::wait_for_change(std::uint32_t seen, std::int64_t nanoseconds) noexcept {
  waiting_.fetch_add(1);
  platform::futex_wait_for(changes_, seen, static_cast<std::uint64_t>(nanoseconds));
  waiting_.fetch_sub(1);
}

bool HostWatch::has_made() { return !made_by_call.empty() || has_made_pageable(); }

void HostWatch::host_goes_on() {
  for (const EnqueuedOperation& made : made_by_call) {
    if (!unfinished_.contains(made.operation->number)) continue;
    if (!started_.contains(made.operation->number)) stalled_.insert(made.operation->stream_id);
    for (const PagesUsed& each : made.pages) {
      pages_.use(made.operation, each.pages, each.writes);
      shared_uses_.use(made.operation, each.bytes, each.writes, false);
    }
  }
  made_by_call.clear();
  close_pageable();
  note_change();
}

// ---- The host's accesses ----

void HostWatch::open_for_operations(ByteRange bytes) {
  for (std::uintptr_t at = bytes.begin; at < bytes.end; at = (at | (HostPages::kPageBytes - 1)) + 1)
    if (pages_.rights(at) != HostPages::Rights::kAll) pages_.open_for_operations(at);
  pageable_pages_.open(bytes);
  note_change();
}

void HostWatch::open_for(const HostAccess& access, ByteRange bytes) {
  constexpr std::uintptr_t kMask = HostPages::kPageBytes - 1;
  pageable_pages_.open(bytes);
  if (!pages_.is_closed(bytes, access.kind != device::AccessKind::kRead)) return;
  // To the host's threads the pages stay closed.
  if (access.operation->type == OperationType::kHostFunction) return open_for_operations(bytes);
  pages_.open_for_host({bytes.begin & ~kMask, (bytes.end + kMask) & ~kMask});
  note_change();
}

namespace {

/// Mostly an access goes on where the one before ended, or is where it was.
bool add_range(std::vector<ByteRange>& ranges, ByteRange bytes, std::size_t most) {
  if (!ranges.empty() && bytes.begin <= ranges.back().end && bytes.end >= ranges.back().begin) {
    ByteRange& last = ranges.back();
    last = {std::min(last.begin, bytes.begin), std::max(last.end, bytes.end)};
    return true;
  }
  if (ranges.size() == most) return false;
  ranges.push_back(bytes);
  return true;
}

}  // namespace

void HostWatch::add_bytes(HostAccess& access, ByteRange bytes) const {
  if (!add_range(access.ranges, bytes, kMostPieces)) return;
  const bool writes = access.kind != device::AccessKind::kRead;
  pageable_uses_.visit(bytes, writes, [&](const PageableUse& use, ByteRange both) {
    for (HostAccess::Meeting& known : access.meetings) {
      if (known.use.operation != use.operation || known.use.writes != use.writes) continue;
      add_range(known.ranges, both, kMostPieces);
      return;
    }
    access.meetings.push_back({use, {both}});
  });
}

namespace {

/// Whether it is an access of the host function; null: of the host's threads.
bool is_of(const Operation& operation, const Operation* function) {
  if (function == nullptr) return operation.type == OperationType::kHost;
  return operation.type == OperationType::kHostFunction &&
         operation.timeline == function->timeline && operation.ticket == function->ticket &&
         operation.part == function->part;
}

}  // namespace

bool HostWatch::note_more(std::uintptr_t code_address, device::AccessKind kind, ByteRange bytes,
                          const Operation* function) {
  constexpr std::size_t kLookedAt = 16;  // a loop's accesses take turns
  for (std::size_t i = 0; i < std::min(kLookedAt, accesses_.size()); ++i) {
    HostAccess& known = accesses_[accesses_.size() - 1 - i];
    if (known.epoch != epoch_) return false;
    if (known.code_address != code_address || known.kind != kind) continue;
    if (!is_of(*known.operation, function)) continue;
    open_for(known, bytes);
    add_bytes(known, bytes);
    return true;
  }
  return false;
}

void HostWatch::note(HostAccess access, ByteRange bytes) {
  open_for(access, bytes);
  if (accesses_.size() >= kMostAccesses) return;
  access.epoch = epoch_;
  add_bytes(access, bytes);
  accesses_.push_back(std::move(access));
}

std::vector<HostAccess> HostWatch::take(bool all) {
  std::vector<HostAccess> taken;
  while (!accesses_.empty()) {
    const Operation& next = *accesses_.front().operation;
    const std::uint64_t number = std::max(next.number, next.made_until);
    if (!all && !unfinished_.empty() && *unfinished_.begin() < number) break;
    taken.push_back(std::move(accesses_.front()));
    accesses_.pop_front();
  }
  return taken;
}

}  // namespace riffle::race
