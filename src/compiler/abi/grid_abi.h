// SPDX-License-Identifier: Apache-2.0
// What grids as a whole add behind the runtime table: waiting for other blocks, launching other grids. The table that a
// loader hands out is the beginning of this one, so that code which does neither need not know of it.
#pragma once

#include "compiler/abi/device_abi.h"
#include "compiler/abi/device_calls.h"

namespace riffle::abi {

struct GridRuntime {
  RuntimeTable runtime;
  /// The calling block arrives at the grid's barrier; the result is a ticket. Ends the kernel in a launch that is not
  /// cooperative.
  std::uint32_t (*arrive)();
  /// Returns when all blocks have arrived since the ticket was given. The thread that calls holds up its block.
  void (*wait)(std::uint32_t ticket);
  /// By number of device_calls.h.
  const DeviceCall* device_calls;
};

}  // namespace riffle::abi
