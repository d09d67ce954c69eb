// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/entry.h"

#include <cstdio>
#include <string>

#include "api/cudart/not_supported.h"
#include "base/log.h"
#include "race/checker.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/schedule.h"
#include "trace/recorder.h"

namespace riffle::api::cudart {

constinit thread_local ThreadState thread_state;

bool calls_are_observed = false;

namespace {

[[gnu::constructor]] void start_observers() {
  engine::start_schedule_if_asked();
  trace::start_if_asked();
  race::start_if_asked();
  calls_are_observed = log_enabled("api") || engine::current_observer() != nullptr;
}

}  // namespace

void tell_entered(const char* symbol, const void* caller) noexcept {
  if (engine::Observer* const observer = engine::current_observer())
    observer->call_entered(symbol, caller);
}

void tell_left(const char* symbol, cudaError_t result) noexcept {
  if (engine::Observer* const observer = engine::current_observer())
    observer->call_left(symbol, result);
  log_call(symbol, result);
}

void tell_error_asked() noexcept {
  if (engine::Observer* const observer = engine::current_observer()) observer->error_asked();
}

void log_call(const char* symbol, cudaError_t result) noexcept {
  if (log_enabled("api")) log("api", std::string(symbol) + " = " + cudaGetErrorName(result));
}

int not_supported(const char* entry_point, std::atomic<bool>& said) noexcept {
  if (!said.exchange(true, std::memory_order_relaxed)) {
    std::fprintf(stderr, "riffle: %s is not supported yet; it returns cudaErrorNotSupported\n",
                 entry_point);
  }
  thread_state.last_error = cudaErrorNotSupported;
  return traced(entry_point, cudaErrorNotSupported);
}

}  // namespace riffle::api::cudart
