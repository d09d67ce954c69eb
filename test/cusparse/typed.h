// SPDX-License-Identifier: Apache-2.0
// Calls with a type in their names, by type; matrices of such types in device memory.
#pragma once

#include "formats.h"

template <class T>
struct Letter;
template <>
struct Letter<float> {
  static constexpr cudaDataType type = CUDA_R_32F;
};
template <>
struct Letter<double> {
  static constexpr cudaDataType type = CUDA_R_64F;
};
template <>
struct Letter<cuComplex> {
  static constexpr cudaDataType type = CUDA_C_32F;
};
template <>
struct Letter<cuDoubleComplex> {
  static constexpr cudaDataType type = CUDA_C_64F;
};
/// TYPED(name, stem): name<T>(...) is cusparse?stem(...).
#define TYPED(name, stem)                                 \
  template <class T, class... Arguments>                  \
  int name(Arguments... arguments) {                      \
    if constexpr (std::is_same<T, float>::value)          \
      return cusparseS##stem(arguments...);               \
    else if constexpr (std::is_same<T, double>::value)    \
      return cusparseD##stem(arguments...);               \
    else if constexpr (std::is_same<T, cuComplex>::value) \
      return cusparseC##stem(arguments...);               \
    else                                                  \
      return cusparseZ##stem(arguments...);               \
  }

/// An array of T with the values of a model.
template <class T>
struct Typed {
  static constexpr cudaDataType type = Letter<T>::type;
  Array memory;
  explicit Typed(const std::vector<Value>& values) : memory(value_array(values, type)) {}
  explicit Typed(size_t count) : memory(allocate(count * sizeof(T))) {}
  operator T*() const { return at<T>(memory); }
  Value operator[](size_t i) const { return read(memory->data, type, i); }
};
template <class T>
struct TypedCsr {
  Pattern pattern;
  Array offsets, columns;
  Typed<T> values;
  cusparseMatDescr_t descr = nullptr;
  int rows, cols;
  TypedCsr(const Dense& a, int base)
      : pattern(pattern_of(a, 1)),
        offsets(index_array(pattern.offsets, CUSPARSE_INDEX_32I, base)),
        columns(index_array(pattern.columns, CUSPARSE_INDEX_32I, base)),
        values(numbers(a, pattern)),
        rows(a.rows),
        cols(a.cols) {
    MUST(cusparseCreateMatDescr(&descr));
    MUST(cusparseSetMatIndexBase(descr, static_cast<cusparseIndexBase_t>(base)));
  }
  TypedCsr(const TypedCsr&) = delete;
  TypedCsr& operator=(const TypedCsr&) = delete;
  ~TypedCsr() { cusparseDestroyMatDescr(descr); }
  int nnz() const { return static_cast<int>(pattern.columns.size()); }
  /// As it is now.
  Dense dense() const {
    Dense a(rows, cols);
    for (int k = 0; k < nnz(); ++k) a(int(pattern.rows[k]), int(pattern.columns[k])) = values[k];
    return a;
  }
  static std::vector<Value> numbers(const Dense& a, const Pattern& p) {
    std::vector<Value> v;
    for (size_t k = 0; k < p.rows.size(); ++k) v.push_back(a(int(p.rows[k]), int(p.columns[k])));
    return v;
  }
};
inline Dense random_square(int n, cudaDataType type, unsigned one_in, double diagonal) {
  Dense a = random_dense(n, n, type, one_in);
  for (int i = 0; i < n; ++i) a(i, i) = diagonal + random_number();
  return a;
}
template <class T>
void expect_values(const Typed<T>& got, const std::vector<Value>& wanted, const std::string& what,
                   double slack = 1) {
  bool is_right = true;
  for (size_t i = 0; i < wanted.size(); ++i)
    is_right = is_right && std::abs(got[i] - wanted[i]) <= slack * tolerance(Letter<T>::type) *
                                                               std::max(1.0, std::abs(wanted[i]));
  check(is_right, what);
}
template <class T>
T typed(Value v) {
  T made;
  write(&made, Letter<T>::type, 0, v);
  return made;
}
