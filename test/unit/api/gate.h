// SPDX-License-Identifier: Apache-2.0
// Holds a stream back: work enqueued behind a closed gate is pending for as long as a test wants.
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <memory>

class Gate {
 public:
  explicit Gate(cudaStream_t stream)
      : state_(new std::shared_ptr<State>(std::make_shared<State>())) {
    enqueued_ =
        cudaLaunchHostFunc(stream, &Gate::wait, new std::shared_ptr<State>(*state_)) == cudaSuccess;
  }
  ~Gate() { open(); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  [[nodiscard]] bool is_enqueued() const { return enqueued_; }
  void open() {
    (*state_)->is_open.store(true);
    (*state_)->is_open.notify_all();
  }

 private:
  struct State {
    std::atomic<bool> is_open{false};
  };
  static void wait(void* user) {
    const std::unique_ptr<std::shared_ptr<State>> state(static_cast<std::shared_ptr<State>*>(user));
    (*state)->is_open.wait(false);
  }

  std::unique_ptr<std::shared_ptr<State>> state_;
  bool enqueued_ = false;
};
