// SPDX-License-Identifier: Apache-2.0
// By which parameters of a kernel nothing in a launch can race, whatever its threads do: what is only read, and what each thread
// has for itself.
#pragma once

#include <cstdint>

#include "device/block_watch.h"

namespace riffle::race {

/// Bits of the parameters; by the allocations that the launch's pointers lie in.
[[nodiscard]] std::uint64_t unasked_parameters(const device::WatchedPlace& place);

/// Whether the bytes of any two threads of the grid are disjoint.
[[nodiscard]] bool keeps_threads_apart(const abi::PrivateAccess& own,
                                       const device::WatchedPlace& place);

}  // namespace riffle::race
