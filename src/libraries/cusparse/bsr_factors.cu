// SPDX-License-Identifier: Apache-2.0
// Incomplete factors of matrices of blocks. A block counts as stored whole, so that the factors of blocks are those of the
// elements. Pivots are told of by their row of blocks.
#include "libraries/cusparse/block_rows.h"
#include "libraries/cusparse/pivots.h"

struct bsrilu02Info : riffle::cusparse::PivotInfo {
  int base = 0;
};
struct bsric02Info : riffle::cusparse::PivotInfo {
  int base = 0;
};

namespace riffle::cusparse {
namespace {

/// Where a row has each column, and where rows have their diagonals: -1 for none.
struct Places {
  Long *of_column, *diagonal;
};
__global__ void bsr_factor_start(Long size, Places places) {
  if (element() < size) places.of_column[element()] = places.diagonal[element()] = -1;
}
[[maybe_unused]] __device__ void enter_row(const BlockRows& a, Long row, const Places& places,
                                           bool is_left) {
  a.visit(row, [&](Long column, Long k) {
    places.of_column[column] = is_left ? -1 : k;
    if (column == row) places.diagonal[row] = k;
  });
}

template <class N>
__global__ void bsr_ilu_rows(Long size, BlockRows a, N* values, Places places, Pivots* pivots,
                             Boost boost) {
  for (Long i = 0; i < size; ++i) {
    enter_row(a, i, places, false);
    a.visit(i, [&](Long j, Long k) {
      if (j >= i || places.diagonal[j] < 0) return;
      const N factor = values[k] / values[places.diagonal[j]];
      values[k] = factor;
      a.visit(j, [&](Long column, Long l) {
        if (column > j && places.of_column[column] >= 0)
          values[places.of_column[column]] -= factor * values[l];
      });
    });
    if (const Long diagonal = places.diagonal[i]; diagonal >= 0) {
      if (boost.applies(values[diagonal])) values[diagonal] = boost.value.get<N>();
      if (values[diagonal] == N(0)) note(pivots->numeric, i / a.height);
    }
    enter_row(a, i, places, true);
  }
}

/// Only the lower triangle is read and written.
template <class N>
__global__ void bsr_ic_rows(Long size, BlockRows a, N* values, Places places, Pivots* pivots) {
  for (Long i = 0; i < size; ++i) {
    enter_row(a, i, places, false);
    RealType<N> squares = 0;
    a.visit(i, [&](Long j, Long k) {
      if (j >= i || places.diagonal[j] < 0) return;
      N sum = values[k];
      a.visit(j, [&](Long column, Long l) {
        if (column < j && places.of_column[column] >= 0)
          sum -= values[places.of_column[column]] * conjugate(values[l]);
      });
      values[k] = sum / values[places.diagonal[j]];
      squares += real_part(values[k] * conjugate(values[k]));
    });
    if (const Long diagonal = places.diagonal[i]; diagonal >= 0) {
      const RealType<N> pivot = real_part(values[diagonal]) - squares;
      if (!(pivot > 0)) note(pivots->numeric, i / a.height);
      values[diagonal] = N(sqrt(pivot));
    }
    enter_row(a, i, places, true);
  }
}

struct Buffer {
  Places places;
  int* found;
};
Buffer take_buffer(BufferLayout& parts, Long size) {
  return {{parts.take<Long>(size), parts.take<Long>(size)}, parts.take<int>(kFinders)};
}

struct Blocks {
  cusparseHandle_t handle;
  cusparseDirection_t direction;
  int block_rows, blocks;
  cusparseMatDescr_t descr;
  const int *offsets, *columns;
  int block;
  [[nodiscard]] Long size() const { return Long{block_rows} * block; }
};
template <class Info>
Call check(const Blocks& m, const void* values, const Info* info) {
  Call call(m.handle);
  call.one_of(m.direction).sizes(m.block_rows, m.blocks).require(m.block > 0).general(m.descr);
  call.there(info);
  return call.require(
      m.block_rows == 0 ||
      (m.offsets != nullptr && (m.blocks == 0 || (values != nullptr && m.columns != nullptr))));
}
template <class Info>
cusparseStatus_t size_of_buffer(const Blocks& m, const void* values, const Info* info, int* bytes) {
  Call call = check(m, values, info).there(bytes);
  if (call.failed()) return call.status();
  BufferLayout parts(nullptr);
  take_buffer(parts, m.size());
  call.require(parts.bytes() <= INT_MAX, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES);
  *bytes = static_cast<int>(std::min<std::size_t>(parts.bytes(), INT_MAX));
  return call.status();
}
template <class Info>
cusparseStatus_t analyse(const Blocks& m, const void* values, Info* info,
                         cusparseSolvePolicy_t policy, void* buffer) {
  Call call = check(m, values, info).one_of(policy).there(buffer);
  if (call.failed()) return call.status();
  BufferLayout parts(buffer);
  info->base = m.descr->index_base;
  find_structural(call, *info, m.block_rows, m.offsets, m.columns, m.descr->index_base,
                  take_buffer(parts, m.size()).found);
  return call.status();
}
/// `run(stream, matrix, places)` launches the factorisation.
template <class Info, class Run>
cusparseStatus_t factor(const Blocks& m, const void* values, const Info* info,
                        cusparseSolvePolicy_t policy, void* buffer, Run run) {
  Call call = check(m, values, info).one_of(policy).there(buffer);
  if (call.failed()) return call.status();
  BufferLayout parts(buffer);
  const Places places = take_buffer(parts, m.size()).places;
  call.then([&] { return clear_pivots(call, *info, false); });
  call.then(
      [&] { return launch_elements(bsr_factor_start, m.size(), call.stream(), m.size(), places); });
  call.then([&] {
    return run(call.stream(),
               block_rows(m.descr, m.offsets, m.columns, m.block, m.block, m.direction), places);
  });
  return call.status();
}

cusparseStatus_t create_bsrilu02_info(bsrilu02Info_t* info) { return create_with_pivots(info); }
cusparseStatus_t destroy_bsrilu02_info(bsrilu02Info_t info) { return destroy(info); }
cusparseStatus_t create_bsric02_info(bsric02Info_t* info) { return create_with_pivots(info); }
cusparseStatus_t destroy_bsric02_info(bsric02Info_t info) { return destroy(info); }
cusparseStatus_t xbsrilu02_zero_pivot(cusparseHandle_t handle, bsrilu02Info_t info, int* position) {
  return zero_pivot(handle, info, info == nullptr ? 0 : info->base, position);
}
cusparseStatus_t xbsric02_zero_pivot(cusparseHandle_t handle, bsric02Info_t info, int* position) {
  return zero_pivot(handle, info, info == nullptr ? 0 : info->base, position);
}
template <class T>
cusparseStatus_t bsrilu02_numeric_boost(cusparseHandle_t handle, bsrilu02Info_t info, int enable,
                                        double* tolerance, T* value) {
  return set_boost(handle, info, enable, tolerance, value);
}

template <class T>
cusparseStatus_t bsrilu02_buffer_size(cusparseHandle_t handle, cusparseDirection_t direction,
                                      int mb, int nnzb, const cusparseMatDescr_t descr, T* values,
                                      const int* offsets, const int* columns, int block,
                                      bsrilu02Info_t info, int* bytes) {
  return size_of_buffer({handle, direction, mb, nnzb, descr, offsets, columns, block}, values, info,
                        bytes);
}
template <class T>
cusparseStatus_t bsrilu02_analysis(cusparseHandle_t handle, cusparseDirection_t direction, int mb,
                                   int nnzb, const cusparseMatDescr_t descr, T* values,
                                   const int* offsets, const int* columns, int block,
                                   bsrilu02Info_t info, cusparseSolvePolicy_t policy,
                                   void* buffer) {
  return analyse({handle, direction, mb, nnzb, descr, offsets, columns, block}, values, info,
                 policy, buffer);
}
template <class T>
cusparseStatus_t bsrilu02(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nnzb,
                          const cusparseMatDescr_t descr, T* values, const int* offsets,
                          const int* columns, int block, bsrilu02Info_t info,
                          cusparseSolvePolicy_t policy, void* buffer) {
  using N = Number<T>;
  const Blocks m{handle, direction, mb, nnzb, descr, offsets, columns, block};
  return factor(m, values, info, policy, buffer,
                [&](cudaStream_t stream, const BlockRows& a, const Places& places) {
                  return launch_one(bsr_ilu_rows<N>, stream, m.size(), a,
                                    reinterpret_cast<N*>(values), places, info->pivots,
                                    boost_of(*info));
                });
}
template <class T>
cusparseStatus_t bsric02_buffer_size(cusparseHandle_t handle, cusparseDirection_t direction, int mb,
                                     int nnzb, const cusparseMatDescr_t descr, T* values,
                                     const int* offsets, const int* columns, int block,
                                     bsric02Info_t info, int* bytes) {
  return size_of_buffer({handle, direction, mb, nnzb, descr, offsets, columns, block}, values, info,
                        bytes);
}
template <class T>
cusparseStatus_t bsric02_analysis(cusparseHandle_t handle, cusparseDirection_t direction, int mb,
                                  int nnzb, const cusparseMatDescr_t descr, const T* values,
                                  const int* offsets, const int* columns, int block,
                                  bsric02Info_t info, cusparseSolvePolicy_t policy, void* buffer) {
  return analyse({handle, direction, mb, nnzb, descr, offsets, columns, block}, values, info,
                 policy, buffer);
}
template <class T>
cusparseStatus_t bsric02(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nnzb,
                         const cusparseMatDescr_t descr, T* values, const int* offsets,
                         const int* columns, int block, bsric02Info_t info,
                         cusparseSolvePolicy_t policy, void* buffer) {
  using N = Number<T>;
  const Blocks m{handle, direction, mb, nnzb, descr, offsets, columns, block};
  return factor(m, values, info, policy, buffer,
                [&](cudaStream_t stream, const BlockRows& a, const Places& places) {
                  return launch_one(bsr_ic_rows<N>, stream, m.size(), a,
                                    reinterpret_cast<N*>(values), places, info->pivots);
                });
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_bsr_factors.h"
