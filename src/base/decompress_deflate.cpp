// SPDX-License-Identifier: Apache-2.0
// Deflate, RFC 1951: blocks of text, or of codes for text and for references to text before.
#include <algorithm>
#include <array>

#include "base/decompress_streams.h"

namespace riffle {
namespace {

constexpr unsigned kLongestCode = 15;
constexpr std::size_t kLiterals = 288;
constexpr std::size_t kDistances = 32;
constexpr std::size_t kLengthCodes = 19;
constexpr unsigned kEndOfBlock = 256;

/// Bits of bytes, the lowest first.
class Bits {
 public:
  explicit Bits(CompressedInput& input) : input_(input) {}

  [[nodiscard]] bool take(unsigned count, unsigned& value) {
    fill();
    if (held_ < count) return false;
    value = peek(count);
    drop(count);
    return true;
  }

  /// Bits that are not there are 0.
  [[nodiscard]] unsigned peek(unsigned count) const {
    return static_cast<unsigned>(bits_ & ((std::uint64_t{1} << count) - 1));
  }

  void fill() {
    std::uint64_t next = 0;
    while (held_ <= 48 && input_.number(1, next)) {
      bits_ |= next << held_;
      held_ += 8;
    }
  }

  [[nodiscard]] unsigned held() const { return held_; }
  void drop(unsigned count) {
    bits_ >>= count;
    held_ -= count;
  }

  /// Up to the next byte.
  void align() { drop(held_ % 8); }

 private:
  CompressedInput& input_;
  std::uint64_t bits_ = 0;
  unsigned held_ = 0;
};

/// A prefix code. Short words are looked up, longer ones counted through.
class PrefixCode {
 public:
  /// False when there are more words of these lengths than a code can have.
  [[nodiscard]] bool make(std::span<const std::uint8_t> lengths) {
    count_.fill(0);
    for (const std::uint8_t length : lengths) ++count_[length];
    count_[0] = 0;
    std::array<unsigned, kLongestCode + 2> next{};    // word of each length
    std::array<unsigned, kLongestCode + 2> sorted{};  // where its symbol stands
    for (unsigned length = 1; length <= kLongestCode; ++length) {
      next[length + 1] = (next[length] + count_[length]) << 1;
      sorted[length + 1] = sorted[length] + count_[length];
      if (next[length] + count_[length] > 1U << length) return false;
    }
    short_.fill({});
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
      const unsigned length = lengths[symbol];
      if (length == 0) continue;
      const auto known = static_cast<std::uint16_t>(symbol);
      symbols_[sorted[length]++] = known;
      const unsigned word = next[length]++;
      if (length > kShort) continue;
      for (unsigned at = reversed(word, length); at < short_.size(); at += 1U << length)
        short_[at] = {known, static_cast<std::uint16_t>(length)};
    }
    return true;
  }

  [[nodiscard]] bool read(Bits& bits, unsigned& symbol) const {
    bits.fill();
    const Word word = short_[bits.peek(kShort)];
    if (word.length == 0) return read_long(bits, symbol);
    if (word.length > bits.held()) return false;
    bits.drop(word.length);
    symbol = word.symbol;
    return true;
  }

 private:
  static constexpr unsigned kShort = 10;
  struct Word {
    std::uint16_t symbol = 0;
    std::uint16_t length = 0;  // 0: none, or a longer one
  };

  // Words of one length are numbers that follow each other, from where those of the length before end.
  [[nodiscard]] bool read_long(Bits& bits, unsigned& symbol) const {
    unsigned word = 0;
    unsigned first = 0;
    unsigned index = 0;
    for (unsigned length = 1; length <= kLongestCode; ++length) {
      unsigned bit = 0;
      if (!bits.take(1, bit)) return false;
      word |= bit;
      if (word - first < count_[length]) {
        symbol = symbols_[index + word - first];
        return true;
      }
      index += count_[length];
      first = (first + count_[length]) << 1;
      word <<= 1;
    }
    return false;
  }

  static unsigned reversed(unsigned word, unsigned length) {
    unsigned result = 0;
    for (unsigned i = 0; i < length; ++i) result |= (word >> i & 1) << (length - 1 - i);
    return result;
  }

  std::array<unsigned, kLongestCode + 1> count_{};
  std::array<std::uint16_t, kLiterals> symbols_{};
  std::array<Word, 1U << kShort> short_{};
};

struct Codes {
  PrefixCode literals;
  PrefixCode distances;
};

/// A value and the bits that refine it.
struct LengthRange {
  std::uint16_t base;
  std::uint16_t extra_bits;
};

// Section 3.2.5: from 3, and from 1, in steps that double after every so many codes.
constexpr auto kLengths = [] {
  std::array<LengthRange, 29> ranges{};
  for (unsigned code = 0, base = 3; code < 28; ++code) {
    const unsigned extra = code < 8 ? 0 : code / 4 - 1;
    ranges[code] = {static_cast<std::uint16_t>(base), static_cast<std::uint16_t>(extra)};
    base += 1U << extra;
  }
  ranges[28] = {258, 0};
  return ranges;
}();
constexpr auto kDistanceRanges = [] {
  std::array<LengthRange, 30> ranges{};
  for (unsigned code = 0, base = 1; code < 30; ++code) {
    const unsigned extra = code < 4 ? 0 : code / 2 - 1;
    ranges[code] = {static_cast<std::uint16_t>(base), static_cast<std::uint16_t>(extra)};
    base += 1U << extra;
  }
  return ranges;
}();

template <std::size_t kSize>
bool read_in_range(Bits& bits, const std::array<LengthRange, kSize>& ranges, unsigned code,
                   unsigned& value) {
  if (code >= kSize || !bits.take(ranges[code].extra_bits, value)) return false;
  value += ranges[code].base;
  return true;
}

bool decode_block(Bits& bits, const Codes& codes, DecompressedOutput& output) {
  for (;;) {
    unsigned symbol = 0;
    if (!codes.literals.read(bits, symbol)) return false;
    if (symbol == kEndOfBlock) return true;
    if (symbol < kEndOfBlock) {
      if (!output.append(static_cast<std::byte>(symbol))) return false;
      continue;
    }
    unsigned length = 0;
    unsigned distance = 0;
    if (!read_in_range(bits, kLengths, symbol - kEndOfBlock - 1, length) ||
        !codes.distances.read(bits, symbol) ||
        !read_in_range(bits, kDistanceRanges, symbol, distance) || !output.repeat(distance, length))
      return false;
  }
}

bool decode_stored(Bits& bits, DecompressedOutput& output) {
  bits.align();
  unsigned length = 0;
  unsigned check = 0;
  if (!bits.take(16, length) || !bits.take(16, check) || (length ^ check) != 0xffff) return false;
  for (unsigned i = 0; i < length; ++i) {
    unsigned byte = 0;
    if (!bits.take(8, byte) || !output.append(static_cast<std::byte>(byte))) return false;
  }
  return true;
}

bool make_fixed(Codes& codes) {
  std::array<std::uint8_t, kLiterals> literals{};
  std::fill_n(literals.begin(), 144, std::uint8_t{8});
  std::fill_n(literals.begin() + 144, 112, std::uint8_t{9});
  std::fill_n(literals.begin() + 256, 24, std::uint8_t{7});
  std::fill_n(literals.begin() + 280, 8, std::uint8_t{8});
  std::array<std::uint8_t, kDistances> distances{};
  distances.fill(5);
  return codes.literals.make(literals) && codes.distances.make(distances);
}

/// Lengths of words, themselves in a code: 16 repeats the one before, 17 and 18 are runs of none.
bool read_lengths(Bits& bits, const PrefixCode& code, std::span<std::uint8_t> lengths) {
  struct Run {
    unsigned bits;
    unsigned least;
  };
  constexpr std::array kRuns = {Run{2, 3}, Run{3, 3}, Run{7, 11}};
  for (std::size_t at = 0; at < lengths.size();) {
    unsigned symbol = 0;
    unsigned repeats = 0;
    if (!code.read(bits, symbol)) return false;
    if (symbol < 16) {
      lengths[at++] = static_cast<std::uint8_t>(symbol);
      continue;
    }
    const Run run = kRuns[symbol - 16];
    if ((symbol == 16 && at == 0) || !bits.take(run.bits, repeats)) return false;
    repeats += run.least;
    if (repeats > lengths.size() - at) return false;
    const std::uint8_t length = symbol == 16 ? lengths[at - 1] : std::uint8_t{0};
    std::fill_n(lengths.begin() + static_cast<std::ptrdiff_t>(at), repeats, length);
    at += repeats;
  }
  return true;
}

bool read_dynamic(Bits& bits, Codes& codes) {
  unsigned literals = 0;
  unsigned distances = 0;
  unsigned count = 0;
  if (!bits.take(5, literals) || !bits.take(5, distances) || !bits.take(4, count)) return false;
  literals += 257;
  distances += 1;
  if (literals > 286 || distances > 30) return false;
  constexpr std::array<std::uint8_t, kLengthCodes> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                             11, 4,  12, 3, 13, 2, 14, 1, 15};
  std::array<std::uint8_t, kLengthCodes> own{};
  for (unsigned i = 0; i < count + 4; ++i) {
    unsigned length = 0;
    if (!bits.take(3, length)) return false;
    own[kOrder[i]] = static_cast<std::uint8_t>(length);
  }
  std::array<std::uint8_t, kLiterals + kDistances> lengths{};
  const std::span<std::uint8_t> all(lengths.data(), literals + distances);
  return codes.literals.make(own) && read_lengths(bits, codes.literals, all) &&
         all[kEndOfBlock] != 0 && codes.literals.make(all.first(literals)) &&
         codes.distances.make(all.subspan(literals));
}

}  // namespace

bool decode_deflate(CompressedInput& input, DecompressedOutput& output) {
  Codes codes;
  Bits bits(input);
  for (;;) {
    unsigned is_last = 0;
    unsigned kind = 0;
    if (!bits.take(1, is_last) || !bits.take(2, kind)) return false;
    const bool good = kind == 0   ? decode_stored(bits, output)
                      : kind == 1 ? make_fixed(codes) && decode_block(bits, codes, output)
                      : kind == 2 ? read_dynamic(bits, codes) && decode_block(bits, codes, output)
                                  : false;
    if (!good || is_last != 0) return good;
  }
}

}  // namespace riffle
