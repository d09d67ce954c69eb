// SPDX-License-Identifier: Apache-2.0
// Memory pools behind handles.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "base/handle_table.h"
#include "runtime/memory/pools.h"
#include "runtime/memory/shared_pool.h"

namespace riffle::api::cudart {

inline constexpr std::uint8_t kPoolHandleKind = 20;

/// One of the two pointers is set.
struct PoolObject {
  memory::Pool* pool = nullptr;
  /// Of another process: only its pointers can be used.
  std::unique_ptr<memory::ImportedPool> imported = nullptr;
  bool is_default = false;
};

HandleTable<PoolObject>& pool_handles();

/// The pool behind a handle that may allocate; null for an imported one and for what is no handle.
[[nodiscard]] memory::Pool* find_pool(cudaMemPool_t handle);

/// The handle of the pool that has an allocation there. Null: none, or not of this process.
[[nodiscard]] cudaMemPool_t pool_with(const void* pointer, int device);

}  // namespace riffle::api::cudart
