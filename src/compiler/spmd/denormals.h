// SPDX-License-Identifier: Apache-2.0
// What -ftz=true leaves alone.
#pragma once

namespace riffle::spmd {

/// On conversions between float and double that are steps of an operation on bfloats, which flushes nothing.
inline constexpr const char* kKeepsDenormals = "riffle.keeps.denormals";

}  // namespace riffle::spmd
