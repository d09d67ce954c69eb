// SPDX-License-Identifier: Apache-2.0
#include "libraries/cublas/property.h"

namespace riffle::cublas {
namespace {

cublasStatus_t give(int* value, int part) {
  *value = part;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

cublasStatus_t property(libraryPropertyType type, int* value) {
  if (value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  switch (type) {
    case MAJOR_VERSION:
      return give(value, CUBLAS_VER_MAJOR);
    case MINOR_VERSION:
      return give(value, CUBLAS_VER_MINOR);
    case PATCH_LEVEL:
      return give(value, CUBLAS_VER_PATCH);
  }
  return CUBLAS_STATUS_INVALID_VALUE;
}

}  // namespace riffle::cublas
