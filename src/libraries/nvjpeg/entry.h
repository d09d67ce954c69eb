// SPDX-License-Identifier: Apache-2.0
// What every exported function has in common.
#pragma once

#include <nvjpeg.h>

#include <new>

#define RIFFLE_JPEG_ENTRY extern "C" __attribute__((visibility("default"))) nvjpegStatus_t

namespace riffle::nvjpeg {

/// No exception goes out.
template <class Body>
nvjpegStatus_t invoke(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return NVJPEG_STATUS_ALLOCATOR_FAILURE;
  }
}

template <class Object>
nvjpegStatus_t create(Object** object) {
  if (object == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  *object = new (std::nothrow) Object;
  return *object != nullptr ? NVJPEG_STATUS_SUCCESS : NVJPEG_STATUS_ALLOCATOR_FAILURE;
}
template <class Object>
nvjpegStatus_t destroy(Object* object) {
  if (object == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  delete object;
  return NVJPEG_STATUS_SUCCESS;
}
template <class Value>
nvjpegStatus_t give(Value* result, Value value) {
  if (result == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  *result = value;
  return NVJPEG_STATUS_SUCCESS;
}

}  // namespace riffle::nvjpeg

using riffle::nvjpeg::invoke;
