// SPDX-License-Identifier: Apache-2.0
// What every exported function of the driver API does around its body: checks, tracing, and no exception out. There is
// no last error here.
#pragma once

#include <cuda.h>

#include <new>

#include "api/cuda/result.h"
#include "api/cudart/entry.h"
#include "api/cudart/logs.h"
#include "api/cudart/visibility.h"
#include "runtime/context/device.h"
#include "runtime/engine/calls.h"
#include "runtime/engine/engine.h"

#define RIFFLE_ENTRY extern "C" RIFFLE_EXPORT

namespace riffle::api::cuda {

/// kHost: after cuInit. kInit: the same, and refused inside host functions. kCurrent: also needs a current context that
/// has not ended. kContext: that, and reports its sticky error.
enum class DriverChecks { kHost, kInit, kCurrent, kContext };

/// As of the runtime's calls, and with them: who observes is told of both.
[[gnu::cold]] void notify_call_left(const char* symbol, CUresult result) noexcept;
/// For cuLogs* and cudaLogs*, which hand out one log.
[[gnu::cold]] void log_failure(const char* symbol, CUresult result) noexcept;
/// RIFFLE_LOG=api alone.
[[gnu::cold]] void log_call(const char* symbol, CUresult result) noexcept;

inline CUresult traced(const char* symbol, CUresult result) {
  if (cudart::calls_are_observed) [[unlikely]]
    log_call(symbol, result);
  return result;
}

[[nodiscard]] inline CUstream or_per_thread(CUstream stream) {
  return stream == nullptr ? CU_STREAM_PER_THREAD : stream;
}

/// Whether the thread has a context that has not ended.
[[nodiscard]] CUresult check_current();
/// Whether calls may use it now.
[[nodiscard]] CUresult check_context();

template <DriverChecks kChecks, class Body>
[[gnu::always_inline]] inline CUresult run_checked(Body& body) {
  const engine::Inside inside;
  if (!context::is_in_use()) [[unlikely]]  // cuInit, or the runtime
    return CUDA_ERROR_NOT_INITIALIZED;
  if constexpr (kChecks != DriverChecks::kHost) {
    if (engine::in_host_function()) [[unlikely]]
      return CUDA_ERROR_NOT_PERMITTED;
  }
  if constexpr (kChecks == DriverChecks::kCurrent) {
    if (const CUresult bad = check_current(); bad != CUDA_SUCCESS) return bad;
  }
  if constexpr (kChecks == DriverChecks::kContext) {
    if (const CUresult bad = check_context(); bad != CUDA_SUCCESS) [[unlikely]]
      return bad;
  }
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return CUDA_ERROR_UNKNOWN;
  }
}

template <DriverChecks kChecks, class Body>
[[gnu::always_inline]] inline CUresult run_and_log(const char* symbol, Body& body) {
  const CUresult result = run_checked<kChecks>(body);
  if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY) [[unlikely]]
    log_failure(symbol, result);
  return result;
}

/// The body is here twice, so that a call of which nobody is told pays for one branch.
template <DriverChecks kChecks, class Body>
[[gnu::always_inline]] inline CUresult invoke(const char* symbol, Body&& body) {
  if (cudart::calls_are_observed) [[unlikely]] {
    cudart::notify_call_entered(symbol, __builtin_return_address(0));
    const CUresult result = run_and_log<kChecks>(symbol, body);
    notify_call_left(symbol, result);
    return result;
  }
  return run_and_log<kChecks>(symbol, body);
}

}  // namespace riffle::api::cuda
