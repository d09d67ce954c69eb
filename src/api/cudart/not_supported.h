// SPDX-License-Identifier: Apache-2.0
// The answer of entry points that are not built.
#pragma once

#include <atomic>

#include "api/cudart/visibility.h"

namespace riffle::api::cudart {

/// cudaErrorNotSupported, which becomes the thread's last error; `said` is set when stderr was
/// told. `advice`: what the program can do instead, the end of that sentence.
int not_supported(const char* entry_point, std::atomic<bool>& said,
                  const char* advice = nullptr) noexcept;

inline constexpr const char* kWithoutClusters =
    "where cudaDevAttrClusterLaunch is 0, as it is here, launch a kernel without clusters";

}  // namespace riffle::api::cudart
