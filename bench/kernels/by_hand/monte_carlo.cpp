// SPDX-License-Identifier: Apache-2.0
// Philox 4x32-10 (Salmon et al., 2011), counted as cuRAND does: the counter's low half is the round, its
// high half the thread.
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "../by_hand.h"

namespace by_hand {
namespace {

constexpr std::uint32_t kFactor0 = 0xD2511F53u, kFactor1 = 0xCD9E8D57u;
constexpr std::uint32_t kStep0 = 0x9E3779B9u, kStep1 = 0xBB67AE85u;
constexpr int kPhiloxRounds = 10;

}  // namespace

void monte_carlo(int* hits, int threads, int rounds, std::uint64_t seed) {
#pragma omp parallel for simd
  for (int i = 0; i < threads; ++i) {
    int inside = 0;
    for (int round = 0; round < rounds; ++round) {
      std::uint32_t c0 = static_cast<std::uint32_t>(round), c1 = 0;
      std::uint32_t c2 = static_cast<std::uint32_t>(i), c3 = 0;
      std::uint32_t key0 = static_cast<std::uint32_t>(seed);
      std::uint32_t key1 = static_cast<std::uint32_t>(seed >> 32);
      for (int k = 0; k < kPhiloxRounds; ++k) {
        const std::uint64_t product0 = std::uint64_t{c0} * kFactor0;
        const std::uint64_t product1 = std::uint64_t{c2} * kFactor1;
        c0 = static_cast<std::uint32_t>(product1 >> 32) ^ c1 ^ key0;
        c1 = static_cast<std::uint32_t>(product1);
        c2 = static_cast<std::uint32_t>(product0 >> 32) ^ c3 ^ key1;
        c3 = static_cast<std::uint32_t>(product0);
        key0 += kStep0;
        key1 += kStep1;
      }
      const auto uniform = [](std::uint32_t x) {
        return static_cast<float>(x) * 0x1p-32f + 0x1p-33f;
      };
      const float x = uniform(c0), y = uniform(c1), z = uniform(c2), w = uniform(c3);
      inside += x * x + y * y <= 1.0f ? 1 : 0;
      inside += z * z + w * w <= 1.0f ? 1 : 0;
    }
    hits[i] = inside;
  }
}

#if defined(__AVX512F__)

namespace {

// The high halves of 16 products of 32 bits.
__m512i high_half(__m512i a, __m512i factor) {
  const __m512i even = _mm512_srli_epi64(_mm512_mul_epu32(a, factor), 32);
  const __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64(a, 32), factor);
  return _mm512_mask_blend_epi32(0xaaaa, even, odd);
}

__m512i squares_inside(__m512i a, __m512i b, __m512i count) {
  const auto uniform = [](__m512i x) {
    return _mm512_fmadd_ps(_mm512_cvtepu32_ps(x), _mm512_set1_ps(0x1p-32f),
                           _mm512_set1_ps(0x1p-33f));
  };
  const __m512 x = uniform(a), y = uniform(b);
  const __mmask16 inside =
      _mm512_cmp_ps_mask(_mm512_fmadd_ps(x, x, _mm512_mul_ps(y, y)), _mm512_set1_ps(1), _CMP_LE_OQ);
  return _mm512_mask_add_epi32(count, inside, count, _mm512_set1_epi32(1));
}

}  // namespace

// Two vectors of threads in flight.
void monte_carlo_vectors(int* hits, int threads, int rounds, std::uint64_t seed) {
  constexpr int kVectors = 2;
  const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i factor0 = _mm512_set1_epi32(static_cast<int>(kFactor0));
  const __m512i factor1 = _mm512_set1_epi32(static_cast<int>(kFactor1));
#pragma omp parallel for
  for (int i = 0; i < threads; i += 16 * kVectors) {
    __m512i inside[kVectors] = {};
    for (int round = 0; round < rounds; ++round) {
      __m512i c0[kVectors], c1[kVectors], c2[kVectors], c3[kVectors];
      for (int v = 0; v < kVectors; ++v) {
        c0[v] = _mm512_set1_epi32(round);
        c2[v] = _mm512_add_epi32(lanes, _mm512_set1_epi32(i + 16 * v));
        c1[v] = c3[v] = _mm512_setzero_si512();
      }
      std::uint32_t key0 = static_cast<std::uint32_t>(seed);
      std::uint32_t key1 = static_cast<std::uint32_t>(seed >> 32);
      for (int k = 0; k < kPhiloxRounds; ++k) {
        const __m512i k0 = _mm512_set1_epi32(static_cast<int>(key0));
        const __m512i k1 = _mm512_set1_epi32(static_cast<int>(key1));
        for (int v = 0; v < kVectors; ++v) {
          const __m512i high0 = high_half(c0[v], factor0), high1 = high_half(c2[v], factor1);
          const __m512i low0 = _mm512_mullo_epi32(c0[v], factor0);
          const __m512i low1 = _mm512_mullo_epi32(c2[v], factor1);
          c0[v] = _mm512_ternarylogic_epi32(high1, c1[v], k0, 0x96);
          c2[v] = _mm512_ternarylogic_epi32(high0, c3[v], k1, 0x96);
          c1[v] = low1;
          c3[v] = low0;
        }
        key0 += kStep0;
        key1 += kStep1;
      }
      for (int v = 0; v < kVectors; ++v) {
        inside[v] = squares_inside(c0[v], c1[v], inside[v]);
        inside[v] = squares_inside(c2[v], c3[v], inside[v]);
      }
    }
    for (int v = 0; v < kVectors; ++v) _mm512_storeu_si512(hits + i + 16 * v, inside[v]);
  }
}

#elif defined(__AVX2__) && defined(__FMA__)

namespace {

struct Product {
  __m256i low, high;
};

// Both halves of eight products of 32 bits.
Product product(__m256i a, __m256i factor) {
  const __m256i even = _mm256_mul_epu32(a, factor);
  const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), factor);
  return {_mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa),
          _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa)};
}

// There is no conversion of unsigned numbers: two halves of 16 bits, each exact.
__m256 uniform(__m256i x) {
  const __m256 high = _mm256_cvtepi32_ps(_mm256_srli_epi32(x, 16));
  const __m256 low = _mm256_cvtepi32_ps(_mm256_and_si256(x, _mm256_set1_epi32(0xffff)));
  const __m256 whole = _mm256_fmadd_ps(high, _mm256_set1_ps(0x1p16f), low);
  return _mm256_fmadd_ps(whole, _mm256_set1_ps(0x1p-32f), _mm256_set1_ps(0x1p-33f));
}

__m256i squares_inside(__m256i a, __m256i b, __m256i count) {
  const __m256 x = uniform(a), y = uniform(b);
  const __m256 inside =
      _mm256_cmp_ps(_mm256_fmadd_ps(x, x, _mm256_mul_ps(y, y)), _mm256_set1_ps(1), _CMP_LE_OQ);
  return _mm256_sub_epi32(count, _mm256_castps_si256(inside));
}

}  // namespace

void monte_carlo_vectors(int* hits, int threads, int rounds, std::uint64_t seed) {
  constexpr int kVectors = 2;
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i factor0 = _mm256_set1_epi32(static_cast<int>(kFactor0));
  const __m256i factor1 = _mm256_set1_epi32(static_cast<int>(kFactor1));
#pragma omp parallel for
  for (int i = 0; i < threads; i += 8 * kVectors) {
    __m256i inside[kVectors] = {};
    for (int round = 0; round < rounds; ++round) {
      __m256i c0[kVectors], c1[kVectors], c2[kVectors], c3[kVectors];
      for (int v = 0; v < kVectors; ++v) {
        c0[v] = _mm256_set1_epi32(round);
        c2[v] = _mm256_add_epi32(lanes, _mm256_set1_epi32(i + 8 * v));
        c1[v] = c3[v] = _mm256_setzero_si256();
      }
      std::uint32_t key0 = static_cast<std::uint32_t>(seed);
      std::uint32_t key1 = static_cast<std::uint32_t>(seed >> 32);
      for (int k = 0; k < kPhiloxRounds; ++k) {
        const __m256i k0 = _mm256_set1_epi32(static_cast<int>(key0));
        const __m256i k1 = _mm256_set1_epi32(static_cast<int>(key1));
        for (int v = 0; v < kVectors; ++v) {
          const Product first = product(c0[v], factor0), second = product(c2[v], factor1);
          c0[v] = _mm256_xor_si256(_mm256_xor_si256(second.high, c1[v]), k0);
          c2[v] = _mm256_xor_si256(_mm256_xor_si256(first.high, c3[v]), k1);
          c1[v] = second.low;
          c3[v] = first.low;
        }
        key0 += kStep0;
        key1 += kStep1;
      }
      for (int v = 0; v < kVectors; ++v) {
        inside[v] = squares_inside(c0[v], c1[v], inside[v]);
        inside[v] = squares_inside(c2[v], c3[v], inside[v]);
      }
    }
    for (int v = 0; v < kVectors; ++v) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(hits + i + 8 * v), inside[v]);
    }
  }
}

#else

void monte_carlo_vectors(int* hits, int threads, int rounds, std::uint64_t seed) {
  monte_carlo(hits, threads, rounds, seed);
}

#endif

}  // namespace by_hand
