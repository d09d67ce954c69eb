// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body: no exception goes out.
#pragma once

#include <new>

#include <cublas_api.h>

#include "libraries/told_result.h"

#define RIFFLE_EXPORT __attribute__((visibility("default")))
#define RIFFLE_ENTRY extern "C" RIFFLE_EXPORT cublasStatus_t

namespace riffle::cublas {

template <class Body>
cublasStatus_t invoke_untold(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUBLAS_STATUS_ALLOC_FAILED;
  }
}

/// Under the name of the function that it is called in.
template <class Body>
[[gnu::always_inline]] inline cublasStatus_t invoke(
    Body body, const char* function = __builtin_FUNCTION()) noexcept {
  const cublasStatus_t result = invoke_untold(body);
  if (result == CUBLAS_STATUS_NOT_SUPPORTED) return result;
  return libraries::told(result, function);
}

}  // namespace riffle::cublas

using riffle::cublas::invoke;
