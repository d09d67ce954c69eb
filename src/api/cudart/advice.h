// SPDX-License-Identifier: Apache-2.0
// What a program has advised about ranges of managed memory. All memory here is always near to
// everyone, so advice changes nothing but what can be asked back.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <map>

#include "base/mutex.h"
#include "runtime/memory/allocation.h"

namespace riffle::api::cudart {

struct Advice {
  bool is_read_mostly = false;
  cudaMemLocation preferred = {cudaMemLocationTypeInvalid, cudaInvalidDeviceId};
  cudaMemLocation prefetched = {cudaMemLocationTypeInvalid, cudaInvalidDeviceId};
  std::uint64_t accessed_by = 0;  ///< a bit per device
  bool is_accessed_by_host = false;
  cudaStream_t attached =
      nullptr;  ///< the stream that the program attached it to, of those it created
};

/// Thread-safe.
class AdviceMap {
 public:
  /// Calls `change` for each run of bytes of [pointer, pointer + bytes) that has one advice.
  void change(const memory::Allocation& allocation, const void* pointer, std::size_t bytes,
              const std::function<void(Advice&)>& change) RIFFLE_EXCLUDES(mutex_);
  /// Calls `visit` for each such run.
  void visit(const memory::Allocation& allocation, const void* pointer, std::size_t bytes,
             const std::function<void(const Advice&)>& visit) RIFFLE_EXCLUDES(mutex_);

 private:
  // Advice from an offset on, up to the next offset. Of the allocation with this id: memory that
  // was freed and handed out again starts afresh.
  struct Runs {
    std::uint64_t allocation_id = 0;
    std::map<std::size_t, Advice> from;
  };
  Runs& runs_of(const memory::Allocation& allocation) RIFFLE_REQUIRES(mutex_);

  Mutex mutex_;
  std::map<const char*, Runs> runs_ RIFFLE_GUARDED_BY(mutex_);  ///< by base
};

}  // namespace riffle::api::cudart
