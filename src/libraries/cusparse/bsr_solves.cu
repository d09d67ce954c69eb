// SPDX-License-Identifier: Apache-2.0
// Triangular systems of matrices of blocks: those of their elements.
#include "libraries/cusparse/block_rows.h"
#include "libraries/cusparse/pivots.h"
#include "libraries/cusparse/triangle.h"

struct bsrsv2Info : riffle::cusparse::PivotInfo {
  int base = 0;
};
struct bsrsm2Info : riffle::cusparse::PivotInfo {
  int base = 0;
};

namespace riffle::cusparse {
namespace {

/// A zero on the diagonal of a diagonal block.
template <class N>
__global__ void bsr_find_zeros(Long size, BlockRows rows, const N* values, Pivots* pivots) {
  for (Long i = 0; i < size; ++i)
    rows.visit(i, [&](Long column, Long k) {
      if (column == i && values[k] == N(0)) note(pivots->numeric, i / rows.height);
    });
}

/// What all calls have in common.
struct System {
  cusparseHandle_t handle;
  cusparseDirection_t direction;
  cusparseOperation_t op;
  int block_rows, blocks;
  cusparseMatDescr_t descr;
  const int *offsets, *columns;
  int block;
};

template <class Info>
Call check(const System& s, const void* values, const Info* info) {
  Call call(s.handle);
  call.one_of(s.direction).one_of(s.op).sizes(s.block_rows, s.blocks).require(s.block > 0);
  call.there(s.descr, info);
  if (call.failed()) return call;
  call.require(s.descr->type == CUSPARSE_MATRIX_TYPE_GENERAL ||
                   s.descr->type == CUSPARSE_MATRIX_TYPE_TRIANGULAR,
               CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
  return call.require(
      s.block_rows == 0 ||
      (s.offsets != nullptr && (s.blocks == 0 || (values != nullptr && s.columns != nullptr))));
}
cusparseStatus_t size_of_buffer(Call call, int* bytes) {
  call.there(bytes);
  if (!call.failed()) *bytes = static_cast<int>(kFinders * sizeof(int));
  return call.status();
}
template <class Info>
cusparseStatus_t analyse(Call call, const System& s, Info* info, cusparseSolvePolicy_t policy,
                         void* buffer) {
  call.one_of(policy).there(buffer);
  if (call.failed()) return call.status();
  info->base = s.descr->index_base;
  if (s.descr->diag_type == CUSPARSE_DIAG_TYPE_UNIT)
    return call.then([&] { return clear_pivots(call, *info, true); }).status();
  find_structural(call, *info, s.block_rows, s.offsets, s.columns, s.descr->index_base,
                  static_cast<int*>(buffer));
  return call.status();
}
template <class T, class Info>
cusparseStatus_t solve(Call call, const System& s, const T* alpha, const T* values, Info* info,
                       const Right<Number<T>>& right, cusparseSolvePolicy_t policy) {
  using N = Number<T>;
  call.one_of(policy).there(alpha);
  if (call.failed()) return call.status();
  const Long size = Long{s.block_rows} * s.block;
  const auto* const numbers = reinterpret_cast<const N*>(values);
  Triangle<BlockRows> a{};
  a.rows = block_rows(s.descr, s.offsets, s.columns, s.block, s.block, s.direction);
  a.size = size;
  a.is_lower = s.descr->fill_mode == CUSPARSE_FILL_MODE_LOWER;
  a.is_unit = s.descr->diag_type == CUSPARSE_DIAG_TYPE_UNIT;
  a.is_transposed = s.op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  a.is_conjugated = s.op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  call.then([&] { return clear_pivots(call, *info, false); });
  if (!a.is_unit)
    call.then([&] {
      return launch_one(bsr_find_zeros<N>, call.stream(), size, a.rows, numbers, info->pivots);
    });
  call.then([&] {
    if (size == 0 || right.x_view.cols == 0) return CUSPARSE_STATUS_SUCCESS;
    return solve_triangle(call.stream(), a, numbers, static_cast<const N*>(nullptr), right,
                          call.scalar(alpha));
  });
  return call.status();
}

cusparseStatus_t create_bsrsv2_info(bsrsv2Info_t* info) { return create_with_pivots(info); }
cusparseStatus_t destroy_bsrsv2_info(bsrsv2Info_t info) { return destroy(info); }
cusparseStatus_t create_bsrsm2_info(bsrsm2Info_t* info) { return create_with_pivots(info); }
cusparseStatus_t destroy_bsrsm2_info(bsrsm2Info_t info) { return destroy(info); }
cusparseStatus_t xbsrsv2_zero_pivot(cusparseHandle_t handle, bsrsv2Info_t info, int* position) {
  return zero_pivot(handle, info, info == nullptr ? 0 : info->base, position);
}
cusparseStatus_t xbsrsm2_zero_pivot(cusparseHandle_t handle, bsrsm2Info_t info, int* position) {
  return zero_pivot(handle, info, info == nullptr ? 0 : info->base, position);
}

template <class T>
cusparseStatus_t bsrsv2_buffer_size(cusparseHandle_t handle, cusparseDirection_t direction,
                                    cusparseOperation_t op, int mb, int nnzb,
                                    const cusparseMatDescr_t descr, T* values, const int* offsets,
                                    const int* columns, int block, bsrsv2Info_t info, int* bytes) {
  const System s{handle, direction, op, mb, nnzb, descr, offsets, columns, block};
  return size_of_buffer(check(s, values, info), bytes);
}
template <class T>
cusparseStatus_t bsrsv2_analysis(cusparseHandle_t handle, cusparseDirection_t direction,
                                 cusparseOperation_t op, int mb, int nnzb,
                                 const cusparseMatDescr_t descr, const T* values,
                                 const int* offsets, const int* columns, int block,
                                 bsrsv2Info_t info, cusparseSolvePolicy_t policy, void* buffer) {
  const System s{handle, direction, op, mb, nnzb, descr, offsets, columns, block};
  return analyse(check(s, values, info), s, info, policy, buffer);
}
template <class T>
cusparseStatus_t bsrsv2_solve(cusparseHandle_t handle, cusparseDirection_t direction,
                              cusparseOperation_t op, int mb, int nnzb, const T* alpha,
                              const cusparseMatDescr_t descr, const T* values, const int* offsets,
                              const int* columns, int block, bsrsv2Info_t info, const T* f, T* x,
                              cusparseSolvePolicy_t policy, void*) {
  using N = Number<T>;
  const System s{handle, direction, op, mb, nnzb, descr, offsets, columns, block};
  Call call = check(s, values, info);
  call.require(mb == 0 || (f != nullptr && x != nullptr));
  const Long size = Long{mb} * block;
  const DenseView view{size, 1, 1, size};
  const Right<N> right{reinterpret_cast<const N*>(f), view, false, reinterpret_cast<N*>(x), view};
  return solve(call, s, alpha, values, info, right, policy);
}

template <class T>
cusparseStatus_t bsrsm2_buffer_size(cusparseHandle_t handle, cusparseDirection_t direction,
                                    cusparseOperation_t op, cusparseOperation_t op_x, int mb, int n,
                                    int nnzb, const cusparseMatDescr_t descr, T* values,
                                    const int* offsets, const int* columns, int block,
                                    bsrsm2Info_t info, int* bytes) {
  const System s{handle, direction, op, mb, nnzb, descr, offsets, columns, block};
  return size_of_buffer(check(s, values, info).one_of(op_x).sizes(n), bytes);
}
template <class T>
cusparseStatus_t bsrsm2_analysis(cusparseHandle_t handle, cusparseDirection_t direction,
                                 cusparseOperation_t op, cusparseOperation_t op_x, int mb, int n,
                                 int nnzb, const cusparseMatDescr_t descr, const T* values,
                                 const int* offsets, const int* columns, int block,
                                 bsrsm2Info_t info, cusparseSolvePolicy_t policy, void* buffer) {
  const System s{handle, direction, op, mb, nnzb, descr, offsets, columns, block};
  return analyse(check(s, values, info).one_of(op_x).sizes(n), s, info, policy, buffer);
}
template <class T>
cusparseStatus_t bsrsm2_solve(cusparseHandle_t handle, cusparseDirection_t direction,
                              cusparseOperation_t op, cusparseOperation_t op_x, int mb, int n,
                              int nnzb, const T* alpha, const cusparseMatDescr_t descr,
                              const T* values, const int* offsets, const int* columns, int block,
                              bsrsm2Info_t info, const T* b, int ldb, T* x, int ldx,
                              cusparseSolvePolicy_t policy, void*) {
  using N = Number<T>;
  const System s{handle, direction, op, mb, nnzb, descr, offsets, columns, block};
  Call call = check(s, values, info).one_of(op_x).sizes(n);
  const bool is_plain = op_x == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const Long size = Long{mb} * block, least = std::max<Long>(is_plain ? size : n, 1);
  call.require(ldb >= least && ldx >= least);
  call.require(mb == 0 || n == 0 || (b != nullptr && x != nullptr));
  const auto view = [&](Long ld) {
    return is_plain ? DenseView{size, n, 1, ld} : DenseView{size, n, ld, 1};
  };
  const Right<N> right{reinterpret_cast<const N*>(b), view(ldb), false, reinterpret_cast<N*>(x),
                       view(ldx)};
  return solve(call, s, alpha, values, info, right, policy);
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_bsr_solves.h"
