// SPDX-License-Identifier: Apache-2.0
// A dense matrix as kernels see it: steps from row to row and from column to column, by its order and op().
#pragma once

#include "libraries/cusparse/launch.h"

namespace riffle::cusparse {

struct DenseView {
  Long rows, cols, row_step, col_step;
  __device__ Long place(Long row, Long column) const { return row * row_step + column * col_step; }
};

inline DenseView view_of(const cusparseDnMatDescr& descr,
                         cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE) {
  DenseView view{descr.rows, descr.cols, 1, descr.ld};
  if (descr.order == CUSPARSE_ORDER_ROW) std::swap(view.row_step, view.col_step);
  if (op != CUSPARSE_OPERATION_NON_TRANSPOSE) {
    std::swap(view.rows, view.cols);
    std::swap(view.row_step, view.col_step);
  }
  return view;
}

}  // namespace riffle::cusparse
