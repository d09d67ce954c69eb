// SPDX-License-Identifier: Apache-2.0
// Runs one operation at a time, in the order of a plan (base/schedule_plan.h): the same decisions give the same run.
//
// Whoever can go on stands in line: each stream whose head is an operation that may begin, and the host. Who is first in
// line goes on: a stream runs one operation, the host returns from its call. At first a stream stands before the host,
// behind older streams: so without any decision an operation runs before the call that enqueued it returns, unless
// something that it must wait for cannot. A decision puts the first one off, behind all the others.
//
// What makes it repeatable: decisions are taken at the host's points only, and the host stands still meanwhile.
// - A point is the end of an enqueue, a question that is answered with "not ready", and a wait. There operations run until
//   the host is first in line; at a wait, where the host does not stand in line, until what it waits for is complete.
// - Waits and times are no operations here: a stream goes past them as soon as it can.
// - Who asks again and again wants an answer: at its kPatience-th question in a row the host is put off.
//
// Not repeatable for certain, counted in the record: an operation that does not end while its decider waits for it is left
// running beside the others (it may wait for the host, or for another operation); a host that calls nothing for long gets
// its operations run beside it (it may look at memory). Several host threads reach their points in the order that the
// machine gives; one decides at a time.
//
// Operations that surely end are run by the decider itself, others by threads of the schedule (operators); the engine's workers and its keeper do not exist. Lock order:
// decider_, state_, then a context's locks; offers_ is a leaf.
#pragma once

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/mutex.h"
#include "base/schedule_plan.h"
#include "base/schedule_record.h"
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

  // --- The host's points; operators do nothing at them ---

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
  static constexpr std::uint64_t kHost = 0;

  /// A place in line: the least is first.
  struct Place {
    std::uint64_t round = 0;
    std::uint64_t order = 0;
    auto operator<=>(const Place&) const = default;
  };

  void run_until_host_is_first() RIFFLE_REQUIRES(decider_) RIFFLE_EXCLUDES(state_);
  /// The stream that goes on, RUNNING and the caller's; null: nobody, or the host is first.
  [[nodiscard]] Timeline* choose(bool with_host) RIFFLE_EXCLUDES(state_);
  void take_offers() RIFFLE_REQUIRES(state_);
  void look_after_held() RIFFLE_REQUIRES(state_);
  [[nodiscard]] std::size_t first_in_line(bool with_host) RIFFLE_REQUIRES(state_);
  [[nodiscard]] Place& place_of(std::uint64_t stream) RIFFLE_REQUIRES(state_);
  void put_off(std::uint64_t stream) RIFFLE_REQUIRES(state_);
  void note(Deferral deferral) RIFFLE_REQUIRES(state_);

  /// Runs one operation; gives the stream away. False when there is no thread for it.
  bool run(Timeline& timeline) RIFFLE_EXCLUDES(state_);
  /// The same by the thread itself if the operation surely ends: no other one has to wake.
  bool run_as_decider(Timeline& timeline) RIFFLE_REQUIRES(decider_) RIFFLE_EXCLUDES(state_);
  void run_here(Timeline& timeline) RIFFLE_REQUIRES(decider_) RIFFLE_EXCLUDES(state_);
  [[nodiscard]] Operator* take_operator() RIFFLE_EXCLUDES(state_);
  void wait_for_news(std::uint32_t seen);

  static void watch(void* schedule);
  void watch();

  ScheduleRecord* const record_;

  Mutex decider_;  ///< held by the host thread that is at a point

  Site here_ RIFFLE_GUARDED_BY(decider_);  ///< for what deciders run themselves

  Mutex offers_;
  std::vector<Timeline*> offered_ RIFFLE_GUARDED_BY(offers_);

  Mutex state_;
  SchedulePlan plan_ RIFFLE_GUARDED_BY(state_);
  std::unordered_map<std::uint64_t, Place> places_ RIFFLE_GUARDED_BY(state_);
  std::unordered_set<std::uint64_t> was_first_ RIFFLE_GUARDED_BY(state_);
  std::uint64_t rounds_ RIFFLE_GUARDED_BY(state_) = 0;      ///< how often somebody was put off
  std::uint64_t known_ RIFFLE_GUARDED_BY(state_) = 0;       ///< streams that had a place so far
  std::uint64_t points_ RIFFLE_GUARDED_BY(state_) = 0;      ///< of the host so far
  std::vector<Timeline*> ready_ RIFFLE_GUARDED_BY(state_);  ///< RUNNING, and nobody else's
  std::vector<Operator*> idle_ RIFFLE_GUARDED_BY(state_);
  std::vector<Operator*> held_ RIFFLE_GUARDED_BY(state_);
  unsigned looks_at_held_ RIFFLE_GUARDED_BY(state_) = 0;
  unsigned questions_ RIFFLE_GUARDED_BY(decider_) = 0;

  std::atomic<std::uint32_t> news_{
      0};  ///< grows when something became ready, or a held operation ended
  std::atomic<std::uint32_t> calls_{0};     ///< host threads inside of calls and waits
  std::atomic<std::uint32_t> activity_{0};  ///< grows with each call and point
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
