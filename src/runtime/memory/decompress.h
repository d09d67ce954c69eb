// SPDX-License-Identifier: Apache-2.0
// Decompression of what lies in memory: raw Deflate (RFC 1951), Snappy and LZ4 blocks, without frames or checksums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace riffle::memory {

enum class Compression : std::uint8_t { kDeflate, kSnappy, kLz4 };

struct Decompressed {
  std::size_t bytes = 0;  ///< written, from the beginning of the output
  bool is_whole = false;  ///< false: the input is damaged, or its content does not fit
};

/// Reads and writes nothing outside, whatever the input is.
[[nodiscard]] Decompressed decompress(Compression compression, std::span<const std::byte> input,
                                      std::span<std::byte> output) noexcept;

}  // namespace riffle::memory
