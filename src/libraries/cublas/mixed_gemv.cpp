// SPDX-License-Identifier: Apache-2.0
#include "libraries/cublas/mixed_gemv.h"

#include <vector>

#include "libraries/cublas/operand.h"

namespace riffle::cublas {

cublasStatus_t check_vector_product(cublasHandle_t handle, const VectorProduct& product, Size count,
                                    const float* alpha, const float* beta) {
  BlasChecks checks(handle);
  checks.one_of(product.trans).size(product.m).size(product.n).leading(product.lda, product.m);
  checks.step(product.incx).step(product.incy).size(count);
  return checks.there(alpha).there(beta).status();
}

void multiply_vector(const VectorProduct& p, float alpha, const void* A, const void* x, float beta,
                     void* y) {
  const bool is_as_it_is = p.trans == CUBLAS_OP_N;
  const Size from = is_as_it_is ? p.n : p.m, to = is_as_it_is ? p.m : p.n;
  std::vector<float> sums(static_cast<std::size_t>(to));
  const Size first_x = first_of(from, p.incx), first_y = first_of(to, p.incy);
  if (beta != 0)
    for (Size i = 0; i < to; ++i) load_many(p.out, y, first_y + i * p.incy, 1, sums.data() + i);
  if (alpha == 0) {  // A and x are not read then
    for (float& sum : sums) sum *= beta;
  } else {
    const ConvertedMatrix<float> matrix(A, p.in, p.m, p.n, p.lda);
    std::vector<float> vector(static_cast<std::size_t>(from));
    for (Size i = 0; i < from; ++i) load_many(p.in, x, first_x + i * p.incx, 1, vector.data() + i);
    fortran<float, "?gemv">(letter(p.trans), p.m, p.n, &alpha, matrix.data(), matrix.ld(),
                            vector.data(), Size{1}, &beta, sums.data(), Size{1});
  }
  for (Size i = 0; i < to; ++i) store_many(p.out, y, first_y + i * p.incy, 1, sums.data() + i);
}

}  // namespace riffle::cublas
