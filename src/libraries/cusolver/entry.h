// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body, and what a handle keeps.
#pragma once

#include <atomic>
#include <new>

#include <cusolverDn.h>

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
cusolverStatus_t invoke(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUSOLVER_STATUS_ALLOC_FAILED;
  }
}

}  // namespace riffle::cusolver
