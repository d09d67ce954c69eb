// SPDX-License-Identifier: Apache-2.0
// Matrices of any element type in the type of the arithmetic.
#pragma once

#include <algorithm>
#include <vector>

#include "libraries/cublas/mixed.h"

namespace riffle::cublas {

template <class T>
constexpr cudaDataType kTypeOf = CUDA_R_32F;
template <>
inline constexpr cudaDataType kTypeOf<double> = CUDA_R_64F;
template <>
inline constexpr cudaDataType kTypeOf<cuComplex> = CUDA_C_32F;
template <>
inline constexpr cudaDataType kTypeOf<cuDoubleComplex> = CUDA_C_64F;

template <class T>
T narrowed(cuDoubleComplex value) {
  if constexpr (kIsComplex<T>)
    return {static_cast<Real<T>>(value.x), static_cast<Real<T>>(value.y)};
  else
    return static_cast<T>(value.x);
}
template <class T>
cuDoubleComplex widened(T value) {
  if constexpr (kIsComplex<T>)
    return {value.x, value.y};
  else
    return {value, 0};
}

/// A matrix in the type of the arithmetic: itself, or a copy without gaps.
template <class T>
class Operand {
 public:
  Operand(const void* matrix, cudaDataType type, Size rows, Size cols, Size ld) {
    if (type == kTypeOf<T>) {
      data_ = static_cast<const T*>(matrix);
      ld_ = ld;
      return;
    }
    copy_.resize(static_cast<std::size_t>(rows * cols));
    for (Size j = 0; j < cols; ++j)
      for (Size i = 0; i < rows; ++i)
        copy_[static_cast<std::size_t>(i + j * rows)] = narrowed<T>(load(type, matrix, i + j * ld));
    data_ = copy_.data();
    ld_ = std::max<Size>(rows, 1);
  }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] Size ld() const { return ld_; }

 private:
  std::vector<T> copy_;
  const T* data_ = nullptr;
  Size ld_ = 0;
};

}  // namespace riffle::cublas
