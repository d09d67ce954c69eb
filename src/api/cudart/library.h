// SPDX-License-Identifier: Apache-2.0
// Libraries behind their handles.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>

#include "runtime/module/library.h"

namespace riffle::api::cudart {

/// Null when there is none.
[[nodiscard]] module::Library* find_library(cudaLibrary_t library);
/// The library that handed out that kernel, or null.
[[nodiscard]] cudaLibrary_t library_with(const void* kernel);
/// Calls `unload` when no work is queued and no other thread is inside of a call. The handle of what it frees is gone.
void when_no_code_is_used(const std::function<void()>& unload);

}  // namespace riffle::api::cudart
