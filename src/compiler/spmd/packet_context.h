// SPDX-License-Identifier: Apache-2.0
// What the steps on a packet, and on the copy of a body that becomes one, know of it.
#pragma once

#include <cstdint>

#include "compiler/spmd/target_info.h"

namespace riffle::spmd {

/// Threads along x that run before the next row of them.
enum class RowExtent : std::uint8_t {
  kOfBlocks,  ///< what is asked for along a row that lies apart would leave the cache before the walk comes there
  kLong,  ///< of neighbouring blocks, joined
};

struct PacketContext {
  unsigned lanes;
  const TargetInfo& target;
  RowExtent rows = RowExtent::kOfBlocks;
  bool has_barriers =
      false;  ///< between them packets walk through memory, and then do something else for a while
};

}  // namespace riffle::spmd
