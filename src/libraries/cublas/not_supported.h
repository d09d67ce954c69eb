// SPDX-License-Identifier: Apache-2.0
// The answer of routines that are not built. No header of cuBLAS here: see generate.py.
#pragma once

#include <atomic>

namespace riffle::cublas {
/// Says so the first time.
int not_supported(const char* symbol, std::atomic<bool>& said);
}  // namespace riffle::cublas
