// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/shared_event.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <memory>
#include <string>

#include "api/cudart/stream.h"
#include "base/descriptor.h"
#include "platform/futex.h"
#include "platform/pages.h"
#include "runtime/engine/observer.h"

namespace riffle::api::cudart {
namespace {

constexpr std::array<char, 8> kMagic = {'r', 'i', 'f', 'i', 'p', 'c', 'e', '1'};
// How often a waiting process looks whether the one that recorded still lives.
constexpr std::uint64_t kLookNs = 100'000'000;
constexpr std::uint64_t kChannel = 1;  // of events, for observers

struct EventNote {
  std::array<char, 8> magic;
  std::int32_t process;
  std::int32_t descriptor;
  std::uint64_t file;
};
static_assert(sizeof(EventNote) <= sizeof(cudaIpcEventHandle_t));

std::uint64_t file_number(int descriptor) {
  struct stat status{};
  return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

EventNote note_of(const cudaIpcEventHandle_t& handle) {
  EventNote note{};
  std::memcpy(&note, &handle, sizeof note);
  return note;
}

void* map_page(int descriptor) {
  void* const page =
      mmap(nullptr, platform::kPageBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return page == MAP_FAILED ? nullptr : page;
}

}  // namespace

struct SharedEvent::State {
  std::atomic<std::uint64_t> recorded;   ///< number of the newest record
  std::atomic<std::uint64_t> completed;  ///< highest record that is complete
  std::atomic<std::int32_t> recorder;    ///< process of the newest record
  std::atomic<std::uint32_t> changes;    ///< of `completed`, for those who sleep
};

SharedEvent* SharedEvent::create() {
  const int descriptor = above_standard(memfd_create("riffle-event", MFD_CLOEXEC));
  if (descriptor < 0) return nullptr;
  void* const page = ftruncate(descriptor, static_cast<off_t>(platform::kPageBytes)) == 0
                         ? map_page(descriptor)
                         : nullptr;
  if (page != nullptr)
    return new SharedEvent(static_cast<State*>(page), descriptor, file_number(descriptor));
  ::close(descriptor);
  return nullptr;
}

bool SharedEvent::is_own(const cudaIpcEventHandle_t& handle) {
  const EventNote note = note_of(handle);
  return note.magic == kMagic && note.process == getpid();
}

SharedEvent* SharedEvent::open(const cudaIpcEventHandle_t& handle) {
  const EventNote note = note_of(handle);
  if (note.magic != kMagic) return nullptr;
  const std::string path =
      "/proc/" + std::to_string(note.process) + "/fd/" + std::to_string(note.descriptor);
  const int descriptor = above_standard(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (descriptor < 0) return nullptr;
  void* const page = file_number(descriptor) == note.file ? map_page(descriptor) : nullptr;
  ::close(descriptor);
  return page != nullptr ? new SharedEvent(static_cast<State*>(page), -1, note.file) : nullptr;
}

SharedEvent::~SharedEvent() {
  munmap(state_, platform::kPageBytes);
  if (descriptor_ >= 0) ::close(descriptor_);
}

cudaIpcEventHandle_t SharedEvent::handle() const {
  const EventNote note{
      .magic = kMagic, .process = getpid(), .descriptor = descriptor_, .file = file_};
  cudaIpcEventHandle_t handle = {};
  std::memcpy(&handle, &note, sizeof note);
  return handle;
}

void SharedEvent::let_go() {
  if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

namespace {
struct Record {
  SharedEvent* event;
  std::uint64_t number;
};
}  // namespace

// As the release of its operation: after a fault the record is complete all the same.
void SharedEvent::record(engine::Stream& stream) {
  hold();
  const std::uint64_t number = state_->recorded.fetch_add(1) + 1;
  state_->recorder.store(getpid());
  const engine::RangeOperation operation{.run = run_nothing,
                                         .release =
                                             [](const void* payload) noexcept {
                                               const auto& done =
                                                   *static_cast<const Record*>(payload);
                                               done.event->complete(done.number);
                                               done.event->let_go();
                                             },
                                         .units = 0,  // it writes no memory of the program
                                         .payload_bytes = sizeof(Record)};
  try {
    stream.enqueue(operation,
                   [&](void* payload) { *static_cast<Record*>(payload) = {this, number}; });
  } catch (...) {
    complete(number);
    let_go();
    throw;
  }
  engine::notify_gave_signal(stream, signal(number));
}

engine::Signal SharedEvent::signal(std::uint64_t record) const {
  return {.channel = {kChannel, file_}, .number = record};
}

void SharedEvent::complete(std::uint64_t record) {
  std::uint64_t completed = state_->completed.load();
  while (completed < record && !state_->completed.compare_exchange_weak(completed, record)) {
  }
  state_->changes.fetch_add(1);
  platform::futex_wake_shared(&state_->changes, INT_MAX);
}

bool SharedEvent::is_complete() const {
  const std::uint64_t newest = state_->recorded.load();
  if (state_->completed.load() < newest) return false;
  if (newest != 0) engine::notify_host_saw_signal(signal(newest));
  return true;
}

void SharedEvent::wait() const {
  const std::uint64_t newest = state_->recorded.load();
  wait_for(newest);
  if (newest != 0) engine::notify_host_saw_signal(signal(newest));
}

void SharedEvent::wait_for(std::uint64_t record) const {
  while (true) {
    const std::uint32_t changes = state_->changes.load();
    if (state_->completed.load() >= record) return;
    platform::futex_wait_shared_for(state_->changes, changes, kLookNs);
    if (kill(state_->recorder.load(), 0) != 0 && errno == ESRCH) return;  // it will never come
  }
}

void SharedEvent::enqueue_wait(engine::Stream& stream) {
  const std::uint64_t newest = state_->recorded.load();
  if (newest != 0) engine::notify_awaits_signal(stream, signal(newest));
  if (state_->completed.load() >= newest) {
    // For observers: what is recorded in the stream from now on comes after the event, too.
    if (engine::keeps_every_wait()) stream.enqueue({.run = run_nothing, .units = 0}, [](void*) {});
    return;
  }
  auto awaited = std::make_unique<Record>(Record{this, newest});
  hold();
  try {
    stream.enqueue_host_function(
        [](void* user, Code) {
          const std::unique_ptr<Record> until(static_cast<Record*>(user));
          until->event->wait_for(until->number);
          until->event->let_go();
        },
        awaited.get(), true);
    awaited.release();  // NOLINT(bugprone-unused-return-value): the operation has it
  } catch (...) {
    let_go();
    throw;
  }
}

}  // namespace riffle::api::cudart
