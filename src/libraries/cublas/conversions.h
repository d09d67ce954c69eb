// SPDX-License-Identifier: Apache-2.0
// Elements in the types of the arithmetic: one, or many in a row, whose type is looked at once.
#pragma once

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

/// `count` elements from number `first` on.
void load_many(cudaDataType type, const void* elements, Size first, Size count, float* to);
void store_many(cudaDataType type, void* elements, Size first, Size count, const float* from);

template <class T>
void load_many(cudaDataType type, const void* elements, Size first, Size count, T* to) {
  for (Size i = 0; i < count; ++i) to[i] = narrowed<T>(load(type, elements, first + i));
}
template <class T>
void store_many(cudaDataType type, void* elements, Size first, Size count, const T* from) {
  for (Size i = 0; i < count; ++i) store(type, elements, first + i, widened(from[i]));
}

}  // namespace riffle::cublas
