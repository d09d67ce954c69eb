// SPDX-License-Identifier: Apache-2.0
// Decompression of what lies in memory: raw Deflate (RFC 1951), Snappy and LZ4 blocks, without frames or checksums.
//
// Decoders of our own, which a library would otherwise be better for:
// - They run contained, as kernels do (device/cpu/contained.h): a block that was freed meanwhile ends them in the middle
//   of an instruction, so that they must own nothing and hold no lock. zlib and snappy allocate, and promise nothing of
//   the kind.
// - The program is told how much of a damaged block, or of one that does not fit, was written. liblz4 and snappy answer
//   only that they failed.
// - The runtime is in every program, and needs nothing but the C and C++ libraries. Three packages more would be for one
//   function that programs seldom call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace riffle {

enum class Compression : std::uint8_t { kDeflate, kSnappy, kLz4 };

struct Decompressed {
  std::size_t bytes = 0;  ///< written, from the beginning of the output
  bool is_whole = false;  ///< false: the input is damaged, or its content does not fit
};

/// Reads and writes nothing outside, whatever the input is.
[[nodiscard]] Decompressed decompress(Compression compression, std::span<const std::byte> input,
                                      std::span<std::byte> output) noexcept;

}  // namespace riffle
