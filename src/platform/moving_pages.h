// SPDX-License-Identifier: Apache-2.0
// Pages whose memory is exchanged for other memory while threads may use them: reads go on, a write
// waits in the fault handler and is tried again.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::platform {

/// Private anonymous pages become pages of the file (from its start), with the same contents.
/// False, with everything as before, when the system refuses. Thread-safe.
[[nodiscard]] bool move_to_file(void* address, std::size_t bytes, int descriptor);

/// For the handler of SIGSEGV: true when the write was refused because of a move that is over now,
/// and may be tried again. Async-signal-safe.
[[nodiscard]] bool retry_after_move(std::uintptr_t address);

}  // namespace riffle::platform
