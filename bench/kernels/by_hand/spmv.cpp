// SPDX-License-Identifier: Apache-2.0
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "../by_hand.h"

namespace by_hand {

void spmv(const SparseMatrix& a, const float* x, float* y) {
#pragma omp parallel for schedule(dynamic, 1024)
  for (int row = 0; row < a.rows; ++row) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
      sum += a.value[k] * x[a.column[k]];
    y[row] = sum;
  }
}

#if defined(__AVX512F__)

// The row's last entries under a mask instead of one by one.
void spmv_vectors(const SparseMatrix& a, const float* x, float* y) {
#pragma omp parallel for schedule(dynamic, 1024)
  for (int row = 0; row < a.rows; ++row) {
    __m512 sum = _mm512_setzero_ps();
    const int end = a.row_begin[row + 1];
    int k = a.row_begin[row];
    for (; k + 16 <= end; k += 16) {
      const __m512i column = _mm512_loadu_si512(a.column + k);
      sum = _mm512_fmadd_ps(_mm512_loadu_ps(a.value + k), _mm512_i32gather_ps(column, x, 4), sum);
    }
    if (k < end) {
      const __mmask16 rest = static_cast<__mmask16>((1u << (end - k)) - 1);
      const __m512i column = _mm512_maskz_loadu_epi32(rest, a.column + k);
      const __m512 factor = _mm512_mask_i32gather_ps(_mm512_setzero_ps(), rest, column, x, 4);
      sum = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(rest, a.value + k), factor, sum);
    }
    y[row] = _mm512_reduce_add_ps(sum);
  }
}

#else

// Gathers of eight lanes are no faster than their loads one by one: two chains of sums for a row.
void spmv_vectors(const SparseMatrix& a, const float* x, float* y) {
#pragma omp parallel for schedule(dynamic, 1024)
  for (int row = 0; row < a.rows; ++row) {
    float even = 0, odd = 0;
    const int end = a.row_begin[row + 1];
    int k = a.row_begin[row];
#pragma clang loop vectorize(disable)
    for (; k + 2 <= end; k += 2) {
      even += a.value[k] * x[a.column[k]];
      odd += a.value[k + 1] * x[a.column[k + 1]];
    }
    if (k < end) even += a.value[k] * x[a.column[k]];
    y[row] = even + odd;
  }
}

#endif

}  // namespace by_hand
