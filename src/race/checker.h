// SPDX-License-Identifier: Apache-2.0
// The observer behind `riffle check`: keeps the declared order (order.h), tells the history (history.h) what each
// operation touched once it has finished, and writes what is wrong (findings.h).
//
// Invariants
// 1. One lock for everything; under it nothing of the engine is called, and of memory only its registry.
// 2. An operation's stamp is taken when it is enqueued, under its stream's lock: in ticket order. Its accesses are told
//    when it has finished, so that what the program has ordered before it was told before.
// 3. Stream-ordered allocations and frees are operations of their stream, which take their place while this is on: the
//    notice of what is made or gone comes first, on the thread that enqueues.
// 4. A forked child checks nothing.
// 5. Handlers of signals, which see the host's accesses to closed pages, take no lock and no memory: they tell later.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "compiler/host_code/host_code_abi.h"
#include "device/cpu/fault.h"
#include "race/block_checker.h"
#include "race/explain.h"
#include "race/history.h"
#include "race/host_faults.h"
#include "race/host_functions.h"
#include "race/host_watch.h"
#include "race/kernel_memory.h"
#include "race/misuse.h"
#include "race/order.h"
#include "race/resources.h"
#include "runtime/engine/observer.h"

namespace riffle::graph {
struct Program;
}

namespace riffle::race {

struct Tools {
  bool mem = false;
  bool init = false;
  bool block = false;  ///< between the threads of a grid
  bool sync = false;   ///< barriers and masks
  bool race = false;
  bool leak = false;
  bool api = false;
};

class Checker final : public engine::Observer {
 public:
  /// Owns the descriptor of the file of findings.
  Checker(int descriptor, Tools tools)
      : descriptor_(descriptor),
        tools_(tools),
        history_(order_),
        kernel_memory_([this](const BadAccess& access) { report(access); },
                       tools.init ? &written_ : nullptr),
        blocks_([this](const BlockProblem& problem) { report(problem); }, tools.block, tools.sync) {
  }

  /// Whom kernels ask; null: nobody.
  [[nodiscard]] device::AccessJudge* judge() { return asks_kernels() ? &kernel_memory_ : nullptr; }

  [[nodiscard]] bool wants_every_wait() const noexcept override { return follows_operations(); }
  /// Who follows the threads of blocks; null: nobody.
  [[nodiscard]] device::BlockWatch* block_watch() {
    return tools_.block || tools_.sync ? &blocks_ : nullptr;
  }

  void enqueued(const engine::OperationNotice& notice) noexcept override RIFFLE_EXCLUDES(mutex_);
  void started(const engine::OperationNotice& notice) noexcept override RIFFLE_EXCLUDES(mutex_);
  void finished(const engine::OperationNotice& notice) noexcept override RIFFLE_EXCLUDES(mutex_);
  void host_saw(engine::Moment moment) noexcept override RIFFLE_EXCLUDES(mutex_);
  void host_saw_all(const engine::Context& context) noexcept override RIFFLE_EXCLUDES(mutex_);
  void ordered_from_outside(engine::Stream& stream) noexcept override RIFFLE_EXCLUDES(mutex_);
  void pageable_memory(const engine::PageableNotice& notice) noexcept override
      RIFFLE_EXCLUDES(mutex_);
  void stream_created(const engine::StreamNotice& notice) noexcept override RIFFLE_EXCLUDES(mutex_);
  void resource_made(const engine::ResourceNotice& notice) noexcept override
      RIFFLE_EXCLUDES(mutex_);
  void resource_gone(const engine::ResourceNotice& notice) noexcept override
      RIFFLE_EXCLUDES(mutex_);
  void wrong_argument_bytes(const char* kernel, std::uint64_t given,
                            std::uint64_t needed) noexcept override RIFFLE_EXCLUDES(mutex_);
  void refused_range(std::uintptr_t begin, std::uint64_t bytes) noexcept override
      RIFFLE_EXCLUDES(mutex_);
  void call_entered(const char* symbol, const void* caller) noexcept override;
  void call_left(const char* symbol, int result) noexcept override RIFFLE_EXCLUDES(mutex_);
  void error_asked() noexcept override;

  /// Looks at the host's own accesses too. Before anybody is told of operations. `code_pages`: HostCalls::pages.
  void watch_host(const std::atomic<std::atomic<std::uint8_t>*>* code_pages);
  /// Instrumented code of the program is about to do this.
  void host_code(ByteRange bytes, host_code::Kind kind, std::uintptr_t caller) noexcept
      RIFFLE_EXCLUDES(mutex_);
  /// The host, or somebody else, has met a page that is closed: see device::PageFaultHandler.
  bool page_fault(const device::PageFault& fault) noexcept;
  /// The system will read or write these bytes for the program. True when pages were opened for it. Also in handlers of signals.
  bool system_call(ByteRange bytes, bool writes, std::uintptr_t caller) noexcept;
  /// The program gives these bytes back. Also in handlers of signals, and by whoever holds the lock.
  void gives_back(ByteRange bytes, std::uintptr_t caller) noexcept;
  /// Around fork(), and in the child. What takes the lock and what gives it back are calls of their own.
  void before_fork() noexcept RIFFLE_NO_THREAD_SAFETY_ANALYSIS { mutex_.lock(); }
  void after_fork() noexcept RIFFLE_NO_THREAD_SAFETY_ANALYSIS { mutex_.unlock(); }
  void after_fork_in_child() noexcept RIFFLE_NO_THREAD_SAFETY_ANALYSIS;

  /// The process ends: what it has not given back, and that it came to its end.
  void end() noexcept RIFFLE_EXCLUDES(mutex_);

 private:
  /// Holds the lock for a scope. What the host had touched before is noted first: see host_faults.h.
  class RIFFLE_SCOPED_CAPABILITY Lock {
   public:
    explicit Lock(Checker& checker) RIFFLE_ACQUIRE(checker.mutex_) RIFFLE_NO_THREAD_SAFETY_ANALYSIS
        : lock_(checker.mutex_) {
      checker.take_host_faults();
    }
    ~Lock() RIFFLE_RELEASE() RIFFLE_NO_THREAD_SAFETY_ANALYSIS {}

   private:
    MutexLock lock_;
  };

  struct Line {
    std::deque<SharedOperation> pending;  ///< those that may touch memory, by ticket
    const engine::Context* context = nullptr;
    /// Of destroyed streams of other contexts, which had the timeline before: up to which ticket.
    std::vector<std::pair<const engine::Context*, Time>> before;
  };
  struct KnownOrder {
    std::weak_ptr<const graph::Program> program;
    std::shared_ptr<const LaunchOrder> order;
  };
  struct Stream {
    StreamFacts facts;
    const engine::Context* context = nullptr;
  };

  /// Whether it is asked what operations touch, and which they are.
  [[nodiscard]] bool follows_operations() const { return tools_.race || names_kernels(); }
  [[nodiscard]] bool asks_kernels() const { return tools_.mem || tools_.init; }
  /// Whether it is asked which kernel runs while it does.
  [[nodiscard]] bool names_kernels() const { return asks_kernels() || tools_.block || tools_.sync; }
  [[nodiscard]] bool is_wanted(BadAccess::Kind kind) const {
    return kind == BadAccess::Kind::kUnwritten ? tools_.init : tools_.mem;
  }
  /// Does what may end in a finding. Where there is no memory for it the finding is missing, which is said once: the program is
  /// not to end for it.
  template <class Body>
  bool unless_refused(Body&& body) noexcept {
    try {
      body();
      return true;
    } catch (const std::bad_alloc&) {
      tell_missing();
      return false;
    }
  }
  void tell_missing() noexcept;
  void report(const BadAccess& access) noexcept RIFFLE_EXCLUDES(mutex_);
  void report(const BlockProblem& problem) noexcept RIFFLE_EXCLUDES(mutex_);
  void add_memory(Finding& finding, std::uintptr_t address, std::uint64_t bytes) const
      RIFFLE_REQUIRES(mutex_);
  Line& line_of(const engine::OperationNotice& notice) RIFFLE_REQUIRES(mutex_);
  /// Null: nothing that is known, or nothing that touches memory.
  SharedOperation take_finished(const engine::OperationNotice& notice) RIFFLE_REQUIRES(mutex_);
  void touched(const engine::OperationNotice& notice, const SharedOperation& operation)
      RIFFLE_REQUIRES(mutex_);
  void touch(const Access& access, std::span<const ByteRange> ranges) RIFFLE_REQUIRES(mutex_);
  void host_started(const engine::OperationNotice& notice) RIFFLE_REQUIRES(mutex_);
  /// Whether a host function begins that may tell the program something: a library's does not.
  [[nodiscard]] bool begins_function_of_program(const engine::OperationNotice& notice)
      RIFFLE_EXCLUDES(mutex_);
  /// An access of the program itself, or of the host function `function`.
  [[nodiscard]] std::shared_ptr<Operation> host_operation(const SharedOperation& function,
                                                          const CallSite& place)
      RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] HostFault host_fault(ByteRange bytes, bool writes, bool may_be_program,
                                     std::uintptr_t code_address, CodeAddress kind) const noexcept;
  void open_at(HostFault&& fault) noexcept;
  /// What handlers have seen, and have opened pages for.
  void take_host_faults() noexcept RIFFLE_REQUIRES(mutex_);
  void note_host_access(const HostFault& access) RIFFLE_REQUIRES(mutex_);
  void report_device_pointer(const HostFault& access) RIFFLE_REQUIRES(mutex_);
  /// `some`: the bytes, or one where there are none.
  void tell_host_code(ByteRange bytes, ByteRange some, host_code::Kind kind, std::uintptr_t caller)
      RIFFLE_EXCLUDES(mutex_);
  void judge_host_accesses(bool all = false) RIFFLE_REQUIRES(mutex_);
  void judge_pageable(const HostAccess& access) RIFFLE_REQUIRES(mutex_);
  void use_pageable(const SharedOperation& copy, std::span<const engine::PageableNotice> sides)
      RIFFLE_REQUIRES(mutex_);
  void host_may_be_told(ByteRange bytes) RIFFLE_REQUIRES(mutex_);
  void host_may_know(TimelineKey timeline, Time ticket) RIFFLE_REQUIRES(mutex_);
  /// Calls `tell(order, is_kept)` for both orders: the one that the runtime keeps, and, where the host is watched, the one that CUDA
  /// promises.
  template <class Tell>
  void tell_orders(Tell&& tell) RIFFLE_REQUIRES(mutex_) {
    tell(order_, true);
    if (host_ != nullptr) tell(promised_, false);
  }
  void host_knows_more() RIFFLE_REQUIRES(mutex_);
  void let_host_go_on() RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] bool watches_host() const { return host_ != nullptr; }
  [[nodiscard]] bool wants_to_close_device_memory() const noexcept
      RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
    return host_ != nullptr && host_->wants_to_close_device_memory();
  }
  /// What of it needs no lock.
  [[nodiscard]] HostWatch& host_without_lock() const RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
    return *host_;
  }
  std::shared_ptr<const LaunchOrder> launch_order(const engine::OperationNotice& notice)
      RIFFLE_REQUIRES(mutex_);
  void note_pageable_copy(const engine::OperationNotice& notice) RIFFLE_REQUIRES(mutex_);
  void write(const Finding& finding) RIFFLE_REQUIRES(mutex_);
  void write_line(const std::string& line) RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] StreamFacts facts_of(const Operation& operation) const RIFFLE_REQUIRES(mutex_);

  const int descriptor_;
  bool cannot_write_ RIFFLE_GUARDED_BY(mutex_) = false;  ///< and has said so
  std::atomic<bool> has_told_missing_{false};
  /// Something that instrumented code told is lost: by it the host may have known of what it touches later.
  std::atomic<bool> has_lost_host_code_{false};
  const Tools tools_;
  Mutex mutex_;
  Order order_ RIFFLE_GUARDED_BY(mutex_);
  /// Without the waits that CUDA does not promise: for pageable memory.
  Order promised_ RIFFLE_GUARDED_BY(mutex_);
  History history_ RIFFLE_GUARDED_BY(mutex_);
  Resources resources_ RIFFLE_GUARDED_BY(mutex_);
  std::unordered_map<TimelineKey, Line> lines_ RIFFLE_GUARDED_BY(mutex_);
  std::unordered_map<std::uint64_t, Stream> streams_ RIFFLE_GUARDED_BY(mutex_);  ///< by id
  std::unordered_map<const graph::Program*, KnownOrder> launch_orders_ RIFFLE_GUARDED_BY(mutex_);
  WrittenMemory written_;
  std::atomic<bool> has_library_functions_{false};  ///< of streams
  KernelMemory kernel_memory_;
  BlockChecker blocks_;
  /// Kernels that run, by their payloads; for those who ask about memory.
  std::unordered_map<const device::KernelPayload*, SharedOperation> running_
      RIFFLE_GUARDED_BY(mutex_);
  std::set<std::tuple<const device::AccessSite*, const abi::Kernel*, BadAccess::Kind>> told_
      RIFFLE_GUARDED_BY(mutex_);
  /// Pairs of lines of which something was said.
  std::set<
      std::tuple<const abi::Kernel*, const device::AccessSite*, const device::AccessSite*, int>>
      told_of_blocks_ RIFFLE_GUARDED_BY(mutex_);
  std::uint64_t operations_ RIFFLE_GUARDED_BY(mutex_) = 0;
  std::unique_ptr<HostWatch> host_ RIFFLE_PT_GUARDED_BY(mutex_);  ///< null: not asked for
  HostFunctions functions_;
  /// How many host nodes of a graph's launch have begun: they may tell each other.
  std::map<std::pair<TimelineKey, Time>, unsigned> host_nodes_ RIFFLE_GUARDED_BY(mutex_);
  /// Before the ends of kernels that may have told the host something through memory while they ran.
  SharedClock mingled_ RIFFLE_GUARDED_BY(mutex_);
  SharedClock mingled_by_promise_ RIFFLE_GUARDED_BY(mutex_);
  std::set<std::string> reported_ RIFFLE_GUARDED_BY(mutex_);
};

/// Begins to check when RIFFLE_CHECK names a file. Once, before any context starts.
void start_if_asked();

}  // namespace riffle::race
