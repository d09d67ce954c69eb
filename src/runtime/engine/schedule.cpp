// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/schedule.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/options.h"
#include "platform/futex.h"
#include "platform/stack.h"
#include "platform/thread.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/operator.h"
#include "runtime/engine/run_queue.h"
#include "runtime/engine/runner.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {

namespace detail {
constinit std::atomic<Schedule*> schedule{nullptr};
}  // namespace detail

namespace {

constexpr std::uint64_t kMillisecond = 1'000'000;
/// How long the decider stands still for a host function, which may wait for the host, and for a kernel that is not known to
/// end.
constexpr std::uint64_t kHostFunctionNs = 100 * kMillisecond;
constexpr std::uint64_t kKernelNs = 1000 * kMillisecond;
/// And then each time it looks again, so many times: what let the operation go has just happened.
constexpr std::uint64_t kHeldNs = 2 * kMillisecond;
constexpr unsigned kLooksAtHeld = 100;
/// A host that has called nothing in so many looks is silent.
constexpr std::uint64_t kWatchNs = 20 * kMillisecond;
constexpr unsigned kSilentLooks = 5;
constexpr std::uint64_t kHostOrder = std::numeric_limits<std::uint64_t>::max();

Ticket next_ticket(const Timeline& timeline) { return timeline.completed_ticket() + 1; }

}  // namespace

Schedule::Schedule(SchedulePlan plan, ScheduleRecord* record)
    : record_(record), plan_(std::move(plan)) {
  const MutexLock lock(state_);
  places_[kHost] = {0, kHostOrder};
}

bool Schedule::start() {
  {
    const MutexLock lock(decider_);
    here_.is_worker = true;
    here_.stack = platform::GuardedStack(options().stack_bytes);
    if (!here_.stack.is_valid()) return false;
  }
  Operator* const first = Operator::start();
  if (first == nullptr) return false;
  {
    const MutexLock lock(state_);
    idle_.push_back(first);
  }
  return platform::start_thread("riffle-schedule", 128 << 10, &Schedule::watch, this);
}

void Schedule::start_over(SchedulePlan plan) {
  const MutexLock lock(state_);
  plan_ = std::move(plan);
  places_.clear();
  was_first_.clear();
  rounds_ = 0;
  known_ = 0;
  points_ = 0;
  places_[kHost] = {0, kHostOrder};
}

// ---- The line ----

void Schedule::offer(Timeline& timeline) {
  {
    const MutexLock lock(offers_);
    offered_.push_back(&timeline);
  }
  news_.fetch_add(1, std::memory_order_release);
  platform::futex_wake(&news_, std::numeric_limits<int>::max());
}

/// Claims what was offered and goes past its waits. A wait that is over makes no other stream ready before its own
/// turn, but its ticket may: so until there are no offers left.
void Schedule::take_offers() {
  static Site& site = *[] {
    auto* const made = new Site;
    made->is_worker = true;
    return made;
  }();
  for (;;) {
    std::vector<Timeline*> offered;
    {
      const MutexLock lock(offers_);
      offered.swap(offered_);
    }
    if (offered.empty()) return;
    for (Timeline* const timeline : offered) {
      if (!unlink(*timeline)) {
        if (timeline->lifecycle.load(std::memory_order_seq_cst) == Lifecycle::kClosing)
          recycle_if_closed(*timeline);
        continue;
      }
      static_cast<void>(place_of(timeline->stream_id));
      if (next_step(*timeline) == NextStep::kPassing)
        run_next_operation(site, *timeline);  // gives it away: it is offered again, or parked
      else
        ready_.push_back(timeline);
    }
  }
}

Schedule::Place& Schedule::place_of(std::uint64_t stream) {
  const auto [found, is_new] = places_.try_emplace(stream);
  if (is_new) found->second = {places_[kHost].round, ++known_};
  return found->second;
}

void Schedule::put_off(std::uint64_t stream) {
  places_[stream] = {++rounds_, stream == kHost ? kHostOrder : 0};
}

/// An index into `ready_`, or one past it for the host.
std::size_t Schedule::first_in_line(bool with_host) {
  std::size_t first = ready_.size();
  Place place = with_host ? places_[kHost] : Place{kHostOrder, kHostOrder};
  for (std::size_t i = 0; i < ready_.size(); ++i) {
    const Place& other = places_[ready_[i]->stream_id];
    if (!(other < place)) continue;
    place = other;
    first = i;
  }
  return first;
}

void Schedule::note(Deferral deferral) {
  if (record_ == nullptr) return;
  const std::uint32_t count = record_->deferrals.load(std::memory_order_relaxed);
  if (count == ScheduleRecord::kMostDeferrals) return;
  record_->list[count] = deferral;
  record_->deferrals.store(count + 1, std::memory_order_release);
}

Timeline* Schedule::choose(bool with_host) {
  const MutexLock lock(state_);
  look_after_held();
  take_offers();
  if (ready_.empty()) return nullptr;
  std::size_t others = ready_.size() - (with_host ? 0 : 1);
  std::size_t first = first_in_line(with_host);
  if (others != 0) {
    plan_.begin_decision();
    if (record_ != nullptr) record_->decisions.store(plan_.decisions(), std::memory_order_relaxed);
  }
  for (; others != 0; --others) {
    const bool is_host = first == ready_.size();
    const std::uint64_t stream = is_host ? kHost : ready_[first]->stream_id;
    const std::uint64_t ticket = is_host ? points_ : next_ticket(*ready_[first]);
    const bool is_first_time = !is_host && was_first_.insert(stream).second;
    if (!plan_.defers(stream, ticket, is_first_time)) break;
    note({.decision = plan_.decisions(), .stream = stream, .ticket = ticket});
    put_off(stream);
    first = first_in_line(with_host);
  }
  if (first == ready_.size()) return nullptr;
  Timeline* const chosen = ready_[first];
  ready_[first] = ready_.back();
  ready_.pop_back();
  return chosen;
}

bool Schedule::takes_other_memory() {
  const MutexLock lock(state_);
  const bool other = plan_.takes_other_memory();
  if (record_ != nullptr)
    record_->memory_decisions.store(plan_.memory_decisions(), std::memory_order_relaxed);
  if (other) note({.decision = plan_.memory_decisions(), .is_memory = 1});
  return other;
}

// ---- Running ----

Operator* Schedule::take_operator() {
  {
    const MutexLock lock(state_);
    if (!idle_.empty()) {
      Operator* const taken = idle_.back();
      idle_.pop_back();
      return taken;
    }
  }
  return Operator::start();
}

/// On a stack with a guard page, as everywhere: the host's own may be small.
void Schedule::run_here(Timeline& timeline) {
  struct Errand {
    Site* site;
    Timeline* timeline;
  } errand{&here_, &timeline};
  platform::call_on_stack(
      here_.stack.range(),
      [](void* argument) {
        const auto& own = *static_cast<Errand*>(argument);
        run_next_operation(*own.site, *own.timeline);
      },
      &errand);
}

bool Schedule::run_as_decider(Timeline& timeline) {
  if (next_step(timeline) != NextStep::kEnds) return run(timeline);
  run_here(timeline);
  if (record_ != nullptr) record_->operations.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool Schedule::run(Timeline& timeline) {
  Operator* const chosen = take_operator();
  if (chosen == nullptr) {
    const MutexLock lock(state_);
    ready_.push_back(&timeline);
    return false;
  }
  const NextStep step = next_step(timeline);  // before it is given away
  chosen->begin(timeline);
  bool is_done = true;
  if (step == NextStep::kEnds)
    chosen->wait();
  else
    is_done = chosen->wait_for(step == NextStep::kHostFunction ? kHostFunctionNs : kKernelNs);
  if (record_ != nullptr) record_->operations.fetch_add(1, std::memory_order_relaxed);
  const MutexLock lock(state_);
  (is_done ? idle_ : held_).push_back(chosen);
  if (is_done) return true;
  looks_at_held_ = 0;
  if (record_ != nullptr) record_->held.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void Schedule::look_after_held() {
  if (held_.empty()) return;
  const bool waits = looks_at_held_++ < kLooksAtHeld;
  std::erase_if(held_, [&](Operator* each) RIFFLE_REQUIRES(state_) {
    if (!(waits ? each->wait_for(kHeldNs) : each->is_done())) return false;
    idle_.push_back(each);
    return true;
  });
}

void Schedule::run_until_host_is_first() {
  {
    const MutexLock lock(state_);
    ++points_;
  }
  while (Timeline* const next = choose(true))
    if (!run_as_decider(*next)) return;
}

// ---- Points ----

void Schedule::enqueue_done() {
  if (Operator::is_current()) return;
  activity_.fetch_add(1, std::memory_order_relaxed);
  const MutexLock lock(decider_);
  questions_ = 0;
  run_until_host_is_first();
}

void Schedule::asked() {
  if (Operator::is_current()) return;
  activity_.fetch_add(1, std::memory_order_relaxed);
  const MutexLock lock(decider_);
  if (++questions_ == kPatience) {
    questions_ = 0;
    const MutexLock state(state_);
    put_off(kHost);
  }
  run_until_host_is_first();
}

void Schedule::wait_for(Moment moment) {
  const bool is_host = !Operator::is_current();
  calls_.fetch_add(1, std::memory_order_relaxed);
  while (!moment.is_complete()) {
    const std::uint32_t seen = news_.load(std::memory_order_acquire);
    Timeline* next = nullptr;
    bool ran = false;
    if (is_host) {
      const MutexLock lock(decider_);
      questions_ = 0;
      if (moment.is_complete()) break;
      next = choose(false);
      ran = next != nullptr && run_as_decider(*next);
    } else {  // an operation that waits: its decider stands still for it
      next = choose(false);
      ran = next != nullptr && run(*next);
    }
    // It is for an operation that is held, for another host thread or for another process to go on.
    if (!ran && !moment.is_complete()) wait_for_news(seen);
  }
  calls_.fetch_sub(1, std::memory_order_relaxed);
  activity_.fetch_add(1, std::memory_order_relaxed);
}

void Schedule::wait_for_news(std::uint32_t seen) {
  platform::futex_wait_for(news_, seen, kMillisecond);
}

void Schedule::call_entered(const char* /*symbol*/, const void* /*caller*/) noexcept {
  calls_.fetch_add(1, std::memory_order_relaxed);
}

void Schedule::call_left(const char* /*symbol*/, int /*result*/) noexcept {
  calls_.fetch_sub(1, std::memory_order_relaxed);
  activity_.fetch_add(1, std::memory_order_relaxed);
}

// ---- Silent hosts ----

void Schedule::watch(void* schedule) { static_cast<Schedule*>(schedule)->watch(); }

void Schedule::watch() {
  static constinit std::atomic<std::uint32_t> never{0};
  std::uint32_t last = 0;
  unsigned looks = 0;
  const auto is_silent = [&] {
    return calls_.load(std::memory_order_relaxed) == 0 &&
           activity_.load(std::memory_order_relaxed) == last;
  };
  for (;;) {
    platform::futex_wait_for(never, 0, kWatchNs);
    if (!is_silent()) {
      last = activity_.load(std::memory_order_relaxed);
      looks = 0;
      continue;
    }
    if (++looks < kSilentLooks || !decider_.try_lock()) continue;
    bool ran = false;
    while (is_silent()) {
      Timeline* const next = choose(false);
      if (next == nullptr || !run_as_decider(*next)) break;
      ran = true;
    }
    decider_.unlock();
    if (ran && record_ != nullptr) record_->silences.fetch_add(1, std::memory_order_relaxed);
  }
}

// ---- The start ----

namespace {

/// The first process that uses CUDA takes the file: it is empty until then. Null: none.
ScheduleRecord* map_record(const std::string& path) {
  if (path.empty()) return nullptr;
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return nullptr;
  struct stat status{};
  void* memory = MAP_FAILED;
  if (fstat(file, &status) == 0 && status.st_size == 0 &&
      ftruncate(file, sizeof(ScheduleRecord)) == 0)
    memory = mmap(nullptr, sizeof(ScheduleRecord), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return nullptr;
  auto* const record = static_cast<ScheduleRecord*>(memory);  // all zero
  record->magic.store(ScheduleRecord::kMagic, std::memory_order_release);
  return record;
}

}  // namespace

void start_schedule_if_asked() {
  if (current_schedule() != nullptr || options().schedule.empty()) return;
  Result<SchedulePlan> plan = SchedulePlan::parse(options().schedule);
  if (!plan) return;  // the options have complained
  auto* const made = new Schedule(std::move(*plan), map_record(options().schedule_record));
  detail::schedule.store(made, std::memory_order_release);
  add_observer(*made);
}

}  // namespace riffle::engine
