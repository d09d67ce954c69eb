// SPDX-License-Identifier: Apache-2.0
// Matrices of any element type in the type of the arithmetic.
#pragma once

#include <algorithm>
#include <vector>

#include "libraries/cublas/conversions.h"

namespace riffle::cublas {

/// A matrix in the type of the arithmetic: itself, or a copy without gaps.
template <class T>
class ConvertedMatrix {
 public:
  ConvertedMatrix(const void* matrix, cudaDataType type, Size rows, Size cols, Size ld) {
    if (type == kTypeOf<T>) {
      data_ = static_cast<const T*>(matrix);
      ld_ = ld;
      return;
    }
    copy_.resize(static_cast<std::size_t>(rows * cols));
    for (Size j = 0; j < cols; ++j) load_many(type, matrix, j * ld, rows, copy_.data() + j * rows);
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
