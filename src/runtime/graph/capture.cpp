// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/capture.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "base/mutex.h"

namespace riffle::graph {

namespace detail {
std::atomic<std::uint32_t> captures_in_progress{0};
}

namespace {

constinit Mutex capture_mutex;
std::uint64_t last_capture_id RIFFLE_GUARDED_BY(capture_mutex) = 0;

/// Not std::this_thread::get_id(), which is used again.
std::uint64_t this_thread() {
  static std::atomic<std::uint64_t> last{0};
  thread_local const std::uint64_t mine = last.fetch_add(1, std::memory_order_relaxed) + 1;
  return mine;
}

void add_dependencies(std::vector<Dependency>& to, std::span<const Dependency> more) {
  for (const Dependency& dependency : more) {
    const bool is_there = std::ranges::any_of(
        to, [&](const Dependency& known) { return known.node == dependency.node; });
    if (!is_there) to.push_back(dependency);
  }
}

Status check_dependencies(const Graph& graph, std::span<const Dependency> dependencies) {
  for (const Dependency& dependency : dependencies) {
    if (dependency.node == nullptr || &dependency.node->graph() != &graph)
      return error(Code::kInvalidValue, "a dependency is not a node of the captured graph");
    if (!Graph::is_edge_data_good(*dependency.node, dependency.data))
      return error(Code::kInvalidValue, "edge data that no edge from such a node can have");
  }
  return {};
}

}  // namespace

/// One that is in progress, or what events still know of one that is over. Everything is guarded by
/// the lock.
class Capture {
 public:
  enum class State : std::uint8_t { kActive, kInvalidated, kOver };

  Capture(CaptureMember& origin, CaptureMode mode, Graph& graph)
      : mode_(mode), graph_(&graph), origin_(&origin), thread_(this_thread()) {}
  ~Capture() = default;
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  [[nodiscard]] static Capture* of(const CaptureMember& member) { return member.capture_; }
  [[nodiscard]] static std::vector<Dependency>& dependencies_of(CaptureMember& member) {
    return member.dependencies_;
  }
  [[nodiscard]] static const std::vector<Dependency>& dependencies_of(const CaptureMember& member) {
    return member.dependencies_;
  }

  /// Throws std::bad_alloc, and then has changed nothing.
  void join(CaptureMember& member, const CaptureStream& stream,
            std::span<const Dependency> dependencies) {
    std::vector<Dependency> joined;
    add_dependencies(joined, dependencies);
    members_.push_back(&member);
    member.context_ = stream.context;
    member.is_blocking_ = stream.is_blocking;
    member.dependencies_ = std::move(joined);
    member.capture_ = this;
    member.status_.store(CaptureStatus::kActive, std::memory_order_relaxed);
  }

  void invalidate() {
    if (state_ != State::kActive) return;
    state_ = State::kInvalidated;
    for (CaptureMember* const member : members_)
      member->status_.store(CaptureStatus::kInvalidated, std::memory_order_relaxed);
  }

  /// A member that is not the origin is destroyed: what it captured must be joined all the same.
  void lose(CaptureMember& member) {
    try {
      for (const Dependency& dependency : member.dependencies_)
        left_behind_.push_back(dependency.node);
    } catch (const std::bad_alloc&) {
      invalidate();  // nobody can tell any more whether they are joined
    }
    std::erase(members_, &member);
    release(member);
  }

  /// The program takes nodes out of what a stream depends on: nobody need join them any more.
  void drop(std::span<const Dependency> dependencies) {
    for (const Dependency& dependency : dependencies) dropped_.push_back(dependency.node);
  }

  /// All members are free again; the graph is the caller's.
  Graph* finish() {
    for (CaptureMember* const member : members_) release(*member);
    members_.clear();
    left_behind_.clear();
    dropped_.clear();
    state_ = State::kOver;
    graph_->is_being_captured = false;
    return std::exchange(graph_, nullptr);
  }

  [[nodiscard]] bool is_joined() const {
    if (members_.size() == 1 && left_behind_.empty()) return true;
    std::vector<bool> is_reached(graph_->nodes().size());
    std::vector<const Node*> pending;
    auto reach = [&](const Node* node) {
      if (is_reached[node->index()]) return;
      is_reached[node->index()] = true;
      pending.push_back(node);
    };
    for (const Dependency& dependency : origin_->dependencies_) reach(dependency.node);
    for (const Node* const node : dropped_) reach(node);
    while (!pending.empty()) {
      const Node* const node = pending.back();
      pending.pop_back();
      for (const Edge* edge = node->first_dependency(); edge != nullptr;
           edge = edge->next_dependency) {
        reach(edge->from);
      }
    }
    return std::ranges::all_of(left_behind_,
                               [&](const Node* node) { return is_reached[node->index()]; }) &&
           std::ranges::all_of(members_, [&](const CaptureMember* member) {
             return std::ranges::all_of(member->dependencies_, [&](const Dependency& dependency) {
               return is_reached[dependency.node->index()];
             });
           });
  }

  [[nodiscard]] bool has_member_in(const void* context, bool only_blocking) const {
    return std::ranges::any_of(members_, [&](const CaptureMember* member) {
      return member->context_ == context && (member->is_blocking_ || !only_blocking);
    });
  }

  [[nodiscard]] bool forbids_unsafe(ThreadMode thread_mode) const {
    if (thread_mode == ThreadMode::kRelaxed) return false;
    if (thread_ == this_thread()) return mode_ != CaptureMode::kRelaxed;
    return thread_mode == ThreadMode::kGlobal && mode_ == CaptureMode::kGlobal;
  }
  [[nodiscard]] bool may_end_here() const {
    return mode_ == CaptureMode::kRelaxed || thread_ == this_thread();
  }

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool is_active() const { return state_ == State::kActive; }
  [[nodiscard]] std::uint64_t id() const { return id_; }
  [[nodiscard]] Graph& graph() const { return *graph_; }
  [[nodiscard]] bool is_origin(const CaptureMember& member) const { return origin_ == &member; }
  void set_id(std::uint64_t id) { id_ = id; }

 private:
  static void release(CaptureMember& member) {
    member.dependencies_.clear();
    member.capture_ = nullptr;
    member.status_.store(CaptureStatus::kNone, std::memory_order_relaxed);
  }

  const CaptureMode mode_;
  State state_ = State::kActive;
  Graph* graph_;
  CaptureMember* const origin_;
  const std::uint64_t thread_;
  std::uint64_t id_ = 0;
  std::vector<CaptureMember*> members_;
  std::vector<const Node*> left_behind_;  // what destroyed streams depended on
  std::vector<const Node*> dropped_;
};

namespace {

/// Those in progress.
std::vector<std::shared_ptr<Capture>>& captures() RIFFLE_REQUIRES(capture_mutex) {
  static auto* const all =
      new std::vector<std::shared_ptr<Capture>>;  // streams may outlive statics
  return *all;
}

std::shared_ptr<Capture> shared(const Capture& capture) RIFFLE_REQUIRES(capture_mutex) {
  return *std::ranges::find(captures(), &capture, &std::shared_ptr<Capture>::get);
}

Graph* finish(Capture& capture) RIFFLE_REQUIRES(capture_mutex) {
  const std::shared_ptr<Capture> kept = shared(capture);
  std::erase(captures(), kept);
  detail::captures_in_progress.store(static_cast<std::uint32_t>(captures().size()),
                                     std::memory_order_relaxed);
  return kept->finish();
}

}  // namespace

void CaptureMember::leave() {
  std::unique_ptr<Graph> dropped;  // deleted without the lock
  const MutexLock lock(capture_mutex);
  Capture* const capture = Capture::of(*this);
  if (capture == nullptr) return;
  if (!capture->is_origin(*this)) return capture->lose(*this);
  dropped.reset(finish(*capture));
}

Status begin_capture(CaptureMember& origin, const CaptureStream& stream, CaptureMode mode,
                     Graph* into, std::span<const Dependency> dependencies) {
  std::unique_ptr<Graph> fresh;
  if (into == nullptr) fresh = std::make_unique<Graph>();
  Graph& graph = into != nullptr ? *into : *fresh;
  const MutexLock lock(capture_mutex);
  if (Capture::of(origin) != nullptr)
    return error(Code::kIllegalState, "the stream is already capturing");
  if (graph.is_being_captured)
    return error(Code::kIllegalState, "another capture already goes into the graph");
  if (Status checked = check_dependencies(graph, dependencies); !checked) return checked;
  const auto capture = std::make_shared<Capture>(origin, mode, graph);
  captures().reserve(captures().size() + 1);
  capture->join(origin, stream, dependencies);
  captures().push_back(capture);
  capture->set_id(++last_capture_id);
  graph.is_being_captured = true;
  detail::captures_in_progress.store(static_cast<std::uint32_t>(captures().size()),
                                     std::memory_order_relaxed);
  fresh.release();  // NOLINT(bugprone-unused-return-value): the capture has it
  return {};
}

Result<Graph*> end_capture(CaptureMember& member) {
  std::unique_ptr<Graph> dropped;  // deleted without the lock
  const MutexLock lock(capture_mutex);
  Capture* const capture = Capture::of(member);
  if (capture == nullptr) return error(Code::kIllegalState, "the stream is not capturing");
  if (!capture->is_origin(member)) {
    capture->invalidate();
    return error(Code::kCaptureUnmatched, "the capture began in another stream");
  }
  Code code = Code::kOk;
  if (!capture->is_active()) {
    code = Code::kCaptureInvalidated;
  } else if (!capture->may_end_here()) {
    code = Code::kCaptureWrongThread;
  } else {
    try {
      if (!capture->is_joined()) code = Code::kCaptureUnjoined;
    } catch (const std::bad_alloc&) {
      code = Code::kOutOfMemory;
    }
  }
  Graph* const graph = finish(*capture);
  if (code == Code::kOk) return graph;
  dropped.reset(graph);
  return error(code);
}

CaptureInfo capture_info(const CaptureMember& member) {
  const MutexLock lock(capture_mutex);
  const Capture* const capture = Capture::of(member);
  if (capture == nullptr) return {};
  if (!capture->is_active()) return {CaptureStatus::kInvalidated, 0, nullptr, {}};
  return {CaptureStatus::kActive, capture->id(), &capture->graph(),
          Capture::dependencies_of(member)};
}

Status update_dependencies(CaptureMember& member, std::span<const Dependency> dependencies,
                           bool replaces) {
  const MutexLock lock(capture_mutex);
  Capture* const capture = Capture::of(member);
  if (capture == nullptr) return error(Code::kIllegalState, "the stream is not capturing");
  if (!capture->is_active()) return error(Code::kCaptureInvalidated);
  if (Status checked = check_dependencies(capture->graph(), dependencies); !checked) return checked;
  std::vector<Dependency> updated;
  if (replaces) {
    capture->drop(Capture::dependencies_of(member));
  } else {
    updated = Capture::dependencies_of(member);
  }
  add_dependencies(updated, dependencies);
  Capture::dependencies_of(member) = std::move(updated);
  return {};
}

namespace {

std::vector<Dependency> programmatic(std::vector<Dependency> dependencies) {
  for (Dependency& dependency : dependencies)
    if (dependency.node->kind() == NodeKind::kKernel && dependency.data.is_default())
      dependency.data = kProgrammaticEdge;
  return dependencies;
}

Status append(const Capture& capture, CaptureMember& member, NodeParams&& params,
              AfterKernels after = AfterKernels::kEnd) RIFFLE_REQUIRES(capture_mutex) {
  std::vector<Dependency>& dependencies = Capture::dependencies_of(member);
  dependencies.reserve(1);  // nothing may fail once the node is there
  const auto node = after == AfterKernels::kProgrammatic
                        ? capture.graph().add_node(std::move(params), programmatic(dependencies))
                        : capture.graph().add_node(std::move(params), dependencies);
  if (!node) return std::unexpected(node.error());
  dependencies.resize(1);
  dependencies.front() = {*node, {}};
  return {};
}

}  // namespace

std::optional<Status> capture_node(CaptureMember& member, NodeParams&& params, AfterKernels after) {
  const MutexLock lock(capture_mutex);
  const Capture* const capture = Capture::of(member);
  if (capture == nullptr) return std::nullopt;
  if (!capture->is_active()) return error(Code::kCaptureInvalidated);
  return append(*capture, member, std::move(params), after);
}

std::optional<Status> capture_node_of(CaptureMember& member,
                                      const std::function<Result<NodeParams>(const Graph&)>& make) {
  const MutexLock lock(capture_mutex);
  const Capture* const capture = Capture::of(member);
  if (capture == nullptr) return std::nullopt;
  if (!capture->is_active()) return error(Code::kCaptureInvalidated);
  auto params = make(capture->graph());
  if (!params) return std::unexpected(std::move(params.error()));
  return append(*capture, member, std::move(*params));
}

std::shared_ptr<const CapturedRecord> capture_record(const CaptureMember& member) {
  const MutexLock lock(capture_mutex);
  const Capture* const capture = Capture::of(member);
  if (capture == nullptr) return nullptr;
  return std::make_shared<const CapturedRecord>(shared(*capture), Capture::dependencies_of(member));
}

Status capture_wait(CaptureMember& member, const CaptureStream& stream,
                    const CapturedRecord& record) {
  const MutexLock lock(capture_mutex);
  Capture* const own = Capture::of(member);
  Capture& capture = *record.capture;
  if (!capture.is_active()) {
    if (own != nullptr) own->invalidate();
    return error(Code::kInvalidValue, "the event was recorded in a capture that has ended");
  }
  if (stream.is_legacy) {
    capture.invalidate();
    return error(Code::kCaptureImplicit, "the legacy stream cannot join a capture");
  }
  if (own == nullptr) {
    capture.join(member, stream, record.dependencies);
    return {};
  }
  if (own != &capture) {
    own->invalidate();
    capture.invalidate();
    return error(Code::kCaptureMerge, "the event belongs to another capture");
  }
  add_dependencies(Capture::dependencies_of(member), record.dependencies);
  return {};
}

void invalidate_capture(CaptureMember& member) {
  const MutexLock lock(capture_mutex);
  if (Capture* const capture = Capture::of(member)) capture->invalidate();
}

namespace {

/// Invalidates those that forbid something, and says whether there are any.
template <class Forbids>
bool any_forbids(bool invalidates, Forbids&& forbids) RIFFLE_REQUIRES(capture_mutex) {
  bool any = false;
  for (const auto& capture : captures()) {
    if (!forbids(*capture)) continue;
    any = true;
    if (invalidates) capture->invalidate();
  }
  return any;
}

}  // namespace

Code refuse_unsafe(ThreadMode mode) {
  const MutexLock lock(capture_mutex);
  return any_forbids(true, [&](const Capture& capture) { return capture.forbids_unsafe(mode); })
             ? Code::kCaptureUnsupported
             : Code::kOk;
}

Code refuse_for_context(const void* context) {
  const MutexLock lock(capture_mutex);
  return any_forbids(true,
                     [&](const Capture& capture) { return capture.has_member_in(context, false); })
             ? Code::kCaptureUnsupported
             : Code::kOk;
}

Code refuse_legacy(const void* context, bool invalidates) {
  const MutexLock lock(capture_mutex);
  return any_forbids(invalidates,
                     [&](const Capture& capture) { return capture.has_member_in(context, true); })
             ? Code::kCaptureImplicit
             : Code::kOk;
}

Code refuse_capturing(CaptureMember& member) {
  const MutexLock lock(capture_mutex);
  Capture* const capture = Capture::of(member);
  if (capture == nullptr) return Code::kOk;
  capture->invalidate();
  return Code::kCaptureUnsupported;
}

Code refuse_captured(const CapturedRecord& record, bool invalidates) {
  const MutexLock lock(capture_mutex);
  if (!record.capture->is_active()) return Code::kInvalidValue;
  if (invalidates) record.capture->invalidate();
  return Code::kCapturedEvent;
}

}  // namespace riffle::graph
