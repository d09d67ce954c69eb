// SPDX-License-Identifier: Apache-2.0
// Where pools have their addresses: regions of one size, so that a pointer leads to its pool by a
// shift, without a lock.
#pragma once

#include <cstddef>

namespace riffle::memory {

class Pool;

struct PoolRegion {
  char* base = nullptr;  ///< null: there was none
  std::size_t bytes = 0;
};

/// A region of at least `bytes` that belongs to `owner`; without access. Thread-safe.
[[nodiscard]] PoolRegion take_region(std::size_t bytes, Pool* owner);
/// The region's memory has been given back.
void give_region(const PoolRegion& region);

/// The pool whose region contains the address; null for every other address. Lock-free.
[[nodiscard]] Pool* pool_at(const void* address);

}  // namespace riffle::memory
