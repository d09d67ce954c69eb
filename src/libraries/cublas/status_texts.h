// SPDX-License-Identifier: Apache-2.0
// Names and texts of results, which cuBLAS and cuBLASLt share.
#pragma once

#include <cublas_api.h>

namespace riffle::cublas {
const char* status_name(cublasStatus_t status);
const char* status_text(cublasStatus_t status);
}  // namespace riffle::cublas
