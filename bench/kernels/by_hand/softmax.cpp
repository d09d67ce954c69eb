// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {

void softmax(const float* in, float* out, int rows, int columns) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const float* from = in + static_cast<std::size_t>(row) * columns;
    float* to = out + static_cast<std::size_t>(row) * columns;
    float most = from[0], sum = 0;
#pragma omp simd reduction(max : most)
    for (int i = 0; i < columns; ++i) most = from[i] > most ? from[i] : most;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < columns; ++i) {
      const float value = std::exp(from[i] - most);
      to[i] = value;
      sum += value;
    }
    const float factor = 1 / sum;
#pragma omp simd
    for (int i = 0; i < columns; ++i) to[i] *= factor;
  }
}

#if defined(__AVX512F__)

// Of libmvec: 16 lanes, which clang does not use by itself.
extern "C" __m512 _ZGVeN16v_expf(__m512);

void softmax_vectors(const float* in, float* out, int rows, int columns) {
  if (columns % 16 != 0) return softmax(in, out, rows, columns);
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const float* from = in + static_cast<std::size_t>(row) * columns;
    float* to = out + static_cast<std::size_t>(row) * columns;
    __m512 most = _mm512_loadu_ps(from), sum = _mm512_setzero_ps();
    for (int i = 16; i < columns; i += 16) most = _mm512_max_ps(most, _mm512_loadu_ps(from + i));
    most = _mm512_set1_ps(_mm512_reduce_max_ps(most));
    for (int i = 0; i < columns; i += 16) {
      const __m512 value = _ZGVeN16v_expf(_mm512_sub_ps(_mm512_loadu_ps(from + i), most));
      _mm512_storeu_ps(to + i, value);
      sum = _mm512_add_ps(sum, value);
    }
    const __m512 factor = _mm512_set1_ps(1 / _mm512_reduce_add_ps(sum));
    for (int i = 0; i < columns; i += 16) {
      _mm512_storeu_ps(to + i, _mm512_mul_ps(_mm512_loadu_ps(to + i), factor));
    }
  }
}

#else

void softmax_vectors(const float* in, float* out, int rows, int columns) {
  softmax(in, out, rows, columns);
}

#endif

}  // namespace by_hand
