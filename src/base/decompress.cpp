// SPDX-License-Identifier: Apache-2.0
// Snappy and LZ4: pieces of text and references to text before, in bytes.
#include "base/decompress.h"

#include "base/decompress_streams.h"

namespace riffle {
namespace {

/// LZ4's lengths: 15 in the token's half means that bytes follow, up to one that is not 255.
bool extend(CompressedInput& input, std::uint64_t& length) {
  std::uint64_t next = 255;
  for (bool more = length == 15; more; more = next == 255) {
    if (!input.number(1, next)) return false;
    length += next;
  }
  return true;
}

bool copy_text(CompressedInput& input, DecompressedOutput& output, std::uint64_t length) {
  std::span<const std::byte> text;
  return input.bytes(length, text) && output.append(text);
}

/// Seven bits a byte, the lowest first; the high bit says that more follow.
bool read_varint(CompressedInput& input, std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    std::uint64_t next = 0;
    if (!input.number(1, next)) return false;
    value |= (next & 0x7f) << shift;
    if ((next & 0x80) == 0) return true;
  }
  return false;
}

bool decode_snappy_element(CompressedInput& input, DecompressedOutput& output) {
  std::uint64_t tag = 0;
  std::uint64_t distance = 0;
  if (!input.number(1, tag)) return false;
  const std::uint64_t field = tag >> 2;
  switch (tag & 3) {
    case 0: {
      std::uint64_t length = field;
      if (field >= 60 && !input.number(field - 59, length)) return false;
      return copy_text(input, output, length + 1);
    }
    case 1:
      return input.number(1, distance) &&
             output.repeat((tag >> 5) << 8 | distance, (field & 7) + 4);
    case 2:
      return input.number(2, distance) && output.repeat(distance, field + 1);
    default:
      return input.number(4, distance) && output.repeat(distance, field + 1);
  }
}

}  // namespace

bool decode_lz4(CompressedInput& input, DecompressedOutput& output) {
  for (;;) {
    std::uint64_t token = 0;
    std::uint64_t distance = 0;
    if (!input.number(1, token)) return false;
    std::uint64_t length = token >> 4;
    if (!extend(input, length) || !copy_text(input, output, length)) return false;
    if (input.at_end()) return true;  // the last piece has text only
    length = token & 15;
    if (!input.number(2, distance) || !extend(input, length)) return false;
    if (!output.repeat(distance, length + 4)) return false;
  }
}

bool decode_snappy(CompressedInput& input, DecompressedOutput& output) {
  std::uint64_t announced = 0;
  if (!read_varint(input, announced)) return false;
  while (!input.at_end())
    if (!decode_snappy_element(input, output)) return false;
  return output.size() == announced;
}

Decompressed decompress(Compression compression, std::span<const std::byte> input,
                        std::span<std::byte> output) noexcept {
  CompressedInput from(input);
  DecompressedOutput to(output);
  const auto decode = compression == Compression::kDeflate  ? decode_deflate
                      : compression == Compression::kSnappy ? decode_snappy
                                                            : decode_lz4;
  const bool is_whole = decode(from, to);
  return {.bytes = to.size(), .is_whole = is_whole};
}

}  // namespace riffle
