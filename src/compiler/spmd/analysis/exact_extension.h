// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace riffle::spmd {

/// Metadata of an extension whose operand, read as a signed number, does not wrap within a packet: whoever put it there
/// has seen to that.
inline constexpr const char* kExactExtension = "riffle.exact";

}  // namespace riffle::spmd
