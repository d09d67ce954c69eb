// SPDX-License-Identifier: Apache-2.0
// The part of the checker that looks at what the host itself touches: see host_watch.h.
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
constexpr std::int64_t kUntilEndedNs = 100'000'000;

/// Whether the calling thread runs the program's own code, as opposed to Riffle's, or an operation.
bool is_program() { return !has_open_call() && !platform::current_stack().is_known(); }

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

void Checker::watch_host() {
  if (tools_.race) host_ = std::make_unique<HostWatch>();
}

// ---- Operations ----

void Checker::host_started(const engine::OperationNotice& notice) {
  const Line& line = line_of(notice);
  const bool is_known =
      notice.part == 0 && !line.pending.empty() && line.pending.front()->ticket == notice.ticket;
  host_->started(notice, is_known ? line.pending.front().get() : nullptr);
  // Through a flag or a lock a host function may tell the host that it has begun, and so that what comes before it is
  // done. A value that a stream writes tells it more.
  const auto timeline = reinterpret_cast<TimelineKey>(notice.timeline);
  if (notice.kind == engine::OperationKind::kHostFunction)
    order_.host_may_know(timeline, notice.part == 0 ? notice.ticket - 1 : notice.ticket);
  else if (notice.kind == engine::OperationKind::kRange && type_of(notice) == OperationType::kOther)
    order_.host_may_know(timeline, notice.ticket);
}

void Checker::host_knows_more() {
  if (host_ == nullptr) return;
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
    const std::int64_t until = begin + (state.is_running ? kUntilEndedNs : kUntilBegunNs);
    const std::int64_t left = until - platform::now_ns();
    if (!state.is_pending || left <= 0) break;
    host->wait_for_change(state.changes, left);
  }
  // The program may have set a handler of its own since.
  device::install_fault_handlers();
  const MutexLock lock(mutex_);
  host_->host_goes_on();
}

// ---- Accesses ----

void Checker::note_host_access(ByteRange bytes, bool writes, std::uintptr_t code_address) {
  auto operation = std::make_shared<Operation>();
  operation->type = OperationType::kHost;
  operation->number = ++operations_;
  operation->stamp = order_.host_acts();
  operation->call = place_on_stack(code_address);
  host_->note({.operation = std::move(operation),
               .kind = writes ? device::AccessKind::kWrite : device::AccessKind::kRead,
               .bytes = bytes});
}

bool Checker::page_fault(const device::PageFault& fault) noexcept {
  const MutexLock lock(mutex_);
  const ByteRange byte{fault.address, fault.address + 1};
  if (!host_->is_closed(byte, fault.writes))
    return resources_.memory_at(fault.address) != nullptr && may_try_again(fault.address);
  if (fault.in_kernel || !is_program())
    host_->open_for_operations(byte);
  else
    note_host_access(byte, fault.writes, fault.code_address);
  return true;
}

bool Checker::system_call(ByteRange bytes, bool writes, std::uintptr_t caller) noexcept {
  if (host_ == nullptr || bytes.begin >= bytes.end || !watches_closed_pages()) return false;
  const MutexLock lock(mutex_);
  if (!host_->is_closed(bytes, writes)) return false;
  if (is_program())
    note_host_access(bytes, writes, caller);
  else
    host_->open_for_operations(bytes);
  return true;
}

void Checker::judge_host_accesses(bool all) {
  if (host_ == nullptr) return;
  for (HostAccess& access : host_->take(all)) {
    auto operation = std::make_shared<Operation>(*access.operation);
    operation->stamp.before = joined(operation->stamp.before, mingled_);
    touch({.operation = std::move(operation), .kind = access.kind, .line = nullptr},
          std::span(&access.bytes, 1));
  }
}

void Checker::after_fork_in_child() noexcept {
  if (host_ != nullptr) host_->open_all();
  mutex_.unlock();
}

}  // namespace riffle::race
