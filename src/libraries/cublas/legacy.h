// SPDX-License-Identifier: Apache-2.0
// The interface without handles: one for the process, and the status of the last routine.
#pragma once

#include "libraries/cublas/entry.h"
#include "libraries/cublas/handle.h"

namespace riffle::cublas {

/// Copies the process's handle, which the first call makes.
[[nodiscard]] cublasStatus_t copy_legacy_handle(cublasContext& copy);
/// For cublasGetError.
void keep_status(cublasStatus_t status) noexcept;

/// Runs `call(handle)`, whose status is for cublasGetError alone. The handle is a copy, so that other threads may end or change the process's.
template <class Call>
void legacy(Call call) noexcept {
  keep_status(invoke_untold([&] {
    cublasContext handle;
    const cublasStatus_t status = copy_legacy_handle(handle);
    return status == CUBLAS_STATUS_SUCCESS ? call(&handle) : status;
  }));
}

// Arguments by letters, small or capital; another letter becomes a value that the routine refuses.
inline cublasOperation_t operation(char letter) {
  const char small = static_cast<char>(letter | 0x20);
  return small == 'n'   ? CUBLAS_OP_N
         : small == 't' ? CUBLAS_OP_T
         : small == 'c' ? CUBLAS_OP_C
                        : static_cast<cublasOperation_t>(-1);
}
inline cublasFillMode_t fill_mode(char letter) {
  const char small = static_cast<char>(letter | 0x20);
  return small == 'l'   ? CUBLAS_FILL_MODE_LOWER
         : small == 'u' ? CUBLAS_FILL_MODE_UPPER
                        : static_cast<cublasFillMode_t>(-1);
}
inline cublasSideMode_t side_mode(char letter) {
  const char small = static_cast<char>(letter | 0x20);
  return small == 'l'   ? CUBLAS_SIDE_LEFT
         : small == 'r' ? CUBLAS_SIDE_RIGHT
                        : static_cast<cublasSideMode_t>(-1);
}
inline cublasDiagType_t diag_type(char letter) {
  const char small = static_cast<char>(letter | 0x20);
  return small == 'u'   ? CUBLAS_DIAG_UNIT
         : small == 'n' ? CUBLAS_DIAG_NON_UNIT
                        : static_cast<cublasDiagType_t>(-1);
}

}  // namespace riffle::cublas

using riffle::cublas::diag_type;
using riffle::cublas::fill_mode;
using riffle::cublas::legacy;
using riffle::cublas::operation;
using riffle::cublas::side_mode;
