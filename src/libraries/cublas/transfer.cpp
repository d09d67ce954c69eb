// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices between host and device: copies with two pitches.
#include <cstdint>

#include <cuda_runtime_api.h>

#include "libraries/cublas/entry.h"

namespace riffle::cublas {
namespace {

using Size = std::int64_t;

struct Transfer {
  cudaMemcpyKind kind;
  bool asynchronous;
  cudaStream_t stream;
};

cublasStatus_t copy(const Transfer& how, Size rows_bytes, Size rows, const void* from,
                    Size from_pitch, void* to, Size to_pitch) {
  const auto size = [](Size value) { return static_cast<std::size_t>(value); };
  const cudaError_t error =
      how.asynchronous ? cudaMemcpy2DAsync(to, size(to_pitch), from, size(from_pitch),
                                           size(rows_bytes), size(rows), how.kind, how.stream)
                       : cudaMemcpy2D(to, size(to_pitch), from, size(from_pitch), size(rows_bytes),
                                      size(rows), how.kind);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

/// A vector is a matrix of rows of one element.
cublasStatus_t vector(const Transfer& how, Size n, Size elem_bytes, const void* x, Size incx,
                      void* y, Size incy) {
  if (elem_bytes <= 0 || incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (n < 0) return CUBLAS_STATUS_MAPPING_ERROR;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  if (incx == 1 && incy == 1)
    return copy(how, n * elem_bytes, 1, x, n * elem_bytes, y, n * elem_bytes);
  return copy(how, elem_bytes, n, x, incx * elem_bytes, y, incy * elem_bytes);
}

cublasStatus_t matrix(const Transfer& how, Size rows, Size cols, Size elem_bytes, const void* a,
                      Size lda, void* b, Size ldb) {
  if (rows < 0 || cols < 0 || elem_bytes <= 0 || lda <= 0 || ldb <= 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (lda < rows || ldb < rows) return CUBLAS_STATUS_MAPPING_ERROR;
  if (rows == 0 || cols == 0) return CUBLAS_STATUS_SUCCESS;
  return copy(how, rows * elem_bytes, cols, a, lda * elem_bytes, b, ldb * elem_bytes);
}

constexpr Transfer now(cudaMemcpyKind kind) { return {kind, false, nullptr}; }

}  // namespace
}  // namespace riffle::cublas

using riffle::cublas::Transfer;

// Each call for int and for int64_t.
#define RIFFLE_TRANSFERS(suffix, Int)                                                             \
  RIFFLE_ENTRY cublasSetVector##suffix(Int n, Int elemSize, const void* x, Int incx,              \
                                       void* devicePtr, Int incy) {                               \
    return riffle::cublas::vector(riffle::cublas::now(cudaMemcpyHostToDevice), n, elemSize, x,    \
                                  incx, devicePtr, incy);                                         \
  }                                                                                               \
  RIFFLE_ENTRY cublasGetVector##suffix(Int n, Int elemSize, const void* x, Int incx, void* y,     \
                                       Int incy) {                                                \
    return riffle::cublas::vector(riffle::cublas::now(cudaMemcpyDeviceToHost), n, elemSize, x,    \
                                  incx, y, incy);                                                 \
  }                                                                                               \
  RIFFLE_ENTRY cublasSetMatrix##suffix(Int rows, Int cols, Int elemSize, const void* A, Int lda,  \
                                       void* B, Int ldb) {                                        \
    return riffle::cublas::matrix(riffle::cublas::now(cudaMemcpyHostToDevice), rows, cols,        \
                                  elemSize, A, lda, B, ldb);                                      \
  }                                                                                               \
  RIFFLE_ENTRY cublasGetMatrix##suffix(Int rows, Int cols, Int elemSize, const void* A, Int lda,  \
                                       void* B, Int ldb) {                                        \
    return riffle::cublas::matrix(riffle::cublas::now(cudaMemcpyDeviceToHost), rows, cols,        \
                                  elemSize, A, lda, B, ldb);                                      \
  }                                                                                               \
  RIFFLE_ENTRY cublasSetVectorAsync##suffix(Int n, Int elemSize, const void* hostPtr, Int incx,   \
                                            void* devicePtr, Int incy, cudaStream_t stream) {     \
    return riffle::cublas::vector(Transfer{cudaMemcpyHostToDevice, true, stream}, n, elemSize,    \
                                  hostPtr, incx, devicePtr, incy);                                \
  }                                                                                               \
  RIFFLE_ENTRY cublasGetVectorAsync##suffix(Int n, Int elemSize, const void* devicePtr, Int incx, \
                                            void* hostPtr, Int incy, cudaStream_t stream) {       \
    return riffle::cublas::vector(Transfer{cudaMemcpyDeviceToHost, true, stream}, n, elemSize,    \
                                  devicePtr, incx, hostPtr, incy);                                \
  }                                                                                               \
  RIFFLE_ENTRY cublasSetMatrixAsync##suffix(Int rows, Int cols, Int elemSize, const void* A,      \
                                            Int lda, void* B, Int ldb, cudaStream_t stream) {     \
    return riffle::cublas::matrix(Transfer{cudaMemcpyHostToDevice, true, stream}, rows, cols,     \
                                  elemSize, A, lda, B, ldb);                                      \
  }                                                                                               \
  RIFFLE_ENTRY cublasGetMatrixAsync##suffix(Int rows, Int cols, Int elemSize, const void* A,      \
                                            Int lda, void* B, Int ldb, cudaStream_t stream) {     \
    return riffle::cublas::matrix(Transfer{cudaMemcpyDeviceToHost, true, stream}, rows, cols,     \
                                  elemSize, A, lda, B, ldb);                                      \
  }
RIFFLE_TRANSFERS(, int)
RIFFLE_TRANSFERS(_64, std::int64_t)
