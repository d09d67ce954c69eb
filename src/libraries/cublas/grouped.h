// SPDX-License-Identifier: Apache-2.0
// Groups of products: one shape, one pair of factors for each group. Only pointers to matrices are device memory.
#pragma once

#include <vector>

#include "libraries/cublas/conversions.h"
#include "libraries/cublas/mixed.h"

namespace riffle::cublas {

struct Group {
  Product product;
  Size count;
};
/// Checks the groups, and runs them one after the other in the handle's stream; `product.arithmetic` is filled in here.
cublasStatus_t multiply_groups(cublasHandle_t handle, std::vector<Group> groups, const void* alphas,
                               const void* const A[], const void* const B[], const void* betas,
                               void* const C[], cublasComputeType_t compute, const char* name);

template <class Int>
cublasStatus_t gemm_grouped_batched_ex(cublasHandle_t handle, const cublasOperation_t transa[],
                                       const cublasOperation_t transb[], const Int m[],
                                       const Int n[], const Int k[], const void* alphas,
                                       const void* const A[], cudaDataType a_type, const Int lda[],
                                       const void* const B[], cudaDataType b_type, const Int ldb[],
                                       const void* betas, void* const C[], cudaDataType c_type,
                                       const Int ldc[], Int group_count, const Int group_size[],
                                       cublasComputeType_t compute,
                                       const char* name = "GemmGroupedBatchedEx") {
  BlasChecks checks(handle, name);
  if (checks.size(group_count, 14).failed() || group_count == 0) return checks.status();
  for (const void* array :
       {static_cast<const void*>(transa), static_cast<const void*>(transb),
        static_cast<const void*>(m), static_cast<const void*>(n), static_cast<const void*>(k),
        static_cast<const void*>(lda), static_cast<const void*>(ldb), static_cast<const void*>(ldc),
        static_cast<const void*>(group_size), alphas, betas})
    if (array == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  std::vector<Group> groups;
  groups.reserve(static_cast<std::size_t>(group_count));
  for (Int i = 0; i < group_count; ++i)
    groups.push_back({{transa[i], transb[i], m[i], n[i], k[i], a_type, lda[i], b_type, ldb[i],
                       c_type, ldc[i], Arithmetic::kNone},
                      group_size[i]});
  return multiply_groups(handle, std::move(groups), alphas, A, B, betas, C, compute, name);
}

template <class T, class Int>
cublasStatus_t gemm_grouped_batched(cublasHandle_t handle, const cublasOperation_t transa[],
                                    const cublasOperation_t transb[], const Int m[], const Int n[],
                                    const Int k[], const T alphas[], const T* const A[],
                                    const Int lda[], const T* const B[], const Int ldb[],
                                    const T betas[], T* const C[], const Int ldc[], Int group_count,
                                    const Int group_size[]) {
  // Pointers to numbers are pointers: the elements are looked at through the type's number.
  return gemm_grouped_batched_ex(
      handle, transa, transb, m, n, k, static_cast<const void*>(alphas),
      reinterpret_cast<const void* const*>(A), kTypeOf<T>, lda,
      reinterpret_cast<const void* const*>(B), kTypeOf<T>, ldb, static_cast<const void*>(betas),
      reinterpret_cast<void* const*>(C), kTypeOf<T>, ldc, group_count, group_size,
      std::is_same_v<T, double> ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F,
      std::is_same_v<T, double> ? "DgemmGroupedBatched" : "SgemmGroupedBatched");
}

}  // namespace riffle::cublas
