// SPDX-License-Identifier: Apache-2.0
// AES-128: the tables that combine a round's steps, and the keys of the rounds. A column of the state is a
// word whose lowest byte is its first.
#pragma once

#include <array>
#include <cstdint>

namespace aes {

constexpr int kRounds = 10;
constexpr int kTableWords = 5 * 256;  // four rotated tables and the S-box, a word each

inline std::uint32_t rotated(std::uint32_t x, int bits) {
  return bits == 0 ? x : x << bits | x >> (32 - bits);
}

inline std::uint8_t doubled(std::uint8_t x) {
  return static_cast<std::uint8_t>(x << 1 ^ (x & 0x80 ? 0x1b : 0));
}

/// The S-box, by the generators 3 and its inverse.
inline std::array<std::uint8_t, 256> s_box() {
  std::array<std::uint8_t, 256> box{};
  std::uint8_t p = 1, q = 1;
  do {
    p = static_cast<std::uint8_t>(p ^ doubled(p));
    q = static_cast<std::uint8_t>(q ^ q << 1);
    q = static_cast<std::uint8_t>(q ^ q << 2);
    q = static_cast<std::uint8_t>(q ^ q << 4);
    if (q & 0x80) q ^= 0x09;
    const std::uint32_t twice = q * 0x0101u;
    box[p] =
        static_cast<std::uint8_t>(q ^ twice >> 7 ^ twice >> 6 ^ twice >> 5 ^ twice >> 4 ^ 0x63);
  } while (p != 1);
  box[0] = 0x63;
  return box;
}

inline std::array<std::uint32_t, kTableWords> tables() {
  std::array<std::uint32_t, kTableWords> words{};
  const auto box = s_box();
  for (std::uint32_t i = 0; i < 256; ++i) {
    const std::uint32_t s = box[i], s2 = doubled(box[i]), s3 = s2 ^ s;
    const std::uint32_t column = s2 | s << 8 | s << 16 | s3 << 24;
    for (std::uint32_t t = 0; t < 4; ++t) {
      words[t * 256 + i] = rotated(column, 8 * static_cast<int>(t));
    }
    words[4 * 256 + i] = s;
  }
  return words;
}

inline std::array<std::uint32_t, 4 * (kRounds + 1)> round_keys(const std::uint32_t (&key)[4]) {
  std::array<std::uint32_t, 4 * (kRounds + 1)> words{};
  const auto box = s_box();
  std::uint8_t constant = 1;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i < 4) {
      words[i] = key[i];
      continue;
    }
    std::uint32_t word = words[i - 1];
    if (i % 4 == 0) {
      word = rotated(word, 24);
      word = box[word & 255] | box[word >> 8 & 255] << 8 | box[word >> 16 & 255] << 16 |
             static_cast<std::uint32_t>(box[word >> 24]) << 24;
      word ^= constant;
      constant = doubled(constant);
    }
    words[i] = words[i - 4] ^ word;
  }
  return words;
}

}  // namespace aes
