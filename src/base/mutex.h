// SPDX-License-Identifier: Apache-2.0
// The mutex of the project: std::mutex with clang's thread-safety annotations.
#pragma once

#include <condition_variable>
#include <mutex>

#include "base/thread_annotations.h"

namespace riffle {

class RIFFLE_CAPABILITY("mutex") Mutex {
 public:
  void lock() RIFFLE_ACQUIRE() { mutex_.lock(); }
  void unlock() RIFFLE_RELEASE() { mutex_.unlock(); }
  bool try_lock() RIFFLE_TRY_ACQUIRE(true) { return mutex_.try_lock(); }

 private:
  friend class MutexLock;
  std::mutex mutex_;
};

/// Holds a Mutex for a scope. `wait` releases it while waiting for the condition.
class RIFFLE_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) RIFFLE_ACQUIRE(mutex) : lock_(mutex.mutex_) {}
  ~MutexLock() RIFFLE_RELEASE() = default;
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  void wait(std::condition_variable& condition) { condition.wait(lock_); }

 private:
  std::unique_lock<std::mutex> lock_;
};

}  // namespace riffle
