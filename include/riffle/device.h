// SPDX-License-Identifier: Apache-2.0
// A device: what it is called and what it can do.
#pragma once

#include <riffle/error.h>

#include <array>
#include <compare>
#include <cstddef>
#include <cstring>
#include <source_location>
#include <string>

namespace riffle {

struct ComputeCapability {
  int major = 0;
  int minor = 0;
  friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

/// One of the devices of this machine. A value: copies are the same device.
class Device {
 public:
  using Where = std::source_location;

  /// How many there are.
  static int count(Where where = Where::current()) {
    detail::check(cuInit(0), "cuInit", where);
    int devices = 0;
    detail::check(cuDeviceGetCount(&devices), "cuDeviceGetCount", where);
    return devices;
  }
  /// The device of the calling thread's context; creates the context if there is none (see Context).
  static Device current(Where where = Where::current());

  /// `ordinal` in [0, count()); else throws CUDA_ERROR_INVALID_DEVICE.
  explicit Device(int ordinal = 0, Where where = Where::current()) {
    detail::check(cuInit(0), "cuInit", where);
    detail::check(cuDeviceGet(&handle_, ordinal), "cuDeviceGet", where);
  }

  [[nodiscard]] CUdevice handle() const noexcept { return handle_; }

  [[nodiscard]] std::string name(Where where = Where::current()) const {
    std::array<char, 256> text{};
    detail::check(cuDeviceGetName(text.data(), static_cast<int>(text.size()), handle_),
                  "cuDeviceGetName", where);
    return text.data();
  }
  /// Riffle's: the processor's cores compute and copy.
  [[nodiscard]] bool is_processor(Where where = Where::current()) const {
    return name(where).starts_with("Riffle ");
  }
  /// In bytes.
  [[nodiscard]] std::size_t total_memory(Where where = Where::current()) const {
    std::size_t bytes = 0;
    detail::check(cuDeviceTotalMem(&bytes, handle_), "cuDeviceTotalMem", where);
    return bytes;
  }
  [[nodiscard]] int attribute(CUdevice_attribute attribute, Where where = Where::current()) const {
    int value = 0;
    detail::check(cuDeviceGetAttribute(&value, attribute, handle_), "cuDeviceGetAttribute", where);
    return value;
  }
  [[nodiscard]] ComputeCapability compute_capability(Where where = Where::current()) const {
    return {attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, where),
            attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, where)};
  }
  [[nodiscard]] int max_threads_per_block(Where where = Where::current()) const {
    return attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, where);
  }
  [[nodiscard]] int multiprocessors(Where where = Where::current()) const {
    return attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, where);
  }

  friend bool operator==(const Device& a, const Device& b) { return a.handle_ == b.handle_; }

 private:
  CUdevice handle_ = 0;
};

}  // namespace riffle
