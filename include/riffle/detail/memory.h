// SPDX-License-Identifier: Apache-2.0
// Device memory that is given back by scope.
#pragma once

#include <riffle/detail/owner.h>
#include <riffle/stream.h>

#include <cstddef>
#include <source_location>
#include <utility>

namespace riffle::detail {

/// The memory of an array; it lives as long as something refers to it. Freeing it waits for the device, as cuMemFree does: an array
/// may be destroyed while kernels in any stream use it.
class Memory {
 public:
  Memory(std::size_t bytes, const std::source_location& where) : owner_(where) {
    if (bytes != 0) check(cuMemAlloc(&address_, bytes), "cuMemAlloc", where);
  }
  ~Memory() {
    if (address_ != 0) owner_.release([&] { cuMemFree(address_); });
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  [[nodiscard]] CUdeviceptr address() const noexcept { return address_; }

 private:
  CUdeviceptr address_ = 0;
  Owner owner_;
};

/// For one operation of one stream: comes from the device's pool and goes back there in the stream's order.
class Scratch {
 public:
  Scratch(std::size_t bytes, StreamRef stream, const std::source_location& where)
      : stream_(stream) {
    current_context(where);
    if (bytes != 0)
      check(cuMemAllocAsync(&address_, bytes, stream.handle()), "cuMemAllocAsync", where);
  }
  ~Scratch() {
    if (address_ != 0) cuMemFreeAsync(address_, stream_.handle());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] CUdeviceptr address() const noexcept { return address_; }

 private:
  CUdeviceptr address_ = 0;
  StreamRef stream_;
};

}  // namespace riffle::detail
