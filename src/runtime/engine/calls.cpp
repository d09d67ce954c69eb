// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/calls.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <new>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "platform/futex.h"

namespace riffle::engine {
namespace detail {

constinit thread_local OwnCalls own_calls [[gnu::tls_model("initial-exec")]];

}  // namespace detail

namespace {

using detail::gate;
using detail::own_calls;

constexpr std::uint32_t kNeedsFences =
    1;                                   ///< the system cannot make other threads execute a barrier
constexpr std::uint32_t kIsWatched = 2;  ///< somebody waits for departures
constexpr std::uint32_t kIsClosed = 4;

constinit std::atomic<Caller*> callers{nullptr};
constinit std::atomic<std::uint32_t> departures{0};
constinit Mutex alone_mutex;  // held by who is alone, or is about to be
constinit thread_local bool is_alone [[gnu::tls_model("initial-exec")]] = false;

long barrier_call(int command) { return syscall(SYS_membarrier, command, 0, 0); }

/// Orders what this thread has written before what it reads next, and the same in all others.
void barrier_everywhere() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if ((gate.load(std::memory_order_relaxed) & kNeedsFences) == 0)
    barrier_call(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}

// A forked child has one thread: the others left their calls with the parent.
void forget_other_threads() {
  for (Caller* each = callers.load(); each != nullptr; each = each->next) {
    if (each != own_calls.caller && each->passages.load() % 2 != 0) detail::pass(*each);
  }
  gate.fetch_and(kNeedsFences);
  new (&alone_mutex) Mutex;
  is_alone = false;
}

/// Before the first thread is inside: until then all use fences.
void prepare() {
  static const bool is_done = [] {
    pthread_atfork(nullptr, nullptr, forget_other_threads);
    if (barrier_call(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0) gate.fetch_and(~kNeedsFences);
    return true;
  }();
  (void)is_done;
}

/// A key and not a thread_local object: destructors of the program's own may still make calls after it ran.
pthread_key_t caller_key() {
  static const pthread_key_t key = [] {
    pthread_key_t fresh{};
    pthread_key_create(&fresh, [](void* caller) {
      own_calls.caller = nullptr;
      auto& gone = *static_cast<Caller*>(caller);
      // A thread that was cancelled inside of a call never leaves it: nobody may wait for that.
      if (gone.passages.load(std::memory_order_relaxed) % 2 != 0) {
        detail::pass(gone);
        detail::leave_slowly();
      }
      gone.is_taken.store(false, std::memory_order_release);
    });
    return fresh;
  }();
  return key;
}

Caller* take_caller() noexcept {
  for (Caller* each = callers.load(); each != nullptr; each = each->next) {
    bool is_free = false;
    if (each->is_taken.compare_exchange_strong(is_free, true)) return each;
  }
  auto* const made = new (std::nothrow) Caller;
  if (made == nullptr) return nullptr;
  made->next = callers.load();
  while (!callers.compare_exchange_weak(made->next, made)) {
  }
  return made;
}

/// Calls `left(caller)` for the other threads until it holds for all.
template <class Left>
void wait_until(Left left) {
  for (;;) {
    const std::uint32_t seen = departures.load();
    bool all = true;
    for (Caller* each = callers.load(); each != nullptr && all; each = each->next)
      all = each == own_calls.caller || left(*each);
    if (all) return;
    platform::futex_wait(departures, seen);
  }
}

bool is_inside(const Caller& caller) {
  return caller.passages.load(std::memory_order_acquire) % 2 != 0;
}

void wait_for_those_inside() {
  std::vector<std::pair<const Caller*, std::uint64_t>> inside;
  for (Caller* each = callers.load(); each != nullptr; each = each->next) {
    const std::uint64_t passages = each->passages.load(std::memory_order_acquire);
    if (each != own_calls.caller && passages % 2 != 0) inside.emplace_back(each, passages);
  }
  for (const auto& [caller, passages] : inside) {
    wait_until([&](const Caller& each) {
      return &each != caller || each.passages.load(std::memory_order_acquire) != passages;
    });
  }
}

}  // namespace

namespace detail {

constinit std::atomic<std::uint32_t> gate{kNeedsFences};

void enter_first() noexcept {
  prepare();
  OwnCalls& own = own_calls;
  // Without memory for it the thread is not waited for, as nothing else of this call will work.
  own.caller = take_caller();
  if (own.caller == nullptr) return;
  pthread_setspecific(caller_key(), own.caller);
  pass(*own.caller);
  enter_slowly(*own.caller);
}

void enter_slowly(Caller& caller) noexcept {
  for (;;) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::uint32_t now = gate.load();
    if ((now & kIsClosed) == 0) return;
    pass(caller);
    leave_slowly();
    while (((now = gate.load()) & kIsClosed) != 0) platform::futex_wait(gate, now);
    pass(caller);
  }
}

void leave_slowly() noexcept {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if ((gate.load() & kIsWatched) == 0) return;
  departures.fetch_add(1);
  platform::futex_wake(&departures, 1);
}

}  // namespace detail

Alone::Alone() noexcept : is_outermost_(!std::exchange(is_alone, true)) {
  if (!is_outermost_) return;
  was_inside_ = own_calls.depth++ != 0 && own_calls.caller != nullptr;
  if (was_inside_) {
    detail::pass(*own_calls.caller);
    detail::leave_slowly();
  }
  prepare();
  alone_mutex.lock();
  gate.fetch_or(kIsWatched);
  barrier_everywhere();
  try {
    wait_for_those_inside();
  } catch (const std::bad_alloc&) {  // it only spares others a wait
  }
  gate.fetch_or(kIsClosed);
  barrier_everywhere();
  wait_until([](const Caller& each) { return !is_inside(each); });
}

Alone::~Alone() {
  if (!is_outermost_) return;
  gate.fetch_and(kNeedsFences);
  platform::futex_wake(&gate, 1 << 30);
  alone_mutex.unlock();
  is_alone = false;
  --own_calls.depth;
  if (!was_inside_) return;
  detail::pass(*own_calls.caller);
  detail::enter_slowly(*own_calls.caller);
}

}  // namespace riffle::engine
