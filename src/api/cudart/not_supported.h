// SPDX-License-Identifier: Apache-2.0
// The answer of entry points that are not built.
#pragma once

#include <atomic>

#include "api/cudart/visibility.h"

namespace riffle::api::cudart {

/// cudaErrorNotSupported, which becomes the thread's last error; `said` is set when stderr was
/// told.
int not_supported(const char* entry_point, std::atomic<bool>& said) noexcept;

}  // namespace riffle::api::cudart
