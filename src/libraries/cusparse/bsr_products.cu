// SPDX-License-Identifier: Apache-2.0
// Products of matrices of blocks with vectors and dense matrices.
#include "libraries/cusparse/block_rows.h"
#include "libraries/cusparse/dense_view.h"

namespace riffle::cusparse {
namespace {

/// Rows of blocks, each from its first to its last block: all of them, or those that a mask names.
struct Chosen {
  const int *mask, *ends;  ///< both may be null
  Long count;
};

template <class N>
__global__ void bsr_multiply(Chosen chosen, BlockRows a, const N* values, const N* x, N* y,
                             Scalar alpha_of, Scalar beta_of) {
  const N alpha = alpha_of.get<N>(), beta = beta_of.get<N>();
  const RowRange run = my_rows(chosen.count);
  for (Long t = run.begin; t < run.end; ++t) {
    const Long block_row = chosen.mask == nullptr ? t : chosen.mask[t] - a.base;
    const int begin = a.begin(block_row);
    const int end = chosen.ends == nullptr ? a.end(block_row) : chosen.ends[block_row] - a.base;
    for (int r = 0; r < a.height; ++r) {
      N sum = 0;
      for (int k = begin; k < end; ++k)
        for (int c = 0; c < a.width; ++c)
          sum += values[a.place(k, r, c)] * x[a.block_column(k) * a.width + c];
      N& to = y[block_row * a.height + r];
      to = beta == N(0) ? alpha * sum : alpha * sum + beta * to;
    }
  }
}

constexpr unsigned kLanes = 16;

/// A thread for each column of the dense matrix.
template <class N>
__global__ void bsr_multiply_matrix(Long block_rows, BlockRows a, const N* values, const N* b,
                                    DenseView b_view, bool is_b_conjugated, N* c, DenseView c_view,
                                    Scalar alpha_of, Scalar beta_of) {
  const Long j = static_cast<Long>(blockIdx.y) * blockDim.x + threadIdx.x;
  if (j >= c_view.cols) return;
  const N alpha = alpha_of.get<N>(), beta = beta_of.get<N>();
  const RowRange run = my_rows(block_rows);
  for (Long i = run.begin * a.height; i < run.end * a.height; ++i) {
    N sum = 0;
    a.visit(i, [&](Long column, Long k) {
      sum += values[k] * conjugate_if(b[b_view.place(column, j)], is_b_conjugated);
    });
    N& to = c[c_view.place(i, j)];
    to = beta == N(0) ? alpha * sum : alpha * sum + beta * to;
  }
}

Call check(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op,
           const void* alpha, const void* beta, const cusparseMatDescr_t descr, int block) {
  Call call(handle);
  call.one_of(direction).one_of(op).there(alpha, beta).require(block > 0).general(descr);
  return call.require(op == CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_STATUS_NOT_SUPPORTED);
}

template <class T>
cusparseStatus_t bsrmv(cusparseHandle_t handle, cusparseDirection_t direction,
                       cusparseOperation_t op, int mb, int nb, int nnzb, const T* alpha,
                       const cusparseMatDescr_t descr, const T* values, const int* offsets,
                       const int* columns, int block, const T* x, const T* beta, T* y) {
  using N = Number<T>;
  Call call = check(handle, direction, op, alpha, beta, descr, block).sizes(mb, nb, nnzb);
  call.require(mb == 0 || (offsets != nullptr && y != nullptr));
  call.require(nnzb == 0 || (values != nullptr && columns != nullptr && x != nullptr));
  call.then([&] {
    return launch_rows(bsr_multiply<N>, mb, Long{nnzb} * block * block, call.stream(),
                       Chosen{nullptr, nullptr, mb},
                       block_rows(descr, offsets, columns, block, block, direction),
                       reinterpret_cast<const N*>(values), reinterpret_cast<const N*>(x),
                       reinterpret_cast<N*>(y), call.scalar(alpha), call.scalar(beta));
  });
  return call.status();
}

/// `offsets` has the beginnings of rows alone, `ends` where they end.
template <class T>
cusparseStatus_t bsrxmv(cusparseHandle_t handle, cusparseDirection_t direction,
                        cusparseOperation_t op, int masked, int mb, int nb, int nnzb,
                        const T* alpha, const cusparseMatDescr_t descr, const T* values,
                        const int* mask, const int* offsets, const int* ends, const int* columns,
                        int block, const T* x, const T* beta, T* y) {
  using N = Number<T>;
  Call call = check(handle, direction, op, alpha, beta, descr, block).sizes(masked, mb, nb, nnzb);
  call.require(masked <= mb);
  if (masked == 0) return call.status();
  call.there(mask, offsets, ends, values, columns, x, y).then([&] {
    return launch_rows(bsr_multiply<N>, masked, Long{nnzb} * block * block, call.stream(),
                       Chosen{mask, ends, masked},
                       block_rows(descr, offsets, columns, block, block, direction),
                       reinterpret_cast<const N*>(values), reinterpret_cast<const N*>(x),
                       reinterpret_cast<N*>(y), call.scalar(alpha), call.scalar(beta));
  });
  return call.status();
}

template <class T>
cusparseStatus_t bsrmm(cusparseHandle_t handle, cusparseDirection_t direction,
                       cusparseOperation_t op, cusparseOperation_t op_b, int mb, int n, int kb,
                       int nnzb, const T* alpha, const cusparseMatDescr_t descr, const T* values,
                       const int* offsets, const int* columns, int block, const T* b, int ldb,
                       const T* beta, T* c, int ldc) {
  using N = Number<T>;
  Call call = check(handle, direction, op, alpha, beta, descr, block).one_of(op_b);
  call.sizes(mb, n, kb, nnzb);
  const bool is_plain = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const Long rows = Long{mb} * block, inner = Long{kb} * block;
  call.require(ldb >= std::max<Long>(is_plain ? inner : n, 1) && ldc >= std::max<Long>(rows, 1));
  if (call.failed() || mb == 0 || n == 0) return call.status();
  call.there(offsets, c)
      .require(nnzb == 0 || (values != nullptr && columns != nullptr && b != nullptr));
  call.then([&] {
    const dim3 grid(blocks_for(mb, Long{nnzb} * block * block * 8), (n + kLanes - 1) / kLanes);
    return launch(bsr_multiply_matrix<N>, grid, dim3(kLanes), call.stream(), mb,
                  block_rows(descr, offsets, columns, block, block, direction),
                  reinterpret_cast<const N*>(values), reinterpret_cast<const N*>(b),
                  is_plain ? DenseView{inner, n, 1, ldb} : DenseView{inner, n, ldb, 1},
                  op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, reinterpret_cast<N*>(c),
                  DenseView{rows, n, 1, ldc}, call.scalar(alpha), call.scalar(beta));
  });
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_bsr_products.h"
