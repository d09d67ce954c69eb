// SPDX-License-Identifier: Apache-2.0
// The part of the checker that looks at what the host itself touches: see host_watch.h.
#include <algorithm>

#include "platform/clock.h"
#include "platform/stack.h"
#include "race/checker.h"
#include "race/misuse.h"
#include "race/touches.h"
#include "runtime/engine/schedule.h"

namespace riffle::race {
namespace {

// A call stays for its operation: this long until it has begun, this long until it has ended. What takes longer is found
// too, but where it touches memory while the host does.
constexpr std::int64_t kUntilBegunNs = 20'000'000;
// And this long behind a host function that has begun: mostly one that ends soon, or one that waits for the host.
constexpr std::int64_t kUntilFunctionEndedNs = 2'000'000;
constexpr std::int64_t kUntilEndedNs = 100'000'000;

/// Whether the calling thread runs the program's own code, as opposed to Riffle's, or a kernel. Host functions are the
/// program's where it is known which one this is.
bool is_program() {
  if (has_open_call()) return false;
  return engine::in_host_function() ? running_function() != nullptr
                                    : !platform::current_stack().is_known();
}

/// The thread tells the checker of an access; a handler of a signal that comes in between does not.
[[gnu::tls_model("initial-exec")]] thread_local bool is_telling = false;

/// Somebody else has opened the page meanwhile. A real fault comes again and again.
bool may_try_again(std::uintptr_t address) {
  constexpr int kMostRetries = 100;
  static thread_local std::uintptr_t last = 0;
  static thread_local int retries = 0;
  retries = address == last ? retries + 1 : 1;
  last = address;
  return retries <= kMostRetries;
}

}  // namespace

void Checker::watch_host(const std::atomic<std::atomic<std::uint8_t>*>* code_pages) {
  if (tools_.race) host_ = std::make_unique<HostWatch>(code_pages);
}

// ---- Operations ----

bool Checker::begins_function_of_program(const engine::OperationNotice& notice) {
  if (notice.kind != engine::OperationKind::kHostFunction || host_ == nullptr) return false;
  const MutexLock lock(mutex_);
  const Line& line = line_of(notice);
  return !line.pending.empty() && line.pending.front()->ticket == notice.ticket &&
         is_of_program(line.pending.front()->call);
}

void Checker::host_started(const engine::OperationNotice& notice) {
  const Line& line = line_of(notice);
  const bool is_known = !line.pending.empty() && line.pending.front()->ticket == notice.ticket;
  host_->started(notice, is_known && notice.part == 0 ? line.pending.front().get() : nullptr);
  const bool is_function = notice.kind == engine::OperationKind::kHostFunction;
  if (is_function && notice.part != 0)
    ++host_nodes_[{reinterpret_cast<TimelineKey>(notice.timeline), notice.ticket}];
  if (is_function && is_known)
    begin_function(notice.part == 0 ? line.pending.front()
                                    : part_of(*line.pending.front(), notice));
  // Through a flag or a lock a host function may tell the host that it has begun, and so that what comes before it is
  // done. A value that a stream writes tells it more.
  const auto timeline = reinterpret_cast<TimelineKey>(notice.timeline);
  const bool tells_all =
      notice.kind == engine::OperationKind::kRange && type_of(notice) == OperationType::kOther;
  if (!is_function && !tells_all) return;
  const Time last = notice.part == 0 && !tells_all ? notice.ticket - 1 : notice.ticket;
  tell_orders([&](Order& order, bool) { order.host_was_told(timeline, last); });
  host_->order_has_changed();
  host_->host_was_promised(promised_.host_may_know());
}

void Checker::host_knows_more() {
  if (host_ == nullptr) return;
  host_->order_has_changed();
  host_->host_was_promised(promised_.host_may_know());
  host_->host_knows(order_.host());
  judge_host_accesses();
}

void Checker::let_host_go_on() {
  // Under a schedule what can run has run.
  HostWatch* const host = host_.get();
  const std::int64_t begin = platform::now_ns();
  while (engine::current_schedule() == nullptr) {
    HostWatch::CallState state;
    {
      const MutexLock lock(mutex_);
      state = host_->state_of_call();
    }
    const std::int64_t longest = state.is_running ? kUntilEndedNs
                                 : state.is_held  ? kUntilFunctionEndedNs
                                                  : kUntilBegunNs;
    const std::int64_t left = begin + longest - platform::now_ns();
    if (!state.is_pending || left <= 0) break;
    host->wait_for_change(state.changes, left);
  }
  // The program may have set a handler of its own since.
  device::install_fault_handlers();
  const MutexLock lock(mutex_);
  host_->host_goes_on();
}

// ---- Pageable memory ----

namespace {

/// Rows that meet are one. Nothing when there are too many.
std::vector<ByteRange> rows_of(const engine::PageableNotice& notice) {
  constexpr std::size_t kMostRows = 4096;
  std::vector<ByteRange> rows;
  for (std::uint64_t slice = 0; slice < notice.depth; ++slice) {
    for (std::uint64_t row = 0; row < notice.height; ++row) {
      const std::uintptr_t at =
          notice.begin + slice * notice.slice_pitch_bytes + row * notice.row_pitch_bytes;
      if (!rows.empty() && rows.back().end == at)
        rows.back().end += notice.width;
      else if (rows.size() == kMostRows)
        return {};
      else
        rows.push_back({at, at + notice.width});
    }
  }
  return rows;
}

}  // namespace

void Checker::pageable_memory(const engine::PageableNotice& notice) noexcept {
  const MutexLock lock(mutex_);
  note_waits_unpromised();
  if (const SharedOperation copy = newest_of_call(); host_ != nullptr && copy != nullptr)
    use_pageable(copy, std::span(&notice, 1));
}

void Checker::use_pageable(const SharedOperation& copy,
                           std::span<const engine::PageableNotice> sides) {
  if (host_->code_pages() == nullptr) return;
  const Stamp& promised = copy->promised;
  if (time_in(promised_.host_may_know(), promised.actor) >= promised.time) return;
  for (const engine::PageableNotice& side : sides)
    if (std::vector<ByteRange> rows = rows_of(side); !rows.empty())
      host_->use_pageable({.operation = copy, .rows = std::move(rows), .writes = side.writes});
}

// ---- Accesses ----

void Checker::note_host_access(ByteRange bytes, bool writes, std::uintptr_t code_address,
                               CodeAddress code_kind) {
  const device::AccessKind kind = writes ? device::AccessKind::kWrite : device::AccessKind::kRead;
  if (host_->note_more(code_address, kind, bytes, running_function().get())) return;
  host_->note({.operation = host_operation(code_address, code_kind),
               .kind = kind,
               .ranges = {},
               .meetings = {},
               .code_address = code_address},
              bytes);
}

std::shared_ptr<Operation> Checker::host_operation(std::uintptr_t code_address, CodeAddress kind) {
  const SharedOperation& function = running_function();
  auto operation =
      function == nullptr ? std::make_shared<Operation>() : std::make_shared<Operation>(*function);
  if (function == nullptr) {
    operation->type = OperationType::kHost;
    operation->number = ++operations_;
    operation->stamp = order_.host_acts();
    operation->call = place_on_stack(code_address, kind);
    return operation;
  }
  const auto nodes = host_nodes_.find({function->timeline, function->ticket});
  // Another host node may have told it of any node that is done: then nothing is known to be unordered.
  if (nodes == host_nodes_.end() || nodes->second == 1) operation->made_until = ++operations_;
  // Threads that wait for something may have told it.
  operation->stamp.before = joined(operation->stamp.before, order_.host_may_know());
  operation->promised.before = joined(operation->promised.before, promised_.host_may_know());
  operation->code = place_on_stack(code_address, kind);
  return operation;
}

bool Checker::page_fault(const device::PageFault& fault) noexcept {
  const MutexLock lock(mutex_);
  const ByteRange byte{fault.address, fault.address + 1};
  if (!host_->is_closed(byte, fault.writes))
    return resources_.memory_at(fault.address) != nullptr && may_try_again(fault.address);
  if (fault.in_kernel || !is_program() || has_lost_host_code_)
    host_->open_for_operations(byte);
  else
    note_host_access(byte, fault.writes, fault.code_address, CodeAddress::kInstruction);
  return true;
}

bool Checker::system_call(ByteRange bytes, bool writes, std::uintptr_t caller) noexcept {
  if (host_ == nullptr || bytes.begin >= bytes.end) return false;
  const bool is_watched = watches(bytes, writes);
  if (!is_watched && !watches_closed_pages()) return false;
  const MutexLock lock(mutex_);
  const bool is_closed = host_->is_closed(bytes, writes);
  if (is_program() && (is_closed || is_watched) && !has_lost_host_code_)
    note_host_access(bytes, writes, caller, CodeAddress::kReturn);
  else if (is_closed)
    host_->open_for_operations(bytes);
  return is_closed;
}

void Checker::host_code(ByteRange bytes, host_code::Kind kind, std::uintptr_t caller) noexcept {
  if (host_ == nullptr || has_lost_host_code_) return;
  const bool writes = kind != host_code::Kind::kRead;
  const ByteRange some{bytes.begin, std::max(bytes.end, bytes.begin + 1)};
  if (!watches(some, writes) || !is_program() || is_telling) return;
  is_telling = true;
  if (!unless_refused([&] { tell_host_code(bytes, some, kind, caller); }))
    has_lost_host_code_ = true;
  is_telling = false;
}

void Checker::tell_host_code(ByteRange bytes, ByteRange some, host_code::Kind kind,
                             std::uintptr_t caller) {
  const bool writes = kind != host_code::Kind::kRead;
  const MutexLock lock(mutex_);
  switch (kind) {
    case host_code::Kind::kRead:
    case host_code::Kind::kWrite:
      return note_host_access(some, writes, caller, CodeAddress::kReturn);
    case host_code::Kind::kAtomic:
      return host_may_be_told(some);
    case host_code::Kind::kGone:
      return host_->pageable_gone(some, bytes.begin == bytes.end);
  }
}

/// Through memory that the host looks at by atomics or volatile accesses, operations that use it may tell that they are done.
void Checker::host_may_be_told(ByteRange bytes) {
  std::vector<std::pair<TimelineKey, Time>> ends;
  host_->visit_uses(bytes, [&](const Operation& operation) {
    ends.emplace_back(operation.timeline, operation.ticket);
  });
  for (const auto& [timeline, ticket] : ends)
    tell_orders([&](Order& order, bool) { order.host_may_know(timeline, ticket); });
  host_->order_has_changed();
  host_->host_may_know(order_.host_may_know());
  host_->host_was_promised(promised_.host_may_know());
}

void Checker::host_may_know(TimelineKey timeline, Time ticket) {
  mingled_ = joined(mingled_, order_.host_may_know(timeline, ticket));
  if (host_->code_pages() != nullptr)
    mingled_by_promise_ = joined(mingled_by_promise_, promised_.host_may_know(timeline, ticket));
  host_->order_has_changed();
}

void Checker::judge_host_accesses(bool all) {
  if (host_ == nullptr) return;
  for (HostAccess& access : host_->take(all)) {
    judge_pageable(access);
    auto operation = std::make_shared<Operation>(*access.operation);
    operation->stamp.before = joined(operation->stamp.before, mingled_);
    touch({.operation = std::move(operation), .kind = access.kind, .line = nullptr}, access.ranges);
  }
}

void Checker::judge_pageable(const HostAccess& access) {
  for (const HostAccess::Meeting& each : access.meetings) {
    const Stamp& promised = each.use.operation->promised;
    if (time_in(mingled_by_promise_, promised.actor) >= promised.time) continue;
    const Operation& own_operation = *access.operation;
    if (own_operation.type == OperationType::kHostFunction &&
        (promised_.is_ordered(promised, own_operation.promised) ||
         promised_.is_ordered(own_operation.promised, promised)))
      continue;
    std::uint64_t bytes = 0;
    for (const ByteRange& range : each.ranges) bytes += range.end - range.begin;
    const Access copy{
        .operation = each.use.operation,
        .kind = each.use.writes ? device::AccessKind::kWrite : device::AccessKind::kRead,
        .line = nullptr};
    const Access own{.operation = access.operation, .kind = access.kind, .line = nullptr};
    write(explain_pageable({copy, own, each.ranges.front(), false}, bytes, each.use.hull()));
  }
}

void Checker::after_fork_in_child() noexcept {
  if (host_ != nullptr) host_->open_all();
  mutex_.unlock();
}

}  // namespace riffle::race
