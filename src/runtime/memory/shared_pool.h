// SPDX-License-Identifier: Apache-2.0
// Pools in several processes: the file behind a shareable pool, mapped by whoever gets its
// descriptor, and the note by which one allocation of it is named.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.h"
#include "runtime/memory/imported.h"
#include "runtime/memory/pool.h"

namespace riffle::memory {

/// What a program passes on by any means, to name an allocation of a pool that it shares.
struct SharedPointer {
  std::array<char, 8> magic;
  std::array<std::uint64_t, 2> pool;  ///< identity of the pool's file
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t check;  ///< of what stands above
};

/// A descriptor of the pool's file, the caller's to close. Errors: kInvalidValue (not shareable),
/// kOperatingSystem.
Result<int> export_pool(const Pool& pool);
/// Errors: kInvalidValue (no live allocation of a pool that was exported starts there).
Result<SharedPointer> export_pointer(void* pointer);

/// Another process's pool. Allocates nothing. Imported allocations outlive it.
class ImportedPool {
 public:
  /// The descriptor stays the caller's. Errors: kUnknown (not a pool's file), kOutOfMemory.
  static Result<std::unique_ptr<ImportedPool>> open(int descriptor, int device);

  /// Freed with free_imported. Errors: kInvalidValue (not a note about this pool, or imported
  /// already).
  Result<void*> import(const SharedPointer& note);

  /// Whose memory it counts as here.
  [[nodiscard]] int device() const { return device_; }
  PoolAccess access{};

 private:
  ImportedPool() = default;

  std::shared_ptr<Mapping> mapping_;
  int device_ = 0;
  std::array<std::uint64_t, 2> identity_{};
};

}  // namespace riffle::memory
