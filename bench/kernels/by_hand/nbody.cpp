// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "../by_hand.h"

namespace by_hand {

constexpr float kSoftening = 1e-3f;

// Bodies coordinate by coordinate, blocks of bodies against all others.
void nbody(const float* position, float* acceleration, int count) {
  constexpr int kBlock = 64;
#pragma omp parallel for
  for (int first = 0; first < count; first += kBlock) {
    float x[kBlock], y[kBlock], z[kBlock], ax[kBlock] = {}, ay[kBlock] = {}, az[kBlock] = {};
    for (int i = 0; i < kBlock; ++i) {
      x[i] = position[4 * (first + i)];
      y[i] = position[4 * (first + i) + 1];
      z[i] = position[4 * (first + i) + 2];
    }
    for (int k = 0; k < count; ++k) {
      const float* other = position + 4 * k;
#pragma omp simd
      for (int i = 0; i < kBlock; ++i) {
        const float dx = other[0] - x[i], dy = other[1] - y[i], dz = other[2] - z[i];
        const float inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + kSoftening);
        const float force = other[3] * inverse * inverse * inverse;
        ax[i] += dx * force;
        ay[i] += dy * force;
        az[i] += dz * force;
      }
    }
    for (int i = 0; i < kBlock; ++i) {
      float* out = acceleration + 4 * (first + i);
      out[0] = ax[i], out[1] = ay[i], out[2] = az[i], out[3] = 0;
    }
  }
}

#if defined(__AVX512F__)

namespace {

// As exact as rsqrtf: the estimate of 14 bits and one step of Newton's method.
__m512 reciprocal_root(__m512 x) {
  const __m512 y = _mm512_rsqrt14_ps(x);
  const __m512 error = _mm512_fnmadd_ps(_mm512_mul_ps(x, y), y, _mm512_set1_ps(1));
  return _mm512_fmadd_ps(_mm512_mul_ps(y, error), _mm512_set1_ps(0.5f), y);
}

}  // namespace

void nbody_vectors(const float* position, float* acceleration, int count) {
  constexpr int kVectors = 4;
  const __m512i step =
      _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
#pragma omp parallel for
  for (int first = 0; first < count; first += 16 * kVectors) {
    __m512 x[kVectors], y[kVectors], z[kVectors], ax[kVectors], ay[kVectors], az[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      const float* from = position + 4 * (first + 16 * v);
      x[v] = _mm512_i32gather_ps(step, from, 4);
      y[v] = _mm512_i32gather_ps(step, from + 1, 4);
      z[v] = _mm512_i32gather_ps(step, from + 2, 4);
      ax[v] = ay[v] = az[v] = _mm512_setzero_ps();
    }
    for (int k = 0; k < count; ++k) {
      const __m512 ox = _mm512_set1_ps(position[4 * k]), oy = _mm512_set1_ps(position[4 * k + 1]);
      const __m512 oz = _mm512_set1_ps(position[4 * k + 2]);
      const __m512 mass = _mm512_set1_ps(position[4 * k + 3]);
      for (int v = 0; v < kVectors; ++v) {
        const __m512 dx = _mm512_sub_ps(ox, x[v]), dy = _mm512_sub_ps(oy, y[v]);
        const __m512 dz = _mm512_sub_ps(oz, z[v]);
        __m512 square = _mm512_fmadd_ps(dx, dx, _mm512_set1_ps(kSoftening));
        square = _mm512_fmadd_ps(dz, dz, _mm512_fmadd_ps(dy, dy, square));
        const __m512 inverse = reciprocal_root(square);
        const __m512 force =
            _mm512_mul_ps(_mm512_mul_ps(mass, inverse), _mm512_mul_ps(inverse, inverse));
        ax[v] = _mm512_fmadd_ps(dx, force, ax[v]);
        ay[v] = _mm512_fmadd_ps(dy, force, ay[v]);
        az[v] = _mm512_fmadd_ps(dz, force, az[v]);
      }
    }
    for (int v = 0; v < kVectors; ++v) {
      float* to = acceleration + 4 * (first + 16 * v);
      _mm512_i32scatter_ps(to, step, ax[v], 4);
      _mm512_i32scatter_ps(to + 1, step, ay[v], 4);
      _mm512_i32scatter_ps(to + 2, step, az[v], 4);
      _mm512_i32scatter_ps(to + 3, step, _mm512_setzero_ps(), 4);
    }
  }
}

#elif defined(__AVX2__) && defined(__FMA__)

namespace {

// The estimate of 12 bits and one step of Newton's method.
__m256 reciprocal_root(__m256 x) {
  const __m256 y = _mm256_rsqrt_ps(x);
  const __m256 error = _mm256_fnmadd_ps(_mm256_mul_ps(x, y), y, _mm256_set1_ps(1));
  return _mm256_fmadd_ps(_mm256_mul_ps(y, error), _mm256_set1_ps(0.5f), y);
}

}  // namespace

// Two vectors: their places and sums are all that the registers hold.
void nbody_vectors(const float* position, float* acceleration, int count) {
  constexpr int kVectors = 2;
#pragma omp parallel for
  for (int first = 0; first < count; first += 8 * kVectors) {
    alignas(32) float own[3][8 * kVectors], sums[3][8 * kVectors];
    for (int i = 0; i < 8 * kVectors; ++i) {
      for (int d = 0; d < 3; ++d) own[d][i] = position[4 * (first + i) + d];
    }
    __m256 x[kVectors], y[kVectors], z[kVectors], ax[kVectors], ay[kVectors], az[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      x[v] = _mm256_load_ps(own[0] + 8 * v);
      y[v] = _mm256_load_ps(own[1] + 8 * v);
      z[v] = _mm256_load_ps(own[2] + 8 * v);
      ax[v] = ay[v] = az[v] = _mm256_setzero_ps();
    }
    for (int k = 0; k < count; ++k) {
      const __m256 ox = _mm256_broadcast_ss(position + 4 * k);
      const __m256 oy = _mm256_broadcast_ss(position + 4 * k + 1);
      const __m256 oz = _mm256_broadcast_ss(position + 4 * k + 2);
      const __m256 mass = _mm256_broadcast_ss(position + 4 * k + 3);
      for (int v = 0; v < kVectors; ++v) {
        const __m256 dx = _mm256_sub_ps(ox, x[v]), dy = _mm256_sub_ps(oy, y[v]);
        const __m256 dz = _mm256_sub_ps(oz, z[v]);
        __m256 square = _mm256_fmadd_ps(dx, dx, _mm256_set1_ps(kSoftening));
        square = _mm256_fmadd_ps(dz, dz, _mm256_fmadd_ps(dy, dy, square));
        const __m256 inverse = reciprocal_root(square);
        const __m256 force =
            _mm256_mul_ps(_mm256_mul_ps(mass, inverse), _mm256_mul_ps(inverse, inverse));
        ax[v] = _mm256_fmadd_ps(dx, force, ax[v]);
        ay[v] = _mm256_fmadd_ps(dy, force, ay[v]);
        az[v] = _mm256_fmadd_ps(dz, force, az[v]);
      }
    }
    for (int v = 0; v < kVectors; ++v) {
      _mm256_store_ps(sums[0] + 8 * v, ax[v]);
      _mm256_store_ps(sums[1] + 8 * v, ay[v]);
      _mm256_store_ps(sums[2] + 8 * v, az[v]);
    }
    for (int i = 0; i < 8 * kVectors; ++i) {
      float* const to = acceleration + 4 * (first + i);
      to[0] = sums[0][i], to[1] = sums[1][i], to[2] = sums[2][i], to[3] = 0;
    }
  }
}

#else

void nbody_vectors(const float* position, float* acceleration, int count) {
  nbody(position, acceleration, count);
}

#endif

}  // namespace by_hand
