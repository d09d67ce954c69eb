// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/specialiser.h"

#include <sys/resource.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <deque>

#include "base/mutex.h"
#include "compiler/library.h"
#include "platform/thread.h"
#include "runtime/module/loaded_module.h"

namespace riffle::module {
namespace {

constexpr std::size_t kStackBytes = std::size_t{8} << 20;  // what LLVM finds on ordinary threads
constexpr int kNiceness = 10;

struct Work {
  LoadedModule* module = nullptr;
  LoadedKernel* kernel = nullptr;
  ShapeCode* shape = nullptr;
};

class Specialiser {
 public:
  void add(const Work& work) RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    if (is_stopping_) return;
    waiting_.push_back(work);
    if (!has_thread_)
      has_thread_ = platform::start_thread("riffle-shapes", kStackBytes, main, this);
    if (!has_thread_) waiting_.clear();
    process_ = ::getpid();
    changed_.notify_all();
  }

  void forget(const LoadedModule& module) RIFFLE_EXCLUDES(mutex_) {
    if (is_forked()) return;
    MutexLock lock(mutex_);
    std::erase_if(waiting_, [&](const Work& work) { return work.module == &module; });
    while (current_.module == &module) {
      is_forgotten_.store(true, std::memory_order_relaxed);
      lock.wait(changed_);
    }
  }

  /// For good.
  void stop() RIFFLE_EXCLUDES(mutex_) {
    if (is_forked()) return;
    MutexLock lock(mutex_);
    is_stopping_ = true;
    waiting_.clear();
    while (current_.module != nullptr) {
      is_forgotten_.store(true, std::memory_order_relaxed);
      lock.wait(changed_);
    }
  }

  [[nodiscard]] bool is_forgotten() const { return is_forgotten_.load(std::memory_order_relaxed); }

 private:
  static void main(void* self) { static_cast<Specialiser*>(self)->run(); }

  /// In a forked child the lock may be held by a thread that is not there.
  [[nodiscard]] bool is_forked() const {
    const pid_t process = process_.load(std::memory_order_relaxed);
    return process != 0 && process != ::getpid();
  }

  Work next() RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    current_ = {};
    is_forgotten_.store(false, std::memory_order_relaxed);
    changed_.notify_all();
    while (waiting_.empty()) lock.wait(changed_);
    current_ = waiting_.front();
    waiting_.pop_front();
    return current_;
  }

  [[noreturn]] void run() RIFFLE_EXCLUDES(mutex_);

  std::atomic<pid_t> process_{0};  ///< that has the thread
  std::atomic<bool> is_forgotten_{false};
  Mutex mutex_;
  std::condition_variable changed_;
  std::deque<Work> waiting_ RIFFLE_GUARDED_BY(mutex_);
  Work current_ RIFFLE_GUARDED_BY(mutex_);
  bool has_thread_ RIFFLE_GUARDED_BY(mutex_) = false;
  bool is_stopping_ RIFFLE_GUARDED_BY(mutex_) = false;
};

Specialiser& specialiser() {
  static auto* const instance = new Specialiser;  // never destroyed: its thread waits on it
  return *instance;
}

void stop_at_exit() { specialiser().stop(); }

void Specialiser::run() {
  // Of this thread alone, as Linux has it.
  (void)::setpriority(PRIO_PROCESS, 0, kNiceness);
  for (bool is_first = true;; is_first = false) {
    const Work work = next();
    work.module->specialise(*work.kernel, *work.shape, Search::kAndMake);
    // Where another thread than the main one ends the process: now before the statics that the first work has made.
    if (is_first) std::atexit(stop_at_exit);
  }
}

/// Loads the compiler if this process had all from the cache so far, some tens of milliseconds, once. By the launching
/// thread, lest the process ends while another one loads it.
bool is_ready() {
  static const bool ready =
      compiler::compiler_entry().has_value() && std::atexit(stop_at_exit) == 0;
  return ready;
}

/// The end of the process, before any handler of std::exit: those destroy LLVM's statics, some of which are made, and so
/// registered, while a kernel is compiled. What threads leave behind goes first, that of the thread that ends the process.
struct EndOfMainThread {
  ~EndOfMainThread() { specialiser().stop(); }
};

const bool kIsEndAwaited = [] {
  if (::gettid() != ::getpid())
    return false;  // loaded by another thread, which may end long before
  thread_local const EndOfMainThread end;
  return true;
}();

}  // namespace

void specialise_later(LoadedModule& module, LoadedKernel& kernel, ShapeCode& shape) noexcept {
  try {
    if (is_ready()) specialiser().add({&module, &kernel, &shape});
  } catch (...) {  // out of memory: then not
  }
}

void forget_work_for(const LoadedModule& module) noexcept { specialiser().forget(module); }

bool is_work_forgotten() { return specialiser().is_forgotten(); }

}  // namespace riffle::module
