// SPDX-License-Identifier: Apache-2.0
// How much memory the machine, or the container we run in, has.
#pragma once

#include <cstddef>

namespace riffle::memory {

/// Memory this process may use at most: the machine's, or the limit of its control group.
[[nodiscard]] std::size_t total_machine_bytes();
/// What can be had now without driving anything out.
[[nodiscard]] std::size_t available_machine_bytes();

/// What each of `devices` gets: RIFFLE_MEMORY, else its part of three quarters of the machine's.
[[nodiscard]] std::size_t device_memory_bytes(std::size_t devices);

}  // namespace riffle::memory
