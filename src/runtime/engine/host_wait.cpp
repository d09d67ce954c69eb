// SPDX-License-Identifier: Apache-2.0
// A host thread that waits for a moment runs what the moment depends on, and nothing else: foreign
// work might be long, or wait for this very host.
#include "runtime/engine/host_wait.h"

#include <pthread.h>

#include <utility>

#include "platform/clock.h"
#include "platform/futex.h"
#include "platform/pause.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/host_look.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/runner.h"
#include "runtime/engine/shared_range.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {
namespace {

constinit thread_local Site* this_site [[gnu::tls_model("initial-exec")]] = nullptr;

/// Gives the site of an ending thread to the next one. A key and not a thread_local object:
/// destructors of the user's own thread_local objects may still wait for streams after it ran.
pthread_key_t site_key() {
  static const pthread_key_t key = [] {
    pthread_key_t fresh{};
    pthread_key_create(&fresh, [](void* site) {
      this_site = nullptr;
      engine_state().workers.give_site(static_cast<Site*>(site));
    });
    return fresh;
  }();
  return key;
}

[[gnu::noinline]] Site* make_site() {
  Site* const site = engine_state().workers.take_host_site();
  if (site == nullptr) return nullptr;
  pthread_setspecific(site_key(), site);
  this_site = site;
  return site;
}

/// Null when there is no memory for a stack, on our own threads, and inside an operation.
Site* site_of_this_thread() {
  Site* site = this_site;
  if (site == nullptr) {
    if (platform::current_stack().is_known()) return nullptr;
    site = make_site();
  }
  return site == nullptr || site->is_busy ? nullptr : site;
}

bool is_in_operation() {
  const Site* const site = this_site;
  return site == nullptr ? platform::current_stack().is_known() : site->is_busy;
}

enum class Help : std::uint8_t { kRan, kNothing, kNeedsWorker };

/// Follows the chain of waits from `moment` to something that can be run now, and runs it.
Help help(Site& site, Moment moment) {
  constexpr int kMostHops = 256;
  Timeline* timeline = moment.timeline;
  Ticket ticket = moment.ticket;
  for (int hop = 0; hop < kMostHops; ++hop) {
    const std::uint64_t state = timeline->state();
    switch (phase_of(state)) {
      case kReady:
        if ((state & kWorkerOnly) != 0) return Help::kNeedsWorker;
        if (timeline->claim(false)) {
          run_as_host(site, *timeline, ticket);
          return Help::kRan;
        }
        break;  // look again
      case kRunning:
        if (SharedJob* const job = timeline->joinable_job())
          return join_job(site, *job, {timeline, ticket}) ? Help::kRan : Help::kNothing;
        [[fallthrough]];  // its runner may be at what it waits for
      case kIdle:         // its last ticket completes just now, or it is a fence
      case kBlocked: {
        const Moment awaited = timeline->blocked_on();
        if (awaited.timeline == nullptr) return Help::kNothing;
        // Ours first, theirs then: so the pair is of an operation that our ticket includes.
        if (timeline->is_complete(ticket) || awaited.is_complete()) return Help::kNothing;
        timeline = awaited.timeline;
        ticket = awaited.ticket;
        break;
      }
      default:
        return Help::kNothing;
    }
  }
  return Help::kNothing;
}

struct Errand {
  Site* site;
  Moment moment;
  Help result;
};

void help_while_it_runs(void* argument) {
  auto& errand = *static_cast<Errand*>(argument);
  do {
    errand.result = help(*errand.site, errand.moment);
  } while (errand.result == Help::kRan && !errand.moment.is_complete());
}

/// Operations run on a stack of the engine's own: threads of the user may have small ones.
Help help_on_own_stack(Site& site, Moment moment) {
  Errand errand{&site, moment, Help::kNothing};
  site.is_busy = true;
  platform::call_on_stack(site.stack.range(), help_while_it_runs, &errand);
  site.is_busy = false;
  return errand.result;
}

/// Before this thread is of no more use: somebody else must look at what is ready.
void call_a_worker() {
  EngineState& engine = engine_state();
  if (engine.queue.any() && engine.workers.polling() == 0)
    engine.workers.wake_one(WorkerPool::Place::kAnywhere);
}

void sleep_until(Moment moment) {
  Sleeper sleeper;
  sleeper.ticket = moment.ticket;
  if (!moment.timeline->add_sleeper(sleeper)) return;
  while (sleeper.word.load(std::memory_order_acquire) == 0) platform::futex_wait(sleeper.word, 0);
}

[[gnu::noinline]] void wait_long(Moment moment, Site* site) {
  const std::uint64_t patience = engine_state().thresholds.wait_spin;
  std::uint64_t idle_since = 0;
  bool called = false;
  bool waited = false;  // for somebody else
  while (!moment.is_complete()) {
    const Help result = site == nullptr ? Help::kNothing : help_on_own_stack(*site, moment);
    if (result == Help::kRan) {
      idle_since = 0;
      if (moment.is_complete()) Keeper::note_wait(!waited);
      continue;
    }
    if (!std::exchange(waited, true)) Keeper::note_wait(false);
    if (result == Help::kNeedsWorker && !called) {
      called = true;
      call_a_worker();
    }
    for (int i = 0; i < 10 && !moment.is_complete(); ++i) platform::cpu_relax();
    const std::uint64_t now = platform::ticks();
    if (idle_since == 0) idle_since = now;
    if (now - idle_since < patience) continue;
    call_a_worker();
    sleep_until(moment);
    return;
  }
}

}  // namespace

void wait_quietly(Moment moment) {
  if (moment.is_complete() || !is_usable()) return Keeper::note_wait(false);
  if (Schedule* const schedule = current_schedule()) [[unlikely]]
    return schedule->wait_for(moment);
  wait_long(moment, site_of_this_thread());
}

void wait_for(Moment moment) {
  wait_quietly(moment);
  note_host_look();
  // Inside of operations, others wait than the host.
  if (current_observer() != nullptr && !is_in_operation()) [[unlikely]]
    notify_host_saw(moment);
}

}  // namespace riffle::engine
