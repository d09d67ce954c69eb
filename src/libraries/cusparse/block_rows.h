// SPDX-License-Identifier: Apache-2.0
// A matrix of small dense blocks as its rows of single elements. CSR is such a matrix with blocks of one element.
#pragma once

#include "libraries/cusparse/launch.h"

namespace riffle::cusparse {

struct BlockRows {
  const int *offsets, *columns;
  int base;
  int height, width;  ///< of a block
  bool is_by_rows;    ///< how elements lie in a block

  __device__ int begin(Long block_row) const { return offsets[block_row] - base; }
  __device__ int end(Long block_row) const { return offsets[block_row + 1] - base; }
  __device__ Long block_column(int k) const { return columns[k] - base; }
  __device__ Long place(Long k, int row, int column) const {
    return k * height * width + (is_by_rows ? row * width + column : column * height + row);
  }
  /// Calls `visit(column, place)` for the elements of a row, in the order of blocks.
  template <class Visit>
  __device__ void visit(Long row, Visit visit) const {
    const int inner = static_cast<int>(row % height);
    for (int k = begin(row / height), last = end(row / height); k < last; ++k)
      for (int c = 0; c < width; ++c) visit(block_column(k) * width + c, place(k, inner, c));
  }
};

inline BlockRows block_rows(const cusparseMatDescr_t descr, const int* offsets, const int* columns,
                            int height, int width, cusparseDirection_t direction) {
  return {offsets, columns, descr->index_base, height, width, direction == CUSPARSE_DIRECTION_ROW};
}
inline BlockRows csr_rows(const cusparseMatDescr_t descr, const int* offsets, const int* columns) {
  return {offsets, columns, descr->index_base, 1, 1, true};
}

}  // namespace riffle::cusparse
