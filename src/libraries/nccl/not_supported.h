// SPDX-License-Identifier: Apache-2.0
// The answer of what is not built.
#pragma once

#include <atomic>

namespace riffle::nccl {
/// ncclInvalidUsage, and one sentence on stderr for each such function.
int not_supported(const char* symbol, std::atomic<bool>& said);
}  // namespace riffle::nccl
