// SPDX-License-Identifier: Apache-2.0
// Memory between streams and the network: what a rank sends is copied there by its stream, and what it receives from there.
// So riffle check sees the rank's buffers used in its stream, and nobody touches them after an abort.
#pragma once

#include <bit>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include <cuda_runtime_api.h>

#include "api/declared.h"

namespace riffle::nccl {

using StagingBuffer = std::shared_ptr<std::byte>;

/// Blocks are used again. They may outlive the pool.
class Staging {
 public:
  Staging() : free_(std::make_shared<Free>()) {}

  /// Null when there is no more memory, and for no bytes.
  StagingBuffer take(std::size_t bytes) {
    constexpr std::size_t kLeast = 4096;
    if (bytes == 0) return nullptr;
    const std::size_t size = std::bit_ceil(bytes < kLeast ? kLeast : bytes);
    std::byte* memory = nullptr;
    {
      const std::scoped_lock lock(free_->mutex);
      std::vector<std::byte*>& own = free_->blocks[size];
      if (!own.empty()) {
        memory = own.back();
        own.pop_back();
      }
    }
    if (memory == nullptr) memory = allocate(size);
    if (memory == nullptr) return nullptr;
    return {memory, [free = free_, size](std::byte* used) {
              const std::scoped_lock lock(free->mutex);
              free->blocks[size].push_back(used);
            }};
  }

 private:
  struct Free {
    std::mutex mutex;
    std::map<std::size_t, std::vector<std::byte*>> blocks;  ///< by size

    Free() = default;
    Free(const Free&) = delete;
    Free& operator=(const Free&) = delete;
    ~Free() {
      for (const auto& [size, own] : blocks)
        for (std::byte* each : own) cudaFreeHost(each);
    }
  };

  static std::byte* allocate(std::size_t size) {
    void* memory = nullptr;
    // A call that makes memory is refused while some stream of the thread is captured.
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaThreadExchangeStreamCaptureMode(&mode);
    const cudaError_t error = cudaHostAlloc(&memory, size, cudaHostAllocPortable);
    cudaThreadExchangeStreamCaptureMode(&mode);
    if (error != cudaSuccess) return nullptr;
    riffle_owns_memory(memory, size);
    return static_cast<std::byte*>(memory);
  }

  std::shared_ptr<Free> free_;
};

}  // namespace riffle::nccl
