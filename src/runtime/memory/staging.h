// SPDX-License-Identifier: Apache-2.0
// Buffers of kSnapshotBytes for the snapshots of pageable sources, kept for reuse.
#pragma once

namespace riffle::memory {

/// Null when out of memory, or when 64 MiB of snapshots wait in streams. Thread-safe.
[[nodiscard]] char* take_staging() noexcept;
void give_back_staging(char* buffer) noexcept;

}  // namespace riffle::memory
