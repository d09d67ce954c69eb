// SPDX-License-Identifier: Apache-2.0
// The log of failed calls that cudaLogs* hands out: the newest hundred messages, and callbacks.
#pragma once

#include <cuda_runtime_api.h>

#include <string_view>

namespace riffle::api::cudart {

/// Remembers why, for the message of the call that fails next on this thread.
[[gnu::cold]] void note_reason(std::string_view text) noexcept;
/// A call failed: adds its message and tells the callbacks. Holds no lock while it does.
[[gnu::cold]] void log_failure(const char* symbol, cudaError_t error) noexcept;
/// The same of a call that has codes of its own; `text` where no reason is noted.
[[gnu::cold]] void log_failure(const char* symbol, const char* name, const char* text) noexcept;

}  // namespace riffle::api::cudart
