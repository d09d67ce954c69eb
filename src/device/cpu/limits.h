// SPDX-License-Identifier: Apache-2.0
// What one multiprocessor of the virtual device offers: the figures of compute capability 8.0, so that
// programs which size their launches by these limits see a device they know.
#pragma once

#include <cstdint>

namespace riffle::device {

inline constexpr std::uint32_t kWarpSize = 32;
inline constexpr std::uint32_t kMaxThreadsPerBlock = 1024;
inline constexpr std::uint32_t kMaxWarpsPerBlock = kMaxThreadsPerBlock / kWarpSize;
inline constexpr std::uint32_t kMaxBlockX = 1024;
inline constexpr std::uint32_t kMaxBlockY = 1024;
inline constexpr std::uint32_t kMaxBlockZ = 64;
inline constexpr std::uint32_t kMaxGridX = 0x7fffffff;
inline constexpr std::uint32_t kMaxGridY = 65535;
inline constexpr std::uint32_t kMaxGridZ = 65535;
inline constexpr std::uint32_t kNamedBarriers = 16;
/// Virtual devices of a process at most.
inline constexpr int kMaxDevices = 64;

/// Static plus dynamic shared memory of a block, unless the kernel opted in to more.
inline constexpr std::uint32_t kSharedBytesDefault = 49152;
inline constexpr std::uint32_t kSharedBytesOptIn = 166912;
inline constexpr std::uint32_t kSharedBytesPerMultiprocessor = 167936;
inline constexpr std::uint32_t kSharedBytesReservedPerBlock = 1024;

inline constexpr std::uint32_t kMaxThreadsPerMultiprocessor = 2048;
inline constexpr std::uint32_t kMaxBlocksPerMultiprocessor = 32;
inline constexpr std::uint32_t kRegistersPerMultiprocessor = 65536;
inline constexpr std::uint32_t kMaxRegistersPerThread = 255;
inline constexpr std::uint32_t kMaxArgumentBytes = 32764;

}  // namespace riffle::device
