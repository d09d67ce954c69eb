// SPDX-License-Identifier: Apache-2.0
// What happened, from a recording: operations in streams, calls of host threads, what waited for what.
// Times are nanoseconds since the first event.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "trace/recording.h"

namespace riffle::tool {

using Ns = std::int64_t;
/// An index into one of the timeline's lists, or kNone.
using Index = std::int32_t;
inline constexpr Index kNone = -1;

struct TracedThread {
  std::uint32_t id = 0;
  std::string name;
  bool is_worker = false;
};

struct StreamLane {
  std::uint64_t id = 0;  ///< as cudaStreamGetId tells
  std::string name;      ///< "default stream", "stream 4", or NVTX's
  int device = 0;
  bool is_legacy = false;
};

struct ApiCall {
  Index thread = kNone;
  Index name = kNone;
  Ns begin = 0;
  Ns end = 0;
  int result = 0;
};

struct TracedOperation {
  trace::TracedOperationType type = trace::TracedOperationType::kOther;
  Index stream = kNone;
  Index name = kNone;        ///< of a kernel; else of what it does
  Index call = kNone;        ///< which enqueued it
  Index thread = kNone;      ///< which ran it
  Index graph = kNone;       ///< the launch that it is a part of
  std::uint32_t part = 0;    ///< which node of the graph
  std::uint64_t shape = 0;   ///< of a graph's launch: which graph
  std::uint64_t ticket = 0;  ///< its number in its stream, where waits and events count too
  Ns enqueued = 0;
  Ns begin = 0;
  Ns end = 0;
  bool is_open = false;  ///< the program ended before it did
  std::uint64_t bytes = 0;
  std::uint64_t shared_bytes = 0;
  std::array<std::uint32_t, 3> grid{};
  std::array<std::uint32_t, 3> block{};
  trace::MemoryKind source{};
  trace::MemoryKind destination{};

  [[nodiscard]] Ns duration() const { return end - begin; }
};

/// Another thread's share of an operation.
struct Help {
  Index thread = kNone;
  Index operation = kNone;
  Ns begin = 0;
  Ns end = 0;
};

enum class EdgeKind : std::uint8_t {
  kEvent,
  kDefaultStream,
  kGraph,  ///< between nodes of a graph's launch
  kOver,   ///< an event's, but what it waited for was complete when the program asked
};

/// `after` could not begin before `before` had ended.
struct OrderEdge {
  Index before = kNone;
  Index after = kNone;
  EdgeKind kind = EdgeKind::kEvent;
};

/// Of NVTX. A mark has no length; a range that was started and stopped belongs to the thread that started it.
struct NvtxRange {
  Index thread = kNone;
  Index name = kNone;
  Ns begin = 0;
  Ns end = 0;
  std::uint32_t colour = 0;
  bool is_mark = false;
  bool is_nested = false;  ///< pushed and popped
};

/// A part of an operation, of which a library told: a layer of an inference.
struct Layer {
  Index operation = kNone;
  Index name = kNone;
  Ns begin = 0;
  Ns end = 0;
};

inline constexpr Ns kNever = -1;

/// Memory that the program had from `begin` to `end`, or kNever.
struct AllocationSpan {
  trace::AllocationKind kind{};
  std::uint64_t bytes = 0;
  Ns begin = 0;
  Ns end = kNever;
};

struct TraceTimeline {
  std::vector<std::string> names;
  std::vector<TracedThread> threads;
  std::vector<StreamLane> streams;          ///< those with operations, default streams first
  std::vector<TracedOperation> operations;  ///< by begin; no waits, no events, nothing internal
  std::vector<Help> helps;                  ///< by begin
  std::vector<OrderEdge> edges;
  std::vector<ApiCall> calls;               ///< by begin
  std::vector<AllocationSpan> allocations;  ///< by begin
  std::vector<NvtxRange> ranges;            ///< by thread, begin; outer ones first
  std::vector<Layer> layers;                ///< by begin; outer ones first
  Ns end = 0;
  bool has_ended = true;
  std::uint64_t lost = 0;
  std::uint32_t process = 0;
};

TraceTimeline make_timeline(const Recording& recording);

/// "H2D", "D2H", "memset"... as profilers' users know them.
[[nodiscard]] std::string copy_name(trace::MemoryKind source, trace::MemoryKind destination);

}  // namespace riffle::tool
