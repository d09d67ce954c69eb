// SPDX-License-Identifier: Apache-2.0
// What the generic calls' descriptors hold. They own no memory: arrays are the program's.
#pragma once

#include <cstdint>

#include "libraries/cusparse/entry.h"

struct cusparseSpVecDescr {
  std::int64_t size, nnz;
  void* indices;
  void* values;
  cusparseIndexType_t index_type;
  cusparseIndexBase_t base;
  cudaDataType type;
};

struct cusparseDnVecDescr {
  std::int64_t size;
  void* values;
  cudaDataType type;
};

struct cusparseDnMatDescr {
  std::int64_t rows, cols, ld;
  void* values;
  cudaDataType type;
  cusparseOrder_t order;
  int batches = 1;
  std::int64_t batch_stride = 0;
};

/// A matrix in any format. `offsets` are CSR's, CSC's, BSR's and the slices' of sliced ELL, `indices` the columns (CSC: rows);
/// COO has rows in `offsets` and columns in `indices`.
struct cusparseSpMatDescr {
  cusparseFormat_t format;
  std::int64_t rows, cols, nnz;
  void* offsets;
  void* indices;
  void* values;
  cusparseIndexType_t offset_type, index_type;
  cusparseIndexBase_t base;
  cudaDataType type;
  /// Of BSR and blocked ELL: size of a block, and how its elements lie.
  std::int64_t block_rows = 1, block_cols = 1;
  cusparseOrder_t block_order = CUSPARSE_ORDER_ROW;
  std::int64_t ell_cols = 0;    ///< blocked ELL: columns that are stored
  std::int64_t slice_size = 0;  ///< sliced ELL: rows of a slice
  std::int64_t stored = 0;      ///< sliced ELL: elements with padding
  int batches = 1;
  std::int64_t offsets_stride = 0, indices_stride = 0, values_stride = 0;
  bool has_fill_mode = false, has_diag_type = false;
  cusparseFillMode_t fill_mode = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diag_type = CUSPARSE_DIAG_TYPE_NON_UNIT;
};

namespace riffle::cusparse {

/// Bytes of an element; 0 for a type that cuSPARSE does not have.
[[nodiscard]] unsigned bytes_of(cudaDataType type);
[[nodiscard]] inline unsigned bytes_of(cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_16U ? 2 : type == CUSPARSE_INDEX_32I ? 4 : 8;
}

}  // namespace riffle::cusparse
