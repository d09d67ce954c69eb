// SPDX-License-Identifier: Apache-2.0
// Products of matrices whose types are given by numbers.
#include <vector>

#include "libraries/cublas/level3.h"
#include "libraries/cublas/mixed.h"
#include "libraries/cublas/operand.h"

namespace riffle::cublas {
namespace {

template <class T>
void multiply_as(const Product& p, const void* A, const void* B, void* C) {
  const T alpha = narrowed<T>(p.alpha), beta = narrowed<T>(p.beta);
  const Size k = is_zero(alpha) ? 0 : p.k;  // A and B are not read then
  const ConvertedMatrix<T> a(A, p.a_type, rows_of(p.transa, p.m, k), rows_of(p.transa, k, p.m),
                             p.lda);
  const ConvertedMatrix<T> b(B, p.b_type, rows_of(p.transb, k, p.n), rows_of(p.transb, p.n, k),
                             p.ldb);
  const auto multiply_to = [&](T* result, Size ld) {
    multiply_add<T>(letter(p.transa), letter(p.transb), p.m, p.n, k, alpha, a.data(), a.ld(),
                    b.data(), b.ld(), beta, result, ld);
  };
  if (p.c_type == kTypeOf<T>) return multiply_to(static_cast<T*>(C), p.ldc);
  std::vector<T> result(static_cast<std::size_t>(p.m * p.n));
  if (!is_zero(beta))
    for (Size j = 0; j < p.n; ++j) load_many(p.c_type, C, j * p.ldc, p.m, result.data() + j * p.m);
  multiply_to(result.data(), p.m);
  for (Size j = 0; j < p.n; ++j) store_many(p.c_type, C, j * p.ldc, p.m, result.data() + j * p.m);
}

}  // namespace

void multiply_matrices(const Product& product, const void* A, const void* B, void* C) {
  switch (product.arithmetic) {
    case Arithmetic::kNone:
      return;
    case Arithmetic::kFloat:
      return multiply_as<float>(product, A, B, C);
    case Arithmetic::kDouble:
      return multiply_as<double>(product, A, B, C);
    case Arithmetic::kComplex:
      return multiply_as<cuComplex>(product, A, B, C);
    case Arithmetic::kDoubleComplex:
      return multiply_as<cuDoubleComplex>(product, A, B, C);
  }
}

namespace {

cublasStatus_t check_mixed(cublasHandle_t handle, const Product& p, Size count,
                           cublasComputeType_t compute, ProductTypes& types) {
  BlasChecks checks(handle);
  check_product(checks, p.transa, p.transb, p.m, p.n, p.k, p.lda, p.ldb, p.ldc).size(count);
  if (checks.require(is_compute_type(compute)).failed()) return checks.status();
  types = product_types(p.a_type, p.b_type, p.c_type, compute);
  return types.arithmetic == Arithmetic::kNone ? CUBLAS_STATUS_NOT_SUPPORTED
                                               : CUBLAS_STATUS_SUCCESS;
}

/// The matrices of a product, each made what it is of: a batch, or an array of addresses.
struct Sides {
  Touched a, b, c;
};
Sides sides_of(const Product& p, const void* A, const void* B, const void* C) {
  const auto side = [](const void* data, cudaDataType type, cublasOperation_t op, Size rows,
                       Size cols, Size ld) {
    if (op != CUBLAS_OP_N) std::swap(rows, cols);
    return matrix_of_bytes(data, static_cast<unsigned>(size_of(type)), rows, cols, ld);
  };
  return {side(A, p.a_type, p.transa, p.m, p.k, p.lda),
          side(B, p.b_type, p.transb, p.k, p.n, p.ldb),
          side(C, p.c_type, CUBLAS_OP_N, p.m, p.n, p.ldc)};
}

/// Checks, and runs `multiply(product)` with the scalars in the handle's stream.
template <class Multiply>
cublasStatus_t enqueue_product(cublasHandle_t handle, Product product, const Sides& sides,
                               Size count, const void* alpha, const void* beta,
                               cublasComputeType_t compute, Multiply multiply) {
  ProductTypes types;
  const cublasStatus_t status = check_mixed(handle, product, count, compute, types);
  if (status != CUBLAS_STATUS_SUCCESS || product.m == 0 || product.n == 0 || count == 0)
    return status;
  if (alpha == nullptr || beta == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  product.arithmetic = types.arithmetic;
  const AnyScalar a(handle, alpha, types.scalar), b(handle, beta, types.scalar);
  const auto factor_bytes = static_cast<unsigned>(size_of(types.scalar));
  Touches(handle)
      .reads_times(alpha, factor_bytes, sides.a)
      .reads_times(alpha, factor_bytes, sides.b)
      .updates(sides.c, beta, factor_bytes);
  return enqueue(handle, [=]() mutable {
    product.alpha = a.get();
    product.beta = b.get();
    multiply(product);
  });
}
}  // namespace

cublasStatus_t gemm_ex(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                       Size m, Size n, Size k, const void* alpha, const void* A,
                       cudaDataType a_type, Size lda, const void* B, cudaDataType b_type, Size ldb,
                       const void* beta, void* C, cudaDataType c_type, Size ldc,
                       cublasComputeType_t compute, cublasGemmAlgo_t) {
  const Product product{transa, transb, m,   n,      k,   a_type,
                        lda,    b_type, ldb, c_type, ldc, Arithmetic::kNone};
  return enqueue_product(handle, product, sides_of(product, A, B, C), 1, alpha, beta, compute,
                         [=](const Product& p) { multiply_matrices(p, A, B, C); });
}
cublasStatus_t gemm_batched_ex(cublasHandle_t handle, cublasOperation_t transa,
                               cublasOperation_t transb, Size m, Size n, Size k, const void* alpha,
                               const void* const A[], cudaDataType a_type, Size lda,
                               const void* const B[], cudaDataType b_type, Size ldb,
                               const void* beta, void* const C[], cudaDataType c_type, Size ldc,
                               Size count, cublasComputeType_t compute, cublasGemmAlgo_t) {
  const Product product{transa, transb, m,   n,      k,   a_type,
                        lda,    b_type, ldb, c_type, ldc, Arithmetic::kNone};
  Sides sides = sides_of(product, A, B, C);
  for (Touched* each : {&sides.a, &sides.b, &sides.c}) {
    each->count[0] = count;
    each->is_array = true;
  }
  return enqueue_product(handle, product, sides, count, alpha, beta, compute,
                         [=](const Product& p) {
                           for (Size i = 0; i < count; ++i) multiply_matrices(p, A[i], B[i], C[i]);
                         });
}
cublasStatus_t gemm_strided_batched_ex(cublasHandle_t handle, cublasOperation_t transa,
                                       cublasOperation_t transb, Size m, Size n, Size k,
                                       const void* alpha, const void* A, cudaDataType a_type,
                                       Size lda, Size stride_a, const void* B, cudaDataType b_type,
                                       Size ldb, Size stride_b, const void* beta, void* C,
                                       cudaDataType c_type, Size ldc, Size stride_c, Size count,
                                       cublasComputeType_t compute, cublasGemmAlgo_t) {
  const Product product{transa, transb, m,   n,      k,   a_type,
                        lda,    b_type, ldb, c_type, ldc, Arithmetic::kNone};
  Sides sides = sides_of(product, A, B, C);
  sides.a = batch(sides.a, stride_a, count);
  sides.b = batch(sides.b, stride_b, count);
  sides.c = batch(sides.c, stride_c, count);
  return enqueue_product(
      handle, product, sides, count, alpha, beta, compute, [=](const Product& p) {
        const auto moved = [](const void* matrix, Size elements, cudaDataType type) {
          return static_cast<const char*>(matrix) + elements * size_of(type);
        };
        for (Size i = 0; i < count; ++i)
          multiply_matrices(p, moved(A, i * stride_a, a_type), moved(B, i * stride_b, b_type),
                            static_cast<char*>(C) + i * stride_c * size_of(c_type));
      });
}

}  // namespace riffle::cublas
