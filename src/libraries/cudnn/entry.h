// SPDX-License-Identifier: Apache-2.0
// What handles and descriptors have in common.
#pragma once

#include <cudnn.h>

#include <cstdint>
#include <new>

#define RIFFLE_DNN_ENTRY extern "C" __attribute__((visibility("default"))) cudnnStatus_t

namespace riffle::cudnn {

/// The first word of what a handle points to: null, foreign and destroyed handles are known by it.
template <std::uint32_t kKind>
struct HandleTag {
  static constexpr std::uint32_t kWord = 0x52444e00 + kKind;
  std::uint32_t word = kWord;
};

template <class Object>
bool is_known(const Object* object) {
  return object != nullptr && object->word == Object::kWord;
}

template <class Object>
cudnnStatus_t create(Object** object) {
  if (object == nullptr) return CUDNN_STATUS_BAD_PARAM;
  *object = new (std::nothrow) Object;
  return *object != nullptr ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_ALLOC_FAILED;
}

/// Null is no error, as free(nullptr) is none.
template <class Object>
cudnnStatus_t destroy(Object* object) {
  if (object == nullptr) return CUDNN_STATUS_SUCCESS;
  if (!is_known(object)) return CUDNN_STATUS_BAD_PARAM;
  object->word = 0;
  delete object;
  return CUDNN_STATUS_SUCCESS;
}

template <class Value>
cudnnStatus_t give(Value* result, Value value) {
  if (result == nullptr) return CUDNN_STATUS_BAD_PARAM;
  *result = value;
  return CUDNN_STATUS_SUCCESS;
}

/// Results that the program does not want are null.
template <class Value>
void give_if_wanted(Value* result, Value value) {
  if (result != nullptr) *result = value;
}

}  // namespace riffle::cudnn
