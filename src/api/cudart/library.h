// SPDX-License-Identifier: Apache-2.0
// Libraries behind their handles.
#pragma once

#include <cuda_runtime_api.h>

#include "runtime/module/library.h"

namespace riffle::api::cudart {

/// Null when there is none.
[[nodiscard]] module::Library* find_library(cudaLibrary_t library);
/// The library that handed out that kernel, or null.
[[nodiscard]] cudaLibrary_t library_with(const void* kernel);

}  // namespace riffle::api::cudart
