// SPDX-License-Identifier: Apache-2.0
// The parts of the version, which cuBLAS and cuBLASLt share.
#pragma once

#include <cublas_api.h>

#include "libraries/version.h"

namespace riffle::cublas {

inline cublasStatus_t property(libraryPropertyType type, int* value) {
  return libraries::give_version_part(type, value,
                                      {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH},
                                      CUBLAS_STATUS_INVALID_VALUE, CUBLAS_STATUS_INVALID_VALUE);
}

}  // namespace riffle::cublas
