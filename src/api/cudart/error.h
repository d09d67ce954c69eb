// SPDX-License-Identifier: Apache-2.0
// From Riffle's codes to cudaError_t.
#pragma once

#include <cuda_runtime_api.h>

#include "base/status.h"

namespace riffle::api::cudart {

[[nodiscard]] cudaError_t to_cuda(Code code) noexcept;
/// Reports the text too, under RIFFLE_LOG=error.
[[nodiscard]] cudaError_t to_cuda(const Error& failure) noexcept;
[[nodiscard]] inline cudaError_t to_cuda(const Status& status) noexcept {
  return status ? cudaSuccess : to_cuda(status.error());
}

}  // namespace riffle::api::cudart
