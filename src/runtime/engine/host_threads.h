// SPDX-License-Identifier: Apache-2.0
// The user's threads under a schedule (schedule.h): which of them stand at a point, and whether another one may still come
// to one. So it does not matter how fast each is: nothing is decided before all that can come have come.
//
// A thread has settled when it stands, has ended, or sleeps until somebody wakes it, which only those who stand, operations
// and other processes can do now. One that runs, or sleeps so that it may go on by itself, is waited for; but not for
// ever: who runs or sleeps for kPatienceNs without a call is given up until it calls again. Inside of calls threads are always waited for,
// unless they sleep while others stand (who may hold a lock that they want).
//
// Seen is what the system says (platform/process_threads.h), of each thread twice: if all slept both times and none woke in between, then there
// was a moment at which all slept; if the system tells of the same threads behind that, of all there are. Threads of our own do not count.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "platform/process_threads.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {

struct HostThread {
  explicit HostThread(platform::ThreadId own_id) : id(own_id) {}

  enum Where : std::uint32_t {
    kOutside,  ///< of points: it runs, or sleeps somewhere
    kAtLocks,  ///< about to stand, or has its turn and is about to go on: may sleep on a lock of the schedule's
    kStanding,
  };

  const platform::ThreadId id;
  std::atomic<bool> has_ended{false};  ///< its number is another one's now
  std::atomic<Where> where{kOutside};
  std::atomic<std::uint32_t> calls{0};     ///< that it is inside of
  std::atomic<std::uint32_t> activity{0};  ///< grows with each call and point
  std::atomic<std::uint32_t> has_turn{0};  ///< it need not stand any longer; it sleeps on this word

  // Its own, and the schedule's while it stands.
  std::uint64_t points = 0;  ///< that it came to so far; calls' begins count
  unsigned questions = 0;    ///< in a row

  // The schedule's, while it stands.
  std::uint64_t number = 0;       ///< from 1; 0: none yet
  const Moment* until = nullptr;  ///< it cannot go on before that is complete; null: it can
  bool is_at_begin = false;       ///< of a call
  bool goes_last = false;         ///< is to be put off
  unsigned turns = 0;             ///< in a row, with another one waiting for its own
};

class HostThreads {
 public:
  /// While the calling thread may sleep on a lock of the schedule's, unless it is an operator.
  class Arrival {
   public:
    Arrival(HostThreads& threads, bool is_host) : self_(is_host ? &threads.current() : nullptr) {
      if (self_ != nullptr) before_ = self_->where.exchange(HostThread::kAtLocks);
    }
    ~Arrival() {
      if (self_ != nullptr) self_->where.store(before_);
    }
    Arrival(const Arrival&) = delete;
    Arrival& operator=(const Arrival&) = delete;

   private:
    HostThread* const self_;
    HostThread::Where before_ = HostThread::kOutside;
  };

  /// The calling thread.
  [[nodiscard]] HostThread& current() RIFFLE_EXCLUDES(mutex_);
  /// Whether no other one can be there.
  [[nodiscard]] bool is_alone() RIFFLE_EXCLUDES(mutex_);

  enum class Rest : std::uint8_t {
    kNo,  ///< somebody may come yet
    kSettled,
    kGivenUp,  ///< settled but for those who were given up
  };
  /// One caller at a time. `standing` of them stand.
  [[nodiscard]] Rest look(std::size_t standing) RIFFLE_EXCLUDES(mutex_);
  /// The numbers of those of whom `look` has found that they have ended, once.
  [[nodiscard]] std::vector<std::uint64_t> take_ended() { return std::exchange(ended_, {}); }

  /// In the order in which they were started.
  static void sort(std::vector<HostThread*>& threads);
  /// Calls `each` for all that ever called and have not ended.
  template <class Function>
  void for_each(Function&& each) RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    for (const auto& thread : threads_) each(*thread);
  }

 private:
  /// Who has not settled. Of its time only what it ran or slept counts: it may have to wait for a core.
  struct Watched {
    std::uint32_t activity = 0;
    std::int64_t since_ns = 0;
    std::uint64_t ran_ns = 0;  ///< until then
    std::int64_t slept_ns = 0;
    std::int64_t asleep_since_ns = 0;  ///< at the last look; 0: it was not
  };

  [[nodiscard]] std::vector<HostThread*> present() RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] Rest judge(platform::ThreadId id, const HostThread* thread,
                           const platform::ThreadLook& seen, bool others_stand);
  void remove_ended(const std::vector<HostThread*>& callers,
                    const std::vector<platform::ThreadId>& ids) RIFFLE_EXCLUDES(mutex_);

  Mutex mutex_;  // a leaf; not held while threads are looked at, which may want it
  std::vector<std::unique_ptr<HostThread>> threads_ RIFFLE_GUARDED_BY(mutex_);
  std::vector<std::uint64_t> ended_;                         ///< `look`'s
  std::unordered_map<platform::ThreadId, Watched> watched_;  ///< who has not settled; `look`'s
};

}  // namespace riffle::engine
