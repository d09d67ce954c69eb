// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#if defined(__AES__) || defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "../aes_tables.h"
#include "../by_hand.h"

namespace by_hand {

void aes(const std::uint32_t* keys, const std::uint32_t* tables, const std::uint32_t* in,
         std::uint32_t* out, std::size_t blocks) {
  const std::uint32_t *t0 = tables, *t1 = t0 + 256, *t2 = t1 + 256, *t3 = t2 + 256, *box = t3 + 256;
#pragma omp parallel for
  for (std::size_t b = 0; b < blocks; ++b) {
    std::uint32_t s[4], next[4];
    for (int c = 0; c < 4; ++c) s[c] = in[4 * b + c] ^ keys[c];
    for (int round = 1; round < ::aes::kRounds; ++round) {
      for (int c = 0; c < 4; ++c) {
        next[c] = t0[s[c] & 255] ^ t1[s[(c + 1) % 4] >> 8 & 255] ^ t2[s[(c + 2) % 4] >> 16 & 255] ^
                  t3[s[(c + 3) % 4] >> 24] ^ keys[4 * round + c];
      }
      std::memcpy(s, next, sizeof s);
    }
    for (int c = 0; c < 4; ++c) {
      out[4 * b + c] = (box[s[c] & 255] | box[s[(c + 1) % 4] >> 8 & 255] << 8 |
                        box[s[(c + 2) % 4] >> 16 & 255] << 16 | box[s[(c + 3) % 4] >> 24] << 24) ^
                       keys[4 * ::aes::kRounds + c];
    }
  }
}

#if defined(__AVX512F__)

namespace {

template <int kShift>
__m512i look_up(__m512i word, const std::uint32_t* table) {
  const __m512i byte = _mm512_and_si512(_mm512_srli_epi32(word, kShift), _mm512_set1_epi32(255));
  return _mm512_i32gather_epi32(byte, table, 4);
}

}  // namespace

// 16 blocks at a time, a block in each lane.
void aes_vectors(const std::uint32_t* keys, const std::uint32_t* tables, const std::uint32_t* in,
                 std::uint32_t* out, std::size_t blocks) {
  const std::uint32_t *t0 = tables, *t1 = t0 + 256, *t2 = t1 + 256, *t3 = t2 + 256, *box = t3 + 256;
  const __m512i step =
      _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
#pragma omp parallel for
  for (std::size_t b = 0; b < blocks; b += 16) {
    __m512i s[4], next[4];
    const auto key = [&](int i) { return _mm512_set1_epi32(static_cast<int>(keys[i])); };
    for (int c = 0; c < 4; ++c) {
      s[c] = _mm512_xor_si512(_mm512_i32gather_epi32(step, in + 4 * b + c, 4), key(c));
    }
    for (int round = 1; round < ::aes::kRounds; ++round) {
      for (int c = 0; c < 4; ++c) {
        const __m512i low = _mm512_xor_si512(look_up<0>(s[c], t0), look_up<8>(s[(c + 1) % 4], t1));
        const __m512i high =
            _mm512_xor_si512(look_up<16>(s[(c + 2) % 4], t2), look_up<24>(s[(c + 3) % 4], t3));
        next[c] = _mm512_xor_si512(_mm512_xor_si512(low, high), key(4 * round + c));
      }
      for (int c = 0; c < 4; ++c) s[c] = next[c];
    }
    for (int c = 0; c < 4; ++c) {
      __m512i last = look_up<0>(s[c], box);
      last = _mm512_or_si512(last, _mm512_slli_epi32(look_up<8>(s[(c + 1) % 4], box), 8));
      last = _mm512_or_si512(last, _mm512_slli_epi32(look_up<16>(s[(c + 2) % 4], box), 16));
      last = _mm512_or_si512(last, _mm512_slli_epi32(look_up<24>(s[(c + 3) % 4], box), 24));
      _mm512_i32scatter_epi32(out + 4 * b + c, step,
                              _mm512_xor_si512(last, key(4 * ::aes::kRounds + c)), 4);
    }
  }
}

#else

void aes_vectors(const std::uint32_t* keys, const std::uint32_t* tables, const std::uint32_t* in,
                 std::uint32_t* out, std::size_t blocks) {
  aes(keys, tables, in, out, blocks);
}

#endif

#if defined(__AES__)

// Eight blocks in flight.
void aes_instructions(const std::uint32_t* keys, const std::uint32_t* in, std::uint32_t* out,
                      std::size_t blocks) {
  __m128i key[::aes::kRounds + 1];
  std::memcpy(key, keys, sizeof key);
#pragma omp parallel for
  for (std::size_t b = 0; b < blocks; b += 8) {
    __m128i s[8];
    std::memcpy(s, in + 4 * b, sizeof s);
    for (__m128i& block : s) block = _mm_xor_si128(block, key[0]);
    for (int round = 1; round < ::aes::kRounds; ++round) {
      for (__m128i& block : s) block = _mm_aesenc_si128(block, key[round]);
    }
    for (__m128i& block : s) block = _mm_aesenclast_si128(block, key[::aes::kRounds]);
    std::memcpy(out + 4 * b, s, sizeof s);
  }
}

#else

void aes_instructions(const std::uint32_t* keys, const std::uint32_t* in, std::uint32_t* out,
                      std::size_t blocks) {
  const auto words = ::aes::tables();
  aes(keys, words.data(), in, out, blocks);
}

#endif

}  // namespace by_hand
