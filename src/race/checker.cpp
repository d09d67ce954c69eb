// SPDX-License-Identifier: Apache-2.0
#include "race/checker.h"

#include <iterator>
#include <string_view>
#include <vector>

#include "platform/clock.h"
#include "platform/pages.h"
#include "platform/stack.h"
#include "race/misuse.h"
#include "race/touches.h"
#include "race/unchecked_errors.h"
#include "runtime/dynamic/parent_launch.h"
#include "runtime/engine/schedule.h"
#include "runtime/graph/graph_launch.h"

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

/// All that a context owns ends with it. Which things those are is not asked: nothing is a leak then.
bool ends_contexts(std::string_view symbol) {
  return symbol.starts_with("cudaDeviceReset") || symbol.starts_with("cuCtxDestroy") ||
         symbol.starts_with("cuDevicePrimaryCtxReset") ||
         symbol.starts_with("cuDevicePrimaryCtxRelease");
}

}  // namespace

Checker::Checker(int descriptor, Tools tools) : CheckState(descriptor), tools_(tools) {
  if (tools.race) all_.push_back(&race_.emplace(*this, order_));
  if (asks_kernels()) all_.push_back(&memory_.emplace(*this, tools.mem, tools.init, tools.race));
  if (tools.api) all_.push_back(&api_.emplace(*this));
  if (tools.leak) all_.push_back(&leak_.emplace(*this));
  if (tools.block || tools.sync) all_.push_back(&block_.emplace(*this, tools.block, tools.sync));
}

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
  const CheckLock lock(*this);
  judge_host_accesses();  // before newer operations touch the same bytes
  const TimelineKey key = key_of(notice.timeline);
  Line& line = line_of(notice);
  Stamp stamp;
  Stamp promised;
  update_orders([&](Order& order, bool is_kept) {
    if (notice.kind == engine::OperationKind::kWait)
      order.wait(key, key_of(notice.awaited.timeline), notice.awaited.ticket);
    for (const engine::Moment& awaited : moments_awaited_inside(notice))
      order.wait(key, key_of(awaited.timeline), awaited.ticket);
    promised = order.submit(key, notice.ticket);
    if (is_kept) stamp = promised;
    if (notice.code != nullptr && !is_of_nccl(current_call())) order.await_function(key);
    if (notice.fence.timeline != nullptr)
      order.stand_for(key_of(notice.fence.timeline), notice.fence.ticket, key, notice.ticket);
  });
  if (host_ != nullptr) host_->order_has_changed();
  if (host_ != nullptr && may_touch(notice)) host_->open_device_memory();
  for (Tool* const tool : all_) tool->enqueued(notice);
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
  operation->made_ns = platform::now_ns();
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
  const auto& launch = *static_cast<const graph::GraphLaunch*>(notice.payload);
  const graph::GraphProgram& program = *launch.program;
  // Not kept alive by this: another program may lie there later.
  KnownOrder& known = launch_orders_[&program];
  if (known.program.lock() != launch.program) {
    known.program = launch.program;
    const std::vector<LaunchOrder::Chain> chains = chains_of(program);
    bool has_collectives = false;
    for (const LaunchOrder::Chain& chain : chains) {
      for (const std::uint64_t node : chain.nodes) {
        const std::shared_ptr<const CallSite> place = nodes_.of(node);
        has_collectives |= place != nullptr && is_of_nccl(*place);
      }
    }
    known.order = std::make_shared<const LaunchOrder>(chains, program.conditionals.empty(),
                                                      memory_nodes_of(program), has_collectives);
  }
  return known.order;
}

void Checker::started(const engine::OperationNotice& notice) noexcept {
  const device::KernelPayload* const kernel =
      names_kernels() ? dynamic::kernel_of(notice) : nullptr;
  if (kernel == nullptr && host_ == nullptr) return;
  // Under a schedule the plan says who is first.
  if (engine::current_schedule() == nullptr && begins_function_of_program(notice))
    let_host_go_first(notice);
  const CheckLock lock(*this);
  if (host_ != nullptr) host_started(notice);
  if (kernel == nullptr) return;
  const Line& line = line_of(notice);
  if (line.pending.empty() || line.pending.front()->ticket != notice.ticket) return;
  running_[kernel] =
      notice.part == 0 ? line.pending.front() : part_in(*line.pending.front(), notice);
}

void Checker::finished(const engine::OperationNotice& notice) noexcept {
  if (!follows_operations()) return;
  if (notice.kind == engine::OperationKind::kHostFunction) end_function();
  for (Tool* const tool : all_) tool->finished(notice);
  const CheckLock lock(*this);
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
  if (notice.part != 0) return part_in(*line.pending.front(), notice);
  host_nodes_.erase({key_of(notice.timeline), notice.ticket});
  SharedOperation operation = std::move(line.pending.front());
  line.pending.pop_front();
  return operation;
}

SharedOperation Checker::part_in(const Operation& launch, const engine::OperationNotice& notice) {
  return part_of(launch, notice, nodes_.of(notice.part));
}

void Checker::touched(const engine::OperationNotice& notice, const SharedOperation& operation) {
  for (Tool* const tool : all_) tool->touched(notice, operation);
  if (!race_) return drop_touches(notice);
  const RecordedAccess whole{
      .operation = operation, .kind = device::AccessKind::kWrite, .line = nullptr};
  if (operation->type == OperationType::kAllocation || operation->type == OperationType::kFree)
    return race_->touch(whole, std::span(&operation->memory, 1));
  if (host_ != nullptr && notice.part != 0) use_pageable(operation, pageable_sides(notice));
  const std::vector<Touch> touches = touches_of_program(notice);
  if (host_ != nullptr && host_->touched(operation, touches, resources_)) {
    host_may_know(key_of(notice.timeline), notice.ticket);
    race_->shared().talked(operation);
  }
  for (const Touch& each : touches)
    race_->touch({.operation = operation, .kind = each.kind, .line = each.line}, each.ranges);
}

std::vector<Touch> Checker::touches_of_program(const engine::OperationNotice& notice) {
  std::vector<Touch> all = touches_of(notice);
  if (memory_of_libraries_.empty()) return all;
  for (Touch& touch : all)
    std::erase_if(touch.ranges, [&](const ByteRange& range) RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
      const auto after = memory_of_libraries_.upper_bound(range.begin);
      return after != memory_of_libraries_.begin() && std::prev(after)->second >= range.end;
    });
  return all;
}

// ---- Order ----

void Checker::host_saw(engine::Moment moment) noexcept {
  if (is_answer_ignored()) return;  // who does not look at the answer of a query knows nothing
  const CheckLock lock(*this);
  update_orders([&](Order& order, bool is_kept) {
    if (moment.timeline != nullptr && (is_kept || waits_are_promised()))
      order.host_saw(key_of(moment.timeline), moment.ticket);
  });
  note_host_waited();
  host_knows_more();
}

void Checker::host_saw_all(const engine::ContextStreams& context) noexcept {
  const CheckLock lock(*this);
  for (auto& [key, line] : lines_) {
    if (line.context == &context)
      update_orders([&](Order& order, bool) { order.host_saw_all(key); });
    std::erase_if(line.before, [&](const auto& each) RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
      if (each.first != &context) return false;
      update_orders([&](Order& order, bool) { order.host_saw(key, each.second); });
      return true;
    });
  }
  host_knows_more();
}

namespace {

SignalName name_of(const engine::Signal& signal) {
  return {{signal.channel[0], signal.channel[1]}, signal.number, signal.is_local};
}

}  // namespace

void Checker::gave_signal(engine::Stream& stream, const engine::Signal& signal) noexcept {
  const engine::Moment newest = stream.record();
  const CheckLock lock(*this);
  SharedClock before;
  update_orders([&](Order& order, bool is_kept) {
    const SharedClock own =
        order.give_signal(key_of(newest.timeline), newest.ticket, name_of(signal));
    if (is_kept) before = own;
  });
  if (race_) race_->shared().gave_signal(signal, before);
}

void Checker::awaits_signal(engine::Stream& stream, const engine::Signal& signal) noexcept {
  const engine::Moment newest = stream.record();
  const CheckLock lock(*this);
  update_orders(
      [&](Order& order, bool) { order.await_signal(key_of(newest.timeline), name_of(signal)); });
}

void Checker::host_saw_signal(const engine::Signal& signal) noexcept {
  const CheckLock lock(*this);
  update_orders([&](Order& order, bool) { order.host_saw_signal(name_of(signal)); });
  note_host_waited();
  host_knows_more();
}

void Checker::memory_shared(const engine::SharedMemoryNotice& notice) noexcept {
  const CheckLock lock(*this);
  if (race_) race_->share(notice);
}

void Checker::ordered_from_outside(engine::Stream& stream) noexcept {
  const engine::Moment newest = stream.record();
  const CheckLock lock(*this);
  update_orders([&](Order& order, bool) { order.lose_track(key_of(newest.timeline)); });
}

void Checker::stream_created(const engine::StreamNotice& notice) noexcept {
  const CheckLock lock(*this);
  begin();
  streams_[notice.stream_id] = {
      .facts = {.is_legacy = notice.kind == engine::StreamKind::kLegacy,
                .is_blocking = notice.kind != engine::StreamKind::kNonBlocking},
      .context = notice.context};
}

// ---- Memory and other resources ----

void Checker::resource_made(const engine::ResourceNotice& notice) noexcept {
  const CheckLock lock(*this);
  if (!may_be_watched(notice)) return;
  resources_.add({notice.kind, notice.handle, notice.bytes, current_call()});
  if (!follows_operations() || !is_memory(notice.kind)) return;
  const ByteRange bytes{notice.handle, notice.handle + notice.bytes};
  if (notice.stream != nullptr) {
    upcoming = {OperationType::kAllocation, bytes};
    return;
  }
  for (Tool* const tool : all_) tool->memory_made(notice.kind, bytes);
  if (tools_.mem && host_ != nullptr && notice.kind == engine::ResourceKind::kDeviceMemory)
    host_->device_memory_made(bytes);
}

void Checker::memory_of_library(std::uintptr_t begin, std::uint64_t bytes) noexcept {
  const CheckLock lock(*this);
  memory_of_libraries_[begin] = begin + bytes;
  static_cast<void>(resources_.remove(engine::ResourceKind::kPinnedMemory, begin, {}));
}

void Checker::resource_gone(const engine::ResourceNotice& notice) noexcept {
  const CheckLock lock(*this);
  memory_of_libraries_.erase(notice.handle);
  judge_host_accesses();
  const std::optional<Resource> gone = resources_.remove(
      notice.kind, notice.handle, is_memory(notice.kind) ? current_call() : CallSite{});
  if (!gone || !follows_operations() || !is_memory(notice.kind)) return;
  const ByteRange bytes{gone->handle, gone->handle + gone->bytes};
  if (notice.stream == nullptr) {
    if (host_ != nullptr) host_->memory_gone(bytes);
    for (Tool* const tool : all_) tool->memory_gone(bytes);
    return;
  }
  upcoming = {OperationType::kFree, bytes};
  for (Tool* const tool : all_) tool->memory_will_go(bytes);
}

void Checker::refused_range(std::uintptr_t begin, std::uint64_t bytes) noexcept {
  for (Tool* const tool : all_) tool->refused_range(begin, bytes);
}

void Checker::refused_free(std::uintptr_t pointer) noexcept { note_refused_free(pointer); }

void Checker::graph_node_made(std::uint64_t node, std::uint64_t copied_from) noexcept {
  unless_refused([&] {
    const CheckLock lock(*this);
    if (copied_from != 0)
      nodes_.copied(node, copied_from);
    else
      nodes_.made(node, current_call());
  });
}

// ---- Calls ----

void Checker::call_entered(const char* symbol, const void* caller) noexcept {
  enter_call(symbol, caller);
  if (waits(symbol)) functions_.begin_wait();
}

void Checker::call_left(const char* symbol, int result) noexcept {
  if (waits(symbol)) functions_.end_wait();
  const bool was_reset = result == 0 && ends_contexts(symbol);
  for (Tool* const tool : all_) {
    if (shares_memory(symbol)) tool->memory_shared();
    tool->call_left(symbol, result);
  }
  if (HostWatch::has_made() && is_in_outermost_call()) let_host_go_on();
  if (wants_to_close_device_memory() && is_in_outermost_call()) {
    device::install_fault_handlers();  // without which nothing may be closed
    const CheckLock lock(*this);
    host_->close_device_memory();
  }
  leave_call();
  upcoming = {};
  if (!was_reset) return;
  const CheckLock lock(*this);
  resources_.clear();
  for (Tool* const tool : all_) tool->contexts_ended();
}

void Checker::error_asked() noexcept { note_error_asked(); }

void Checker::library_failed(const char* function, int result, const void* returns_to) noexcept {
  if (!api_) return;
  unless_refused([&] {
    const CallSite call =
        place_on_stack(reinterpret_cast<std::uintptr_t>(returns_to), CodeAddress::kReturn);
    if (is_of_program(call)) note_library_result(function, result, call);
  });
}

void Checker::wrong_argument_bytes(const char* kernel, std::uint64_t given,
                                   std::uint64_t needed) noexcept {
  for (Tool* const tool : all_) tool->wrong_argument_bytes(kernel, given, needed);
}

void Checker::end() noexcept {
  const CheckLock lock(*this);
  if (!has_begun()) return;
  judge_host_accesses(true);
  for (Tool* const tool : all_) tool->end();
  write_line("{\"ended\":true,\"instance\":" + std::to_string(process_instance()) + "}\n");
}

}  // namespace riffle::race
