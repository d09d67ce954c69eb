// SPDX-License-Identifier: Apache-2.0
// What products of a sparse matrix share: the types that go together, and sums that several blocks add to.
#pragma once

#include "libraries/cusparse/walk.h"

namespace riffle::cusparse {

constexpr auto kNone = CUSPARSE_OPERATION_NON_TRANSPOSE;

inline bool is_full_type(cudaDataType type) {
  return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_C_32F || type == CUDA_C_64F;
}

/// The documented combinations of a matrix, what it is multiplied by, the result, and the type to compute in.
inline bool types_go_together(cudaDataType a, cudaDataType x, cudaDataType y,
                              cudaDataType compute) {
  if (is_full_type(compute) && y == compute && x == compute) {
    if (a == compute) return true;
    return (a == CUDA_R_32F && (compute == CUDA_R_64F || compute == CUDA_C_32F)) ||
           (a == CUDA_R_64F && compute == CUDA_C_64F);
  }
  if (a != x) return false;
  switch (a) {
    case CUDA_R_8I:
      return (compute == CUDA_R_32I && y == CUDA_R_32I) ||
             (compute == CUDA_R_32F && y == CUDA_R_32F);
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return compute == CUDA_R_32F && (y == CUDA_R_32F || y == a);
    case CUDA_C_16F:
    case CUDA_C_16BF:
      return compute == CUDA_C_32F && (y == CUDA_C_32F || y == a);
    default:
      return false;
  }
}

/// Which kernels compute a product: those of the type, if all agree, or the ones of any type.
inline cudaDataType kernel_type(cudaDataType a, cudaDataType x, cudaDataType y) {
  return a == x && x == y ? a : CUDA_R_8I;
}

/// The index of what is added to, and of what is multiplied by, in op(A).
struct Sides {
  bool is_transposed, is_conjugated;
  __device__ Long out(Long row, Long column) const { return is_transposed ? column : row; }
  __device__ Long in(Long row, Long column) const { return is_transposed ? row : column; }
};
inline Sides sides_of(cusparseOperation_t op) {
  return {op != kNone, op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
}

/// Whether slices add to different elements of the result.
inline bool slices_are_apart(const cusparseSpMatDescr& a, cusparseOperation_t op) {
  if (a.format == CUSPARSE_FORMAT_COO) return false;
  return (a.format == CUSPARSE_FORMAT_CSC) == (op != kNone);
}

/// CSR without and CSC with transposition: a row of op(A) is a run of entries.
inline bool has_runs(const cusparseSpMatDescr& a, cusparseOperation_t op) {
  return (a.format == CUSPARSE_FORMAT_CSR && op == kNone) ||
         (a.format == CUSPARSE_FORMAT_CSC && op != kNone);
}
inline bool has_int_indices(const cusparseSpMatDescr& a) {
  return a.offset_type == CUSPARSE_INDEX_32I && a.index_type == CUSPARSE_INDEX_32I;
}

/// Blocks that add to sums of their own where slices are not apart. Their number follows from the matrix alone: results
/// are the same on every machine.
inline Long sums_of(const cusparseSpMatDescr& a, cusparseOperation_t op, Long results) {
  if (slices_are_apart(a, op)) return 1;
  return std::clamp<Long>(stored_of(a) / std::max<Long>(2 * results, 1), 1, 16);
}

}  // namespace riffle::cusparse
