// SPDX-License-Identifier: Apache-2.0
// Kernels that say how large their blocks are (__block_size__). They are rare, so a row of abi::KernelRow, which is one line of
// the cache, has no room for it: an object with such kernels exports a table of its own.
#pragma once

#include <cstdint>

namespace riffle::abi {

struct RequiredBlock {
  const char* kernel;        ///< its name; null behind the last row
  std::uint32_t extents[3];  ///< in threads
};

/// The name under which an object exports its rows.
inline constexpr char kRequiredBlocks[] = "riffle_required_blocks";

}  // namespace riffle::abi
