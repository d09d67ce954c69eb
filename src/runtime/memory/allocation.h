// SPDX-License-Identifier: Apache-2.0
// What the runtime knows about a piece of memory that a program may name by a pointer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::memory {

enum class MemoryType : std::uint8_t {
  kDevice,      ///< cudaMalloc, and the variables of device code
  kPinned,      ///< cudaHostAlloc, cudaMallocHost
  kRegistered,  ///< cudaHostRegister
  kManaged,     ///< cudaMallocManaged
};

struct Allocation {
  char* base = nullptr;
  std::size_t bytes = 0;  ///< as asked for
  MemoryType kind = MemoryType::kDevice;
  bool is_variable = false;     ///< a variable of device code: not to be freed
  bool is_pooled = false;       ///< from a memory pool
  bool is_imported = false;     ///< of another process: to be closed, not freed
  bool free_is_queued = false;  ///< cudaFreeAsync was called, the stream has not come to it
  int device = 0;
  unsigned flags = 0;    ///< those of cudaHostAlloc, cudaHostRegister or cudaMallocManaged
  std::uint64_t id = 0;  ///< never reused

  [[nodiscard]] bool contains(const void* pointer, std::size_t size) const {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - base);
    return offset <= bytes && size <= bytes - offset;
  }
};

}  // namespace riffle::memory
