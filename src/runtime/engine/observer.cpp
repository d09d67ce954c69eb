// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/observer.h"

#include <array>
#include <span>

#include "base/check.h"
#include "base/mutex.h"

namespace riffle::engine {

namespace detail {
constinit std::atomic<Observer*> observer{nullptr};
constinit std::atomic<bool> keeps_every_wait{false};
}  // namespace detail

namespace {

/// Tells several.
class Several final : public Observer {
 public:
  /// Before others can call it, or all are told by it already.
  void add(Observer& observer) {
    const unsigned count = count_.load(std::memory_order_relaxed);
    RIFFLE_CHECK(count < observers_.size(), "a fifth observer");
    observers_[count] = &observer;
    count_.store(count + 1, std::memory_order_release);
  }
  /// Nobody calls it.
  void clear() { count_.store(0, std::memory_order_relaxed); }

  void enqueued(const OperationNotice& notice) noexcept override {
    for (Observer* const each : observers()) each->enqueued(notice);
  }
  void started(const OperationNotice& notice) noexcept override {
    for (Observer* const each : observers()) each->started(notice);
  }
  void finished(const OperationNotice& notice) noexcept override {
    for (Observer* const each : observers()) each->finished(notice);
  }
  void helps(Moment operation) noexcept override {
    for (Observer* const each : observers()) each->helps(operation);
  }
  void helped(Moment operation, bool ran) noexcept override {
    for (Observer* const each : observers()) each->helped(operation, ran);
  }
  void host_saw(Moment moment) noexcept override {
    for (Observer* const each : observers()) each->host_saw(moment);
  }
  void host_saw_all(const ContextStreams& context) noexcept override {
    for (Observer* const each : observers()) each->host_saw_all(context);
  }
  void wait_was_over(const OperationNotice& notice) noexcept override {
    for (Observer* const each : observers()) each->wait_was_over(notice);
  }
  void ordered_from_outside(Stream& stream) noexcept override {
    for (Observer* const each : observers()) each->ordered_from_outside(stream);
  }
  void gave_signal(Stream& stream, const Signal& signal) noexcept override {
    for (Observer* const each : observers()) each->gave_signal(stream, signal);
  }
  void awaits_signal(Stream& stream, const Signal& signal) noexcept override {
    for (Observer* const each : observers()) each->awaits_signal(stream, signal);
  }
  void host_saw_signal(const Signal& signal) noexcept override {
    for (Observer* const each : observers()) each->host_saw_signal(signal);
  }
  void memory_shared(const SharedMemoryNotice& notice) noexcept override {
    for (Observer* const each : observers()) each->memory_shared(notice);
  }
  void memory_of_library(std::uintptr_t begin, std::uint64_t bytes) noexcept override {
    for (Observer* const each : observers()) each->memory_of_library(begin, bytes);
  }
  void stream_created(const StreamNotice& notice) noexcept override {
    for (Observer* const each : observers()) each->stream_created(notice);
  }
  void context_started(const ContextStreams& context, int device) noexcept override {
    for (Observer* const each : observers()) each->context_started(context, device);
  }
  void call_entered(const char* symbol, const void* caller) noexcept override {
    for (Observer* const each : observers()) each->call_entered(symbol, caller);
  }
  void call_left(const char* symbol, int result) noexcept override {
    for (Observer* const each : observers()) each->call_left(symbol, result);
  }
  void library_failed(const char* function, int result, const void* returns_to) noexcept override {
    for (Observer* const each : observers()) each->library_failed(function, result, returns_to);
  }
  void error_asked() noexcept override {
    for (Observer* const each : observers()) each->error_asked();
  }
  void resource_made(const ResourceNotice& notice) noexcept override {
    for (Observer* const each : observers()) each->resource_made(notice);
  }
  void resource_gone(const ResourceNotice& notice) noexcept override {
    for (Observer* const each : observers()) each->resource_gone(notice);
  }
  void pageable_memory(const PageableNotice& notice) noexcept override {
    for (Observer* const each : observers()) each->pageable_memory(notice);
  }
  void wrong_argument_bytes(const char* kernel, std::uint64_t given,
                            std::uint64_t needed) noexcept override {
    for (Observer* const each : observers()) each->wrong_argument_bytes(kernel, given, needed);
  }
  void refused_range(std::uintptr_t begin, std::uint64_t bytes) noexcept override {
    for (Observer* const each : observers()) each->refused_range(begin, bytes);
  }
  void refused_free(std::uintptr_t pointer) noexcept override {
    for (Observer* const each : observers()) each->refused_free(pointer);
  }
  void graph_node_made(std::uint64_t node, std::uint64_t copied_from) noexcept override {
    for (Observer* const each : observers()) each->graph_node_made(node, copied_from);
  }

 private:
  [[nodiscard]] std::span<Observer* const> observers() const {
    return {observers_.data(), count_.load(std::memory_order_acquire)};
  }

  std::array<Observer*, 4> observers_{};
  std::atomic<unsigned> count_{0};
};

}  // namespace

void add_observer(Observer& observer) {
  static Several& several = *new Several;
  static constinit Mutex mutex;
  const MutexLock lock(mutex);
  if (observer.wants_every_wait()) detail::keeps_every_wait.store(true, std::memory_order_relaxed);
  Observer* const first = detail::observer.load(std::memory_order_relaxed);
  if (first == nullptr) {
    several.clear();
    detail::observer.store(&observer, std::memory_order_release);
    return;
  }
  if (first != &several) several.add(*first);
  several.add(observer);
  detail::observer.store(&several, std::memory_order_release);
}

void remove_observers() {
  detail::observer.store(nullptr, std::memory_order_release);
  detail::keeps_every_wait.store(false, std::memory_order_relaxed);
}

}  // namespace riffle::engine
