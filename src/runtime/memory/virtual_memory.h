// SPDX-License-Identifier: Apache-2.0
// Addresses and memory apart: addresses are reserved, memory is made, and mapped at them by the program.
//
// Memory is a file without a name, so that it may be mapped at several places and in several processes. What is mapped
// side by side and accessible is one allocation to all who look up pointers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/status.h"
#include "platform/pages.h"
#include "runtime/memory/allocation.h"

namespace riffle::memory {

/// Sizes and addresses are multiples of it.
inline constexpr std::size_t kMappingGranularity = platform::kHugePageBytes;

/// Memory without an address. Ends with its last user.
class Physical {
 public:
  /// Counts as memory of `device`. Errors: kOutOfMemory.
  static Result<std::shared_ptr<Physical>> create(std::size_t bytes, int device, bool is_shareable);
  /// Of another process, or of this one; the descriptor stays the caller's. Errors: kInvalidValue (not the descriptor of
  /// such memory), kOperatingSystem.
  static Result<std::shared_ptr<Physical>> import(int descriptor, int device);
  ~Physical();
  Physical(const Physical&) = delete;
  Physical& operator=(const Physical&) = delete;

  /// A descriptor for another process, the caller's to close. Errors: kInvalidValue (not made to be shared),
  /// kOperatingSystem.
  [[nodiscard]] Result<int> export_descriptor() const;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] int device() const { return device_; }
  [[nodiscard]] bool is_shareable() const { return is_shareable_; }
  /// Other processes may have it: export_descriptor has given one, or it is another's.
  [[nodiscard]] bool is_shared() const {
    return is_imported() || is_exported_.load(std::memory_order_acquire);
  }
  [[nodiscard]] bool is_imported() const { return counted_bytes_ == 0; }
  [[nodiscard]] std::uint64_t id() const { return id_; }  ///< never reused, never 0

 private:
  Physical(int descriptor, std::size_t bytes, int device, bool is_shareable, std::size_t counted);

  const int descriptor_;
  const std::size_t bytes_;
  const int device_;
  const bool is_shareable_;
  mutable std::atomic<bool> is_exported_ = false;
  const std::size_t counted_bytes_;  ///< 0 when another process counts them
  const std::uint64_t id_;
};

enum class AccessRights : std::uint8_t { kNone = 0, kRead = 1, kReadWrite = 3 };

/// At `wanted` if that is free, else where there is room. Errors: kInvalidValue (sizes), kOutOfMemory.
Result<char*> reserve_addresses(std::size_t bytes, std::size_t alignment, char* wanted);
/// A whole reservation, with nothing mapped in it. Errors: kInvalidValue.
Status free_addresses(char* base, std::size_t bytes);

/// All of the memory, accessible to nobody yet. Errors: kInvalidValue (not reserved, or something is mapped there),
/// kOutOfMemory.
Status map_memory(char* base, std::shared_ptr<Physical> memory);
/// Whole mappings without gaps. Errors: kInvalidValue.
Status unmap_memory(char* base, std::size_t bytes);
/// Of whole mappings without gaps. Devices share their pages here: who has no access is kept out only where no other
/// device has any. Errors: kInvalidValue.
Status set_access(char* base, std::size_t bytes, int device, AccessRights access);
/// Errors: kInvalidValue (nothing is mapped there).
Result<AccessRights> access_of(const void* pointer, int device);
/// What is mapped there; null for nothing.
std::shared_ptr<Physical> memory_at(const void* pointer);
/// Where the memory is mapped.
std::vector<char*> places_of(const Physical& memory);

// ---- For the registry ----

[[nodiscard]] bool is_reserved_address(const void* pointer);
/// The accessible mappings around a pointer.
[[nodiscard]] std::optional<Allocation> find_mapped(const void* pointer);

}  // namespace riffle::memory
