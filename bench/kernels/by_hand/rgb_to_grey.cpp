// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <vector>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "../by_hand.h"

namespace by_hand {
namespace {

using Convert = void (*)(const std::uint8_t* rgb, std::uint8_t* grey, std::size_t pixels);

// Nobody reads the pictures while others are made: lines of AVX2's processors are not read before they are overwritten.
void copy_back(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
#if defined(__AVX2__) && !defined(__AVX512F__)
  if (reinterpret_cast<std::uintptr_t>(to) % 32 == 0) {
    for (; bytes >= 32; bytes -= 32, to += 32, from += 32) {
      _mm256_stream_si256(reinterpret_cast<__m256i*>(to),
                          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
    }
    _mm_sfence();
  }
#endif
  std::memcpy(to, from, bytes);
}

// Picture by picture through a buffer, as the program on the device does, but in pieces that stay in
// the second cache.
void convert_all(const std::uint8_t* rgb, std::uint8_t* grey, int pictures, std::size_t pixels,
                 Convert convert) {
  constexpr std::size_t kPiece = 64 << 10;
#pragma omp parallel
  {
    std::vector<std::uint8_t> in(3 * kPiece), out(kPiece);
#pragma omp for schedule(dynamic)
    for (int k = 0; k < pictures; ++k) {
      for (std::size_t first = 0; first < pixels; first += kPiece) {
        const std::size_t count = std::min(kPiece, pixels - first);
        const std::size_t start = k * pixels + first;
        std::memcpy(in.data(), rgb + 3 * start, 3 * count);
        convert(in.data(), out.data(), count);
        copy_back(grey + start, out.data(), count);
      }
    }
  }
}

void convert_plain(const std::uint8_t* rgb, std::uint8_t* grey, std::size_t pixels) {
#pragma omp simd
  for (std::size_t i = 0; i < pixels; ++i) {
    grey[i] = static_cast<std::uint8_t>(
        (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8);
  }
}

#if defined(__AVX512VBMI__)

// 64 bytes of one colour out of 192: two permutations, the second for what lies in the third vector.
__m512i colour(__m512i a, __m512i b, __m512i c, int offset) {
  alignas(64) std::uint8_t first[64], second[64];
  std::uint64_t late = 0;
  for (int i = 0; i < 64; ++i) {
    const int at = 3 * i + offset;
    first[i] = static_cast<std::uint8_t>(at & 127);
    second[i] = static_cast<std::uint8_t>(at & 63);
    if (at >= 128) late |= std::uint64_t{1} << i;
  }
  const __m512i early = _mm512_permutex2var_epi8(a, _mm512_load_si512(first), b);
  return _mm512_mask_permutexvar_epi8(early, late, _mm512_load_si512(second), c);
}

__m512i half_grey(__m256i red, __m256i green, __m256i blue) {
  __m512i sum = _mm512_mullo_epi16(_mm512_cvtepu8_epi16(red), _mm512_set1_epi16(77));
  sum = _mm512_add_epi16(sum,
                         _mm512_mullo_epi16(_mm512_cvtepu8_epi16(green), _mm512_set1_epi16(150)));
  sum =
      _mm512_add_epi16(sum, _mm512_mullo_epi16(_mm512_cvtepu8_epi16(blue), _mm512_set1_epi16(29)));
  return _mm512_srli_epi16(sum, 8);
}

void convert_vectors(const std::uint8_t* rgb, std::uint8_t* grey, std::size_t pixels) {
  std::size_t i = 0;
  for (; i + 64 <= pixels; i += 64) {
    const __m512i a = _mm512_loadu_si512(rgb + 3 * i);
    const __m512i b = _mm512_loadu_si512(rgb + 3 * i + 64);
    const __m512i c = _mm512_loadu_si512(rgb + 3 * i + 128);
    const __m512i red = colour(a, b, c, 0), green = colour(a, b, c, 1), blue = colour(a, b, c, 2);
    const __m512i low = half_grey(_mm512_castsi512_si256(red), _mm512_castsi512_si256(green),
                                  _mm512_castsi512_si256(blue));
    const __m512i high =
        half_grey(_mm512_extracti64x4_epi64(red, 1), _mm512_extracti64x4_epi64(green, 1),
                  _mm512_extracti64x4_epi64(blue, 1));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(grey + i), _mm512_cvtepi16_epi8(low));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(grey + i + 32), _mm512_cvtepi16_epi8(high));
  }
  convert_plain(rgb + 3 * i, grey + i, pixels - i);
}

#elif defined(__AVX2__)

// Of four pixels, 12 bytes: red beside green, then green beside blue. Green's 150 is 51 and 99, so that no
// sum of two products leaves 16 signed bits.
__m256i two_sums(const std::uint8_t* rgb) {
  const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rgb));
  const __m128i high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rgb + 24));
  const __m128i order = _mm_setr_epi8(0, 1, 3, 4, 6, 7, 9, 10, 1, 2, 4, 5, 7, 8, 10, 11);
  const __m128i weight =
      _mm_setr_epi8(77, 51, 77, 51, 77, 51, 77, 51, 99, 29, 99, 29, 99, 29, 99, 29);
  const __m256i pairs =
      _mm256_shuffle_epi8(_mm256_set_m128i(high, low), _mm256_broadcastsi128_si256(order));
  return _mm256_maddubs_epi16(pairs, _mm256_broadcastsi128_si256(weight));
}

void convert_vectors(const std::uint8_t* rgb, std::uint8_t* grey, std::size_t pixels) {
  std::size_t i = 0;
  const auto sixteen = [](const std::uint8_t* from) {  // pixels 0 to 7 and 8 to 15, 16 bits each
    const __m256i a = two_sums(from), b = two_sums(from + 12);
    const __m256i sum = _mm256_add_epi16(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    return _mm256_srli_epi16(sum, 8);
  };
  for (; i + 34 <= pixels; i += 32) {  // the last load reads four bytes more than 96
    const __m256i packed = _mm256_packus_epi16(sixteen(rgb + 3 * i), sixteen(rgb + 3 * i + 48));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(grey + i),
                        _mm256_permute4x64_epi64(packed, 0xd8));
  }
  convert_plain(rgb + 3 * i, grey + i, pixels - i);
}

#else
constexpr Convert convert_vectors = convert_plain;
#endif

// A picture goes through the buffers of its stream, as the program has them on the device: `streams` pictures side by side.
// Their lines are memory's, so the caches have to bring them back there.
constexpr std::size_t kPixelsInPiece = 32 << 10;

}  // namespace

void rgb_to_grey_buffers(const std::uint8_t* rgb, std::uint8_t* grey, int pictures,
                         std::size_t pixels, std::uint8_t* rgb_buffers, std::uint8_t* grey_buffers,
                         int streams) {
#pragma omp parallel for schedule(dynamic)
  for (int stream = 0; stream < streams; ++stream) {
    std::uint8_t* const in = rgb_buffers + stream * 3 * pixels;
    std::uint8_t* const out = grey_buffers + stream * pixels;
    for (int k = stream; k < pictures; k += streams) {
      for (std::size_t first = 0; first < pixels; first += kPixelsInPiece) {
        const std::size_t count = std::min(kPixelsInPiece, pixels - first);
        const std::size_t start = k * pixels + first;
        std::memcpy(in + 3 * first, rgb + 3 * start, 3 * count);
        convert_vectors(in + 3 * first, out + first, count);
        copy_back(grey + start, out + first, count);
      }
    }
  }
}

void rgb_to_grey(const std::uint8_t* rgb, std::uint8_t* grey, int pictures, std::size_t pixels) {
  convert_all(rgb, grey, pictures, pixels, convert_plain);
}

void rgb_to_grey_vectors(const std::uint8_t* rgb, std::uint8_t* grey, int pictures,
                         std::size_t pixels) {
  convert_all(rgb, grey, pictures, pixels, convert_vectors);
}

}  // namespace by_hand
