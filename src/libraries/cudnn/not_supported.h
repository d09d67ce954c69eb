// SPDX-License-Identifier: Apache-2.0
// The answer of functions that are not built. No header of cuDNN here: see generate.py.
#pragma once

#include <atomic>

namespace riffle::cudnn {
/// CUDNN_STATUS_NOT_SUPPORTED, and one sentence on stderr the first time.
int not_supported(const char* symbol, std::atomic<bool>& said);
}  // namespace riffle::cudnn
