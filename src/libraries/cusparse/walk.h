// SPDX-License-Identifier: Apache-2.0
// Every entry of a sparse matrix, whatever its format.
//
// A matrix is cut into slices: rows (CSR), columns (CSC), entries (COO), rows of blocks (BSR, blocked ELL), slices (sliced ELL).
// Slices of all formats but COO have different rows (CSC: columns).
#pragma once

#include "libraries/cusparse/launch.h"

namespace riffle::cusparse {

struct Matrix {
  cusparseFormat_t format;
  Long rows, cols, nnz;
  Indices offsets, indices;
  Long block_rows, block_cols;
  bool is_block_by_rows;
  Long ell_cols, slice_size;
};

inline Matrix matrix_of(const cusparseSpMatDescr& descr) {
  return {descr.format,
          descr.rows,
          descr.cols,
          descr.nnz,
          indices_of(descr.offsets, descr.base, descr.offset_type),
          indices_of(descr.indices, descr.base, descr.index_type),
          descr.block_rows,
          descr.block_cols,
          descr.block_order == CUSPARSE_ORDER_ROW,
          descr.ell_cols,
          descr.slice_size};
}

inline Long slices_of(const cusparseSpMatDescr& descr) {
  switch (descr.format) {
    case CUSPARSE_FORMAT_CSC:
      return descr.cols;
    case CUSPARSE_FORMAT_COO:
      return descr.nnz;
    case CUSPARSE_FORMAT_BSR:
    case CUSPARSE_FORMAT_BLOCKED_ELL:
      return descr.rows / descr.block_rows;
    case CUSPARSE_FORMAT_SLICED_ELLPACK:
      return (descr.rows + descr.slice_size - 1) / std::max<Long>(descr.slice_size, 1);
    default:
      return descr.rows;
  }
}
/// Elements that are stored, with padding.
inline Long stored_of(const cusparseSpMatDescr& descr) {
  return descr.format == CUSPARSE_FORMAT_SLICED_ELLPACK ? descr.stored : descr.nnz;
}

namespace detail {

template <class Visit>
__device__ inline void walk_block(const Matrix& m, Long block_row, Long block_col, Long place,
                                  Visit& visit) {
  for (Long r = 0; r < m.block_rows; ++r)
    for (Long c = 0; c < m.block_cols; ++c)
      visit(block_row * m.block_rows + r, block_col * m.block_cols + c,
            place + (m.is_block_by_rows ? r * m.block_cols + c : c * m.block_rows + r));
}

/// Blocked ELL: values lie as in a matrix of rows x ell_cols, by rows; a column of -1 is padding.
template <class Visit>
__device__ inline void walk_ell(const Matrix& m, Long slice, Visit& visit) {
  const Long size = m.block_rows, blocks = m.ell_cols / size;
  for (Long b = 0; b < blocks; ++b) {
    const Long block_col = m.indices[slice * blocks + b];
    if (block_col < 0) continue;
    for (Long r = 0; r < size; ++r)
      for (Long c = 0; c < size; ++c)
        visit(slice * size + r, block_col * size + c,
              (slice * size + r) * m.ell_cols + b * size + c);
  }
}

}  // namespace detail

/// Calls `visit(row, column, place of the value)` for the entries of some slices.
template <class Visit>
__device__ inline void walk(const Matrix& m, RowRange slices, Visit visit) {
  switch (m.format) {
    case CUSPARSE_FORMAT_CSR:
      for (Long i = slices.begin; i < slices.end; ++i)
        for (Long k = m.offsets[i], end = m.offsets[i + 1]; k < end; ++k) visit(i, m.indices[k], k);
      return;
    case CUSPARSE_FORMAT_CSC:
      for (Long j = slices.begin; j < slices.end; ++j)
        for (Long k = m.offsets[j], end = m.offsets[j + 1]; k < end; ++k) visit(m.indices[k], j, k);
      return;
    case CUSPARSE_FORMAT_COO:
      for (Long k = slices.begin; k < slices.end; ++k) visit(m.offsets[k], m.indices[k], k);
      return;
    case CUSPARSE_FORMAT_BSR:
      for (Long i = slices.begin; i < slices.end; ++i)
        for (Long k = m.offsets[i], end = m.offsets[i + 1]; k < end; ++k)
          detail::walk_block(m, i, m.indices[k], k * m.block_rows * m.block_cols, visit);
      return;
    case CUSPARSE_FORMAT_BLOCKED_ELL:
      for (Long i = slices.begin; i < slices.end; ++i) detail::walk_ell(m, i, visit);
      return;
    default:  // sliced ELL: by columns in a slice
      for (Long s = slices.begin; s < slices.end; ++s)
        for (Long k = m.offsets[s], end = m.offsets[s + 1], first = k; k < end; ++k) {
          const Long row = s * m.slice_size + (k - first) % m.slice_size, column = m.indices[k];
          if (row < m.rows && column >= 0) visit(row, column, k);
        }
  }
}

}  // namespace riffle::cusparse
