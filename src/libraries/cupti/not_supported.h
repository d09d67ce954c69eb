// SPDX-License-Identifier: Apache-2.0
// The answer of what is not built. No header of CUPTI here: see generate.py.
#pragma once

#include <atomic>

namespace riffle::cupti {
/// CUPTI_ERROR_NOT_SUPPORTED, and one sentence on stderr the first time.
int not_supported(const char* what, std::atomic<bool>& said);
}  // namespace riffle::cupti
