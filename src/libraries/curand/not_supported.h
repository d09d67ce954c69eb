// SPDX-License-Identifier: Apache-2.0
// The answer of what is not built.
#pragma once

#include <curand.h>

namespace riffle::curand {
/// "The device does not support the requested feature", and one sentence on stderr for each such thing.
curandStatus_t not_supported(const char* what);
}  // namespace riffle::curand
