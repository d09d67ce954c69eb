// SPDX-License-Identifier: Apache-2.0
// Pools in several processes: the file behind a shareable pool, mapped by whoever gets its
// descriptor, and the note by which one allocation of it is named.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/status.h"
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
/// Errors: kInvalidValue (no live allocation of a shareable pool starts there).
Result<SharedPointer> export_pointer(void* pointer);

/// Another process's pool. Allocates nothing.
class ImportedPool {
 public:
  /// The descriptor stays the caller's. Errors: kUnknown (not a pool's file), kOutOfMemory.
  static Result<ImportedPool*> open(int descriptor, int device);
  /// The mapping goes when the last imported allocation has gone.
  void close() { drop(); }

  /// Errors: kInvalidValue (not a note about this pool, or imported already).
  Result<void*> import(const SharedPointer& note);

 private:
  friend bool free_imported(void* pointer);

  ImportedPool() = default;
  ~ImportedPool();
  void drop();

  char* base_ = nullptr;
  std::size_t bytes_ = 0;
  int device_ = 0;
  std::array<std::uint64_t, 2> identity_{};
  std::atomic<std::size_t> users_{1};
};

/// Gives an imported allocation back; false when the pointer is none.
bool free_imported(void* pointer);

}  // namespace riffle::memory
