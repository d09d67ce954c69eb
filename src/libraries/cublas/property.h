// SPDX-License-Identifier: Apache-2.0
// The parts of the version, which cuBLAS and cuBLASLt share.
#pragma once

#include <cublas_api.h>

namespace riffle::cublas {
cublasStatus_t property(libraryPropertyType type, int* value);
}  // namespace riffle::cublas
