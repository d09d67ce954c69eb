// SPDX-License-Identifier: Apache-2.0
// Runs one operation at a time, in the order of a plan (base/schedule_plan.h): the same decisions give the same run.
//
// Whoever can go on stands in line: each stream whose head is an operation that may begin, and each host thread that is at
// a point. Who is first in line goes on: a stream runs one operation, a host thread has its turn until its next point. At first a stream
// stands before the host, behind older streams, and a host thread behind older ones: so without any decision an operation
// runs before the call that enqueued it returns, unless something that it must wait for cannot. A decision puts the first
// one off, behind all the others.
//
// What makes it repeatable: decisions are taken only while every host thread stands, or sleeps so that it cannot go on by
// itself (host_threads.h).
// - A point is the end of an enqueue, a question that is answered with "not ready", and a wait. Whoever is there goes on when
//   it is first in line; at a wait it stands in line once what it waits for is complete.
// - Where there are several host threads, the begin of each call is one too. Who had the turn keeps it there, unless another
//   one has come to a point meanwhile.
// - Waits and times are no operations here: a stream goes past them as soon as it can.
// - Who asks again and again wants an answer: at its kPatience-th question in a row a host thread is put off, and so is one that
//   had kTurns turns in a row while another one stood: it may be waiting for that.
//
// Not repeatable for certain, counted in the record: an operation that does not end while its decider waits for it is left
// running beside the others (it may wait for the host, or for another operation); beside a host thread that neither
// calls nor settles for long, the others go on.
//
// Operations that surely end are run by the decider itself, others by threads of the schedule (operators); the engine's
// workers and its keeper do not exist. Decider is the host thread that has just come to a point, or, when others have to
// come first, a thread that looks for them again and again (`watch`). Lock order: decider_, state_, then a context's
// locks; offers_ is a leaf.
#pragma once

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/mutex.h"
#include "base/schedule_plan.h"
#include "base/schedule_record.h"
#include "runtime/engine/host_threads.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/site.h"

namespace riffle::engine {

class Operator;
class Timeline;

class Schedule final : public Observer {
 public:
  /// `record` may be null; it must live as long as the process.
  Schedule(SchedulePlan plan, ScheduleRecord* record);
  /// Its first threads; false when the system refuses.
  [[nodiscard]] bool start();

  /// Another plan, for tests: nothing is pending, and no other thread is at a point.
  void start_over(SchedulePlan plan) RIFFLE_EXCLUDES(state_);

  /// A stream became ready: LINKED is set. Under any lock.
  void offer(Timeline& timeline);
  /// A stream that was destroyed has ended: it will not stand in line again. Under any lock.
  void forget(std::uint64_t stream);

  // --- A host thread's points; operators do nothing at them ---

  void enqueue_done();
  void asked();
  void wait_for(Moment moment);

  /// Whether memory is to come from another place than usual. Under any lock of the memory room.
  [[nodiscard]] bool takes_other_memory() RIFFLE_EXCLUDES(state_);

  // --- Observer ---

  [[nodiscard]] bool wants_every_wait() const noexcept override { return true; }
  void enqueued(const OperationNotice& /*notice*/) noexcept override {}
  void started(const OperationNotice& /*notice*/) noexcept override {}
  void finished(const OperationNotice& /*notice*/) noexcept override {}
  void call_entered(const char* symbol, const void* caller) noexcept override;
  void call_left(const char* symbol, int result) noexcept override;

 private:
  static constexpr unsigned kPatience = 8;  ///< questions in a row
  static constexpr unsigned kTurns = 200;   ///< in a row

  /// A place in line: the least is first.
  struct Place {
    std::uint64_t round = 0;
    std::uint64_t order = 0;
    auto operator<=>(const Place&) const = default;
  };

  /// Who goes on; neither: nobody can, or some host thread may still come.
  struct Next {
    Timeline* stream = nullptr;  ///< RUNNING, and the caller's
    HostThread* host = nullptr;
  };

  /// The calling thread stands until it has its turn, which it cannot have before `until` is complete.
  void stand(HostThread& self, const Moment* until, bool is_at_begin) RIFFLE_EXCLUDES(state_);
  /// Runs operations until a host thread has its turn, or nobody can go on. False: nothing has happened.
  bool decide() RIFFLE_REQUIRES(decider_) RIFFLE_EXCLUDES(state_);
  [[nodiscard]] Next choose() RIFFLE_REQUIRES(decider_) RIFFLE_EXCLUDES(state_);
  /// Among streams only: for an operation that waits for another one.
  [[nodiscard]] Timeline* choose_stream() RIFFLE_EXCLUDES(state_);
  void give_turn(HostThread& host) RIFFLE_REQUIRES(state_);
  [[nodiscard]] Timeline* take_ready(std::size_t index) RIFFLE_REQUIRES(state_);

  /// Who can go on, without streams whose head has to wait and host threads that wait.
  struct Contender {
    std::uint64_t number = 0;
    Ticket ticket = 0;      ///< of a host thread: its point
    std::size_t index = 0;  ///< in `ready_` or `standing_`
    HostThread* host = nullptr;
  };
  [[nodiscard]] std::vector<Contender> contenders() RIFFLE_REQUIRES(state_);
  /// Asks the plan until it puts nobody off. There is one at least.
  [[nodiscard]] const Contender& first_to_go_on(const std::vector<Contender>& all)
      RIFFLE_REQUIRES(state_);
  [[nodiscard]] const Contender& first_in_line(const std::vector<Contender>& all)
      RIFFLE_REQUIRES(state_);
  [[nodiscard]] HostThread* who_keeps_turn(const std::vector<Contender>& all)
      RIFFLE_REQUIRES(state_);
  void number_standing() RIFFLE_REQUIRES(state_);
  void take_offers() RIFFLE_REQUIRES(state_);
  void drop(std::uint64_t who) RIFFLE_REQUIRES(state_);
  void look_after_held() RIFFLE_REQUIRES(state_);
  [[nodiscard]] Place& place_of(std::uint64_t who) RIFFLE_REQUIRES(state_);
  void put_off(std::uint64_t who) RIFFLE_REQUIRES(state_);
  void note(Deferral deferral) RIFFLE_REQUIRES(state_);

  /// Runs one operation; gives the stream away. False when there is no thread for it.
  bool run(Timeline& timeline) RIFFLE_EXCLUDES(state_);
  /// The same by the thread itself if the operation surely ends: no other one has to wake.
  bool run_as_decider(Timeline& timeline) RIFFLE_REQUIRES(decider_) RIFFLE_EXCLUDES(state_);
  void run_here(Timeline& timeline) RIFFLE_REQUIRES(decider_) RIFFLE_EXCLUDES(state_);
  [[nodiscard]] Operator* take_operator() RIFFLE_EXCLUDES(state_);
  void wait_as_operation(Moment moment);

  bool start_watch() RIFFLE_REQUIRES(state_);
  static void watch(void* schedule);
  void watch();

  ScheduleRecord* const record_;

  HostThreads hosts_;

  Mutex decider_;  ///< held by who decides

  Site here_ RIFFLE_GUARDED_BY(decider_);  ///< for what deciders run themselves

  Mutex offers_;
  std::vector<Timeline*> offered_ RIFFLE_GUARDED_BY(offers_);
  std::vector<std::uint64_t> forgotten_ RIFFLE_GUARDED_BY(offers_);

  Mutex state_;
  SchedulePlan plan_ RIFFLE_GUARDED_BY(state_);
  std::unordered_map<std::uint64_t, Place> places_ RIFFLE_GUARDED_BY(state_);
  std::unordered_set<std::uint64_t> was_first_ RIFFLE_GUARDED_BY(state_);
  std::uint64_t rounds_ RIFFLE_GUARDED_BY(state_) = 0;  ///< how often somebody was put off
  std::uint64_t known_ RIFFLE_GUARDED_BY(state_) = 0;   ///< streams that had a place so far
  std::uint64_t known_hosts_ RIFFLE_GUARDED_BY(state_) = 0;
  std::vector<Timeline*> ready_ RIFFLE_GUARDED_BY(state_);  ///< RUNNING, and nobody else's
  std::vector<HostThread*> standing_ RIFFLE_GUARDED_BY(state_);
  std::uint64_t last_host_ RIFFLE_GUARDED_BY(state_) = 0;  ///< number of who had the last turn
  bool others_came_ RIFFLE_GUARDED_BY(state_) = false;     ///< to a point since then
  bool is_watched_ RIFFLE_GUARDED_BY(state_) = false;
  std::vector<Operator*> idle_ RIFFLE_GUARDED_BY(state_);
  std::vector<Operator*> held_ RIFFLE_GUARDED_BY(state_);
  unsigned looks_at_held_ RIFFLE_GUARDED_BY(state_) = 0;

  std::atomic<std::uint32_t> news_{0};  ///< grows when something became ready
  /// Host threads that stand and cannot decide; `watch` sleeps on it while there are none.
  std::atomic<std::uint32_t> sleepers_{0};
};

namespace detail {
extern std::atomic<Schedule*> schedule;
}  // namespace detail

/// Null unless operations run by a plan.
[[nodiscard]] inline Schedule* current_schedule() {
  return detail::schedule.load(std::memory_order_acquire);
}

/// A host has asked for something that is not complete: under a schedule, work may be done before it gets its answer, and
/// this is true: look again.
[[nodiscard]] inline bool may_work_before_answer() {
  Schedule* const schedule = current_schedule();
  if (schedule == nullptr) [[likely]]
    return false;
  schedule->asked();
  return true;
}

/// Whether memory that could come from several places is to come from another one than usual.
[[nodiscard]] inline bool takes_other_memory() {
  Schedule* const schedule = current_schedule();
  return schedule != nullptr && schedule->takes_other_memory();
}

/// Begins when RIFFLE_SCHEDULE says so. Before any stream exists; again: nothing.
void start_schedule_if_asked();

}  // namespace riffle::engine
