// SPDX-License-Identifier: Apache-2.0
// The answer of functions that are not built. No header of cuSPARSE here: see generate.py.
#pragma once

#include <atomic>

namespace riffle::cusparse {
/// CUSPARSE_STATUS_NOT_SUPPORTED, and one sentence on stderr the first time.
int not_supported(const char* what, std::atomic<bool>& said);
}  // namespace riffle::cusparse
