// SPDX-License-Identifier: Apache-2.0
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "../by_hand.h"

namespace by_hand {

// Blocks of 64 neighbours that go on together until the last has left.
void mandelbrot(int* steps, int size, int limit) {
  constexpr int kBlock = 64;
  const float scale = 2.5f / static_cast<float>(size);
#pragma omp parallel for schedule(dynamic, 8)
  for (int y = 0; y < size; ++y) {
    const float ci = -1.25f + static_cast<float>(y) * scale;
    for (int x = 0; x < size; x += kBlock) {
      float cr[kBlock], zr[kBlock] = {}, zi[kBlock] = {};
      int count[kBlock] = {};
#pragma omp simd
      for (int i = 0; i < kBlock; ++i) cr[i] = -2.0f + static_cast<float>(x + i) * scale;
      int alive = 1;
      for (int step = 0; step < limit && alive > 0; ++step) {
        alive = 0;
#pragma omp simd reduction(+ : alive)
        for (int i = 0; i < kBlock; ++i) {
          // Who has left stays outside: the steps only grow.
          const int inside = zr[i] * zr[i] + zi[i] * zi[i] <= 4.0f ? 1 : 0;
          const float next = zr[i] * zr[i] - zi[i] * zi[i] + cr[i];
          zi[i] = 2 * zr[i] * zi[i] + ci;
          zr[i] = next;
          count[i] += inside;
          alive += inside;
        }
      }
      for (int i = 0; i < kBlock; ++i) steps[static_cast<std::size_t>(y) * size + x + i] = count[i];
    }
  }
}

#if defined(__AVX512F__)

// Four vectors, whose chains fill each other's gaps.
void mandelbrot_vectors(int* steps, int size, int limit) {
  constexpr int kVectors = 4;
  const float scale = 2.5f / static_cast<float>(size);
  const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i one = _mm512_set1_epi32(1);
#pragma omp parallel for schedule(dynamic, 8)
  for (int y = 0; y < size; ++y) {
    const __m512 ci = _mm512_set1_ps(-1.25f + static_cast<float>(y) * scale);
    for (int x = 0; x < size; x += 16 * kVectors) {
      __m512 cr[kVectors], zr[kVectors], zi[kVectors];
      __m512i count[kVectors];
      __mmask16 inside[kVectors];
      for (int v = 0; v < kVectors; ++v) {
        const __m512 column =
            _mm512_cvtepi32_ps(_mm512_add_epi32(lanes, _mm512_set1_epi32(x + 16 * v)));
        cr[v] = _mm512_fmadd_ps(column, _mm512_set1_ps(scale), _mm512_set1_ps(-2));
        zr[v] = zi[v] = _mm512_setzero_ps();
        count[v] = _mm512_setzero_si512();
        inside[v] = 0xffff;
      }
      for (int step = 0; step < limit; ++step) {
        unsigned alive = 0;
        for (int v = 0; v < kVectors; ++v) {
          const __m512 zi2 = _mm512_mul_ps(zi[v], zi[v]);
          inside[v] =
              _mm512_cmp_ps_mask(_mm512_fmadd_ps(zr[v], zr[v], zi2), _mm512_set1_ps(4), _CMP_LE_OQ);
          count[v] = _mm512_mask_add_epi32(count[v], inside[v], count[v], one);
          const __m512 next = _mm512_add_ps(_mm512_fmsub_ps(zr[v], zr[v], zi2), cr[v]);
          zi[v] = _mm512_fmadd_ps(_mm512_add_ps(zr[v], zr[v]), zi[v], ci);
          zr[v] = next;
          alive |= inside[v];
        }
        if (alive == 0) break;
      }
      for (int v = 0; v < kVectors; ++v) {
        _mm512_storeu_si512(steps + static_cast<std::size_t>(y) * size + x + 16 * v, count[v]);
      }
    }
  }
}

#elif defined(__AVX2__) && defined(__FMA__)

// As above; a comparison's result is -1 for who is inside.
void mandelbrot_vectors(int* steps, int size, int limit) {
  constexpr int kVectors = 4;
  const float scale = 2.5f / static_cast<float>(size);
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
#pragma omp parallel for schedule(dynamic, 8)
  for (int y = 0; y < size; ++y) {
    const __m256 ci = _mm256_set1_ps(-1.25f + static_cast<float>(y) * scale);
    for (int x = 0; x < size; x += 8 * kVectors) {
      __m256 cr[kVectors], zr[kVectors], zi[kVectors];
      __m256i count[kVectors];
      for (int v = 0; v < kVectors; ++v) {
        const __m256 column =
            _mm256_cvtepi32_ps(_mm256_add_epi32(lanes, _mm256_set1_epi32(x + 8 * v)));
        cr[v] = _mm256_fmadd_ps(column, _mm256_set1_ps(scale), _mm256_set1_ps(-2));
        zr[v] = zi[v] = _mm256_setzero_ps();
        count[v] = _mm256_setzero_si256();
      }
      const auto round = [&] {
        __m256 alive = _mm256_setzero_ps();
        for (int v = 0; v < kVectors; ++v) {
          const __m256 zi2 = _mm256_mul_ps(zi[v], zi[v]);
          const __m256 inside =
              _mm256_cmp_ps(_mm256_fmadd_ps(zr[v], zr[v], zi2), _mm256_set1_ps(4), _CMP_LE_OQ);
          count[v] = _mm256_sub_epi32(count[v], _mm256_castps_si256(inside));
          const __m256 next = _mm256_add_ps(_mm256_fmsub_ps(zr[v], zr[v], zi2), cr[v]);
          zi[v] = _mm256_fmadd_ps(_mm256_add_ps(zr[v], zr[v]), zi[v], ci);
          zr[v] = next;
          alive = _mm256_or_ps(alive, inside);
        }
        return _mm256_movemask_ps(alive) != 0;
      };
      // Every second round asks who is inside: in one more nobody counts.
      bool goes_on = true;
      for (int step = 0; goes_on && step + 1 < limit; step += 2) {
        round();
        goes_on = round();
      }
      if (goes_on && limit % 2 != 0) round();
      for (int v = 0; v < kVectors; ++v) {
        int* const to = steps + static_cast<std::size_t>(y) * size + x + 8 * v;
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), count[v]);
      }
    }
  }
}

#else

void mandelbrot_vectors(int* steps, int size, int limit) { mandelbrot(steps, size, limit); }

#endif

}  // namespace by_hand
