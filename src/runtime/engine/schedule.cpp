// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/schedule.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "base/options.h"
#include "platform/futex.h"
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
/// How often it is looked whether all have come: while somebody stands, ever more rarely; else for those who never come.
constexpr std::uint64_t kLeastNapNs = kMillisecond / 20;
constexpr std::uint64_t kMostNapNs = kMillisecond;
constexpr std::uint64_t kWatchNs = 20 * kMillisecond;
/// In a round host threads stand behind streams.
constexpr std::uint64_t kHostOrder = std::uint64_t{1} << 62;

Ticket next_ticket(const Timeline& timeline) { return timeline.completed_ticket() + 1; }

}  // namespace

Schedule::Schedule(SchedulePlan plan, ScheduleRecord* record)
    : record_(record), plan_(std::move(plan)) {}

bool Schedule::start() {
  {
    const MutexLock lock(decider_);
    here_.is_worker = true;
    here_.stack = platform::GuardedStack(options().stack_bytes);
    if (!here_.stack.is_valid()) return false;
  }
  Operator* const first = Operator::start();
  if (first == nullptr) return false;
  const MutexLock lock(state_);
  idle_.push_back(first);
  return start_watch();
}

bool Schedule::start_watch() {
  if (!is_watched_)
    is_watched_ = platform::start_thread("riffle-schedule", 128 << 10, &Schedule::watch, this);
  return is_watched_;
}

void Schedule::start_over(SchedulePlan plan) {
  const MutexLock lock(state_);
  plan_ = std::move(plan);
  places_.clear();
  was_first_.clear();
  rounds_ = 0;
  known_ = 0;
  known_hosts_ = 0;
  last_host_ = 0;
  hosts_.for_each([](HostThread& host) {
    host.number = 0;
    host.points = 0;
  });
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

void Schedule::forget(std::uint64_t stream) {
  const MutexLock lock(offers_);
  forgotten_.push_back(stream);
}

void Schedule::drop(std::uint64_t who) {
  places_.erase(who);
  was_first_.erase(who);
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
      for (const std::uint64_t stream : std::exchange(forgotten_, {})) drop(stream);
    }
    if (offered.empty()) return;
    for (Timeline* const timeline : offered) {
      if (!timeline->unlink()) {
        if (timeline->is_closing()) recycle_if_closed(*timeline);
        continue;
      }
      static_cast<void>(place_of(timeline->stream_id()));
      if (next_step(*timeline) == NextStep::kPassing)
        run_next_operation(site, *timeline);  // gives it away: it is offered again, or parked
      else
        ready_.push_back(timeline);
    }
  }
}

/// Who is new stands where it would without any decision, seen from who had the last turn.
Schedule::Place& Schedule::place_of(std::uint64_t who) {
  if (const auto found = places_.find(who); found != places_.end()) return found->second;
  const auto last = places_.find(last_host_);
  const std::uint64_t round = last == places_.end() ? 0 : last->second.round;
  const std::uint64_t order = is_host_number(who) ? kHostOrder + who - kFirstHost : ++known_;
  return places_[who] = {round, order};
}

/// Streams that come later stand before a host thread of their round (place_of).
void Schedule::put_off(std::uint64_t who) {
  places_[who] = {++rounds_, is_host_number(who) ? kHostOrder : 0};
}

void Schedule::number_standing() {
  std::vector<HostThread*> fresh;
  for (HostThread* const each : standing_)
    if (each->number == 0) fresh.push_back(each);
  HostThreads::sort(fresh);
  for (HostThread* const each : fresh) {
    each->number = host_number(++known_hosts_);
    static_cast<void>(place_of(each->number));
  }
  for (HostThread* const each : standing_)
    if (std::exchange(each->goes_last, false)) put_off(each->number);
}

std::vector<Schedule::Contender> Schedule::contenders() {
  std::vector<Contender> all;
  for (std::size_t i = 0; i < ready_.size(); ++i)
    all.push_back({ready_[i]->stream_id(), next_ticket(*ready_[i]), i, nullptr});
  for (std::size_t i = 0; i < standing_.size(); ++i) {
    HostThread* const host = standing_[i];
    if (host->until == nullptr || host->until->is_complete())
      all.push_back({host->number, host->points, i, host});
  }
  return all;
}

const Schedule::Contender& Schedule::first_in_line(const std::vector<Contender>& all) {
  return *std::ranges::min_element(all, {}, [this](const Contender& each) RIFFLE_REQUIRES(state_) {
    return places_[each.number];
  });
}

void Schedule::note(Deferral deferral) {
  if (record_ == nullptr) return;
  const std::uint32_t count = record_->deferrals.load(std::memory_order_relaxed);
  if (count == ScheduleRecord::kMostDeferrals) return;
  record_->list[count] = deferral;
  record_->deferrals.store(count + 1, std::memory_order_release);
}

const Schedule::Contender& Schedule::first_to_go_on(const std::vector<Contender>& all) {
  const Contender* first = &first_in_line(all);
  if (all.size() == 1) return *first;
  const auto hosts =
      std::ranges::count_if(all, [](const Contender& each) { return each.host != nullptr; });
  if (hosts > 1 && first->number == last_host_ && ++first->host->turns == kTurns) {
    put_off(first->number);
    first = &first_in_line(all);
  }
  plan_.begin_decision();
  if (record_ != nullptr) record_->decisions.store(plan_.decisions(), std::memory_order_relaxed);
  for (std::size_t others = all.size() - 1; others != 0; --others) {
    // Among streams alone, the one host thread is no newcomer.
    const bool is_first_time =
        (first->host == nullptr || hosts > 1) && was_first_.insert(first->number).second;
    if (!plan_.defers(first->number, first->ticket, is_first_time)) break;
    note({.decision = plan_.decisions(), .who = first->number, .ticket = first->ticket});
    put_off(first->number);
    first = &first_in_line(all);
  }
  return *first;
}

Timeline* Schedule::take_ready(std::size_t index) {
  Timeline* const taken = ready_[index];
  ready_[index] = ready_.back();
  ready_.pop_back();
  return taken;
}

Timeline* Schedule::choose_stream() {
  const MutexLock lock(state_);
  look_after_held();
  take_offers();
  if (ready_.empty()) return nullptr;
  std::vector<Contender> all = contenders();
  std::erase_if(all, [](const Contender& each) { return each.host != nullptr; });
  return take_ready(first_to_go_on(all).index);
}

Schedule::Next Schedule::choose() {
  const MutexLock lock(state_);
  look_after_held();
  take_offers();
  const HostThreads::Rest rest = hosts_.look(standing_.size());
  for (const std::uint64_t ended : hosts_.take_ended()) drop(ended);
  if (rest == HostThreads::Rest::kNo) return {};
  number_standing();
  const std::vector<Contender> all = contenders();
  if (all.empty()) return {};
  if (rest == HostThreads::Rest::kGivenUp && record_ != nullptr)
    record_->silences.fetch_add(1, std::memory_order_relaxed);
  HostThread* chosen = who_keeps_turn(all);
  if (chosen == nullptr) {
    const Contender& first = first_to_go_on(all);
    if (first.host == nullptr) return {.stream = take_ready(first.index)};
    chosen = first.host;
  }
  give_turn(*chosen);
  return {.host = chosen};
}

/// Who has only come from one call to the next one, and nobody else has come meanwhile: there is nothing new to decide.
HostThread* Schedule::who_keeps_turn(const std::vector<Contender>& all) {
  if (others_came_) return nullptr;
  const auto last = std::ranges::find(all, last_host_, &Contender::number);
  if (last == all.end() || !last->host->is_at_begin) return nullptr;
  if (all.size() > 1 && ++last->host->turns == kTurns) {
    put_off(last_host_);
    return nullptr;
  }
  return last->host;
}

void Schedule::give_turn(HostThread& host) {
  std::erase(standing_, &host);
  if (host.number != last_host_ || host.turns >= kTurns) host.turns = 0;
  last_host_ = host.number;
  others_came_ = false;
  host.until = nullptr;
  host.where.store(HostThread::kAtLocks);  // until it has left `stand`
  host.has_turn.store(1);
  platform::futex_wake(&host.has_turn, 1);
}

bool Schedule::takes_other_memory() {
  const HostThreads::Arrival arrival(hosts_, !Operator::is_current());
  const MutexLock lock(state_);
  const bool other = plan_.takes_other_memory();
  if (record_ != nullptr)
    record_->memory_decisions.store(plan_.memory_decisions(), std::memory_order_relaxed);
  if (other) note({.decision = plan_.memory_decisions(), .is_memory = 1});
  return other;
}

// ---- Points ----

bool Schedule::decide() {
  for (bool has_moved = false;; has_moved = true) {
    const Next next = choose();
    if (next.host != nullptr) return true;
    if (next.stream == nullptr || !run_as_decider(*next.stream)) return has_moved;
  }
}

void Schedule::stand(HostThread& self, const Moment* until, bool is_at_begin) {
  self.activity.fetch_add(1);
  self.where.store(HostThread::kAtLocks);
  {
    const MutexLock lock(state_);
    static_cast<void>(start_watch());  // again: without it, nobody looks for those who come late
    self.until = until;
    self.is_at_begin = is_at_begin;
    self.has_turn.store(0);
    standing_.push_back(&self);
    if (self.number == 0 || self.number != last_host_) others_came_ = true;
    self.where.store(HostThread::kStanding);
  }
  {
    const MutexLock lock(decider_);
    if (self.has_turn.load() == 0) static_cast<void>(decide());
  }
  if (self.has_turn.load() == 0) {
    if (sleepers_.fetch_add(1) == 0) platform::futex_wake(&sleepers_, 1);
    while (self.has_turn.load() == 0) platform::futex_wait(self.has_turn, 0);
    sleepers_.fetch_sub(1);
  }
  self.where.store(HostThread::kOutside);
}

void Schedule::enqueue_done() {
  if (Operator::is_current()) return;
  HostThread& self = hosts_.current();
  ++self.points;
  self.questions = 0;
  stand(self, nullptr, false);
}

void Schedule::asked() {
  if (Operator::is_current()) return;
  HostThread& self = hosts_.current();
  ++self.points;
  if (++self.questions == kPatience) {
    self.questions = 0;
    self.goes_last = true;
  }
  stand(self, nullptr, false);
}

void Schedule::wait_for(Moment moment) {
  if (Operator::is_current()) return wait_as_operation(moment);
  HostThread& self = hosts_.current();
  ++self.points;
  self.questions = 0;
  if (!moment.is_complete()) stand(self, &moment, false);
}

/// Its decider stands still for it.
void Schedule::wait_as_operation(Moment moment) {
  while (!moment.is_complete()) {
    const std::uint32_t seen = news_.load(std::memory_order_acquire);
    Timeline* const next = choose_stream();
    const bool ran = next != nullptr && run(*next);
    // It is for an operation that is held, or for another process to go on.
    if (!ran && !moment.is_complete()) platform::futex_wait_for(news_, seen, kMillisecond);
  }
}

void Schedule::call_entered(const char* /*symbol*/, const void* /*caller*/) noexcept {
  if (Operator::is_current() || !is_usable()) return;
  HostThread& self = hosts_.current();
  self.activity.fetch_add(1);
  if (self.calls.fetch_add(1) != 0) return;
  ++self.points;
  if (!hosts_.is_alone()) stand(self, nullptr, true);
}

void Schedule::call_left(const char* /*symbol*/, int /*result*/) noexcept {
  if (Operator::is_current() || !is_usable()) return;
  HostThread& self = hosts_.current();
  self.calls.fetch_sub(1);
  self.activity.fetch_add(1);
}

// ---- Those who come late, or never ----

void Schedule::watch(void* schedule) { static_cast<Schedule*>(schedule)->watch(); }

void Schedule::watch() {
  static constinit std::atomic<std::uint32_t> never{0};
  std::uint64_t nap = kLeastNapNs;
  for (;;) {
    if (sleepers_.load() == 0) {
      platform::futex_wait_for(sleepers_, 0, kWatchNs);
      nap = kLeastNapNs;
    } else {
      platform::futex_wait_for(never, 0, nap);
      nap = std::min(2 * nap, kMostNapNs);
    }
    if (!decider_.try_lock()) continue;
    if (decide()) nap = kLeastNapNs;
    decider_.unlock();
  }
}

}  // namespace riffle::engine
