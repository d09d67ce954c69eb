// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body, and what a handle keeps.
#pragma once

#include <atomic>
#include <new>

#include <cusolverDn.h>

#include "libraries/told_result.h"

#define RIFFLE_SOLVER_ENTRY extern "C" __attribute__((visibility("default"))) cusolverStatus_t

struct cusolverDnContext {
  cudaStream_t stream = nullptr;
  cusolverDeterministicMode_t mode = CUSOLVER_DETERMINISTIC_RESULTS;
};

namespace riffle::cusolver {

/// Says so the first time.
int not_supported(const char* symbol, std::atomic<bool>& said);

/// No exception goes out.
template <class Body>
cusolverStatus_t invoke_untold(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUSOLVER_STATUS_ALLOC_FAILED;
  }
}

/// Under the name of the function that it is called in.
template <class Body>
[[gnu::always_inline]] inline cusolverStatus_t invoke(
    Body body, const char* function = __builtin_FUNCTION()) noexcept {
  const cusolverStatus_t result = invoke_untold(body);
  if (result == CUSOLVER_STATUS_NOT_SUPPORTED) return result;
  return libraries::told(result, function);
}

}  // namespace riffle::cusolver
