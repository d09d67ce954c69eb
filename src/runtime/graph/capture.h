// SPDX-License-Identifier: Apache-2.0
// Stream capture: what is put into streams becomes nodes of a graph, and who is refused meanwhile.
//
// A capture begins in one stream, its origin. Others join when they wait for an event recorded in
// it, and leave when the origin ends it. A stream's part is its dependencies: the nodes that the
// next one depends on. An event recorded in a capture is a copy of them.
//
// Invariants:
// 1. One lock guards everything here but the graph of a capture that nobody appends to through a
// stream: the program may add nodes by hand, in the thread that it wants.
// 2. A capture is in progress from begin to end, also while it is invalidated; it then owns its
// graph. What ends it otherwise than well deletes the graph, the program's own included.
// 3. Every node captured by a stream is reached, along edges, from what some stream depends on
// (streams that were destroyed included), unless the program dropped it. So a capture is joined if
// and only if what the others depend on was dropped, or is reached from what the origin depends on.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/status.h"
#include "runtime/graph/graph.h"

namespace riffle::graph {

enum class CaptureMode : std::uint8_t { kGlobal, kThreadLocal, kRelaxed };
enum class CaptureStatus : std::uint8_t { kNone, kActive, kInvalidated };

class Capture;

/// What matters about a stream.
struct CaptureStream {
  const void* context = nullptr;
  bool is_legacy = false;
  bool is_blocking = false;  ///< with respect to the legacy stream
  int priority = 0;
};

/// A stream's part in captures: belongs into the stream's object. Its destruction ends a capture
/// that began in it, without a graph.
class CaptureMember {
 public:
  CaptureMember() = default;
  ~CaptureMember() {
    if (is_capturing()) leave();
  }
  CaptureMember(const CaptureMember&) = delete;
  CaptureMember& operator=(const CaptureMember&) = delete;

  /// What other threads do at the same time may be missed, as it may come a moment later.
  [[nodiscard]] CaptureStatus status() const { return status_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool is_capturing() const { return status() != CaptureStatus::kNone; }

 private:
  friend class Capture;
  void leave();

  std::atomic<CaptureStatus> status_{CaptureStatus::kNone};  // written under the lock
  // Under the lock:
  Capture* capture_ = nullptr;
  const void* context_ = nullptr;
  bool is_blocking_ = false;
  std::vector<Dependency> dependencies_;
};

/// What an event recorded in a capture stands for.
struct CapturedRecord {
  std::shared_ptr<Capture> capture;
  std::vector<Dependency> dependencies;
};

// --- Begin and end ---

/// `into`: a graph of the program's, or null for a new one. Errors: kIllegalState (the stream
/// captures already, or another capture goes into that graph), kInvalidValue (a dependency of
/// another graph, bad edge data).
Status begin_capture(CaptureMember& origin, const CaptureStream& stream, CaptureMode mode,
                     Graph* into, std::span<const Dependency> dependencies);
/// The graph is the program's. Every error but kIllegalState (nothing to end) and kCaptureUnmatched
/// (not the origin) ends the capture: kCaptureInvalidated, kCaptureWrongThread, kCaptureUnjoined.
Result<Graph*> end_capture(CaptureMember& member);

struct CaptureInfo {
  CaptureStatus status = CaptureStatus::kNone;
  std::uint64_t id = 0;  ///< of the capture; unique in the process
  Graph* graph = nullptr;
  std::vector<Dependency> dependencies;
};
CaptureInfo capture_info(const CaptureMember& member);

/// Duplicates are ignored. Errors: kIllegalState, kCaptureInvalidated, kInvalidValue.
Status update_dependencies(CaptureMember& member, std::span<const Dependency> dependencies,
                           bool replaces);

// --- What streams are given. Empty or null: the stream does not capture, do the thing itself. ---

/// How a node depends on the kernels before it: on their end, or, for a kernel that may begin earlier, on what they call
/// the completion of the programmatic launch.
enum class AfterKernels : std::uint8_t { kEnd, kProgrammatic };

/// Errors: kCaptureInvalidated, those of Graph::add_node.
std::optional<Status> capture_node(CaptureMember& member, NodeParams&& params,
                                   AfterKernels after = AfterKernels::kEnd);
/// The same with parameters that depend on the graph so far.
std::optional<Status> capture_node_of(CaptureMember& member,
                                      const std::function<Result<NodeParams>(const Graph&)>& make);
std::shared_ptr<const CapturedRecord> capture_record(const CaptureMember& member);
/// The stream waits for a captured event: it joins. Errors: kInvalidValue (a capture that is over or
/// invalidated), kCaptureImplicit (the legacy stream), kCaptureMerge (it takes part in another).
Status capture_wait(CaptureMember& member, const CaptureStream& stream,
                    const CapturedRecord& record);
/// Nothing of this capture is good any more. Nothing happens if there is none.
void invalidate_capture(CaptureMember& member);

// --- Who is refused. Only to be asked while one is in progress. kOk: go on. ---

namespace detail {
extern std::atomic<std::uint32_t> captures_in_progress;
}
/// One load; what other threads do at the same time may be missed, as it may come a moment later.
[[nodiscard]] inline bool is_any_capture_in_progress() {
  return detail::captures_in_progress.load(std::memory_order_relaxed) != 0;
}

/// How a thread's own mode, set by cudaThreadExchangeStreamCaptureMode, treats captures.
enum class ThreadMode : std::uint8_t { kGlobal, kThreadLocal, kRelaxed };
/// A call that a graph would not repeat. kCaptureUnsupported if a capture forbids it, which ends.
Code refuse_unsafe(ThreadMode mode);
/// A call that waits for all streams of a context.
Code refuse_for_context(const void* context);
/// Use of the legacy stream: kCaptureImplicit while a blocking stream of its context captures.
Code refuse_legacy(const void* context, bool invalidates);
/// Use of a stream that a graph cannot hold, as synchronising it: kCaptureUnsupported.
Code refuse_capturing(CaptureMember& member);
/// kCaptureInvalidated if the stream's capture is.
[[nodiscard]] inline Code refuse_invalidated(const CaptureMember& member) {
  return member.status() == CaptureStatus::kInvalidated ? Code::kCaptureInvalidated : Code::kOk;
}
/// Asking for the state of an event: kCapturedEvent, or kInvalidValue when the capture is over.
Code refuse_captured(const CapturedRecord& record, bool invalidates);

}  // namespace riffle::graph
