// SPDX-License-Identifier: Apache-2.0
// An executable graph: what cudaGraphInstantiate gives and cudaGraphLaunch launches.
//
// Launches of one exec run one after the other, in whatever streams. Changes take effect for later
// launches: while one pends, they are made on a copy of the program.
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <memory>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"
#include "runtime/engine/engine.h"
#include "runtime/graph/graph.h"
#include "runtime/graph/graph_launch.h"
#include "runtime/graph/handles.h"
#include "runtime/graph/lanes.h"
#include "runtime/graph/lower.h"

namespace riffle::graph {

/// What launches ask about events that nodes name. Set once, before the first launch.
struct EventHooks {
  /// What a wait for the event waits for now.
  engine::Moment (*moment)(std::uintptr_t event) = nullptr;
  /// Where the time of a record belongs; null when the event keeps none or is gone. As long as the
  /// process.
  engine::RecordTime* (*record_time)(std::uintptr_t event) = nullptr;
  /// The event stands for `moment` from now on.
  void (*recorded)(std::uintptr_t event, engine::Moment moment) = nullptr;
};
void set_event_hooks(const EventHooks& hooks);

/// The numbers of cudaGraphInstantiateFlags.
inline constexpr std::uint64_t kAutoFreeOnLaunch = 1;
inline constexpr std::uint64_t kUpload = 2;
inline constexpr std::uint64_t kDeviceLaunch = 4;
inline constexpr std::uint64_t kUseNodePriority = 8;

/// The numbers of cudaGraphExecUpdateResult.
enum class UpdateResult : std::uint8_t {
  kSuccess = 0,
  kError = 1,
  kTopologyChanged = 2,
  kNodeTypeChanged = 3,
  kFunctionChanged = 4,
  kParametersChanged = 5,
  kNotSupported = 6,
  kUnsupportedFunctionChange = 7,
  kAttributesChanged = 8,
};

struct UpdateFailure {
  UpdateResult result = UpdateResult::kSuccess;
  Node* node = nullptr;  ///< of the new graph
  Node* from = nullptr;  ///< of the new graph: where a wrong edge begins
};

/// Thread-safe.
class GraphExec {
 public:
  /// `context` is the device's of the calling thread. Errors: kNotSupported (memory nodes or conditional
  /// nodes, and an exec that lives). Throws std::bad_alloc.
  static std::expected<std::unique_ptr<GraphExec>, LoweringError> instantiate(
      Graph& graph, engine::ContextStreams& context, std::uint64_t flags);
  /// What is pending goes on; with conditional nodes it is waited for, as by hardware: the next exec has
  /// the same values.
  ~GraphExec();
  GraphExec(const GraphExec&) = delete;
  GraphExec& operator=(const GraphExec&) = delete;

  /// Asynchronous. Errors: kInvalidValue (memory that an earlier launch allocated is still
  /// allocated). Throws std::bad_alloc, then nothing was launched.
  Status launch(engine::Stream& stream) RIFFLE_EXCLUDES(mutex_);

  /// From now on kernels may launch it as it is now, if it was instantiated for that; a launch by a host does it too.
  /// Changes that kernels made are forgotten.
  void upload() RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] bool is_for_kernels() const { return (flags_ & kDeviceLaunch) != 0; }
  /// By a kernel of `context`, into a stream of its own; `end` is when it is complete. `parent`: what its siblings
  /// belong to. Errors: kInvalidValue (another device's, not uploaded, pending). Throws std::bad_alloc.
  Code launch_from_kernel(engine::ContextStreams& context, Chain* parent, engine::Moment& end)
      RIFFLE_EXCLUDES(mutex_);
  /// Fills `launch`, for the tail of a chain that began with the exec of `first`, runs that of `runs` and ends at
  /// `end`. Errors: as above, but that it may be one of those two.
  Code join_tail(engine::ContextStreams& context, const Lanes& first, const Lanes& runs,
                 engine::Moment end, GraphLaunch& launch) RIFFLE_EXCLUDES(mutex_);

  /// Gives a node other parameters, from the next launch on. Errors: kInvalidValue (no node of this
  /// exec, or of another kind), those of the parameters.
  Status set_params(std::uint64_t node, const NodeParams& params) RIFFLE_EXCLUDES(mutex_);
  /// The same for all nodes inside a child graph. Errors also: kGraphExecUpdateFailure (another
  /// shape).
  Status set_child(std::uint64_t node, const Graph& child) RIFFLE_EXCLUDES(mutex_);
  /// All nodes at once, or none. Errors: kGraphExecUpdateFailure, with the reason in `failure`.
  Status update(const Graph& graph, UpdateFailure& failure) RIFFLE_EXCLUDES(mutex_);

  /// Kernels, copies and memsets. Errors: kInvalidValue (other nodes).
  Status set_enabled(std::uint64_t node, bool enabled) RIFFLE_EXCLUDES(mutex_);
  Result<bool> is_enabled(std::uint64_t node) RIFFLE_EXCLUDES(mutex_);
  /// The kind of a node; nothing if it is none of this exec's.
  [[nodiscard]] const NodeRecord* find(std::uint64_t node) const;

  [[nodiscard]] std::uint64_t flags() const { return flags_; }
  [[nodiscard]] engine::ContextStreams& context() const { return context_; }

  HandlePlace handle_place;

 private:
  GraphExec(engine::ContextStreams& context, std::uint64_t flags)
      : context_(context), flags_(flags) {}

  Status enqueue_launch(engine::Stream& stream, std::shared_ptr<GraphProgram> current,
                        Chain* parent) RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] std::unique_ptr<Chain> make_chain(const GraphProgram& program, Chain* parent);
  /// Makes the launch's memory live; all of it or none.
  Status allocate(const GraphProgram& program) RIFFLE_REQUIRES(mutex_);
  void index_nodes(const GraphRecord& record);
  [[nodiscard]] bool is_idle() const RIFFLE_REQUIRES(mutex_);
  /// Fills `waits_` and `records_`: what the nodes' events stand for now, and a new record for each
  /// node that makes one.
  void begin_events(const GraphProgram& program) RIFFLE_REQUIRES(mutex_);
  /// The program to change: the one that runs nowhere.
  GraphProgram& writable() RIFFLE_REQUIRES(mutex_);
  Status change(GraphProgram& program, const NodeRecord& record, const NodeParams& params);
  /// A graph's nodes by their place in a record, and those of the graphs inside.
  struct Pairs {
    std::vector<Node*> nodes;
    std::vector<Pairs> inner;
  };
  bool pair(const GraphRecord& record, const Graph& graph, Pairs& pairs,
            UpdateFailure& failure) const;
  bool is_like(const NodeRecord& record, Node& node, UpdateFailure& failure) const;
  bool apply(GraphProgram& program, const GraphRecord& record, const Graph& graph,
             const Pairs& pairs, UpdateFailure& failure);
  /// All nodes of `graph`, or none. `record` is part of this exec's.
  bool change_all(const GraphRecord& record, const Graph& graph, UpdateFailure& failure)
      RIFFLE_REQUIRES(mutex_);

  engine::ContextStreams& context_;
  const std::uint64_t flags_;
  GraphRecord record_;  // constant after construction
  struct Place {
    std::uint64_t id;
    const GraphRecord* graph;
    const NodeRecord* node;
  };
  [[nodiscard]] const Place* place_of(std::uint64_t node) const;
  std::vector<Place> by_node_;   // by id; constant after construction
  std::shared_ptr<void> token_;  // Graph::exec

  Mutex mutex_;
  std::shared_ptr<Lanes> lanes_;  // constant after construction
  std::shared_ptr<GraphProgram> program_ RIFFLE_GUARDED_BY(mutex_);
  std::uint64_t last_stream_ RIFFLE_GUARDED_BY(mutex_) = 0;           // id of the last launch's
  std::shared_ptr<GraphProgram> uploaded_ RIFFLE_GUARDED_BY(mutex_);  // what kernels launch
  engine::Moment tail_end_ RIFFLE_GUARDED_BY(mutex_);  // of the chain whose tail it joined last
  // Of the launch call in progress; kept so that launching allocates nothing.
  std::vector<engine::Moment> waits_ RIFFLE_GUARDED_BY(mutex_);
  std::vector<EventRecording> records_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::graph
