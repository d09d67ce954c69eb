// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body, and what a handle keeps.
#pragma once

#include <new>

#include <cusparse.h>

#include "libraries/told_result.h"

#define RIFFLE_SPARSE_ENTRY extern "C" __attribute__((visibility("default"))) cusparseStatus_t

struct cusparseContext {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointer_mode = CUSPARSE_POINTER_MODE_HOST;
  /// Pinned memory of the host in which a kernel leaves what a call returns: `kResultBytes`.
  void* result = nullptr;
};

struct cusparseMatDescr {
  cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t fill_mode = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diag_type = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t index_base = CUSPARSE_INDEX_BASE_ZERO;
};

namespace riffle::cusparse {

constexpr unsigned kResultBytes = 64;

/// No exception goes out.
template <class Body>
cusparseStatus_t invoke_untold(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUSPARSE_STATUS_ALLOC_FAILED;
  }
}

/// Under the name of the function that it is called in.
template <class Body>
[[gnu::always_inline]] inline cusparseStatus_t invoke(
    Body body, const char* function = __builtin_FUNCTION()) noexcept {
  const cusparseStatus_t result = invoke_untold(body);
  if (result == CUSPARSE_STATUS_NOT_SUPPORTED) return result;
  return libraries::told(result, function);
}

inline cusparseStatus_t status_of(cudaError_t error) {
  if (error == cudaSuccess) return CUSPARSE_STATUS_SUCCESS;
  return error == cudaErrorMemoryAllocation ? CUSPARSE_STATUS_ALLOC_FAILED
                                            : CUSPARSE_STATUS_EXECUTION_FAILED;
}

template <class Object>
cusparseStatus_t create(Object** made) {
  if (made == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *made = new (std::nothrow) Object;
  return *made == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}
/// As with `free`, there may be nothing to destroy.
template <class Object>
cusparseStatus_t destroy(const Object* object) {
  delete object;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace riffle::cusparse
