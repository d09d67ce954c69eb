// SPDX-License-Identifier: Apache-2.0
// Attributes: numbers that name a part of a descriptor, which is written and read whole.
#pragma once

#include <cublasLt.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

namespace riffle::cublas_lt {

struct AttributeField {
  int number;
  std::size_t offset;
  std::size_t bytes;
};

inline const AttributeField* find(std::span<const AttributeField> attributes, int number) {
  const auto found = std::ranges::find(attributes, number, &AttributeField::number);
  return found == attributes.end() ? nullptr : &*found;
}

/// The size must be the attribute's.
template <class Held>
cublasStatus_t set(Held* descriptor, std::span<const AttributeField> attributes, int number,
                   const void* from, std::size_t bytes) {
  const AttributeField* const attribute = find(attributes, number);
  if (descriptor == nullptr || attribute == nullptr || from == nullptr || bytes != attribute->bytes)
    return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(reinterpret_cast<std::byte*>(descriptor) + attribute->offset, from, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

/// Without a size the call asks for it.
template <class Held>
cublasStatus_t get(const Held* descriptor, std::span<const AttributeField> attributes, int number,
                   void* to, std::size_t bytes, std::size_t* written) {
  const AttributeField* const attribute = find(attributes, number);
  if (descriptor == nullptr || attribute == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (bytes == 0) {
    if (written == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *written = attribute->bytes;
    return CUBLAS_STATUS_SUCCESS;
  }
  if (to == nullptr || bytes < attribute->bytes) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(to, reinterpret_cast<const std::byte*>(descriptor) + attribute->offset,
              attribute->bytes);
  if (written != nullptr) *written = attribute->bytes;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace riffle::cublas_lt
