// SPDX-License-Identifier: Apache-2.0
// The answer of the driver's entry points that are not built.
#pragma once

#include <atomic>

#include "api/cudart/visibility.h"

namespace riffle::api::cuda {

/// CUDA_ERROR_NOT_SUPPORTED; `said` is set when stderr was told.
int not_supported(const char* entry_point, std::atomic<bool>& said) noexcept;

}  // namespace riffle::api::cuda
