// SPDX-License-Identifier: Apache-2.0
// Calls that streams capture without those of all other ranks: ranks meet when their graphs run. The graph says that it
// has come to the call, by a host node, and waits for a word; a thread takes the call to the others.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "libraries/nccl/matcher.h"

namespace riffle::nccl {

class CapturedCalls {
 public:
  using Take = std::function<void(Arrival, const std::shared_ptr<Participant>& worker)>;

  /// `take` brings a call to the others. `worker` is a stream in which work may be done that all ranks have come to.
  explicit CapturedCalls(Take take) : take_(std::move(take)) {}
  CapturedCalls(const CapturedCalls&) = delete;
  CapturedCalls& operator=(const CapturedCalls&) = delete;
  /// What comes later writes its word and goes on.
  ~CapturedCalls();

  /// Puts it into the capture of its stream.
  cudaError_t capture(const CommCall& call, const SyncWord& word, int device);

 private:
  /// Graphs hold it.
  struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Arrival> arrivals;  ///< guarded by mutex
    bool is_over = false;          ///< guarded by mutex

    void come(const Arrival& arrival);
  };

  void run();
  std::shared_ptr<Participant> idle_worker(const Participant& like);

  const Take take_;
  const std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::vector<std::shared_ptr<Participant>> workers_;  ///< the thread's
  std::once_flag is_started_;
  std::thread thread_;
};

}  // namespace riffle::nccl
