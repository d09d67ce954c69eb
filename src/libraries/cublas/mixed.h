// SPDX-License-Identifier: Apache-2.0
// Routines whose operands have types of their own, given by numbers: converted to a type that OpenBLAS multiplies, and
// back. Sums are made in float where the caller asks for half.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "libraries/cublas/batches.h"
#include "libraries/cublas/level1.h"

namespace riffle::cublas {

/// Which type a product is made in.
enum class Arithmetic { kNone, kFloat, kDouble, kComplex, kDoubleComplex };

struct ProductTypes {
  Arithmetic arithmetic = Arithmetic::kNone;  ///< kNone: there is no such combination
  cudaDataType scalar = CUDA_R_32F;
};
/// Nothing for a number that is no compute type.
[[nodiscard]] ProductTypes product_types(cudaDataType a, cudaDataType b, cudaDataType c,
                                         cublasComputeType_t compute);
[[nodiscard]] bool is_compute_type(cublasComputeType_t compute);
[[nodiscard]] Size size_of(cudaDataType type);
/// Whether vectors may have it: integers are for products alone.
[[nodiscard]] bool is_element(cudaDataType type);

/// A scalar of a type given by a number; see ScalarArgument.
class AnyScalar {
 public:
  AnyScalar(cublasHandle_t handle, const void* pointer, cudaDataType type);
  [[nodiscard]] cuDoubleComplex get() const;

 private:
  const void* pointer_;
  cudaDataType type_;
  alignas(cuDoubleComplex) unsigned char value_[sizeof(cuDoubleComplex)]{};
};

/// Elements of vectors; a real type drops the imaginary part.
[[nodiscard]] cuDoubleComplex load(cudaDataType type, const void* elements, Size index);
void store(cudaDataType type, void* elements, Size index, cuDoubleComplex value);

[[nodiscard]] inline Touched vector_of(const void* data, cudaDataType type, Size n,
                                       Size increment) {
  return vector_of_bytes(data, static_cast<unsigned>(size_of(type)), n, increment);
}

struct Product {
  cublasOperation_t transa, transb;
  Size m, n, k;
  cudaDataType a_type;
  Size lda;
  cudaDataType b_type;
  Size ldb;
  cudaDataType c_type;
  Size ldc;
  Arithmetic arithmetic;
  cuDoubleComplex alpha{}, beta{};
};
void multiply_matrices(const Product& product, const void* A, const void* B, void* C);

cublasStatus_t gemm_ex(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                       Size m, Size n, Size k, const void* alpha, const void* A,
                       cudaDataType a_type, Size lda, const void* B, cudaDataType b_type, Size ldb,
                       const void* beta, void* C, cudaDataType c_type, Size ldc,
                       cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t gemm_batched_ex(cublasHandle_t handle, cublasOperation_t transa,
                               cublasOperation_t transb, Size m, Size n, Size k, const void* alpha,
                               const void* const A[], cudaDataType a_type, Size lda,
                               const void* const B[], cudaDataType b_type, Size ldb,
                               const void* beta, void* const C[], cudaDataType c_type, Size ldc,
                               Size count, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t gemm_strided_batched_ex(cublasHandle_t handle, cublasOperation_t transa,
                                       cublasOperation_t transb, Size m, Size n, Size k,
                                       const void* alpha, const void* A, cudaDataType a_type,
                                       Size lda, Size stride_a, const void* B, cudaDataType b_type,
                                       Size ldb, Size stride_b, const void* beta, void* C,
                                       cudaDataType c_type, Size ldc, Size stride_c, Size count,
                                       cublasComputeType_t compute, cublasGemmAlgo_t algorithm);

/// cublasSgemmEx and cublasCgemmEx: the type of the arithmetic is in the name.
template <class T>
cublasStatus_t gemm_ex(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                       Size m, Size n, Size k, const T* alpha, const void* A, cudaDataType a_type,
                       Size lda, const void* B, cudaDataType b_type, Size ldb, const T* beta,
                       void* C, cudaDataType c_type, Size ldc) {
  return gemm_ex(handle, transa, transb, m, n, k, static_cast<const void*>(alpha), A, a_type, lda,
                 B, b_type, ldb, static_cast<const void*>(beta), C, c_type, ldc, CUBLAS_COMPUTE_32F,
                 CUBLAS_GEMM_DEFAULT);
}

// --- Halves ---

template <class T>
  requires std::is_same_v<T, __half>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                    Size m, Size n, Size k, const T* alpha, const T* A, Size lda, const T* B,
                    Size ldb, const T* beta, T* C, Size ldc) {
  return gemm_ex(handle, transa, transb, m, n, k, alpha, A, CUDA_R_16F, lda, B, CUDA_R_16F, ldb,
                 beta, C, CUDA_R_16F, ldc, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
template <class T>
  requires std::is_same_v<T, __half>
cublasStatus_t gemm_batched(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, Size m, Size n, Size k, const T* alpha,
                            const T* const A[], Size lda, const T* const B[], Size ldb,
                            const T* beta, T* const C[], Size ldc, Size count) {
  // Pointers to halves are pointers: the elements are looked at through the type's number.
  return gemm_batched_ex(handle, transa, transb, m, n, k, alpha,
                         reinterpret_cast<const void* const*>(A), CUDA_R_16F, lda,
                         reinterpret_cast<const void* const*>(B), CUDA_R_16F, ldb, beta,
                         reinterpret_cast<void* const*>(C), CUDA_R_16F, ldc, count,
                         CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
template <class T>
  requires std::is_same_v<T, __half>
cublasStatus_t gemm_strided_batched(cublasHandle_t handle, cublasOperation_t transa,
                                    cublasOperation_t transb, Size m, Size n, Size k,
                                    const T* alpha, const T* A, Size lda, Size stride_a, const T* B,
                                    Size ldb, Size stride_b, const T* beta, T* C, Size ldc,
                                    Size stride_c, Size count) {
  return gemm_strided_batched_ex(handle, transa, transb, m, n, k, alpha, A, CUDA_R_16F, lda,
                                 stride_a, B, CUDA_R_16F, ldb, stride_b, beta, C, CUDA_R_16F, ldc,
                                 stride_c, count, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

// --- Vectors ---

cublasStatus_t nrm2_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                       void* result, cudaDataType result_type, cudaDataType execution_type);
cublasStatus_t asum_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                       void* result, cudaDataType result_type, cudaDataType execution_type);
cublasStatus_t dot_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                      const void* y, cudaDataType y_type, Size incy, void* result,
                      cudaDataType result_type, cudaDataType execution_type);
cublasStatus_t dotc_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                       const void* y, cudaDataType y_type, Size incy, void* result,
                       cudaDataType result_type, cudaDataType execution_type);
cublasStatus_t scal_ex(cublasHandle_t handle, Size n, const void* alpha, cudaDataType alpha_type,
                       void* x, cudaDataType x_type, Size incx, cudaDataType execution_type);
cublasStatus_t axpy_ex(cublasHandle_t handle, Size n, const void* alpha, cudaDataType alpha_type,
                       const void* x, cudaDataType x_type, Size incx, void* y, cudaDataType y_type,
                       Size incy, cudaDataType execution_type);
cublasStatus_t copy_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                       void* y, cudaDataType y_type, Size incy);

cublasStatus_t swap_ex(cublasHandle_t handle, Size n, void* x, cudaDataType x_type, Size incx,
                       void* y, cudaDataType y_type, Size incy);

/// The number, from 1 on, of the first element whose size is largest or smallest; 0 where there is none.
[[nodiscard]] Size extreme_element(Size n, const void* x, cudaDataType type, Size incx,
                                   bool is_largest);
template <class Int>
cublasStatus_t find_extreme(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type,
                            Size incx, Int* result, bool is_largest) {
  BlasChecks checks(handle);
  checks.require(is_element(x_type), 0, CUBLAS_STATUS_NOT_SUPPORTED);
  if (checks.there(result).size(n < 0 ? 0 : n).failed()) return checks.status();
  Touches(handle)
      .reads(vector_of(x, x_type, incx > 0 ? n : 0, incx))
      .writes_result(vector_of_bytes(result, sizeof(Int), 1, 1));
  return enqueue_result(
      handle, [=] { *result = static_cast<Int>(extreme_element(n, x, x_type, incx, is_largest)); });
}
template <class Int>
cublasStatus_t iamax_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type,
                        Size incx, Int* result) {
  return find_extreme(handle, n, x, x_type, incx, result, true);
}
template <class Int>
cublasStatus_t iamin_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type,
                        Size incx, Int* result) {
  return find_extreme(handle, n, x, x_type, incx, result, false);
}

cublasStatus_t rot_ex(cublasHandle_t handle, Size n, void* x, cudaDataType x_type, Size incx,
                      void* y, cudaDataType y_type, Size incy, const void* c, const void* s,
                      cudaDataType cs_type, cudaDataType execution_type);
cublasStatus_t rotg_ex(cublasHandle_t handle, void* a, void* b, cudaDataType ab_type, void* c,
                       void* s, cudaDataType cs_type, cudaDataType execution_type);
cublasStatus_t rotm_ex(cublasHandle_t handle, Size n, void* x, cudaDataType x_type, Size incx,
                       void* y, cudaDataType y_type, Size incy, const void* param,
                       cudaDataType param_type, cudaDataType execution_type);
cublasStatus_t rotmg_ex(cublasHandle_t handle, void* d1, cudaDataType d1_type, void* d2,
                        cudaDataType d2_type, void* x1, cudaDataType x1_type, const void* y1,
                        cudaDataType y1_type, void* param, cudaDataType param_type,
                        cudaDataType execution_type);

// --- Bytes ---

cublasStatus_t uint8gemm_bias(cublasHandle_t handle, cublasOperation_t transa,
                              cublasOperation_t transb, cublasOperation_t transc, Size m, Size n,
                              Size k, const unsigned char* A, int a_bias, Size lda,
                              const unsigned char* B, int b_bias, Size ldb, unsigned char* C,
                              int c_bias, Size ldc, int factor, int shift);

}  // namespace riffle::cublas
