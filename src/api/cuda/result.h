// SPDX-License-Identifier: Apache-2.0
// From Riffle's codes and the runtime's to CUresult.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include "api/cudart/error.h"
#include "base/status.h"

namespace riffle::api::cuda {

/// Most codes have the same number in both APIs; the runtime tells some mistakes apart that the driver calls invalid values.
[[nodiscard]] CUresult to_result(cudaError_t error) noexcept;
[[nodiscard]] inline CUresult to_result(Code code) noexcept {
  return code == Code::kOk ? CUDA_SUCCESS : to_result(cudart::to_cuda(code));
}
[[nodiscard]] inline CUresult to_result(const Error& failure) noexcept {
  return to_result(cudart::to_cuda(failure));
}
[[nodiscard]] inline CUresult to_result(const Status& status) noexcept {
  return status ? CUDA_SUCCESS : to_result(status.error());
}

}  // namespace riffle::api::cuda
