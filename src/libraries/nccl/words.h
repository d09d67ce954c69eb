// SPDX-License-Identifier: Apache-2.0
// Words of memory that streams wait for: how a stream waits for somebody who has not come yet, without an event.
//
// A word counts up. Whoever takes it waits for its next value; it may be taken again once that has been written, because
// whoever still waits for an earlier value sees a greater one.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include <cuda_runtime_api.h>

#include "api/declared.h"

namespace riffle::nccl {

struct SyncWord {
  std::uint32_t* place = nullptr;
  std::uint32_t value = 0;

  /// By a thread, for whoever waits.
  void write() const {
    if (place != nullptr) std::atomic_ref(*place).store(value, std::memory_order_release);
  }
};

/// Any thread.
class WordPool {
 public:
  WordPool() = default;
  WordPool(const WordPool&) = delete;
  WordPool& operator=(const WordPool&) = delete;
  ~WordPool();

  /// Its place is null when there is no more memory.
  SyncWord take();

 private:
  std::mutex mutex_;
  std::vector<void*> chunks_;
  std::vector<SyncWord> words_;  ///< with the value that was promised last
  std::size_t next_ = 0;
};

/// The stream goes on when the word has its value. `riffle check` hears that it comes after the streams that have written it.
cudaError_t enqueue_wait(cudaStream_t stream, const SyncWord& word);
/// The same after these signals (api/declared.h); without any, after what nobody knows.
cudaError_t enqueue_wait(cudaStream_t stream, const SyncWord& word,
                         std::span<const RiffleSignal> signals);
/// In a graph, which waits for it again and again: the word has the value before it again afterwards.
cudaError_t enqueue_wait_again(cudaStream_t stream, const SyncWord& word);
cudaError_t enqueue_write(cudaStream_t stream, const SyncWord& word);

}  // namespace riffle::nccl
