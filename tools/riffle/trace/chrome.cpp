// SPDX-License-Identifier: Apache-2.0
// Processes are Chrome's groups of lanes: the program's threads, each device's streams, the workers.
#include "trace/chrome.h"

#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "trace/allocations.h"
#include "trace/texts.h"

namespace riffle::tool {
namespace {

constexpr int kHost = 1;
constexpr int kWorkers = 2;
constexpr int kFirstDevice = 10;

class ChromeWriter {
 public:
  explicit ChromeWriter(const TraceTimeline& timeline) : timeline_(timeline) {}

  std::string write() {
    out_ = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
    write_lanes();
    for (const ApiCall& call : timeline_.calls) {
      add("X", kHost, timeline_.threads[call.thread].id, timeline_.names[call.name], call.begin,
          call.end - call.begin, "cuda",
          call.result == 0 ? std::string() : fmt::format("\"result\":{}", call.result));
    }
    for (const NvtxRange& range : timeline_.ranges) write_range(range);
    for (const TracedOperation& operation : timeline_.operations) write_operation(operation);
    for (const Layer& layer : timeline_.layers) {
      const TracedOperation& operation = timeline_.operations[layer.operation];
      add("X", pid_of(operation), tid_of(operation), timeline_.names[layer.name], layer.begin,
          layer.end - layer.begin, "layer", "");
    }
    for (const Help& help : timeline_.helps) {
      add("X", pid_of_thread(help.thread), timeline_.threads[help.thread].id,
          help.operation == kNone ? "part of an operation"
                                  : name_of(timeline_.operations[help.operation]),
          help.begin, help.end - help.begin, "share", "");
    }
    for (const OrderEdge& edge : timeline_.edges) write_edge(edge);
    write_memory();
    out_ += fmt::format(
        "{{\"ph\":\"M\",\"pid\":{},\"name\":\"process_labels\",\"args\":{{\"labels\":"
        "\"riffle trace\"}}}}\n],\"otherData\":{{\"process\":{},\"ended\":{},\"lost\":{}}}}}\n",
        kHost, timeline_.process, timeline_.has_ended, timeline_.lost);
    return std::move(out_);
  }

 private:
  int pid_of_thread(Index thread) const {
    return timeline_.threads[thread].is_worker ? kWorkers : kHost;
  }
  int pid_of(const TracedOperation& operation) const {
    return kFirstDevice + timeline_.streams[operation.stream].device;
  }
  std::uint64_t tid_of(const TracedOperation& operation) const {
    return timeline_.streams[operation.stream].id;
  }
  const std::string& name_of(const TracedOperation& operation) const {
    return timeline_.names[operation.name];
  }
  static std::string us(Ns ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); }

  void name_lane(const char* what, int pid, std::uint64_t tid, const std::string& name) {
    fmt::format_to(
        std::back_inserter(out_),
        "{{\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"{}\",\"args\":{{\"name\":{}}}}},\n", pid,
        tid, what, json_text(name));
  }

  void write_lanes() {
    name_lane("process_name", kHost, 0, "host threads");
    name_lane("process_name", kWorkers, 0, "workers");
    int device = -1;
    for (const StreamLane& stream : timeline_.streams) {
      if (stream.device != device)
        name_lane("process_name", kFirstDevice + stream.device, 0,
                  fmt::format("device {}: streams", stream.device));
      device = stream.device;
      name_lane("thread_name", kFirstDevice + stream.device, stream.id, stream.name);
    }
    for (Index i = 0; i < static_cast<Index>(timeline_.threads.size()); ++i)
      name_lane("thread_name", pid_of_thread(i), timeline_.threads[i].id,
                timeline_.threads[i].name);
  }

  void add(const char* phase, int pid, std::uint64_t tid, const std::string& name, Ns begin,
           Ns duration, const char* category, const std::string& arguments) {
    fmt::format_to(
        std::back_inserter(out_),
        "{{\"ph\":\"{}\",\"pid\":{},\"tid\":{},\"ts\":{},\"dur\":{},\"cat\":\"{}\",\"name\":{},"
        "\"args\":{{{}}}}},\n",
        phase, pid, tid, us(begin), us(duration), category, json_text(name), arguments);
  }

  void write_range(const NvtxRange& range) {
    const std::uint64_t tid = timeline_.threads[range.thread].id;
    const std::string& name = timeline_.names[range.name];
    if (range.is_mark) {
      fmt::format_to(std::back_inserter(out_),
                     "{{\"ph\":\"i\",\"s\":\"t\",\"pid\":{},\"tid\":{},\"ts\":{},\"cat\":\"nvtx\","
                     "\"name\":{}}},\n",
                     kHost, tid, us(range.begin), json_text(name));
    } else {
      add("X", kHost, tid, name, range.begin, range.end - range.begin, "nvtx", "");
    }
  }

  void write_operation(const TracedOperation& operation) {
    std::string arguments = fmt::format("\"enqueued_us\":{}", us(operation.enqueued));
    for (const auto& [key, value] : facts_of(operation))
      arguments += fmt::format(",{}:{}", json_text(key), json_text(value));
    const char* const category = category_of(operation);
    add("X", pid_of(operation), tid_of(operation), name_of(operation), operation.begin,
        operation.duration(), category, arguments);
    if (operation.thread != kNone)
      add("X", pid_of_thread(operation.thread), timeline_.threads[operation.thread].id,
          name_of(operation), operation.begin, operation.duration(), "run", "");
    if (operation.call == kNone || operation.graph != kNone) return;
    const ApiCall& call = timeline_.calls[operation.call];
    write_arrow("launch", kHost, timeline_.threads[call.thread].id, call.begin, pid_of(operation),
                tid_of(operation), operation.begin);
  }

  static const char* edge_text(EdgeKind kind) {
    switch (kind) {
      case EdgeKind::kEvent:
        return "event";
      case EdgeKind::kDefaultStream:
        return "default stream";
      case EdgeKind::kGraph:
        return "graph";
      case EdgeKind::kOver:
        return "event, over";
    }
    return "edge";
  }

  /// A counter, of which Chrome's viewers draw a graph.
  void write_memory() {
    for (const MemoryPoint& point : memory_points(timeline_)) {
      std::string values;
      for (std::size_t i = 0; i < point.bytes.size(); ++i)
        values +=
            fmt::format("{}\"{}\":{}", i == 0 ? "" : ",",
                        allocation_text(static_cast<trace::AllocationKind>(i)), point.bytes.at(i));
      fmt::format_to(std::back_inserter(out_),
                     "{{\"ph\":\"C\",\"pid\":{},\"ts\":{},\"name\":\"memory in use\","
                     "\"args\":{{{}}}}},\n",
                     kHost, us(point.at), values);
    }
  }

  void write_edge(const OrderEdge& edge) {
    const TracedOperation& before = timeline_.operations[edge.before];
    const TracedOperation& after = timeline_.operations[edge.after];
    write_arrow(edge_text(edge.kind), pid_of(before), tid_of(before),
                before.begin + before.duration() / 2, pid_of(after), tid_of(after), after.begin);
  }

  void write_arrow(const char* kind, int from_pid, std::uint64_t from_tid, Ns from, int to_pid,
                   std::uint64_t to_tid, Ns to) {
    ++arrows_;
    fmt::format_to(
        std::back_inserter(out_),
        "{{\"ph\":\"s\",\"id\":{0},\"pid\":{1},\"tid\":{2},\"ts\":{3},\"cat\":\"{7}\",\"name\":\"{"
        "7}\"}},\n"
        "{{\"ph\":\"f\",\"bp\":\"e\",\"id\":{0},\"pid\":{4},\"tid\":{5},\"ts\":{6},\"cat\":\"{7}\","
        "\"name\":\"{7}\"}},\n",
        arrows_, from_pid, from_tid, us(from), to_pid, to_tid, us(to), kind);
  }

  const TraceTimeline& timeline_;
  std::string out_;
  std::uint64_t arrows_ = 0;
};

}  // namespace

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string chrome_json(const TraceTimeline& timeline) { return ChromeWriter(timeline).write(); }

}  // namespace riffle::tool
