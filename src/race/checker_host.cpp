// SPDX-License-Identifier: Apache-2.0
// The part of the checker that looks at what the host itself touches: see host_watch.h.
#include <algorithm>
#include <cerrno>
#include <utility>

#include "platform/clock.h"
#include "platform/stack.h"
#include "race/checker.h"
#include "race/explain_memory.h"
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
[[gnu::tls_model("initial-exec")]] thread_local bool is_reporting = false;

// Where the thread has tried again lately, and how often.
[[gnu::tls_model("initial-exec")]] constinit thread_local std::uintptr_t tried_address = 0;
[[gnu::tls_model("initial-exec")]] constinit thread_local int tries = 0;

/// Somebody else has opened the page meanwhile, or closes it in this moment, not knowing that it has just been opened. A real
/// fault comes again and again.
bool may_try_again(std::uintptr_t address) noexcept {
  constexpr int kMostTries = 100;
  constexpr int kPatientTries = 10;
  tries = address == tried_address ? tries + 1 : 1;
  tried_address = address;
  if (tries > kPatientTries) HostWatch::open_again(address);
  return tries <= kMostTries;
}

/// What handlers have seen. Of the process, and never destroyed: they may run until it has ended.
union ProcessFaults {
  constexpr ProcessFaults() noexcept : all() {}
  ~ProcessFaults() {}
  HostFaults all;
};
constinit ProcessFaults host_faults;

/// A handler changes nothing that the code which it interrupts may be looking at.
class KeptErrno {
 public:
  KeptErrno() noexcept : value_(errno) {}
  ~KeptErrno() { errno = value_; }
  KeptErrno(const KeptErrno&) = delete;
  KeptErrno& operator=(const KeptErrno&) = delete;

 private:
  const int value_;
};

}  // namespace

void Checker::watch_host(const std::atomic<std::atomic<std::uint8_t>*>* code_pages) {
  if (!tools_.race) return;
  host_ = std::make_unique<HostWatch>(code_pages);
  // The first stack that is looked at loads a library: not in a handler.
  static_cast<void>(place_on_stack(0, CodeAddress::kReturn));
}

// ---- Operations ----

bool Checker::begins_function_of_program(const engine::OperationNotice& notice) {
  if (notice.kind != engine::OperationKind::kHostFunction || host_ == nullptr) return false;
  const CheckLock lock(*this);
  const Line& line = line_of(notice);
  return !line.pending.empty() && line.pending.front()->ticket == notice.ticket &&
         is_of_program(line.pending.front()->call);
}

void Checker::let_host_go_first(const engine::OperationNotice& notice) {
  // The call that launched a graph stays for it: each would wait for the other. Behind a graph with collectives nothing
  // else tells what follows that other ranks' graphs have come to them.
  bool gives_way = false;
  if (notice.part != 0) {
    const CheckLock lock(*this);
    const Line& line = line_of(notice);
    gives_way = !line.pending.empty() && line.pending.front()->launch != nullptr &&
                !line.pending.front()->launch->has_collectives();
    if (gives_way && host_->begin_giving_way(notice.stream_id)) functions_.note_enqueue();
  }
  functions_.let_host_go_first();
  if (!gives_way) return;
  const CheckLock lock(*this);
  host_->end_giving_way(notice.stream_id);
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
                                    : part_in(*line.pending.front(), notice));
  // Through a flag or a lock a host function may tell the host that it has begun, and so that what comes before it is
  // done; that of a library tells the program nothing. A value that a stream writes tells it more.
  const auto timeline = reinterpret_cast<TimelineKey>(notice.timeline);
  // An allocation or a free that only takes its place tells nothing.
  const bool is_place = is_known && line.pending.front()->memory.begin != 0;
  const bool signals_all = !is_place && notice.kind == engine::OperationKind::kRange &&
                           notice.units != 0 && type_of(notice) == OperationType::kOther;
  const bool may_signal = is_function && (!is_known || is_of_program(line.pending.front()->call));
  if (!may_signal && !signals_all) return;
  const Time last = notice.part == 0 && !signals_all ? notice.ticket - 1 : notice.ticket;
  update_orders([&](Order& order, bool) { order.host_learned(timeline, last); });
  host_->order_has_changed();
  host_->host_was_promised(promised_.host_may_know());
  race_->shared().host_knows();
}

void Checker::host_knows_more() {
  if (race_) race_->shared().host_knows();
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
      const CheckLock lock(*this);
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
  functions_.note_enqueue();  // only now it has the time that host functions give it
  const CheckLock lock(*this);
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
  const CheckLock lock(*this);
  note_waits_unpromised();
  if (const SharedOperation copy = newest_of_call(); host_ != nullptr && copy != nullptr)
    use_pageable(copy, std::span(&notice, 1));
}

void Checker::use_pageable(const SharedOperation& copy,
                           std::span<const engine::PageableNotice> sides) {
  const Stamp& promised = copy->promised;
  if (time_in(promised_.host_may_know(), promised.actor) >= promised.time) return;
  for (const engine::PageableNotice& side : sides)
    if (std::vector<ByteRange> rows = rows_of(side); !rows.empty())
      host_->use_pageable({.operation = copy, .rows = std::move(rows), .writes = side.writes},
                          copy->part == 0 && has_open_call());
}

// ---- Accesses ----

/// Libraries of Riffle compute on memory of devices by its pointers.
void Checker::report_device_pointer(const HostFault& access) {
  if (!is_program_code(access.place)) return;
  Finding finding = explain_device_pointer(access.place, access.writes);
  finding.memory = place_of(access.bytes.begin, access.bytes.end - access.bytes.begin);
  write(finding);
}

void Checker::note_host_access(const HostFault& access) {
  if (host_->is_device_memory(access.bytes.begin)) return report_device_pointer(access);
  const device::AccessKind kind =
      access.writes ? device::AccessKind::kWrite : device::AccessKind::kRead;
  const std::uintptr_t code_address = access.code_address;
  if (host_->note_more(code_address, kind, access.bytes, access.function.get())) return;
  // Where the stack is not known yet it is that of the caller.
  const CallSite place = access.place.frames[0] != 0
                             ? access.place
                             : place_on_stack(code_address, CodeAddress::kReturn);
  host_->note({.operation = host_operation(access.function, place),
               .kind = kind,
               .ranges = {},
               .meetings = {},
               .code_address = code_address},
              access.bytes);
}

std::shared_ptr<Operation> Checker::host_operation(const SharedOperation& function,
                                                   const CallSite& place) {
  auto operation =
      function == nullptr ? std::make_shared<Operation>() : std::make_shared<Operation>(*function);
  if (function == nullptr) {
    operation->type = OperationType::kHost;
    operation->number = ++operations_;
    operation->stamp = order_.host_acts();
    operation->call = place;
    return operation;
  }
  const auto nodes = host_nodes_.find({function->timeline, function->ticket});
  // Another host node may have told it of any node that is done: then nothing is known to be unordered.
  if (nodes == host_nodes_.end() || nodes->second == 1) operation->made_until = ++operations_;
  // Threads that wait for something may have told it.
  operation->stamp.before = joined(operation->stamp.before, order_.host_may_know());
  operation->promised.before = joined(operation->promised.before, promised_.host_may_know());
  operation->code = place;
  return operation;
}

// ---- In handlers of signals ----

/// Looks at the thread where it stands now.
HostFault Checker::host_fault(ByteRange bytes, bool writes, bool may_be_program,
                              std::uintptr_t code_address, CodeAddress kind) const noexcept {
  HostFault fault{.bytes = bytes, .writes = writes, .code_address = code_address};
  fault.is_program = may_be_program && is_program() && !has_lost_host_code_;
  if (!fault.is_program) return fault;
  fault.place = place_on_stack(code_address, kind);
  fault.function = running_function();
  return fault;
}

void Checker::open_at(HostFault&& fault) noexcept {
  // To the host's threads pages of a host function stay closed: they open for all operations that run.
  const bool is_of_host = fault.is_program && fault.function == nullptr;
  const ByteRange bytes = fault.bytes;
  host_faults.all.push(std::move(fault));
  host_without_lock().open_at_fault(bytes, !is_of_host);
}

bool Checker::page_fault(const device::PageFault& fault) noexcept {
  const KeptErrno kept;
  const HostWatch& host = host_without_lock();
  if (host.rights(fault.address) == PageRights::Rights::kNever) return false;
  const ByteRange byte{fault.address, fault.address + 1};
  if (!host.is_denied(byte, fault.writes)) return may_try_again(fault.address);
  open_at(host_fault(byte, fault.writes, !fault.in_kernel, fault.code_address,
                     CodeAddress::kInstruction));
  return true;
}

bool Checker::system_call(ByteRange bytes, bool writes, std::uintptr_t caller) noexcept {
  if (!watches_host() || bytes.begin >= bytes.end) return false;
  const bool is_closed = host_without_lock().is_denied(bytes, writes);
  if (!is_closed && !host_without_lock().may_meet(bytes, writes)) return false;
  const KeptErrno kept;
  HostFault fault = host_fault(bytes, writes, true, caller, CodeAddress::kReturn);
  if (is_closed)
    open_at(std::move(fault));
  else if (fault.is_program)
    host_faults.all.push(std::move(fault));
  return is_closed;
}

/// Where pages are closed that is too early, as a write would be.
void Checker::gives_back(ByteRange bytes, std::uintptr_t caller) noexcept {
  if (!watches_host() || !host_without_lock().is_denied(bytes, true)) return;
  const KeptErrno kept;
  open_at(host_fault(bytes, true, true, caller, CodeAddress::kReturn));
}

void Checker::take_host_faults() noexcept {
  HostFault fault;
  while (host_faults.all.pop(fault)) {
    try {
      if (fault.is_program)
        note_host_access(fault);
      else
        host_->open_for_operations(fault.bytes);
    } catch (const std::bad_alloc&) {
      report_missing();
    }
  }
}

// ---- Instrumented code ----

void Checker::host_code(ByteRange bytes, host_code::HostCodeAccess kind,
                        std::uintptr_t caller) noexcept {
  if (!watches_host() || has_lost_host_code_) return;
  const bool writes = kind != host_code::HostCodeAccess::kRead;
  const ByteRange some{bytes.begin, std::max(bytes.end, bytes.begin + 1)};
  if (!host_without_lock().may_meet(some, writes) || !is_program() || is_reporting) return;
  is_reporting = true;
  if (!unless_refused([&] { note_host_code(bytes, some, kind, caller); }))
    has_lost_host_code_ = true;
  is_reporting = false;
}

void Checker::note_host_code(ByteRange bytes, ByteRange some, host_code::HostCodeAccess kind,
                             std::uintptr_t caller) {
  const bool writes = kind != host_code::HostCodeAccess::kRead;
  const CheckLock lock(*this);
  switch (kind) {
    case host_code::HostCodeAccess::kRead:
    case host_code::HostCodeAccess::kWrite:
      return note_host_access({.bytes = some,
                               .writes = writes,
                               .is_program = true,
                               .code_address = caller,
                               .function = running_function()});
    case host_code::HostCodeAccess::kAtomic:
      return host_may_learn(some);
    case host_code::HostCodeAccess::kGone:
      return host_->pageable_gone(some, bytes.begin == bytes.end);
  }
}

/// Through memory that the host looks at by atomics or volatile accesses, operations that use it may tell that they are done.
void Checker::host_may_learn(ByteRange bytes) {
  std::vector<std::pair<TimelineKey, Time>> ends;
  host_->visit_uses(bytes, [&](const Operation& operation) {
    ends.emplace_back(operation.timeline, operation.ticket);
  });
  for (const auto& [timeline, ticket] : ends)
    update_orders([&](Order& order, bool) { order.host_may_know(timeline, ticket); });
  host_->order_has_changed();
  host_->host_may_know(order_.host_may_know());
  host_->host_was_promised(promised_.host_may_know());
}

void Checker::host_may_know(TimelineKey timeline, Time ticket) {
  mingled_ = joined(mingled_, order_.host_may_know(timeline, ticket));
  mingled_by_promise_ = joined(mingled_by_promise_, promised_.host_may_know(timeline, ticket));
  host_->order_has_changed();
  race_->shared().host_knows();
}

void Checker::judge_host_accesses(bool all) {
  if (host_ == nullptr) return;
  for (HostAccess& access : host_->take(all)) {
    judge_pageable(access);
    auto operation = std::make_shared<Operation>(*access.operation);
    operation->stamp.before = joined(operation->stamp.before, mingled_);
    race_->touch({.operation = std::move(operation), .kind = access.kind, .line = nullptr},
                 access.ranges);
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
    const RecordedAccess copy{
        .operation = each.use.operation,
        .kind = each.use.writes ? device::AccessKind::kWrite : device::AccessKind::kRead,
        .line = nullptr};
    const RecordedAccess own{.operation = access.operation, .kind = access.kind, .line = nullptr};
    write(explain_pageable({copy, own, each.ranges.front(), false}, bytes, each.use.hull()));
  }
}

void Checker::after_fork_in_child() noexcept {
  if (host_ != nullptr) host_->open_all();
  begin_later();
  check_mutex.unlock();
}

}  // namespace riffle::race
