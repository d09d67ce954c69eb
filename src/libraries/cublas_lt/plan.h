// SPDX-License-Identifier: Apache-2.0
// A product as it is computed: what descriptors say, checked, copied when the call is made, and with matrices of rows seen as
// transposed ones of columns.
#pragma once

#include <cublasLt.h>

#include "libraries/cublas/mixed.h"
#include "libraries/cublas_lt/descriptors.h"

namespace riffle::cublas_lt {

using cublas::Arithmetic;
using cublas::Size;

/// Elements by columns.
struct MatrixOperand {
  cudaDataType type;
  Size rows, cols;  ///< as they lie there
  Size ld;
  bool is_transposed;
  Size batch_stride;  ///< in elements
  bool is_array;      ///< the batches' addresses are in an array of the device
};

struct MatmulPlan {
  Size m, n, k, batches;
  MatrixOperand a, b, c, d;
  cublasOperation_t op_a, op_b;  ///< of what lies there
  Arithmetic arithmetic;
  cudaDataType scale_type;
  ProductDescription description;
  cudaDataType bias_type, aux_type;
};

/// Errors: CUBLAS_STATUS_INVALID_VALUE (shapes, types that contradict each other), CUBLAS_STATUS_NOT_SUPPORTED (types, orders,
/// epilogues that are not there).
cublasStatus_t make_plan(cublasLtMatmulDesc_t description, cublasLtMatrixLayout_t a,
                         cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
                         cublasLtMatrixLayout_t d, MatmulPlan& plan);

struct Operands {
  const void* alpha;
  const void* a;
  const void* b;
  const void* beta;
  const void* c;
  void* d;
};

/// Computes it. Scalars of the host were copied: `alpha` and `beta` point to what lives as long as the plan.
void compute(const MatmulPlan& plan, const Operands& operands);

// --- Epilogues: flags of cublasLtEpilogue_t ---
inline constexpr std::uint32_t kRelu = 2, kBias = 4, kReluGradient = 8, kBiasGradient = 16,
                               kGelu = 32, kGeluGradient = 64, kAux = 128, kBiasOfA = 256,
                               kBiasOfB = 512;

}  // namespace riffle::cublas_lt
