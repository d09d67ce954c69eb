// SPDX-License-Identifier: Apache-2.0
// What every call of the management library looks at first. Handles are device numbers plus one, so that null is none.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include <cuda_runtime_api.h>
#include <nvml.h>

#include "base/options.h"

namespace riffle::api::nvml {

[[nodiscard]] bool is_initialized();

/// The machine's: this library does not look at CUDA_VISIBLE_DEVICES.
inline int device_count() { return static_cast<int>(options_of_programs().devices); }

inline nvmlDevice_t handle_of(int index) {
  return reinterpret_cast<nvmlDevice_t>(static_cast<std::uintptr_t>(index) + 1);
}

/// -1 for what is no device.
inline int device_of(nvmlDevice_t device) {
  const auto number = reinterpret_cast<std::uintptr_t>(device);
  return number == 0 || number > static_cast<std::uintptr_t>(device_count())
             ? -1
             : static_cast<int>(number - 1);
}

/// `answer(index)` for a device that exists and a result that has a place.
template <class Answer>
nvmlReturn_t checked(nvmlDevice_t device, const void* result, Answer answer) {
  if (!is_initialized()) return NVML_ERROR_UNINITIALIZED;
  const int index = device_of(device);
  if (index < 0 || result == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  return answer(index);
}

/// A CPU has no such thing.
inline nvmlReturn_t unavailable(nvmlDevice_t device, const void* result) {
  return checked(device, result, [](int) { return NVML_ERROR_NOT_SUPPORTED; });
}

inline nvmlReturn_t copy_text(std::string_view text, char* buffer, unsigned length) {
  if (buffer == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  if (length <= text.size()) return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(buffer, text.data(), text.size());
  buffer[text.size()] = '\0';
  return NVML_SUCCESS;
}

}  // namespace riffle::api::nvml
