// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/entry.h"

#include <pthread.h>

#include <cstdio>
#include <new>
#include <string>

#include "api/cudart/not_supported.h"
#include "base/log.h"
#include "race/checker.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/schedule.h"
#include "trace/activity/activity_observer.h"
#include "trace/layers/layer_writer.h"
#include "trace/recorder.h"

namespace riffle::api::cudart {

constinit thread_local ThreadState thread_state;

constinit std::atomic<bool> calls_are_observed{false};

namespace {

[[gnu::constructor]] void start_observers() {
  engine::start_schedule_if_asked();
  trace::start_if_asked();
  race::start_if_asked();
  calls_are_observed = log_enabled("api") || engine::current_observer() != nullptr;
}

}  // namespace

namespace {

/// Of a profiler in the process, which may come at any time.
bool attach(trace::ActivitySink& sink) {
  static std::atomic<bool> is_attached{false};
  if (is_attached.exchange(true)) return false;
  auto* const observer = new (std::nothrow) trace::ActivityObserver(sink);
  if (observer == nullptr) return false;
  pthread_atfork(nullptr, nullptr, engine::remove_observers);
  engine::add_observer(*observer);
  calls_are_observed.store(true);
  return true;
}

}  // namespace

/// What libcupti.so.13 looks up.
RIFFLE_ENTRY bool riffle_attach_activity_sink(trace::ActivitySink* sink) { return attach(*sink); }
/// What libnvinfer.so calls.
RIFFLE_ENTRY trace::LayerSink* riffle_layer_sink() { return trace::layer_sink(); }

void notify_call_entered(const char* symbol, const void* caller) noexcept {
  if (engine::Observer* const observer = engine::current_observer())
    observer->call_entered(symbol, caller);
}

void notify_call_left(const char* symbol, cudaError_t result) noexcept {
  if (engine::Observer* const observer = engine::current_observer())
    observer->call_left(symbol, result);
  log_call(symbol, result);
}

void notify_error_asked() noexcept {
  if (engine::Observer* const observer = engine::current_observer()) observer->error_asked();
}

void log_call(const char* symbol, cudaError_t result) noexcept {
  if (log_enabled("api")) log("api", std::string(symbol) + " = " + cudaGetErrorName(result));
}

int not_supported(const char* entry_point, std::atomic<bool>& said, const char* advice) noexcept {
  if (!said.exchange(true, std::memory_order_relaxed)) {
    std::fprintf(stderr, "riffle: %s is not supported yet; it returns cudaErrorNotSupported%s%s\n",
                 entry_point, advice == nullptr ? "" : ": ", advice == nullptr ? "" : advice);
  }
  thread_state.last_error = cudaErrorNotSupported;
  return traced(entry_point, cudaErrorNotSupported);
}

}  // namespace riffle::api::cudart
