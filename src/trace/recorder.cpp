// SPDX-License-Identifier: Apache-2.0
#include "trace/recorder.h"

#include <cstdio>
#include <new>

#include <pthread.h>

#include "base/options.h"
#include "platform/clock.h"
#include "trace/describe.h"

namespace riffle::trace {
namespace {

constinit thread_local ThreadLog* own_log [[gnu::tls_model("initial-exec")]] = nullptr;

/// Frees a thread's log when the thread ends; what it has written stays.
struct LogOwner {
  std::unique_ptr<ThreadLog> log;
  ~LogOwner() { own_log = nullptr; }
};
thread_local LogOwner log_owner;

constinit Recorder* the_recorder = nullptr;

static_assert(static_cast<int>(engine::ResourceKind::kDeviceMemory) ==
                  static_cast<int>(AllocationKind::kDevice) &&
              static_cast<int>(engine::ResourceKind::kPinnedMemory) ==
                  static_cast<int>(AllocationKind::kPinned) &&
              static_cast<int>(engine::ResourceKind::kManagedMemory) ==
                  static_cast<int>(AllocationKind::kManaged) &&
              static_cast<int>(engine::ResourceKind::kPooledMemory) ==
                  static_cast<int>(AllocationKind::kPooled));

std::uint64_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

void name_operation(Record& record, const engine::OperationNotice& notice) {
  record.small = static_cast<std::uint32_t>(notice.stream_id);
  record.timeline = number(notice.timeline);
  record.ticket = notice.ticket;
  record.part = static_cast<std::uint32_t>(notice.part);
}

}  // namespace

Recorder* recorder() { return the_recorder; }

ThreadLog* Recorder::log() noexcept { return own_log != nullptr ? own_log : make_log(); }

ThreadLog* Recorder::make_log() noexcept {
  log_owner.log.reset(new (std::nothrow) ThreadLog(*file_));
  return own_log = log_owner.log.get();
}

void Recorder::enqueued(const engine::OperationNotice& notice) noexcept {
  ThreadLog* const own = log();
  if (own == nullptr) return;
  if (notice.kind == engine::OperationKind::kProgram) [[unlikely]]
    shapes_.write(notice, *own);
  const std::uint32_t name = name_of(notice, *own);
  Record& record = own->take();
  name_operation(record, notice);
  record.begin = platform::ticks();
  record.name = name;
  describe(notice, record);
  own->commit(RecordKind::kEnqueued);
}

void Recorder::started(const engine::OperationNotice& notice) noexcept {
  ThreadLog* const own = log();
  if (own == nullptr) return;
  const bool is_part = notice.part != 0;
  const std::uint32_t name = is_part ? name_of(notice, *own) : 0;
  Record& record = own->take();
  name_operation(record, notice);
  if (is_part) {
    record.name = name;
    describe(notice, record);
  }
  record.end = 0;
  record.begin = platform::ticks();
  own->open(record);
  own->commit(RecordKind::kRun);
}

void Recorder::finished(const engine::OperationNotice& notice) noexcept {
  ThreadLog* const own = log();
  if (own == nullptr) return;
  const std::uint64_t now = platform::ticks();
  if (Record* const run = own->close(RecordKind::kRun, number(notice.timeline), notice.ticket,
                                     static_cast<std::uint32_t>(notice.part))) {
    run->end = now;
    return;
  }
  Record& record = own->take();
  name_operation(record, notice);
  record.end = now;
  own->commit(RecordKind::kEnd);
}

void Recorder::helps(engine::Moment operation) noexcept {
  ThreadLog* const own = log();
  if (own == nullptr) return;
  Record& record = own->take();
  record.timeline = number(operation.timeline);
  record.ticket = operation.ticket;
  record.end = 0;
  record.begin = platform::ticks();
  own->open(record);
  own->commit(RecordKind::kHelp);
}

void Recorder::helped(engine::Moment operation, bool ran) noexcept {
  ThreadLog* const own = log();
  if (own == nullptr) return;
  Record* const help =
      own->close(RecordKind::kHelp, number(operation.timeline), operation.ticket, 0);
  if (help == nullptr) return;
  help->end = ran ? platform::ticks() : help->begin;
  if (!ran) own->retract(*help);
}

void Recorder::wait_was_over(const engine::OperationNotice& notice) noexcept {
  ThreadLog* const own = log();
  if (own == nullptr) return;
  Record& record = own->take();
  name_operation(record, notice);
  record.begin = platform::ticks();
  record.awaited_timeline = number(notice.awaited.timeline);
  record.awaited_ticket = notice.awaited.ticket;
  own->commit(RecordKind::kWaitOver);
}

void Recorder::stream_created(const engine::StreamNotice& notice) noexcept {
  ThreadLog* const own = log();
  if (own == nullptr) return;
  const Record* const call = own->innermost(RecordKind::kCall);
  Record& record = own->take();
  record.small = static_cast<std::uint32_t>(notice.stream_id);
  record.type = static_cast<TracedOperationType>(notice.kind);
  record.name = call != nullptr ? call->name : 0;
  record.begin = platform::ticks();
  record.bytes = number(notice.context);
  record.device = static_cast<std::uint64_t>(-notice.priority);
  own->commit(RecordKind::kStream);
}

void Recorder::context_started(const engine::ContextStreams& context, int device) noexcept {
  ThreadLog* const own = log();
  if (own == nullptr) return;
  Record& record = own->take();
  record.small = static_cast<std::uint32_t>(device);
  record.begin = platform::ticks();
  record.bytes = number(&context);
  own->commit(RecordKind::kContext);
}

void Recorder::resource_made(const engine::ResourceNotice& notice) noexcept {
  note_memory(notice, true);
}

void Recorder::resource_gone(const engine::ResourceNotice& notice) noexcept {
  note_memory(notice, false);
}

void Recorder::note_memory(const engine::ResourceNotice& notice, bool is_made) noexcept {
  const auto kind = static_cast<std::size_t>(notice.kind);
  if (kind >= kAllocationKinds) return;
  ThreadLog* const own = log();
  if (own == nullptr) return;
  Record& record = own->take();
  record.type = static_cast<TracedOperationType>(kind);
  record.small = is_made ? 1 : 0;
  record.timeline = notice.handle;
  record.bytes = notice.bytes;
  record.begin = platform::ticks();
  own->commit(RecordKind::kMemory);
}

void Recorder::call_entered(const char* symbol, const void* caller) noexcept {
  ThreadLog* const own = log();
  if (own == nullptr) return;
  const std::uint32_t name = own->number_of(symbol);
  Record& record = own->take();
  record.name = name;
  record.caller = number(caller);
  record.end = 0;
  record.begin = platform::ticks();
  own->open(record);
  own->commit(RecordKind::kCall);
}

void Recorder::call_left(const char*, int result) noexcept {
  ThreadLog* const own = log();
  if (own == nullptr) return;
  Record* const call = own->close_innermost(RecordKind::kCall);
  if (call == nullptr) return;
  call->small = static_cast<std::uint32_t>(result);
  call->end = platform::ticks();
}

void Recorder::end() noexcept {
  file_->note_time();
  file_->header().has_ended.store(1, std::memory_order_release);
}

namespace {

/// A child shares the mapping: it must not write where its parent does.
void leave_to_parent() { engine::remove_observers(); }

[[gnu::destructor]] void note_end() {
  if (the_recorder != nullptr && engine::current_observer() != nullptr) the_recorder->end();
}

}  // namespace

void start_if_asked() {
  const std::string& path = options().trace_file;
  if (path.empty() || the_recorder != nullptr) return;
  auto file = RecordingFile::open(path);
  if (!file) {
    std::fprintf(stderr, "riffle: %s\n", file.error().text.c_str());
    return;
  }
  the_recorder = new Recorder(std::move(*file));
  pthread_atfork(nullptr, nullptr, leave_to_parent);
  engine::add_observer(*the_recorder);
}

}  // namespace riffle::trace
