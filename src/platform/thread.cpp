// SPDX-License-Identifier: Apache-2.0
#include "platform/thread.h"

#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

#include "platform/cpu.h"
#include "platform/fault_injection.h"
#include "platform/process_threads.h"
#include "platform/stack.h"

namespace riffle::platform {
namespace {

struct Start {
  const char* name;
  void (*body)(void*);
  void* argument;
};

/// Tells `current_stack()` about the stack that the C library made for this thread.
void announce_own_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* low = nullptr;
  std::size_t bytes = 0;
  std::size_t guard_bytes = 0;
  pthread_attr_getstack(&attributes, &low, &bytes);
  pthread_attr_getguardsize(&attributes, &guard_bytes);
  pthread_attr_destroy(&attributes);
  auto* const start = static_cast<std::byte*>(low);
  set_current_stack({.low = start, .high = start + bytes, .guard = start - guard_bytes});
}

/// One of our threads that lives, or a place for the next one (0). Never given back.
struct OwnThread {
  std::atomic<int> id;
  OwnThread* next;
};
constinit std::atomic<OwnThread*> own_threads{nullptr};
constinit std::atomic<std::size_t> own_count{0};

/// Null when there is no memory: then it counts as one of the user's.
OwnThread* note_own_thread() {
  const int id = current_thread_id();
  for (OwnThread* each = own_threads.load(std::memory_order_acquire); each != nullptr;
       each = each->next) {
    int free = 0;
    if (!each->id.compare_exchange_strong(free, id)) continue;
    own_count.fetch_add(1);
    return each;
  }
  auto* const fresh = new (std::nothrow) OwnThread{id, own_threads.load()};
  if (fresh == nullptr) return nullptr;
  while (!own_threads.compare_exchange_weak(fresh->next, fresh)) {
  }
  own_count.fetch_add(1);
  return fresh;
}

void* run(void* start_pointer) {
  const std::unique_ptr<Start> start(static_cast<Start*>(start_pointer));
  OwnThread* const noted = note_own_thread();
  pthread_setname_np(pthread_self(), start->name);
  announce_own_stack();
  start->body(start->argument);
  if (noted != nullptr) {
    own_count.fetch_sub(1);
    noted->id.store(0);
  }
  return nullptr;
}

/// Every signal but those that a faulting instruction raises.
sigset_t user_signals() {
  sigset_t set;
  sigfillset(&set);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
    sigdelset(&set, fault);
  return set;
}

/// The kernel's struct sched_attr: the C library has none.
struct SchedulingAttributes {
  std::uint32_t size;
  std::uint32_t policy;
  std::uint64_t flags;
  std::int32_t nice;
  std::uint32_t priority;
  std::uint64_t runtime_ns;  // of the normal policy: the slice
  std::uint64_t deadline_ns;
  std::uint64_t period_ns;
};

}  // namespace

bool start_thread(const char* name, std::size_t stack_bytes, void (*body)(void*), void* argument) {
  if (is_refused(Request::kThread)) return false;
  auto start = std::unique_ptr<Start>(new (std::nothrow) Start{name, body, argument});
  if (start == nullptr) return false;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setguardsize(&attributes, GuardedStack::kGuardBytes);
  pthread_attr_setstacksize(&attributes, stack_bytes + GuardedStack::kGuardBytes);
  pthread_attr_setaffinity_np(&attributes, sizeof(cpu_set_t), &cpus_at_load());

  const sigset_t blocked = user_signals();
  sigset_t before;
  (void)pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  int result = pthread_create(&thread, &attributes, run, start.get());
  if (result != 0) {
    // The mask of the load may be refused (the control group changed since): any CPU is better than
    // none.
    pthread_attr_t plain;
    pthread_attr_init(&plain);
    pthread_attr_setdetachstate(&plain, PTHREAD_CREATE_DETACHED);
    pthread_attr_setguardsize(&plain, GuardedStack::kGuardBytes);
    pthread_attr_setstacksize(&plain, stack_bytes + GuardedStack::kGuardBytes);
    result = pthread_create(&thread, &plain, run, start.get());
    pthread_attr_destroy(&plain);
  }
  (void)pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  // The thread owns it now.
  const Start* const handed_over = result == 0 ? start.release() : nullptr;
  return handed_over != nullptr;
}

bool is_own_thread(ThreadId thread) {
  for (const OwnThread* each = own_threads.load(std::memory_order_acquire); each != nullptr;
       each = each->next)
    if (each->id.load(std::memory_order_acquire) == thread) return true;
  return false;
}

std::size_t own_thread_count() { return own_count.load(std::memory_order_acquire); }

void make_current_thread_punctual() {
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  SchedulingAttributes attributes{};
  attributes.size = sizeof attributes;
  attributes.runtime_ns = 100'000;
  syscall(SYS_sched_setattr, 0, &attributes, 0U);  // older kernels refuse: no harm
}

}  // namespace riffle::platform
