// SPDX-License-Identifier: Apache-2.0
// The answer of what is not built. No header of nvJPEG here: see generate.py.
#pragma once

#include <atomic>

namespace riffle::nvjpeg {
/// NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED, and one sentence on stderr the first time.
int not_supported(const char* what, std::atomic<bool>& said);
}  // namespace riffle::nvjpeg
