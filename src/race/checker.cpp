// SPDX-License-Identifier: Apache-2.0
#include "race/checker.h"

#include <cstdio>
#include <cstring>
#include <iterator>
#include <string_view>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

#include "platform/pages.h"
#include "platform/stack.h"
#include "race/explain_block.h"
#include "race/explain_memory.h"
#include "race/misuse.h"
#include "race/touches.h"
#include "race/unchecked_errors.h"
#include "runtime/dynamic/launch.h"
#include "runtime/engine/schedule.h"
#include "runtime/graph/launch.h"

namespace riffle::race {
namespace {

TimelineKey key_of(const engine::Timeline* timeline) {
  return reinterpret_cast<TimelineKey>(timeline);
}

/// What the thread's next operation is: a stream-ordered allocation or free.
struct Upcoming {
  OperationType type = OperationType::kOther;
  ByteRange memory;
};
constinit thread_local Upcoming upcoming;

/// Others may write to the memory from now on.
bool shares_memory(std::string_view symbol) {
  return symbol.contains("Ipc") || symbol.contains("MemPoolExport") || symbol.contains("MemExport");
}

/// Registered memory that the program itself may not write is left alone: nobody would know how to open its pages again.
bool may_be_watched(const engine::ResourceNotice& notice) {
  return notice.kind != engine::ResourceKind::kRegisteredMemory ||
         platform::is_writable(reinterpret_cast<const void*>(notice.handle), notice.bytes);
}

/// Where a thread of the host waits for operations; not all of them, but those that programs wait in.
bool waits(std::string_view symbol) { return symbol.contains("Synchronize"); }

/// What nobody can know of what a host function touches: another thread may have told it of anything that had been enqueued by
/// then, and it may have told any thread before more was; and host functions and the host's threads tell each other.
bool may_be_ordered(const Operation& one, const Operation& other) {
  if (one.type != OperationType::kHostFunction) return false;
  return other.type == OperationType::kHost || other.type == OperationType::kHostFunction ||
         other.number > one.made_until;
}

/// All that a context owns ends with it. Which things those are is not asked: nothing is a leak then.
bool ends_contexts(std::string_view symbol) {
  return symbol.starts_with("cudaDeviceReset") || symbol.starts_with("cuCtxDestroy") ||
         symbol.starts_with("cuDevicePrimaryCtxReset") ||
         symbol.starts_with("cuDevicePrimaryCtxRelease");
}

}  // namespace

// ---- Operations ----

Checker::Line& Checker::line_of(const engine::OperationNotice& notice) {
  Line& line = lines_[key_of(notice.timeline)];
  const auto stream = streams_.find(notice.stream_id);
  if (stream == streams_.end() || stream->second.context == line.context) return line;
  if (line.context != nullptr && notice.ticket != 0)
    line.before.emplace_back(line.context, notice.ticket - 1);
  line.context = stream->second.context;
  return line;
}

void Checker::enqueued(const engine::OperationNotice& notice) noexcept {
  functions_.note_enqueue();
  const Lock lock(*this);
  judge_host_accesses();  // before newer operations touch the same bytes
  const TimelineKey key = key_of(notice.timeline);
  Line& line = line_of(notice);
  Stamp stamp;
  Stamp promised;
  tell_orders([&](Order& order, bool is_kept) {
    if (notice.kind == engine::OperationKind::kWait)
      order.wait(key, key_of(notice.awaited.timeline), notice.awaited.ticket);
    for (const engine::Moment& awaited : moments_awaited_inside(notice))
      order.wait(key, key_of(awaited.timeline), awaited.ticket);
    promised = order.submit(key, notice.ticket);
    if (is_kept) stamp = promised;
    if (notice.fence.timeline != nullptr)
      order.stand_for(key_of(notice.fence.timeline), notice.fence.ticket, key, notice.ticket);
  });
  if (host_ != nullptr) host_->order_has_changed();
  if (host_ != nullptr && may_touch(notice)) host_->open_device_memory();
  if (tools_.api) note_pageable_copy(notice);
  if (tools_.init && notice.kind == engine::OperationKind::kHostFunction &&
      !is_of_program(current_call()))
    has_library_functions_ = true;
  if (!follows_operations() || !may_touch(notice)) return;
  // What kernels launch is ordered by their own launch, which is not looked into.
  if (platform::current_stack().is_known()) return;
  auto operation = std::make_shared<Operation>();
  operation->type = type_of(notice);
  operation->name = kernel_name(notice);
  operation->stream_id = notice.stream_id;
  operation->timeline = key;
  operation->ticket = notice.ticket;
  operation->number = ++operations_;
  operation->stamp = stamp;
  operation->promised = promised;
  operation->call = current_call();
  operation->function = reinterpret_cast<std::uintptr_t>(notice.code);
  if (upcoming.type != OperationType::kOther) {
    operation->type = upcoming.type;
    operation->memory = upcoming.memory;
    upcoming = {};
  }
  if (notice.program == graph::run_launch) operation->launch = launch_order(notice);
  if (host_ != nullptr) {
    host_->enqueued(operation, notice, resources_);
    note_enqueued(operation);
  }
  line.pending.push_back(std::move(operation));
}

std::shared_ptr<const LaunchOrder> Checker::launch_order(const engine::OperationNotice& notice) {
  const auto& launch = *static_cast<const graph::Launch*>(notice.payload);
  const graph::Program& program = *launch.program;
  // Not kept alive by this: another program may lie there later.
  KnownOrder& known = launch_orders_[&program];
  if (known.program.lock() != launch.program) {
    known.program = launch.program;
    known.order =
        std::make_shared<const LaunchOrder>(chains_of(program), program.conditionals.empty());
  }
  return known.order;
}

void Checker::started(const engine::OperationNotice& notice) noexcept {
  const device::KernelPayload* const kernel =
      names_kernels() ? dynamic::kernel_of(notice) : nullptr;
  if (kernel == nullptr && host_ == nullptr) return;
  // Under a schedule the plan says who is first.
  if (engine::current_schedule() == nullptr && begins_function_of_program(notice))
    functions_.let_host_go_first();
  const Lock lock(*this);
  if (host_ != nullptr) host_started(notice);
  if (kernel == nullptr) return;
  const Line& line = line_of(notice);
  if (line.pending.empty() || line.pending.front()->ticket != notice.ticket) return;
  running_[kernel] =
      notice.part == 0 ? line.pending.front() : part_of(*line.pending.front(), notice);
}

void Checker::finished(const engine::OperationNotice& notice) noexcept {
  if (!follows_operations()) return;
  if (notice.kind == engine::OperationKind::kHostFunction) end_function();
  if (tools_.init)
    note_written(notice, notice.part != 0 || has_library_functions_.load(), written_);
  if (block_watch() != nullptr)
    unless_refused([&] { blocks_.has_ended(dynamic::kernel_of(notice)); });
  const Lock lock(*this);
  if (names_kernels()) running_.erase(dynamic::kernel_of(notice));
  SharedOperation operation = take_finished(notice);
  if (operation != nullptr)
    touched(notice, operation);
  else
    drop_touches(notice);
  if (host_ == nullptr) return;
  host_->finished(notice, notice.part == 0 ? operation.get() : nullptr);
  judge_host_accesses();
}

SharedOperation Checker::take_finished(const engine::OperationNotice& notice) {
  Line& line = line_of(notice);
  if (line.pending.empty() || line.pending.front()->ticket != notice.ticket) return nullptr;
  if (notice.part != 0) return may_touch(notice) ? part_of(*line.pending.front(), notice) : nullptr;
  host_nodes_.erase({key_of(notice.timeline), notice.ticket});
  SharedOperation operation = std::move(line.pending.front());
  line.pending.pop_front();
  return operation;
}

void Checker::touched(const engine::OperationNotice& notice, const SharedOperation& operation) {
  if (operation->type == OperationType::kFree) {
    kernel_memory_.was_freed(operation->memory);
    written_.forget(operation->memory);
  }
  if (operation->type == OperationType::kAllocation && tools_.init)
    written_.follow(operation->memory);
  if (!tools_.race) return drop_touches(notice);
  const Access whole{.operation = operation, .kind = device::AccessKind::kWrite, .line = nullptr};
  if (operation->type == OperationType::kAllocation || operation->type == OperationType::kFree)
    return touch(whole, std::span(&operation->memory, 1));
  if (host_ != nullptr && notice.part != 0) use_pageable(operation, pageable_sides(notice));
  const std::vector<Touch> touches = touches_of(notice);
  if (host_ != nullptr && host_->touched(operation, touches, resources_))
    host_may_know(key_of(notice.timeline), notice.ticket);
  for (const Touch& each : touches)
    touch({.operation = operation, .kind = each.kind, .line = each.line}, each.ranges);
}

// ---- Races ----

StreamFacts Checker::facts_of(const Operation& operation) const {
  const auto found = streams_.find(operation.stream_id);
  return found == streams_.end() ? StreamFacts{} : found->second.facts;
}

namespace {

/// Without an order, chance decides who was told first; the report does not depend on it.
void put_in_order_of_calls(Conflict& conflict) {
  if (!conflict.is_ordered && conflict.later.operation->number < conflict.earlier.operation->number)
    std::swap(conflict.earlier, conflict.later);
}

}  // namespace

/// Of all bytes on which the same two meet, one finding.
void Checker::touch(const Access& access, std::span<const ByteRange> ranges) {
  struct Meeting {
    Conflict conflict;
    std::uint64_t bytes = 0;
  };
  std::vector<Meeting> meetings;
  const History::Report note = [&](const Conflict& conflict) {
    if (may_be_ordered(*conflict.earlier.operation, *conflict.later.operation) ||
        may_be_ordered(*conflict.later.operation, *conflict.earlier.operation))
      return;
    for (Meeting& known : meetings) {
      if (known.conflict.earlier.operation != conflict.earlier.operation ||
          known.conflict.later.operation != conflict.later.operation ||
          known.conflict.earlier.kind != conflict.earlier.kind)
        continue;
      known.bytes += conflict.bytes.end - conflict.bytes.begin;
      return;
    }
    meetings.push_back({conflict, conflict.bytes.end - conflict.bytes.begin});
  };
  if (access.operation->type == OperationType::kAllocation) {
    for (const ByteRange& range : ranges) history_.allocate(access, range, note);
  } else {
    history_.touch(access, ranges, note);
  }
  for (Meeting& meeting : meetings) {
    put_in_order_of_calls(meeting.conflict);
    Finding finding =
        explain(meeting.conflict, meeting.bytes, facts_of(*meeting.conflict.earlier.operation),
                facts_of(*meeting.conflict.later.operation));
    if (const Resource* const memory = resources_.memory_at(meeting.conflict.bytes.begin))
      *finding.memory = place_in(*memory, finding.memory->address, finding.memory->bytes);
    write(finding);
  }
}

// ---- Memory in kernels ----

void Checker::add_memory(Finding& finding, std::uintptr_t address, std::uint64_t bytes) const {
  const Resource* const near = resources_.nearest(address, address + bytes);
  finding.memory = near == nullptr ? MemoryPlace{.address = address, .bytes = bytes}
                                   : place_in(*near, address, bytes);
}

void Checker::tell_missing() noexcept {
  if (has_told_missing_.exchange(true)) return;
  std::fputs("riffle: RIFFLE_CHECK: findings are missing: there is no memory for them\n", stderr);
}

void Checker::report(const BadAccess& bad) noexcept {
  if (!is_wanted(bad.kind)) return;
  unless_refused([&] {
    const Lock lock(*this);
    if (!told_.insert({bad.access.site, bad.who.kernel, bad.kind}).second) return;
    const auto running = running_.find(bad.who.launch);
    Finding finding = explain(bad, running == running_.end() ? nullptr : running->second.get());
    if (is_about_allocations(bad.kind))
      add_memory(finding, bad.access.begin, bad.access.end - bad.access.begin);
    write(finding);
  });
}

namespace {

/// Which lines, and what about them.
std::tuple<const device::AccessSite*, const device::AccessSite*, int> places_of(
    const BlockProblem& problem) {
  if (const auto* const race = std::get_if<ThreadRace>(&problem.what)) {
    const auto [first, second] = std::minmax(race->earlier.site, race->later.site);
    return {first, second, -1};
  }
  const auto& misuse = std::get<BarrierMisuse>(problem.what);
  return {misuse.waiting.site, nullptr, static_cast<int>(misuse.kind)};
}

}  // namespace

void Checker::report(const BlockProblem& problem) noexcept {
  const auto [first, second, kind] = places_of(problem);
  unless_refused([&] {
    const Lock lock(*this);
    if (!told_of_blocks_.insert({problem.place.kernel, first, second, kind}).second) return;
    const auto running = running_.find(problem.place.launch);
    Finding finding = explain(problem, running == running_.end() ? nullptr : running->second.get());
    if (finding.memory && finding.memory->allocation == 0)
      add_memory(finding, finding.memory->address, finding.memory->bytes);
    write(finding);
  });
}

void Checker::refused_range(std::uintptr_t begin, std::uint64_t bytes) noexcept {
  if (!tools_.mem) return;
  unless_refused([&] {
    const Lock lock(*this);
    Finding finding = explain_refused(current_call());
    add_memory(finding, begin, bytes);
    write(finding);
  });
}

void Checker::wrong_argument_bytes(const char* kernel, std::uint64_t given,
                                   std::uint64_t needed) noexcept {
  if (!tools_.api) return;
  unless_refused([&] {
    const Lock lock(*this);
    write(explain_arguments(kernel, given, needed, current_call()));
  });
}

// ---- Order ----

void Checker::host_saw(engine::Moment moment) noexcept {
  const Lock lock(*this);
  tell_orders([&](Order& order, bool is_kept) {
    if (moment.timeline != nullptr && (is_kept || waits_are_promised()))
      order.host_saw(key_of(moment.timeline), moment.ticket);
  });
  note_host_waited();
  host_knows_more();
}

void Checker::host_saw_all(const engine::Context& context) noexcept {
  const Lock lock(*this);
  for (auto& [key, line] : lines_) {
    if (line.context == &context) tell_orders([&](Order& order, bool) { order.host_saw_all(key); });
    std::erase_if(line.before, [&](const auto& each) RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
      if (each.first != &context) return false;
      tell_orders([&](Order& order, bool) { order.host_saw(key, each.second); });
      return true;
    });
  }
  host_knows_more();
}

void Checker::ordered_from_outside(engine::Stream& stream) noexcept {
  const engine::Moment newest = stream.record();
  const Lock lock(*this);
  tell_orders([&](Order& order, bool) { order.lose_track(key_of(newest.timeline)); });
}

void Checker::stream_created(const engine::StreamNotice& notice) noexcept {
  const Lock lock(*this);
  streams_[notice.stream_id] = {
      .facts = {.is_legacy = notice.kind == engine::StreamKind::kLegacy,
                .is_blocking = notice.kind != engine::StreamKind::kNonBlocking},
      .context = notice.context};
}

// ---- Memory and other resources ----

void Checker::resource_made(const engine::ResourceNotice& notice) noexcept {
  const Lock lock(*this);
  if (!may_be_watched(notice)) return;
  resources_.add({notice.kind, notice.handle, notice.bytes, current_call()});
  if (!follows_operations() || !is_memory(notice.kind)) return;
  const ByteRange bytes{notice.handle, notice.handle + notice.bytes};
  if (notice.stream != nullptr) {
    upcoming = {OperationType::kAllocation, bytes};
    return;
  }
  history_.forget(bytes);
  if (tools_.mem && host_ != nullptr && notice.kind == engine::ResourceKind::kDeviceMemory)
    host_->device_memory_made(bytes);
  if (tools_.init && notice.kind == engine::ResourceKind::kDeviceMemory) written_.follow(bytes);
}

void Checker::resource_gone(const engine::ResourceNotice& notice) noexcept {
  const Lock lock(*this);
  judge_host_accesses();
  const std::optional<Resource> gone = resources_.remove(notice.kind, notice.handle);
  if (!gone || !follows_operations() || !is_memory(notice.kind)) return;
  const ByteRange bytes{gone->handle, gone->handle + gone->bytes};
  if (notice.stream == nullptr) {
    if (host_ != nullptr) host_->memory_gone(bytes);
    written_.forget(bytes);
    return history_.forget(bytes);
  }
  upcoming = {OperationType::kFree, bytes};
  kernel_memory_.will_be_freed(bytes);
}

// ---- Calls ----

void Checker::call_entered(const char* symbol, const void* caller) noexcept {
  enter_call(symbol, caller);
  if (waits(symbol)) functions_.begin_wait();
}

void Checker::call_left(const char* symbol, int result) noexcept {
  if (waits(symbol)) functions_.end_wait();
  const bool was_reset = result == 0 && ends_contexts(symbol);
  if (shares_memory(symbol)) written_.forget_all();
  std::optional<Finding> finding;
  if (tools_.api) unless_refused([&] { finding = misuse_of(symbol, result); });
  if (HostWatch::has_made() && is_in_outermost_call()) let_host_go_on();
  if (wants_to_close_device_memory() && is_in_outermost_call()) {
    device::install_fault_handlers();  // without which nothing may be closed
    const Lock lock(*this);
    host_->close_device_memory();
  }
  leave_call();
  upcoming = {};
  if (!finding && !was_reset) return;
  const Lock lock(*this);
  if (finding) write(*finding);
  if (was_reset) resources_.clear();
  if (was_reset) written_.forget_all();
}

void Checker::error_asked() noexcept { note_error_asked(); }

void Checker::note_pageable_copy(const engine::OperationNotice& notice) {
  if (is_pageable_copy(notice)) note_pageable();
}

// ---- The file ----

void Checker::write(const Finding& finding) {
  if (!reported_.insert(finding.key()).second) return;
  write_line(finding.line());
}

void Checker::write_line(const std::string& line) {
  // One write each: what is in the file is whole lines. Not the library's write(), which tells of the program's
  // (preload/host_calls.h).
  if (syscall(SYS_write, descriptor_, line.data(), line.size()) == std::ssize(line)) return;
  if (cannot_write_) return;
  cannot_write_ = true;
  std::fputs("riffle: RIFFLE_CHECK: findings are missing: the file cannot be written\n", stderr);
}

void Checker::end() noexcept {
  std::vector<Finding> last;
  if (tools_.api) last = unchecked_errors();
  const Lock lock(*this);
  judge_host_accesses(true);
  if (tools_.leak)
    for (Finding& leak : resources_.leaks()) last.push_back(std::move(leak));
  for (const Finding& finding : last) write(finding);
  for (const auto& [kernel, counts] : blocks_.looked_at())
    write_line(looked_at_line(kernel, counts));
  write_line("{\"ended\":true}\n");
}

}  // namespace riffle::race
