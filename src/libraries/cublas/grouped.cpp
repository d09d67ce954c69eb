// SPDX-License-Identifier: Apache-2.0
#include "libraries/cublas/grouped.h"

#include "libraries/cublas/level3.h"

namespace riffle::cublas {
namespace {

bool is_grouped_type(cudaDataType type, cublasComputeType_t compute) {
  switch (compute) {
    case CUBLAS_COMPUTE_32F:
      return type == CUDA_R_32F || type == CUDA_R_16F || type == CUDA_R_16BF;
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
      return type == CUDA_R_32F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      return type == CUDA_R_64F;
    default:
      return false;
  }
}

/// The addresses of a group's matrices follow those of the group before.
void tell_groups(cublasHandle_t handle, const std::vector<Group>& groups, const void* const A[],
                 const void* const B[], const void* const C[]) {
  Touches touches(handle);
  for (const auto& [p, count] : groups) {
    const auto bytes = static_cast<unsigned>(size_of(p.a_type));
    const auto side = [&](const void* const addresses[], Size rows, Size cols, Size ld) {
      return array_of(addresses, matrix_of_bytes(nullptr, bytes, rows, cols, ld), count);
    };
    if (p.m > 0 && p.n > 0 && count > 0) {
      touches.reads(side(A, rows_of(p.transa, p.m, p.k), rows_of(p.transa, p.k, p.m), p.lda));
      touches.reads(side(B, rows_of(p.transb, p.k, p.n), rows_of(p.transb, p.n, p.k), p.ldb));
      const Touched result = side(C, p.m, p.n, p.ldc);
      cuCabs(p.beta) == 0 ? touches.writes(result) : touches.changes(result);
    }
    A += count;
    B += count;
    C += count;
  }
}

}  // namespace

cublasStatus_t multiply_groups(cublasHandle_t handle, std::vector<Group> groups, const void* alphas,
                               const void* const A[], const void* const B[], const void* betas,
                               void* const C[], cublasComputeType_t compute, const char* name) {
  BlasChecks checks(handle, name);
  checks.require(handle->pointer_mode == CUBLAS_POINTER_MODE_HOST, 0, CUBLAS_STATUS_NOT_SUPPORTED);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Product& p = groups[i].product;
    check_product(checks, p.transa, p.transb, p.m, p.n, p.k, p.lda, p.ldb, p.ldc)
        .size(groups[i].count, 15);
    if (checks.failed()) return checks.status();
    if (p.a_type != p.b_type || p.a_type != p.c_type || !is_grouped_type(p.a_type, compute))
      return CUBLAS_STATUS_NOT_SUPPORTED;
    const ProductTypes types = product_types(p.a_type, p.b_type, p.c_type, compute);
    p.arithmetic = types.arithmetic;
    p.alpha = load(types.scalar, alphas, static_cast<Size>(i));
    p.beta = load(types.scalar, betas, static_cast<Size>(i));
  }
  tell_groups(handle, groups, A, B, C);
  return enqueue(handle, [=, groups = std::move(groups)] {
    Size at = 0;
    for (const auto& [product, count] : groups)
      for (Size i = 0; i < count; ++i, ++at)
        if (product.m > 0 && product.n > 0) multiply_matrices(product, A[at], B[at], C[at]);
  });
}

}  // namespace riffle::cublas
