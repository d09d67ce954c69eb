// SPDX-License-Identifier: Apache-2.0
// The observer behind `riffle check`: keeps the declared order (order.h) and the host's accesses (host_watch.h), and passes what happens
// on to the tools (tool.h), each of which finds faults of its own kind.
//
// Invariants
// 1. One lock for everything (check_state.h).
// 2. An operation's stamp is taken when it is enqueued, under its stream's lock: in ticket order. Its accesses are told
//    when it has finished, so that what the program has ordered before it was told before.
// 3. Stream-ordered allocations and frees are operations of their stream, which take their place while this is on: the
//    notice of what is made or gone comes first, on the thread that enqueues.
// 4. A child that is forked after the first context has been made checks nothing.
// 5. Handlers of signals, which see the host's accesses to closed pages, take no lock and no memory: they tell later.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/host_code/host_code_abi.h"
#include "device/cpu/fault.h"
#include "race/api_tool.h"
#include "race/block_tool.h"
#include "race/check_state.h"
#include "race/host_faults.h"
#include "race/host_functions.h"
#include "race/host_watch.h"
#include "race/leak_tool.h"
#include "race/memory_tool.h"
#include "race/misuse.h"
#include "race/node_places.h"
#include "race/order.h"
#include "race/race_tool.h"
#include "runtime/engine/observer.h"

namespace riffle::graph {
struct GraphProgram;
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

class Checker final : public engine::Observer, public CheckState {
 public:
  /// Owns the descriptor of the file of findings.
  Checker(int descriptor, Tools tools);

  /// The judge that kernels ask; null: none.
  [[nodiscard]] device::AccessJudge* judge() { return memory_ ? &memory_->judge() : nullptr; }
  /// Follows the threads of blocks; null: nothing does.
  [[nodiscard]] device::BlockWatch* block_watch() { return block_ ? &block_->watch() : nullptr; }

  [[nodiscard]] bool wants_every_wait() const noexcept override { return follows_operations(); }
  void enqueued(const engine::OperationNotice& notice) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void started(const engine::OperationNotice& notice) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void finished(const engine::OperationNotice& notice) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void host_saw(engine::Moment moment) noexcept override RIFFLE_EXCLUDES(check_mutex);
  void host_saw_all(const engine::ContextStreams& context) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void ordered_from_outside(engine::Stream& stream) noexcept override RIFFLE_EXCLUDES(check_mutex);
  void gave_signal(engine::Stream& stream, const engine::Signal& signal) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void awaits_signal(engine::Stream& stream, const engine::Signal& signal) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void host_saw_signal(const engine::Signal& signal) noexcept override RIFFLE_EXCLUDES(check_mutex);
  void memory_shared(const engine::SharedMemoryNotice& notice) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void memory_of_library(std::uintptr_t begin, std::uint64_t bytes) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void pageable_memory(const engine::PageableNotice& notice) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void stream_created(const engine::StreamNotice& notice) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void resource_made(const engine::ResourceNotice& notice) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void resource_gone(const engine::ResourceNotice& notice) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void wrong_argument_bytes(const char* kernel, std::uint64_t given,
                            std::uint64_t needed) noexcept override RIFFLE_EXCLUDES(check_mutex);
  void refused_range(std::uintptr_t begin, std::uint64_t bytes) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void refused_free(std::uintptr_t pointer) noexcept override;
  void graph_node_made(std::uint64_t node, std::uint64_t copied_from) noexcept override
      RIFFLE_EXCLUDES(check_mutex);
  void call_entered(const char* symbol, const void* caller) noexcept override;
  void call_left(const char* symbol, int result) noexcept override RIFFLE_EXCLUDES(check_mutex);
  void library_failed(const char* function, int result, const void* returns_to) noexcept override;
  void error_asked() noexcept override;

  /// Looks at the host's own accesses too. Before anybody is told of operations. `code_pages`: HostCalls::pages.
  void watch_host(const std::atomic<std::atomic<std::uint8_t>*>* code_pages);
  /// Instrumented code of the program is about to do this.
  void host_code(ByteRange bytes, host_code::HostCodeAccess kind, std::uintptr_t caller) noexcept
      RIFFLE_EXCLUDES(check_mutex);
  /// The host, or somebody else, has met a page that is closed: see device::PageFaultHandler.
  bool page_fault(const device::PageFault& fault) noexcept;
  /// The system will read or write these bytes for the program. True when pages were opened for it. Also in handlers of signals.
  bool system_call(ByteRange bytes, bool writes, std::uintptr_t caller) noexcept;
  /// The program gives these bytes back. Also in handlers of signals, and by whoever holds the lock.
  void gives_back(ByteRange bytes, std::uintptr_t caller) noexcept;
  /// Around fork(), and in the child. What takes the lock and what gives it back are calls of their own.
  void before_fork() noexcept RIFFLE_NO_THREAD_SAFETY_ANALYSIS { check_mutex.lock(); }
  void after_fork() noexcept RIFFLE_NO_THREAD_SAFETY_ANALYSIS { check_mutex.unlock(); }
  void after_fork_in_child() noexcept RIFFLE_NO_THREAD_SAFETY_ANALYSIS;
  /// Whether the process has made no context yet: then a child may make one, and is checked as a process of its own.
  [[nodiscard]] bool is_unused() const noexcept RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
    return streams_.empty();
  }

  /// The process ends: what it has not given back, and that it came to its end.
  void end() noexcept RIFFLE_EXCLUDES(check_mutex);

 private:
  struct Line {
    std::deque<SharedOperation> pending;  ///< those that may touch memory, by ticket
    const engine::ContextStreams* context = nullptr;
    /// Of destroyed streams of other contexts, which had the timeline before: up to which ticket.
    std::vector<std::pair<const engine::ContextStreams*, Time>> before;
  };
  struct KnownOrder {
    std::weak_ptr<const graph::GraphProgram> program;
    std::shared_ptr<const LaunchOrder> order;
  };

  /// Whether it is asked what operations touch, and which they are.
  [[nodiscard]] bool follows_operations() const { return tools_.race || names_kernels(); }
  [[nodiscard]] bool asks_kernels() const { return tools_.mem || tools_.init; }
  /// Whether it is asked which kernel runs while it does.
  [[nodiscard]] bool names_kernels() const { return asks_kernels() || tools_.block || tools_.sync; }
  Line& line_of(const engine::OperationNotice& notice) RIFFLE_REQUIRES(check_mutex);
  /// Null: nothing that is known, or nothing that touches memory.
  SharedOperation take_finished(const engine::OperationNotice& notice) RIFFLE_REQUIRES(check_mutex);
  /// Of the node that it is about. Null: as above.
  [[nodiscard]] SharedOperation part_in(const Operation& launch,
                                        const engine::OperationNotice& notice)
      RIFFLE_REQUIRES(check_mutex);
  void touched(const engine::OperationNotice& notice, const SharedOperation& operation)
      RIFFLE_REQUIRES(check_mutex);
  void host_started(const engine::OperationNotice& notice) RIFFLE_REQUIRES(check_mutex);
  /// Whether a host function begins that may tell the program something: a library's does not.
  [[nodiscard]] bool begins_function_of_program(const engine::OperationNotice& notice)
      RIFFLE_EXCLUDES(check_mutex);
  /// Host functions begin when the host has had the time that they give it on a device.
  void let_host_go_first(const engine::OperationNotice& notice) RIFFLE_EXCLUDES(check_mutex);
  /// An access of the program itself, or of the host function `function`.
  [[nodiscard]] std::shared_ptr<Operation> host_operation(const SharedOperation& function,
                                                          const CallSite& place)
      RIFFLE_REQUIRES(check_mutex);
  [[nodiscard]] HostFault host_fault(ByteRange bytes, bool writes, bool may_be_program,
                                     std::uintptr_t code_address, CodeAddress kind) const noexcept;
  void open_at(HostFault&& fault) noexcept;
  void take_host_faults() noexcept override RIFFLE_REQUIRES(check_mutex);
  void note_host_access(const HostFault& access) RIFFLE_REQUIRES(check_mutex);
  void report_device_pointer(const HostFault& access) RIFFLE_REQUIRES(check_mutex);
  /// `some`: the bytes, or one where there are none.
  void note_host_code(ByteRange bytes, ByteRange some, host_code::HostCodeAccess kind,
                      std::uintptr_t caller) RIFFLE_EXCLUDES(check_mutex);
  void judge_host_accesses(bool all = false) RIFFLE_REQUIRES(check_mutex);
  void judge_pageable(const HostAccess& access) RIFFLE_REQUIRES(check_mutex);
  void use_pageable(const SharedOperation& copy, std::span<const engine::PageableNotice> sides)
      RIFFLE_REQUIRES(check_mutex);
  void host_may_learn(ByteRange bytes) RIFFLE_REQUIRES(check_mutex);
  void host_may_know(TimelineKey timeline, Time ticket) RIFFLE_REQUIRES(check_mutex);
  /// Calls `tell(order, is_kept)` for both orders: the one that the runtime keeps, and, where the host is watched, the one that CUDA
  /// promises.
  template <class Update>
  void update_orders(Update&& update) RIFFLE_REQUIRES(check_mutex) {
    update(order_, true);
    if (host_ != nullptr) update(promised_, false);
  }
  void host_knows_more() RIFFLE_REQUIRES(check_mutex);
  void let_host_go_on() RIFFLE_EXCLUDES(check_mutex);
  [[nodiscard]] bool watches_host() const { return host_ != nullptr; }
  [[nodiscard]] bool wants_to_close_device_memory() const noexcept
      RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
    return host_ != nullptr && host_->wants_to_close_device_memory();
  }
  /// What of it needs no lock.
  [[nodiscard]] HostWatch& host_without_lock() const RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
    return *host_;
  }
  /// Without what libraries keep for themselves.
  [[nodiscard]] std::vector<Touch> touches_of_program(const engine::OperationNotice& notice)
      RIFFLE_REQUIRES(check_mutex);
  std::shared_ptr<const LaunchOrder> launch_order(const engine::OperationNotice& notice)
      RIFFLE_REQUIRES(check_mutex);

  /// Something that instrumented code told is lost: by it the host may have known of what it touches later.
  std::atomic<bool> has_lost_host_code_{false};
  const Tools tools_;
  Order order_ RIFFLE_GUARDED_BY(check_mutex);
  /// Without the waits that CUDA does not promise: for pageable memory.
  Order promised_ RIFFLE_GUARDED_BY(check_mutex);
  // The tools that are switched on.
  std::optional<RaceTool> race_;
  std::optional<MemoryTool> memory_;
  std::optional<ApiTool> api_;
  std::optional<LeakTool> leak_;
  std::optional<BlockTool> block_;
  std::vector<Tool*> all_;
  std::unordered_map<TimelineKey, Line> lines_ RIFFLE_GUARDED_BY(check_mutex);
  std::unordered_map<const graph::GraphProgram*, KnownOrder> launch_orders_
      RIFFLE_GUARDED_BY(check_mutex);
  NodePlaces nodes_ RIFFLE_GUARDED_BY(check_mutex);
  /// By their begin, their ends.
  std::map<std::uintptr_t, std::uintptr_t> memory_of_libraries_ RIFFLE_GUARDED_BY(check_mutex);
  std::uint64_t operations_ RIFFLE_GUARDED_BY(check_mutex) = 0;
  std::unique_ptr<HostWatch> host_ RIFFLE_PT_GUARDED_BY(check_mutex);  ///< null: not asked for
  HostFunctions functions_;
  /// How many host nodes of a graph's launch have begun: they may tell each other.
  std::map<std::pair<TimelineKey, Time>, unsigned> host_nodes_ RIFFLE_GUARDED_BY(check_mutex);
  /// Before the ends of kernels that may have told the host something through memory while they ran.
  SharedClock mingled_ RIFFLE_GUARDED_BY(check_mutex);
  SharedClock mingled_by_promise_ RIFFLE_GUARDED_BY(check_mutex);
};

/// Begins to check when RIFFLE_CHECK names a file. Once, before any context starts.
void start_if_asked();

}  // namespace riffle::race
