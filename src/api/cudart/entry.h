// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body: checks, last error, tracing, and no exception
// out.
#pragma once

#include <atomic>
#include <new>

#include "api/cudart/device.h"
#include "api/cudart/error.h"
#include "api/cudart/logs.h"
#include "api/cudart/thread_state.h"
#include "api/cudart/visibility.h"
#include "runtime/engine/calls.h"
#include "runtime/engine/engine.h"

#define RIFFLE_ENTRY extern "C" RIFFLE_EXPORT

namespace riffle::api::cudart {

enum class RuntimeChecks { kHost, kThread, kStarted, kBound, kContext, kAnywhere };

/// Somebody is told of calls: RIFFLE_LOG=api, or an observer. Set before the first call, by a constructor
/// of this library, or when a profiler comes.
extern constinit std::atomic<bool> calls_are_observed;
[[gnu::cold]] void notify_call_entered(const char* symbol, const void* caller) noexcept;
[[gnu::cold]] void notify_call_left(const char* symbol, cudaError_t result) noexcept;
[[gnu::cold]] void notify_error_asked() noexcept;
/// RIFFLE_LOG=api alone.
[[gnu::cold]] void log_call(const char* symbol, cudaError_t result) noexcept;

inline cudaError_t traced(const char* symbol, cudaError_t result) {
  if (calls_are_observed) [[unlikely]]
    log_call(symbol, result);
  return result;
}
inline const char* traced(const char*, const char* result) { return result; }

/// The current context of a body whose row says "context".
[[nodiscard]] inline Context& current_context() { return *context::current; }

/// The handle that 0 stands for in code compiled for per-thread default streams.
[[nodiscard]] inline cudaStream_t or_per_thread(cudaStream_t stream) {
  return stream == nullptr ? cudaStreamPerThread : stream;
}

template <RuntimeChecks kChecks, class Body>
[[gnu::always_inline]] inline cudaError_t run_checked(Body& body) {
  const engine::Inside inside;
  if constexpr (kChecks != RuntimeChecks::kHost && kChecks != RuntimeChecks::kAnywhere) {
    if (engine::in_host_function()) [[unlikely]]
      return cudaErrorNotPermitted;
  }
  if constexpr (kChecks == RuntimeChecks::kBound) {
    if (context::current == nullptr) return cudaErrorDeviceUninitialized;
  }
  if constexpr (kChecks != RuntimeChecks::kHost && kChecks != RuntimeChecks::kThread) {
    const Context* context = context::current;
    if (context == nullptr || context->engine() == nullptr) [[unlikely]] {
      cudaError_t why = cudaErrorMemoryAllocation;
      try {
        context = start_current(why);
      } catch (const std::bad_alloc&) {
        context = nullptr;
      }
      if (context == nullptr) return why;
    }
    if constexpr (kChecks != RuntimeChecks::kStarted) {
      const Code fault = context->engine()->fault();
      if (fault != Code::kOk) [[unlikely]]
        return to_cuda(fault);
    }
    if (!engine::is_usable()) [[unlikely]]
      return cudaErrorInitializationError;
  }
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return cudaErrorMemoryAllocation;
  } catch (...) {
    return cudaErrorUnknown;
  }
}

template <RuntimeChecks kChecks, class Body>
[[gnu::always_inline]] inline cudaError_t run_and_keep_error(const char* symbol, Body& body) {
  const cudaError_t result = run_checked<kChecks>(body);
  // "Not ready" is an answer, never an error of the thread.
  if (result != cudaSuccess && result != cudaErrorNotReady) [[unlikely]] {
    thread_state.last_error = result;
    log_failure(symbol, result);
  }
  return result;
}

/// The body is here twice, so that a call of which nobody is told pays for one branch.
template <RuntimeChecks kChecks, class Body>
[[gnu::always_inline]] inline cudaError_t invoke(const char* symbol, Body&& body) {
  if (calls_are_observed) [[unlikely]] {
    notify_call_entered(symbol, __builtin_return_address(0));
    const cudaError_t result = run_and_keep_error<kChecks>(symbol, body);
    notify_call_left(symbol, result);
    return result;
  }
  return run_and_keep_error<kChecks>(symbol, body);
}

}  // namespace riffle::api::cudart
