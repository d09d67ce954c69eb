// SPDX-License-Identifier: Apache-2.0
// Threads of the host that take turns: each step of a program begins when the one before it has ended.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace random_programs {

class HostThreads {
 public:
  ~HostThreads() {
    for (std::size_t i = 0; i < others_.size(); ++i) give(others_[i], nullptr);
    for (Other& other : others_) other.thread.join();
  }

  /// Number 0 is the caller. The others are there when first needed.
  void run(int number, const std::function<void()>& step) {
    if (number == 0) return step();
    while (others_.size() < static_cast<std::size_t>(number)) {
      Other& other = others_.emplace_back();
      other.thread = std::thread([this, &other] { work(other); });
    }
    give(others_[static_cast<std::size_t>(number - 1)], &step);
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return !is_given_; });
  }

 private:
  struct Other {
    std::thread thread;
    const std::function<void()>* step = nullptr;
    bool has_turn = false;
  };

  void give(Other& other, const std::function<void()>* step) {
    const std::lock_guard lock(mutex_);
    other.step = step;
    other.has_turn = is_given_ = true;
    turn_.notify_all();
  }

  void work(Other& other) {
    for (;;) {
      std::unique_lock lock(mutex_);
      turn_.wait(lock, [&] { return other.has_turn; });
      other.has_turn = false;
      if (other.step == nullptr) return;
      lock.unlock();
      (*other.step)();
      lock.lock();
      is_given_ = false;
      turn_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable turn_;
  std::deque<Other> others_;
  bool is_given_ = false;
};

}  // namespace random_programs
