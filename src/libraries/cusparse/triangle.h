// SPDX-License-Identifier: Apache-2.0
// How a triangular system is solved. Rows are solved one after another; right-hand sides are the threads. With the
// transposed matrix a row that is solved is taken from the others at once, so that the matrix is read as it lies.
#pragma once

#include "libraries/cusparse/dense_view.h"

namespace riffle::cusparse {

/// `Rows` calls `visit(row, [](column, place of the value))` for the entries of a row.
template <class Rows>
struct Triangle {
  Rows rows;
  Long size;
  bool is_lower, is_unit, is_transposed, is_conjugated;
};

/// Right-hand sides and solutions.
template <class T>
struct Right {
  const T* b;
  DenseView b_view;
  bool is_b_conjugated;
  T* x;
  DenseView x_view;
};

template <class Rows, class T>
__device__ T diagonal_of(const Triangle<Rows>& a, const T* values, const T* diagonal, Long row) {
  if (a.is_unit) return 1;
  T found = 0;
  if (diagonal != nullptr)
    found = diagonal[row];
  else
    a.rows.visit(row, [&](Long column, Long k) {
      if (column == row) found = values[k];
    });
  return conjugate_if(found, a.is_conjugated);
}

/// `diagonal` has other values for the diagonal, or is null.
template <class Rows, class T>
__global__ void triangle_solve(Triangle<Rows> a, const T* values, const T* diagonal, Right<T> right,
                               Scalar alpha_of) {
  const Long j = element();
  if (j >= right.x_view.cols) return;
  const T alpha = alpha_of.get<T>();
  for (Long t = 0; t < a.size; ++t) {
    const Long i = a.is_lower ? t : a.size - 1 - t;
    T sum = alpha * conjugate_if(right.b[right.b_view.place(i, j)], right.is_b_conjugated);
    T pivot = a.is_unit ? T(1) : T(0);
    a.rows.visit(i, [&](Long column, Long k) {
      const T value = conjugate_if(values[k], a.is_conjugated);
      if (column != i && (column < i) == a.is_lower)
        sum -= value * right.x[right.x_view.place(column, j)];
      else if (column == i && !a.is_unit)
        pivot = value;
    });
    if (diagonal != nullptr && !a.is_unit) pivot = conjugate_if(diagonal[i], a.is_conjugated);
    right.x[right.x_view.place(i, j)] = sum / pivot;
  }
}

template <class Rows, class T>
__global__ void triangle_solve_transposed(Triangle<Rows> a, const T* values, const T* diagonal,
                                          Right<T> right, Scalar alpha_of) {
  const Long j = element();
  if (j >= right.x_view.cols) return;
  const T alpha = alpha_of.get<T>();
  for (Long i = 0; i < a.size; ++i)
    right.x[right.x_view.place(i, j)] =
        alpha * conjugate_if(right.b[right.b_view.place(i, j)], right.is_b_conjugated);
  for (Long t = 0; t < a.size; ++t) {
    const Long i = a.is_lower ? a.size - 1 - t : t;
    const T solved = right.x[right.x_view.place(i, j)] / diagonal_of(a, values, diagonal, i);
    right.x[right.x_view.place(i, j)] = solved;
    a.rows.visit(i, [&](Long column, Long k) {
      if (column != i && (column < i) == a.is_lower)
        right.x[right.x_view.place(column, j)] -= conjugate_if(values[k], a.is_conjugated) * solved;
    });
  }
}

template <class Rows, class T>
cusparseStatus_t solve_triangle(cudaStream_t stream, const Triangle<Rows>& a, const T* values,
                                const T* diagonal, const Right<T>& right, Scalar alpha) {
  constexpr Long kColumns = 8;
  const auto columns = static_cast<unsigned>(std::min(right.x_view.cols, kColumns));
  const dim3 grid(static_cast<unsigned>((right.x_view.cols + kColumns - 1) / kColumns));
  return launch(a.is_transposed ? triangle_solve_transposed<Rows, T> : triangle_solve<Rows, T>,
                grid, dim3(columns), stream, a, values, diagonal, right, alpha);
}

}  // namespace riffle::cusparse
