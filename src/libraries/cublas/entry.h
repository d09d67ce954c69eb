// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body: no exception goes out.
#pragma once

#include <new>

#include <cublas_api.h>

#define RIFFLE_EXPORT __attribute__((visibility("default")))
#define RIFFLE_ENTRY extern "C" RIFFLE_EXPORT cublasStatus_t

namespace riffle::cublas {

template <class Body>
cublasStatus_t invoke(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUBLAS_STATUS_ALLOC_FAILED;
  }
}

}  // namespace riffle::cublas

using riffle::cublas::invoke;
