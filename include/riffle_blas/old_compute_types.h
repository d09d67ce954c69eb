// SPDX-License-Identifier: Apache-2.0
// Products of mixed types as they were called before cuBLAS 11: the type of the computation is a cudaDataType. CUDA 13 takes
// such calls from C++.
#pragma once

/// That type today; pedantic where the handle's mode is. False where no product is computed in it.
inline bool riffle_compute_type(cublasHandle_t handle, cudaDataType type,
                                cublasComputeType_t* compute) {
  cublasMath_t mode = CUBLAS_DEFAULT_MATH;
  if (cublasGetMathMode(handle, &mode) != CUBLAS_STATUS_SUCCESS) mode = CUBLAS_DEFAULT_MATH;
  const bool is_pedantic = (mode & 0xf) == CUBLAS_PEDANTIC_MATH;
  switch (type) {
    case CUDA_R_32F:
    case CUDA_C_32F:
      *compute = is_pedantic ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_32F;
      return true;
    case CUDA_R_64F:
    case CUDA_C_64F:
      *compute = is_pedantic ? CUBLAS_COMPUTE_64F_PEDANTIC : CUBLAS_COMPUTE_64F;
      return true;
    case CUDA_R_16F:
      *compute = is_pedantic ? CUBLAS_COMPUTE_16F_PEDANTIC : CUBLAS_COMPUTE_16F;
      return true;
    case CUDA_R_32I:
      *compute = is_pedantic ? CUBLAS_COMPUTE_32I_PEDANTIC : CUBLAS_COMPUTE_32I;
      return true;
    default:
      return false;
  }
}

inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void* alpha,
                                   const void* A, cudaDataType Atype, int lda, const void* B,
                                   cudaDataType Btype, int ldb, const void* beta, void* C,
                                   cudaDataType Ctype, int ldc, cudaDataType computeType,
                                   cublasGemmAlgo_t algo) {
  cublasComputeType_t compute;
  if (!riffle_compute_type(handle, computeType, &compute)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C,
                      Ctype, ldc, compute, algo);
}

inline cublasStatus_t cublasGemmBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* const Aarray[], cudaDataType Atype, int lda,
    const void* const Barray[], cudaDataType Btype, int ldb, const void* beta, void* const Carray[],
    cudaDataType Ctype, int ldc, int batchCount, cudaDataType computeType, cublasGemmAlgo_t algo) {
  cublasComputeType_t compute;
  if (!riffle_compute_type(handle, computeType, &compute)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, Aarray, Atype, lda, Barray,
                             Btype, ldb, beta, Carray, Ctype, ldc, batchCount, compute, algo);
}

inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* A, cudaDataType Atype, int lda, long long int strideA,
    const void* B, cudaDataType Btype, int ldb, long long int strideB, const void* beta, void* C,
    cudaDataType Ctype, int ldc, long long int strideC, int batchCount, cudaDataType computeType,
    cublasGemmAlgo_t algo) {
  cublasComputeType_t compute;
  if (!riffle_compute_type(handle, computeType, &compute)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA,
                                    B, Btype, ldb, strideB, beta, C, Ctype, ldc, strideC,
                                    batchCount, compute, algo);
}
