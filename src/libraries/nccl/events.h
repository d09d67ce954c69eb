// SPDX-License-Identifier: Apache-2.0
// Events, used again and again.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include <cuda_runtime_api.h>

namespace riffle::nccl {

using PooledEvent = std::shared_ptr<CUevent_st>;

/// Of one device, which is the current one at each call. Events may outlive it.
class EventPool {
 public:
  EventPool() : free_(std::make_shared<Free>()) {}

  /// Null when there is no more memory.
  PooledEvent take() {
    cudaEvent_t event = nullptr;
    {
      const std::scoped_lock lock(free_->mutex);
      if (!free_->events.empty()) {
        event = free_->events.back();
        free_->events.pop_back();
      }
    }
    if (event == nullptr && cudaEventCreateWithFlags(&event, cudaEventDisableTiming) != cudaSuccess)
      return nullptr;
    return {event, [free = free_](cudaEvent_t used) {
              const std::scoped_lock lock(free->mutex);
              free->events.push_back(used);
            }};
  }

 private:
  struct Free {
    std::mutex mutex;
    std::vector<cudaEvent_t> events;

    Free() = default;
    Free(const Free&) = delete;
    Free& operator=(const Free&) = delete;
    ~Free() {
      for (cudaEvent_t event : events) cudaEventDestroy(event);
    }
  };
  std::shared_ptr<Free> free_;
};

}  // namespace riffle::nccl
