// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/host_threads.h"

#include <algorithm>
#include <utility>

#include "platform/clock.h"
#include "platform/thread.h"

namespace riffle::engine {
namespace {

constexpr std::int64_t kPatienceNs = 100'000'000;
constexpr std::int64_t kMostNs = 20 * kPatienceNs;  // whatever the machine does meanwhile

constinit thread_local HostThread* this_thread [[gnu::tls_model("initial-exec")]] = nullptr;

}  // namespace

HostThread& HostThreads::current() {
  if (this_thread != nullptr) return *this_thread;
  auto fresh = std::make_unique<HostThread>(platform::current_thread_id());
  this_thread = fresh.get();
  const MutexLock lock(mutex_);
  for (const auto& each : threads_)  // the system gives numbers again
    if (each->id == fresh->id) each->has_ended = true;
  threads_.push_back(std::move(fresh));
  return *this_thread;
}

bool HostThreads::is_alone() {
  if (const std::size_t all = platform::thread_count(); all != 0)
    return all <= platform::own_thread_count() + 1;
  const MutexLock lock(mutex_);
  return threads_.size() <= 1;
}

std::vector<HostThread*> HostThreads::present() {
  std::vector<HostThread*> all;
  for_each([&](HostThread& each) {
    if (!each.has_ended) all.push_back(&each);
  });
  return all;
}

void HostThreads::sort(std::vector<HostThread*>& threads) {
  if (threads.size() < 2) return;
  const std::vector<platform::ThreadId> ids = platform::thread_ids();
  std::ranges::sort(threads, {},
                    [&](const HostThread* each) { return std::ranges::find(ids, each->id); });
}

/// Whether one that does not stand has settled.
HostThreads::Rest HostThreads::judge(platform::ThreadId id, const HostThread* thread,
                                     const platform::ThreadLook& seen, bool others_stand) {
  if (seen.activity == platform::Activity::kGone) return Rest::kSettled;
  if (thread != nullptr && thread->where.load() == HostThread::kAtLocks) return Rest::kNo;
  const bool is_in_call = thread != nullptr && thread->calls.load() != 0;
  if (seen.activity == platform::Activity::kSleepsUntilWoken && (!is_in_call || others_stand)) {
    watched_.erase(id);
    return Rest::kSettled;
  }
  const std::uint32_t active = thread != nullptr ? thread->activity.load() : 0;
  const std::int64_t now = platform::now_ns();
  const Watched fresh{.activity = active, .since_ns = now, .ran_ns = seen.ran_ns};
  Watched& watched = watched_.try_emplace(id, fresh).first->second;
  if (is_in_call || watched.activity != active) watched = fresh;
  const bool sleeps = seen.activity != platform::Activity::kRuns;
  if (sleeps && watched.asleep_since_ns != 0) watched.slept_ns += now - watched.asleep_since_ns;
  watched.asleep_since_ns = sleeps ? now : 0;
  const auto ran = static_cast<std::int64_t>(seen.ran_ns - watched.ran_ns);
  return ran + watched.slept_ns < kPatienceNs && now - watched.since_ns < kMostNs ? Rest::kNo
                                                                                  : Rest::kGivenUp;
}

/// Of `callers`, known before the system told of `ids`: one that has come since is in neither.
void HostThreads::remove_ended(const std::vector<HostThread*>& callers,
                               const std::vector<platform::ThreadId>& ids) {
  const auto is_gone = [&](platform::ThreadId id) {
    return std::ranges::find(ids, id) == ids.end();
  };
  std::erase_if(watched_, [&](const auto& each) { return is_gone(each.first); });
  const MutexLock lock(mutex_);
  std::erase_if(threads_, [&](const auto& each) {
    const bool was_there = std::ranges::find(callers, each.get()) != callers.end();
    if (!each->has_ended && (!was_there || !is_gone(each->id))) return false;
    // What it wrote here last comes before its end, which only the kernel has told of.
    (void)each->activity.load(std::memory_order_acquire);
    if (each->number != 0) ended_.push_back(each->number);
    return true;
  });
}

HostThreads::Rest HostThreads::look(std::size_t standing) {
  const std::size_t count = platform::thread_count();
  if (count != 0 && count <= platform::own_thread_count() + standing) return Rest::kSettled;
  const std::vector<HostThread*> callers = present();
  const std::vector<platform::ThreadId> listed = platform::thread_ids();
  std::vector<platform::ThreadId> ids = listed;
  if (ids.empty())  // the system does not say: those who have called before are all that is known
    for (const HostThread* const each : callers) ids.push_back(each->id);
  struct Sleeper {
    platform::ThreadId id;
    std::uint64_t sleeps;
  };
  std::vector<Sleeper> sleepers;
  Rest rest = Rest::kSettled;
  for (const platform::ThreadId id : ids) {
    if (platform::is_own_thread(id)) continue;
    const auto found = std::ranges::find(callers, id, &HostThread::id);
    const HostThread* const caller = found == callers.end() ? nullptr : *found;
    if (caller != nullptr && caller->where.load() == HostThread::kStanding) continue;
    const platform::ThreadLook seen =
        count == 0 ? platform::ThreadLook{.activity = platform::Activity::kRuns}
                   : platform::look_at_thread(id);
    const Rest own = judge(id, caller, seen, standing != 0);
    if (own == Rest::kNo) return Rest::kNo;
    if (own == Rest::kGivenUp)
      rest = Rest::kGivenUp;
    else if (seen.activity != platform::Activity::kGone)
      sleepers.push_back({id, seen.sleeps});
  }
  for (const Sleeper& each : sleepers) {
    const platform::ThreadLook again = platform::look_at_thread(each.id);
    if (again.activity != platform::Activity::kSleepsUntilWoken || again.sleeps != each.sleeps)
      return Rest::kNo;
  }
  // Who went to sleep before it was looked at may have started another one before.
  if (present().size() != callers.size() || platform::thread_ids() != listed) return Rest::kNo;
  remove_ended(callers, ids);
  return rest;
}

}  // namespace riffle::engine
