// SPDX-License-Identifier: Apache-2.0
// What one launch of a graph sets off when kernels of it launch graphs: itself, and then its tail, graph by graph.
//
// A kernel may launch a graph beside its own, which is complete only when the other is; behind its own, in its tail; or
// as a sibling of its own, which then is complete without it: what launched that is not. A chain is one operation of the
// engine, complete when all that is. So whatever follows in its stream, events and waits cover all by the one mechanism
// that orders everything, and a graph that is in its own tail for ever needs no more memory than once.
//
// Invariants
// 1. The launch that began the chain owns it, and is kept by its operation until the fence of its exec is complete.
// 2. A chain begun by a kernel is awaited by the chain of that kernel, or by one above: its parent outlives it.
// 3. Kernels call while their graph runs, that is before `go_on`; siblings are added while one that is awaited runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/program.h"
#include "runtime/graph/graph_launch.h"

namespace riffle::graph {

class GraphExec;

enum class LaunchPlace : std::uint8_t { kBeside, kTail, kSibling };

class Chain {
 public:
  /// Begins with the exec that `lanes` belongs to; `handle` is 0 if kernels may not launch that.
  Chain(engine::ContextStreams& context, std::shared_ptr<Lanes> lanes, std::uintptr_t handle,
        Chain* parent)
      : context_(context), parent_(parent), first_(std::move(lanes)), handle_(handle) {}
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;
  ~Chain() = default;

  // --- From kernels ---

  /// Errors: kInvalidValue (of another device, not uploaded, pending, too many). Throws std::bad_alloc.
  Code launch(GraphExec& exec, LaunchPlace place) RIFFLE_EXCLUDES(mutex_);
  /// The handle of the exec that runs, if kernels may launch it.
  [[nodiscard]] std::uintptr_t current() const { return handle_; }

  // --- From whoever runs it ---

  /// Before anything of it runs.
  void begin(const engine::Executor& executor, const engine::OperationNotice& notice);
  /// The graph that ran has ended, but for what its kernels have launched.
  void go_on(engine::Executor& executor) noexcept RIFFLE_EXCLUDES(mutex_);

 private:
  struct Tail {
    GraphLaunch launch;
    std::uintptr_t handle = 0;
  };
  enum class Next : std::uint8_t { kWait, kTail, kEnd };

  Code launch_beside(GraphExec& exec, Chain* parent, Chain& awaiting) RIFFLE_EXCLUDES(mutex_);
  Code put_into_tail(GraphExec& exec) RIFFLE_EXCLUDES(mutex_);
  Next next(engine::Executor& executor) RIFFLE_EXCLUDES(mutex_);
  bool park(std::vector<engine::Moment>& moments) RIFFLE_REQUIRES(mutex_);
  static void run_parked(engine::Executor& executor, const void* payload) noexcept;

  engine::ContextStreams& context_;
  Chain* const parent_;
  const std::shared_ptr<Lanes> first_;  // of the exec that began it
  // Written while no kernel of it runs.
  std::uintptr_t handle_;
  engine::Moment end_;
  engine::OperationNotice notice_;

  Mutex mutex_;
  std::list<Tail> tails_ RIFFLE_GUARDED_BY(mutex_);
  std::list<Tail> new_tails_ RIFFLE_GUARDED_BY(mutex_);  // of the graph that runs: before the older
  std::list<Tail> running_ RIFFLE_GUARDED_BY(mutex_);    // of the tail; one or none
  // What must be complete before the tail goes on, and before the chain ends.
  std::vector<engine::Moment> beside_ RIFFLE_GUARDED_BY(mutex_);
  std::vector<engine::Moment> siblings_ RIFFLE_GUARDED_BY(mutex_);
  // Of the graph that runs.
  std::size_t beside_count_ RIFFLE_GUARDED_BY(mutex_) = 0;
  std::size_t sibling_count_ RIFFLE_GUARDED_BY(mutex_) = 0;
};

}  // namespace riffle::graph
