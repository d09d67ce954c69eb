// SPDX-License-Identifier: Apache-2.0
#include "trace/activity/activity_observer.h"

#include <atomic>
#include <new>
#include <optional>
#include <utility>

#include "device/cpu/launch.h"
#include "runtime/context/device.h"
#include "runtime/dynamic/parent_launch.h"
#include "runtime/graph/graph_launch.h"
#include "runtime/memory/operations.h"
#include "trace/describe.h"

namespace riffle::trace {
namespace {

using engine::OperationKind;
using engine::OperationNotice;

/// The calls that the thread is inside of.
struct OpenActivityCalls {
  static constexpr unsigned kMost = 16;
  CallActivity calls[kMost];
  unsigned depth = 0;  ///< may be more than there are places
};
constinit thread_local OpenActivityCalls open_calls [[gnu::tls_model("initial-exec")]];

CallActivity* current_call() {
  OpenActivityCalls& open = open_calls;
  return open.depth == 0 || open.depth > OpenActivityCalls::kMost ? nullptr
                                                                  : &open.calls[open.depth - 1];
}

std::uint32_t next_correlation() {
  static std::atomic<std::uint32_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

void describe_kernel(const device::KernelPayload& payload, OperationActivity& operation) {
  const abi::KernelRow& kernel = *payload.kernel;
  operation.type = ActivityType::kKernel;
  operation.name = kernel.name;
  operation.grid = {payload.grid.x, payload.grid.y, payload.grid.z};
  operation.block = {payload.block.x, payload.block.y, payload.block.z};
  operation.static_shared_bytes = kernel.static_shared_bytes;
  operation.dynamic_shared_bytes = payload.dynamic_shared_bytes;
  operation.local_bytes_per_thread = kernel.local_bytes_per_thread;
  operation.is_cooperative = payload.cooperative;
  operation.device = payload.device;
}

/// By the description of recordings. Nothing: no activity.
std::optional<OperationActivity> activity_of(const OperationNotice& notice) {
  OperationActivity operation;
  operation.stream = notice.stream_id;
  if (const context::Context* const current = context::current) {
    operation.device = current->device();
    operation.context = static_cast<std::uint32_t>(current->id());
  }
  if (const device::KernelPayload* const kernel = dynamic::kernel_of(notice)) {
    describe_kernel(*kernel, operation);
    return operation;
  }
  Record record;
  describe(notice, record);
  switch (record.type) {
    case TracedOperationType::kCopy:
    case TracedOperationType::kFill:
      operation.type =
          record.type == TracedOperationType::kCopy ? ActivityType::kCopy : ActivityType::kFill;
      operation.bytes = record.bytes;
      operation.source = static_cast<ActivityMemory>(record.source);
      operation.destination = static_cast<ActivityMemory>(record.destination);
      if (const auto access = memory::access_of(notice.run, notice.payload))
        operation.value = access->value;
      return operation;
    case TracedOperationType::kWait:
      operation.type = ActivityType::kWait;
      return operation;
    default:
      return std::nullopt;
  }
}
static_assert(static_cast<int>(ActivityMemory::kPageable) ==
                  static_cast<int>(MemoryKind::kPageable) &&
              static_cast<int>(ActivityMemory::kPinned) == static_cast<int>(MemoryKind::kPinned) &&
              static_cast<int>(ActivityMemory::kDevice) == static_cast<int>(MemoryKind::kDevice) &&
              static_cast<int>(ActivityMemory::kManaged) == static_cast<int>(MemoryKind::kManaged));

bool is_graph_launch(const OperationNotice& notice) {
  return notice.kind == OperationKind::kProgram && notice.program == graph::run_launch;
}

}  // namespace

std::size_t ActivityObserver::Hash::operator()(const Key& key) const noexcept {
  const auto mixed = reinterpret_cast<std::uintptr_t>(key.timeline) ^ key.part << 40;
  return (mixed + key.ticket) * 0x9e3779b97f4a7c15u;
}

ActivityObserver::Key ActivityObserver::key_of(const OperationNotice& notice) {
  return {notice.timeline, notice.ticket, notice.part};
}

void ActivityObserver::keep(const Key& key, const OperationActivity& operation) noexcept {
  try {
    const MutexLock lock(mutex_);
    open_.insert_or_assign(key, operation);
  } catch (const std::bad_alloc&) {  // it is missing from what is told
  }
}

void ActivityObserver::enqueued(const OperationNotice& notice) noexcept {
  std::optional<OperationActivity> operation = activity_of(notice);
  if (!operation) {
    if (!is_graph_launch(notice)) return;
    // Its nodes are told, not the launch.
    operation.emplace();
    operation->stream = notice.stream_id;
    operation->graph = static_cast<std::uint32_t>(
        static_cast<const graph::GraphLaunch*>(notice.payload)->program->number.value());
    if (const context::Context* const current = context::current) {
      operation->device = current->device();
      operation->context = static_cast<std::uint32_t>(current->id());
    }
  }
  operation->queued_ns = sink_.now_ns();
  if (CallActivity* const call = current_call()) {
    operation->correlation = call->correlation;
    operation->symbol = call->symbol;
    if (operation->name != nullptr) call->kernel = operation->name;
  }
  keep(key_of(notice), *operation);
}

void ActivityObserver::started(const OperationNotice& notice) noexcept {
  const std::uint64_t now = sink_.now_ns();
  if (notice.part == 0) {
    const MutexLock lock(mutex_);
    if (const auto found = open_.find(key_of(notice)); found != open_.end())
      found->second.begin_ns = now;
    return;
  }
  std::optional<OperationActivity> node = activity_of(notice);
  if (!node || node->type == ActivityType::kWait) return;
  {
    const MutexLock lock(mutex_);
    const auto launch = open_.find(Key{notice.timeline, notice.ticket, 0});
    if (launch == open_.end()) return;
    node->correlation = launch->second.correlation;
    node->symbol = launch->second.symbol;
    node->queued_ns = launch->second.queued_ns;
    node->graph = launch->second.graph;
    node->context = launch->second.context;
    if (node->type != ActivityType::kKernel) node->device = launch->second.device;
  }
  node->graph_node = notice.part;
  node->begin_ns = now;
  keep(key_of(notice), *node);
}

void ActivityObserver::finished(const OperationNotice& notice) noexcept {
  const std::uint64_t now = sink_.now_ns();
  OperationActivity operation;
  {
    const MutexLock lock(mutex_);
    const auto found = open_.find(key_of(notice));
    if (found == open_.end()) return;
    operation = found->second;
    open_.erase(found);
  }
  if (is_graph_launch(notice) && notice.part == 0) return;
  // It was enqueued before the observer was there and started after: nothing is known of its beginning.
  if (operation.begin_ns == 0) return;
  operation.end_ns = now;
  sink_.operation_ended(operation);
}

void ActivityObserver::call_entered(const char* symbol, const void*) noexcept {
  OpenActivityCalls& open = open_calls;
  if (open.depth++ >= OpenActivityCalls::kMost) return;
  CallActivity& call = open.calls[open.depth - 1];
  call = {.symbol = symbol,
          .correlation = next_correlation(),
          .result = 0,
          .context = 0,
          .begin_ns = sink_.now_ns(),
          .kernel = nullptr};
  sink_.call_entered(call);
}

void ActivityObserver::call_left(const char*, int result) noexcept {
  OpenActivityCalls& open = open_calls;
  if (open.depth == 0)
    return;  // entered before the profiler came, while another observer was there
  if (open.depth-- > OpenActivityCalls::kMost) return;
  CallActivity& call = open.calls[open.depth];
  call.result = result;
  if (const context::Context* const current = context::current)
    call.context = static_cast<std::uint32_t>(current->id());
  sink_.call_left(call);
}

}  // namespace riffle::trace
