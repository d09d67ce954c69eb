// SPDX-License-Identifier: Apache-2.0
// Incomplete LU and Cholesky factors of CSR, without fill: rows one after another, in place. Columns of a row are sorted.
#include "libraries/cusparse/pivots.h"

/// The base is the analysed matrix's, for positions.
struct csrilu02Info : riffle::cusparse::PivotInfo {
  int base = 0;
};
struct csric02Info : riffle::cusparse::PivotInfo {
  int base = 0;
};

namespace riffle::cusparse {
namespace {

struct Csr {
  const int *offsets, *columns;
  int base;
  __device__ int begin(Long row) const { return offsets[row] - base; }
  __device__ int end(Long row) const { return offsets[row + 1] - base; }
  __device__ int column(int k) const { return columns[k] - base; }
};

/// Where a row has each column, and where rows have their diagonals: -1 for none.
struct Places {
  int *of_column, *diagonal;
};

__global__ void factor_start(int m, Places places) {
  if (element() < m) places.of_column[element()] = places.diagonal[element()] = -1;
}

[[maybe_unused]] __device__ void enter_row(const Csr& a, Long row, const Places& places,
                                           bool is_left) {
  for (int k = a.begin(row); k < a.end(row); ++k) {
    places.of_column[a.column(k)] = is_left ? -1 : k;
    if (a.column(k) == row) places.diagonal[row] = k;
  }
}

template <class N>
__global__ void ilu_rows(int m, Csr a, N* values, Places places, Pivots* pivots, Boost boost) {
  for (int i = 0; i < m; ++i) {
    enter_row(a, i, places, false);
    for (int k = a.begin(i); k < a.end(i) && a.column(k) < i; ++k) {
      const int j = a.column(k), diagonal = places.diagonal[j];
      if (diagonal < 0) continue;
      const N factor = values[k] / values[diagonal];
      values[k] = factor;
      for (int l = diagonal + 1; l < a.end(j); ++l)
        if (const int place = places.of_column[a.column(l)]; place >= 0)
          values[place] -= factor * values[l];
    }
    if (const int diagonal = places.diagonal[i]; diagonal >= 0) {
      if (boost.applies(values[diagonal])) values[diagonal] = boost.value.get<N>();
      if (values[diagonal] == N(0)) note(pivots->numeric, i);
    }
    enter_row(a, i, places, true);
  }
}

/// Only the lower triangle is read and written.
template <class N>
__global__ void ic_rows(int m, Csr a, N* values, Places places, Pivots* pivots) {
  for (int i = 0; i < m; ++i) {
    enter_row(a, i, places, false);
    RealType<N> squares = 0;
    for (int k = a.begin(i); k < a.end(i) && a.column(k) < i; ++k) {
      const int j = a.column(k), diagonal = places.diagonal[j];
      if (diagonal < 0) continue;
      N sum = values[k];
      for (int l = a.begin(j); l < diagonal; ++l)
        if (const int place = places.of_column[a.column(l)]; place >= 0)
          sum -= values[place] * conjugate(values[l]);
      values[k] = sum / values[diagonal];
      squares += real_part(values[k] * conjugate(values[k]));
    }
    if (const int diagonal = places.diagonal[i]; diagonal >= 0) {
      const RealType<N> pivot = real_part(values[diagonal]) - squares;
      if (!(pivot > 0)) note(pivots->numeric, i);
      values[diagonal] = N(sqrt(pivot));
    }
    enter_row(a, i, places, true);
  }
}

struct Buffer {
  Places places;
  int* found;
};
Buffer take_buffer(BufferLayout& parts, int m) {
  return {{parts.take<int>(m), parts.take<int>(m)}, parts.take<int>(kFinders)};
}

template <class Info>
Call check(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr,
           const void* values, const int* offsets, const int* columns, const Info* info) {
  Call call(handle);
  call.sizes(m, nnz).general(descr).there(info);
  return call.require(
      m == 0 || (offsets != nullptr && (nnz == 0 || (values != nullptr && columns != nullptr))));
}
template <class Info>
cusparseStatus_t size_of_buffer(Call call, int m, int* bytes, const Info*) {
  call.there(bytes);
  if (call.failed()) return call.status();
  BufferLayout parts(nullptr);
  take_buffer(parts, m);
  call.require(parts.bytes() <= INT_MAX, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES);
  *bytes = static_cast<int>(std::min<std::size_t>(parts.bytes(), INT_MAX));
  return call.status();
}
template <class Info>
cusparseStatus_t analyse(Call call, int m, const cusparseMatDescr_t descr, const int* offsets,
                         const int* columns, Info* info, cusparseSolvePolicy_t policy,
                         void* buffer) {
  call.one_of(policy).there(buffer);
  if (call.failed()) return call.status();
  BufferLayout parts(buffer);
  info->base = descr->index_base;
  find_structural(call, *info, m, offsets, columns, descr->index_base, take_buffer(parts, m).found);
  return call.status();
}
/// `run(matrix, places)` launches the factorisation.
template <class Info, class Run>
cusparseStatus_t factor(Call call, int m, const cusparseMatDescr_t descr, const int* offsets,
                        const int* columns, const Info* info, cusparseSolvePolicy_t policy,
                        void* buffer, Run run) {
  call.one_of(policy).there(buffer);
  if (call.failed()) return call.status();
  BufferLayout parts(buffer);
  const Places places = take_buffer(parts, m).places;
  call.then([&] { return clear_pivots(call, *info, false); });
  call.then([&] { return launch_elements(factor_start, m, call.stream(), m, places); });
  call.then([&] { return run(Csr{offsets, columns, descr->index_base}, places); });
  return call.status();
}

cusparseStatus_t create_csrilu02_info(csrilu02Info_t* info) { return create_with_pivots(info); }
cusparseStatus_t destroy_csrilu02_info(csrilu02Info_t info) { return destroy(info); }
cusparseStatus_t create_csric02_info(csric02Info_t* info) { return create_with_pivots(info); }
cusparseStatus_t destroy_csric02_info(csric02Info_t info) { return destroy(info); }
cusparseStatus_t xcsrilu02_zero_pivot(cusparseHandle_t handle, csrilu02Info_t info, int* position) {
  return zero_pivot(handle, info, info == nullptr ? 0 : info->base, position);
}
cusparseStatus_t xcsric02_zero_pivot(cusparseHandle_t handle, csric02Info_t info, int* position) {
  return zero_pivot(handle, info, info == nullptr ? 0 : info->base, position);
}

template <class T>
cusparseStatus_t csrilu02_numeric_boost(cusparseHandle_t handle, csrilu02Info_t info, int enable,
                                        double* tolerance, T* value) {
  return set_boost(handle, info, enable, tolerance, value);
}
template <class T>
cusparseStatus_t csrilu02_buffer_size(cusparseHandle_t handle, int m, int nnz,
                                      const cusparseMatDescr_t descr, T* values, const int* offsets,
                                      const int* columns, csrilu02Info_t info, int* bytes) {
  return size_of_buffer(check(handle, m, nnz, descr, values, offsets, columns, info), m, bytes,
                        info);
}
template <class T>
cusparseStatus_t csrilu02_analysis(cusparseHandle_t handle, int m, int nnz,
                                   const cusparseMatDescr_t descr, const T* values,
                                   const int* offsets, const int* columns, csrilu02Info_t info,
                                   cusparseSolvePolicy_t policy, void* buffer) {
  return analyse(check(handle, m, nnz, descr, values, offsets, columns, info), m, descr, offsets,
                 columns, info, policy, buffer);
}
template <class T>
cusparseStatus_t csrilu02(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr,
                          T* values, const int* offsets, const int* columns, csrilu02Info_t info,
                          cusparseSolvePolicy_t policy, void* buffer) {
  using N = Number<T>;
  const Call call = check(handle, m, nnz, descr, values, offsets, columns, info);
  return factor(call, m, descr, offsets, columns, info, policy, buffer,
                [&](const Csr& a, const Places& places) {
                  return launch_one(ilu_rows<N>, call.stream(), m, a, reinterpret_cast<N*>(values),
                                    places, info->pivots, boost_of(*info));
                });
}
template <class T>
cusparseStatus_t csric02_buffer_size(cusparseHandle_t handle, int m, int nnz,
                                     const cusparseMatDescr_t descr, T* values, const int* offsets,
                                     const int* columns, csric02Info_t info, int* bytes) {
  return size_of_buffer(check(handle, m, nnz, descr, values, offsets, columns, info), m, bytes,
                        info);
}
template <class T>
cusparseStatus_t csric02_analysis(cusparseHandle_t handle, int m, int nnz,
                                  const cusparseMatDescr_t descr, const T* values,
                                  const int* offsets, const int* columns, csric02Info_t info,
                                  cusparseSolvePolicy_t policy, void* buffer) {
  return analyse(check(handle, m, nnz, descr, values, offsets, columns, info), m, descr, offsets,
                 columns, info, policy, buffer);
}
template <class T>
cusparseStatus_t csric02(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr,
                         T* values, const int* offsets, const int* columns, csric02Info_t info,
                         cusparseSolvePolicy_t policy, void* buffer) {
  using N = Number<T>;
  const Call call = check(handle, m, nnz, descr, values, offsets, columns, info);
  return factor(call, m, descr, offsets, columns, info, policy, buffer,
                [&](const Csr& a, const Places& places) {
                  return launch_one(ic_rows<N>, call.stream(), m, a, reinterpret_cast<N*>(values),
                                    places, info->pivots);
                });
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_factors.h"
