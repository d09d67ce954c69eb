// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/observer.h"

#include <array>

#include "base/check.h"
#include "base/mutex.h"

namespace riffle::engine {

namespace detail {
constinit std::atomic<Observer*> observer{nullptr};
constinit std::atomic<bool> keeps_every_wait{false};
}  // namespace detail

namespace {

/// Tells two.
class Both final : public Observer {
 public:
  void set(Observer& first, Observer& second) { told_ = {&first, &second}; }

  void enqueued(const OperationNotice& notice) noexcept override {
    for (Observer* const each : told_) each->enqueued(notice);
  }
  void started(const OperationNotice& notice) noexcept override {
    for (Observer* const each : told_) each->started(notice);
  }
  void finished(const OperationNotice& notice) noexcept override {
    for (Observer* const each : told_) each->finished(notice);
  }
  void helps(Moment operation) noexcept override {
    for (Observer* const each : told_) each->helps(operation);
  }
  void helped(Moment operation, bool ran) noexcept override {
    for (Observer* const each : told_) each->helped(operation, ran);
  }
  void host_saw(Moment moment) noexcept override {
    for (Observer* const each : told_) each->host_saw(moment);
  }
  void host_saw_all(const Context& context) noexcept override {
    for (Observer* const each : told_) each->host_saw_all(context);
  }
  void ordered_from_outside(Stream& stream) noexcept override {
    for (Observer* const each : told_) each->ordered_from_outside(stream);
  }
  void stream_created(const StreamNotice& notice) noexcept override {
    for (Observer* const each : told_) each->stream_created(notice);
  }
  void context_started(const Context& context, int device) noexcept override {
    for (Observer* const each : told_) each->context_started(context, device);
  }
  void call_entered(const char* symbol, const void* caller) noexcept override {
    for (Observer* const each : told_) each->call_entered(symbol, caller);
  }
  void call_left(const char* symbol, int result) noexcept override {
    for (Observer* const each : told_) each->call_left(symbol, result);
  }
  void resource_made(const ResourceNotice& notice) noexcept override {
    for (Observer* const each : told_) each->resource_made(notice);
  }
  void resource_gone(const ResourceNotice& notice) noexcept override {
    for (Observer* const each : told_) each->resource_gone(notice);
  }

 private:
  std::array<Observer*, 2> told_{};
};

}  // namespace

void add_observer(Observer& observer) {
  static Both& both = *new Both;
  static constinit Mutex mutex;
  const MutexLock lock(mutex);
  if (observer.wants_every_wait()) detail::keeps_every_wait.store(true, std::memory_order_relaxed);
  Observer* const first = detail::observer.load(std::memory_order_relaxed);
  RIFFLE_CHECK(first != &both, "a third observer");
  if (first != nullptr) both.set(*first, observer);
  detail::observer.store(first == nullptr ? &observer : &both, std::memory_order_release);
}

void remove_observers() {
  detail::observer.store(nullptr, std::memory_order_release);
  detail::keeps_every_wait.store(false, std::memory_order_relaxed);
}

}  // namespace riffle::engine
