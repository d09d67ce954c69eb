// SPDX-License-Identifier: Apache-2.0
// Products of bytes with biases: C = ((A - A_bias) (B - B_bias) + C_bias) * C_mult / 2^C_shift, rounded and saturated.
#include "libraries/cublas/level3.h"
#include "libraries/cublas/mixed.h"

namespace riffle::cublas {
namespace {

/// What GPUs take of a shift.
constexpr int kShiftBits = 31;

unsigned char scaled(std::int64_t sum, std::int64_t factor, int shift) {
  const std::int64_t half = shift == 0 ? 0 : std::int64_t{1} << (shift - 1);
  return static_cast<unsigned char>(
      std::clamp<std::int64_t>((sum * factor + half) >> shift, 0, 255));
}

}  // namespace

cublasStatus_t uint8gemm_bias(cublasHandle_t handle, cublasOperation_t transa,
                              cublasOperation_t transb, cublasOperation_t transc, Size m, Size n,
                              Size k, const unsigned char* A, int a_bias, Size lda,
                              const unsigned char* B, int b_bias, Size ldb, unsigned char* C,
                              int c_bias, Size ldc, int factor, int shift) {
  BlasChecks checks(handle, "UINT8_GEMM");
  checks.one_of(transa, 1).one_of(transb, 2).one_of(transc, 3).size(m, 4).size(n, 5).size(k, 6);
  checks.leading(lda, rows_of(transa, m, k), 8).leading(ldb, rows_of(transb, k, n), 10);
  checks.leading(ldc, rows_of(transc, m, n), 13);
  if (checks.failed() || m == 0 || n == 0) return checks.status();
  Touches(handle)
      .reads(operand(transa, A, m, k, lda))
      .reads(operand(transb, B, k, n, ldb))
      .writes(operand(transc, C, m, n, ldc));
  return enqueue(handle, [=] {
    const bool a_as_is = transa == CUBLAS_OP_N, b_as_is = transb == CUBLAS_OP_N;
    for (Size j = 0; j < n; ++j)
      for (Size i = 0; i < m; ++i) {
        std::int64_t sum = c_bias;
        for (Size p = 0; p < k; ++p)
          sum += (A[a_as_is ? i + p * lda : p + i * lda] - std::int64_t{a_bias}) *
                 (B[b_as_is ? p + j * ldb : j + p * ldb] - std::int64_t{b_bias});
        C[transc == CUBLAS_OP_N ? i + j * ldc : j + i * ldc] =
            scaled(sum, factor, shift & kShiftBits);
      }
  });
}

}  // namespace riffle::cublas
