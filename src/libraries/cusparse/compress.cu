// SPDX-License-Identifier: Apache-2.0
// Matrices without their small elements: of CSR and of dense matrices, by a tolerance or by how many are to go.
#include "libraries/cusparse/dense_view.h"
#include "libraries/cusparse/scan.h"

/// Nothing is kept between the calls.
struct pruneInfo {};

namespace riffle::cusparse {
namespace {

[[maybe_unused]] __device__ inline double size_of(__half value) {
  return fabsf(__half2float(value));
}
template <class N>
__device__ double size_of(N value) {
  return magnitude(value);
}

/// Rows of CSR: `visit(column, value)`.
template <class N>
struct CsrSource {
  const N* values;
  const int *offsets, *columns;
  int base;
  Long rows;
  template <class Visit>
  __device__ void visit(Long row, Visit visit) const {
    for (int k = offsets[row] - base; k < offsets[row + 1] - base; ++k)
      visit(columns[k] - base, values[k]);
  }
};
template <class N>
struct DenseSource {
  const N* values;
  DenseView view;
  Long rows;
  template <class Visit>
  __device__ void visit(Long row, Visit visit) const {
    for (Long j = 0; j < view.cols; ++j) visit(static_cast<int>(j), values[view.place(row, j)]);
  }
};

/// An element is kept if it is larger than the threshold, which may be on the device.
/// The count of row i goes to i + 1, as `scan` wants it.
template <class Source>
__global__ void prune_count(Source from, Scalar threshold_of, Indices counts) {
  const double threshold = threshold_of.get<double>();
  const RowRange run = my_rows(from.rows);
  for (Long i = run.begin; i < run.end; ++i) {
    int count = 0;
    from.visit(i, [&](int, auto value) { count += size_of(value) > threshold; });
    // The base counts in the first number alone.
    counts.set(i + 1, count - counts.base);
  }
}
/// Of values alone.
template <class N>
__global__ void compress_count(Long rows, const N* values, const int* offsets, int base,
                               Scalar threshold_of, int* counts) {
  const double threshold = threshold_of.get<double>();
  const RowRange run = my_rows(rows);
  for (Long i = run.begin; i < run.end; ++i) {
    int count = 0;
    for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k)
      count += size_of(values[k]) > threshold;
    counts[i] = count;
  }
}
template <class Source, class N>
__global__ void prune_fill(Source from, Scalar threshold_of, const int* offsets, int base,
                           int* columns, N* values) {
  const double threshold = threshold_of.get<double>();
  const RowRange run = my_rows(from.rows);
  for (Long i = run.begin; i < run.end; ++i) {
    int k = offsets[i] - base;
    from.visit(i, [&](int column, N value) {
      if (!(size_of(value) > threshold)) return;
      columns[k] = column + base;
      values[k++] = value;
    });
  }
}
template <class Source>
__global__ void prune_sizes(Source from, Long each, const int* offsets, int base, double* sizes) {
  const RowRange run = my_rows(from.rows);
  for (Long i = run.begin; i < run.end; ++i) {
    Long k = offsets == nullptr ? i * each : offsets[i] - base;
    from.visit(i, [&](int, auto value) { sizes[k++] = size_of(value); });
  }
}
/// The size that has `place` smaller ones before it, by partitions around a middle one.
__global__ void prune_select(double* sizes, Long count, Long place, double* selected) {
  Long begin = 0, end = count - 1;
  while (begin < end) {
    const double middle = sizes[begin + (end - begin) / 2];
    Long left = begin, right = end;
    while (left <= right) {
      while (sizes[left] < middle) ++left;
      while (middle < sizes[right]) --right;
      if (left > right) break;
      const double moved = sizes[left];
      sizes[left++] = sizes[right];
      sizes[right--] = moved;
    }
    if (place <= right)
      end = right;
    else if (place >= left)
      begin = left;
    else
      break;
  }
  *selected = count == 0 ? 0 : sizes[place];
}
__global__ void compress_offsets(const int* counts, int m, int* offsets, int base) {
  int sum = base;
  for (int i = 0; i <= m; ++i) {
    offsets[i] = sum;
    if (i < m) sum += counts[i];
  }
}
__global__ void compress_total(const int* counts, int m, int* total) {
  int sum = 0;
  for (int i = 0; i < m; ++i) sum += counts[i];
  *total = sum;
}

// --- Sources with their checks ---

template <class T>
struct Pruned {
  Call call;
  bool is_dense;
  CsrSource<T> csr;
  DenseSource<T> dense;
  Long count;  ///< elements that are looked at
};
template <class T>
Pruned<T> dense_of(cusparseHandle_t handle, int m, int n, const T* a, int lda) {
  Call call(handle);
  call.sizes(m, n).require(lda >= std::max(m, 1)).require(m == 0 || n == 0 || a != nullptr);
  return {call, true, {}, {a, {m, n, 1, lda}, m}, Long{m} * n};
}
template <class T>
Pruned<T> csr_of(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descr,
                 const T* values, const int* offsets, const int* columns) {
  Call call(handle);
  call.sizes(m, n, nnz).general(descr).require(m == 0 || offsets != nullptr);
  call.require(nnz == 0 || (values != nullptr && columns != nullptr));
  const int base = call.failed() ? 0 : descr->index_base;
  return {call, false, {values, offsets, columns, base, m}, {}, nnz};
}
/// Calls `body` with the source that there is.
template <class T, class Body>
cusparseStatus_t with_source(const Pruned<T>& p, Body body) {
  return p.is_dense ? body(p.dense) : body(p.csr);
}

template <class T>
cusparseStatus_t count(Pruned<T> p, cusparseHandle_t handle, Scalar threshold,
                       const cusparseMatDescr_t c, int* offsets, int* total) {
  const Long rows = p.is_dense ? p.dense.rows : p.csr.rows;
  const Indices counts = indices_of(offsets, c->index_base);
  p.call.then([&] {
    return with_source(p, [&](auto source) {
      return launch_rows(prune_count<decltype(source)>, rows, p.count, p.call.stream(), source,
                         threshold, counts);
    });
  });
  p.call.then([&] { return scan(p.call.stream(), counts, rows); });
  give_total(p.call, handle, counts, rows, total);
  return p.call.status();
}
template <class T>
cusparseStatus_t fill(Pruned<T> p, Scalar threshold, const cusparseMatDescr_t c, T* values,
                      const int* offsets, int* columns) {
  const Long rows = p.is_dense ? p.dense.rows : p.csr.rows;
  p.call.then([&] {
    return with_source(p, [&](auto source) {
      return launch_rows(prune_fill<decltype(source), T>, rows, p.count, p.call.stream(), source,
                         threshold, offsets, c->index_base, columns, values);
    });
  });
  return p.call.status();
}
/// The threshold below which are as many elements as asked, at the beginning of the buffer.
template <class T>
Scalar threshold_by(Pruned<T>& p, float percentage, void* buffer) {
  auto* const selected = static_cast<double*>(buffer);
  double* const sizes = selected + 2;
  p.call.require(percentage >= 0 && percentage <= 100).there(static_cast<const void*>(buffer));
  p.call.then([&] {
    return with_source(p, [&](auto source) {
      return launch_rows(prune_sizes<decltype(source)>, source.rows, p.count, p.call.stream(),
                         source, p.is_dense ? p.dense.view.cols : 0,
                         p.is_dense ? nullptr : p.csr.offsets, p.csr.base, sizes);
    });
  });
  const auto wanted = static_cast<Long>(ceil(static_cast<double>(p.count) * (percentage / 100.0)));
  const Long place = std::clamp<Long>(wanted - 1, 0, std::max<Long>(p.count - 1, 0));
  p.call.then(
      [&] { return launch_one(prune_select, p.call.stream(), sizes, p.count, place, selected); });
  return {{}, selected, CUDA_R_64F};
}
template <class T>
cusparseStatus_t size_of_buffer(Pruned<T> p, bool by_percentage, size_t* bytes) {
  p.call.there(bytes);
  // Never nothing: programs hand over what they were asked for.
  if (!p.call.failed())
    *bytes = sizeof(double) * static_cast<size_t>(by_percentage ? p.count + 2 : 2);
  return p.call.status();
}
/// Either pointer mode.
template <class T>
Scalar threshold_at(Pruned<T>& p, const T* threshold) {
  p.call.there(threshold);
  return p.call.failed() ? Scalar{} : p.call.scalar(threshold, kTypeOf<T>);
}

}  // namespace
}  // namespace riffle::cusparse

#include "libraries/cusparse/compress_calls.h"
