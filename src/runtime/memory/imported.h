// SPDX-License-Identifier: Apache-2.0
// Memory of another process or another API that is mapped here through a file descriptor.
#pragma once

#include <cstddef>
#include <memory>

#include "base/status.h"

namespace riffle::memory {

/// Ends with its last user.
class Mapping {
 public:
  /// The first `bytes` of the file, shared. The descriptor stays the caller's. Errors: kOutOfMemory.
  static Result<std::shared_ptr<Mapping>> map(int descriptor, std::size_t bytes);
  /// Memory of this process alone, below 2 GiB: for addresses of 32 bits. Errors: kOutOfMemory.
  static Result<std::shared_ptr<Mapping>> map_low(std::size_t bytes);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  [[nodiscard]] char* base() const { return base_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  Mapping(char* base, std::size_t bytes) : base_(base), bytes_(bytes) {}
  char* const base_;
  const std::size_t bytes_;
};

/// How an imported allocation ends.
enum class Ending { kFree, kClose };

/// Makes a part of a mapping an allocation of `device`, which keeps the mapping. Errors:
/// kInvalidValue (that address is one already).
Result<void*> add_import(std::shared_ptr<Mapping> mapping, std::size_t offset, std::size_t bytes,
                         int device, Ending ending = Ending::kFree);
/// Ends such an allocation; false when the pointer is none that ends in this way.
bool end_imported(void* pointer, Ending ending);
inline bool free_imported(void* pointer) { return end_imported(pointer, Ending::kFree); }

}  // namespace riffle::memory
