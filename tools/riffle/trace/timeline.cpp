// SPDX-License-Identifier: Apache-2.0
#include "trace/timeline.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "trace/allocations.h"
#include "trace/edges.h"
#include "trace/layers.h"
#include "trace/names.h"
#include "trace/tidy.h"

namespace riffle::tool {
namespace {

using trace::MemoryKind;
using trace::Record;
using trace::RecordKind;
using trace::TracedOperationType;

class Maker {
 public:
  explicit Maker(const Recording& recording) : recording_(recording) {}

  TraceTimeline make() {
    find_start();
    timeline_.has_ended = recording_.has_ended;
    timeline_.lost = recording_.lost;
    timeline_.process = recording_.process;
    for (const ThreadRecords& thread : recording_.threads) read_descriptions(thread);
    for (const ThreadRecords& thread : recording_.threads) read_runs(thread);
    for (const ThreadRecords& thread : recording_.threads) read_ends(thread);
    close_what_is_open();
    const std::vector<Index> moved = keep_shown(timeline_);
    for (auto& [timeline, tickets] : tickets_)
      for (TicketedOperation& ticket : tickets)
        if (ticket.operation != kNone) ticket.operation = moved[ticket.operation];
    timeline_.layers = place_layers(std::move(layers_), timeline_.operations);
    timeline_.edges = make_edges(tickets_, shapes_, timeline_.operations);
    timeline_.allocations = make_allocations(std::move(memory_));
    name_streams();
    sort_lists(timeline_);
    return std::move(timeline_);
  }

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;  // timeline, ticket
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::uint64_t>()(key.first * 31 + key.second);
    }
  };
  struct StreamFacts {
    std::uint8_t kind = 0;
    std::uint64_t context = 0;
    std::string maker;
  };

  Ns time(std::uint64_t ticks) const { return ticks == 0 ? -1 : recording_.ns(ticks) - start_; }

  void find_start() {
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    for (const ThreadRecords& thread : recording_.threads)
      for (const Record& record : thread.records)
        if (record.begin != 0) first = std::min(first, record.begin);
    start_ = recording_.ns(first);
  }

  Index name_of(const std::string& text) {
    const auto [known, is_new] =
        names_.try_emplace(text, static_cast<Index>(timeline_.names.size()));
    if (is_new) timeline_.names.push_back(text);
    return known->second;
  }

  Index text_name(std::uint32_t number) {
    const auto text = recording_.texts.find(number);
    return name_of(text == recording_.texts.end() ? "?" : text->second);
  }

  Index kernel_name(std::uint32_t number) {
    const auto [known, is_new] = kernel_names_.try_emplace(number, kNone);
    if (is_new) {
      const auto text = recording_.texts.find(number);
      known->second = name_of(text == recording_.texts.end() ? "?" : demangled(text->second));
    }
    return known->second;
  }

  Index host_function_name(std::uint32_t number) {
    const auto [known, is_new] = kernel_names_.try_emplace(number, kNone);
    if (is_new) {
      const auto text = recording_.texts.find(number);
      known->second =
          name_of(text == recording_.texts.end() ? "host function"
                                                 : function_names_.readable(text->second));
    }
    return known->second;
  }

  Index stream_lane(std::uint32_t id) {
    const auto [known, is_new] =
        lanes_.try_emplace(id, static_cast<Index>(timeline_.streams.size()));
    if (is_new)
      timeline_.streams.push_back({.id = id, .name = {}, .device = 0, .is_legacy = false});
    return known->second;
  }

  void describe(const Record& record, TracedOperation& operation) {
    operation.type = record.type;
    operation.stream = stream_lane(record.small);
    operation.source = static_cast<MemoryKind>(record.source);
    operation.destination = static_cast<MemoryKind>(record.destination);
    switch (record.type) {
      case TracedOperationType::kKernel:
        operation.name = kernel_name(record.name);
        operation.grid = record.grid;
        operation.block = trace::unpack_block(record.block);
        break;
      case TracedOperationType::kCopy:
        operation.bytes = record.bytes;
        operation.name = name_of("memcpy " + copy_name(operation.source, operation.destination));
        break;
      case TracedOperationType::kFill:
        operation.bytes = record.bytes;
        operation.name = name_of("memset");
        break;
      case TracedOperationType::kHostFunction:
        operation.name =
            record.name == 0 ? name_of("host function") : host_function_name(record.name);
        break;
      case TracedOperationType::kGraph:
        operation.name = name_of("graph launch");
        operation.shape = record.bytes;
        break;
      default:
        operation.name = name_of("operation");
        break;
    }
  }

  /// Calls, and what they enqueued; streams, contexts, names.
  void read_descriptions(const ThreadRecords& thread) {
    const auto number = static_cast<Index>(timeline_.threads.size());
    timeline_.threads.push_back(
        {thread.id, thread.name, std::string_view(thread.name) == kWorkerName});
    Index call = kNone;
    std::uint64_t call_end = 0;
    for (const Record& record : thread.records) {
      switch (record.kind) {
        case RecordKind::kCall:
          call = static_cast<Index>(timeline_.calls.size());
          call_end = record.end == 0 ? ~std::uint64_t{0} : record.end;
          if (const auto text = recording_.texts.find(record.name);
              text != recording_.texts.end() && frees_everything(text->second))
            memory_.push_back({.at = time(record.begin), .what = MemoryEvent::What::kReset});
          timeline_.calls.push_back({number, text_name(record.name), time(record.begin),
                                     time(record.end), static_cast<int>(record.small)});
          break;
        case RecordKind::kWaitOver:
          read_wait_over(record, record.begin <= call_end ? call : kNone);
          break;
        case RecordKind::kGraphEdge:
          shapes_[record.timeline].emplace_back(static_cast<std::uint32_t>(record.ticket),
                                                static_cast<std::uint32_t>(record.bytes));
          break;
        case RecordKind::kMemory:
          memory_.push_back(
              {time(record.begin),
               record.small != 0 ? MemoryEvent::What::kMade : MemoryEvent::What::kFreed,
               static_cast<trace::AllocationKind>(record.type), record.timeline, record.bytes});
          break;
        case RecordKind::kEnqueued:
          read_enqueued(record, record.begin <= call_end ? call : kNone);
          break;
        case RecordKind::kStream:
          streams_[record.small] = {static_cast<std::uint8_t>(record.type), record.bytes,
                                    timeline_.names[text_name(record.name)]};
          break;
        case RecordKind::kContext:
          devices_[record.bytes] = static_cast<int>(record.small);
          break;
        default:
          break;
      }
    }
  }

  [[nodiscard]] bool is_event_wait(Index call) const {
    return call != kNone && operation_called(timeline_.names[timeline_.calls[call].name])
                                .starts_with("StreamWaitEvent");
  }

  /// Others than events' are the engine's own, of memory that is used again.
  void read_wait_over(const Record& record, Index call) {
    if (!is_event_wait(call)) return;
    tickets_[record.timeline].push_back({.ticket = record.ticket,
                                         .is_wait = true,
                                         .was_over = true,
                                         .awaited_timeline = record.awaited_timeline,
                                         .awaited_ticket = record.awaited_ticket});
  }

  void read_enqueued(const Record& record, Index call) {
    auto& tickets = tickets_[record.timeline];
    TicketedOperation ticket{.ticket = record.ticket};
    if (record.type == TracedOperationType::kWait) {
      ticket.is_wait = true;
      ticket.awaited_timeline = record.awaited_timeline;
      ticket.awaited_ticket = record.awaited_ticket;
      // An event's wait is the last one of its call; others are the legacy stream's rule.
      ticket.is_default_stream_rule = true;
      if (is_event_wait(call)) {
        ticket.is_default_stream_rule = false;
        if (!tickets.empty() &&
            last_event_wait_ == Key{record.timeline, static_cast<std::uint64_t>(call)})
          tickets.back().is_default_stream_rule = tickets.back().is_wait;
        last_event_wait_ = {record.timeline, static_cast<std::uint64_t>(call)};
      }
    } else if (record.type != TracedOperationType::kEventRecord) {
      ticket.operation = static_cast<Index>(timeline_.operations.size());
      TracedOperation& operation = timeline_.operations.emplace_back();
      describe(record, operation);
      if (record.type == TracedOperationType::kKernel) operation.shared_bytes = record.shared_bytes;
      operation.call = call;
      operation.ticket = record.ticket;
      operation.enqueued = time(record.begin);
      operation.begin = -1;
      operation.end = -1;
      by_ticket_[{record.timeline, record.ticket}] = ticket.operation;
    }
    tickets.push_back(ticket);
  }

  void read_runs(const ThreadRecords& thread) {
    const Index number = thread_number(thread);
    std::vector<NvtxRange> pushed;
    for (const Record& record : thread.records) {
      switch (record.kind) {
        case RecordKind::kRun:
          read_run(record, number);
          break;
        case RecordKind::kHelp:
          if (record.end != 0 && record.end != record.begin) read_help(record, number);
          break;
        case RecordKind::kMark:
        case RecordKind::kRange:
        case RecordKind::kStart:
          timeline_.ranges.push_back(
              {number, text_name(record.name), time(record.begin),
               time(record.kind == RecordKind::kMark ? record.begin : record.end), record.small,
               record.kind == RecordKind::kMark, record.kind == RecordKind::kRange});
          if (record.kind == RecordKind::kStart)
            started_[record.ticket] = static_cast<Index>(timeline_.ranges.size()) - 1;
          break;
        case RecordKind::kLayer:
          layers_.push_back({number, text_name(record.name), time(record.begin), time(record.end)});
          break;
        case RecordKind::kName:
          if (record.type == TracedOperationType{}) {
            thread_names_[record.small] = timeline_.names[text_name(record.name)];
          } else {
            stream_names_[record.small] = timeline_.names[text_name(record.name)];
          }
          break;
        default:
          break;
      }
    }
  }

  Index thread_number(const ThreadRecords& thread) const {
    return static_cast<Index>(&thread - recording_.threads.data());
  }

  Index operation_at(const Record& record) const {
    const auto found = by_ticket_.find({record.timeline, record.ticket});
    return found == by_ticket_.end() ? kNone : found->second;
  }

  void read_run(const Record& record, Index thread) {
    Index index = operation_at(record);
    if (record.part != 0) {
      if (record.type == TracedOperationType::kOther || record.type == TracedOperationType::kWait)
        return;
      const Index graph = index;
      index = static_cast<Index>(timeline_.operations.size());
      TracedOperation& part = timeline_.operations.emplace_back();
      describe(record, part);
      part.graph = graph;
      part.part = record.part;
      if (graph != kNone) {
        part.call = timeline_.operations[graph].call;
        part.enqueued = timeline_.operations[graph].enqueued;
      }
    }
    if (index == kNone) return;
    TracedOperation& operation = timeline_.operations[index];
    operation.thread = thread;
    operation.begin = time(record.begin);
    operation.end = time(record.end);
  }

  void read_help(const Record& record, Index thread) {
    timeline_.helps.push_back({thread, operation_at(record), time(record.begin), time(record.end)});
  }

  void read_ends(const ThreadRecords& thread) {
    for (const Record& record : thread.records) {
      if (record.kind == RecordKind::kEnd) {
        const Index index = operation_at(record);
        if (index != kNone && record.part == 0) timeline_.operations[index].end = time(record.end);
      } else if (record.kind == RecordKind::kStop) {
        const auto range = started_.find(record.ticket);
        if (range != started_.end()) timeline_.ranges[range->second].end = time(record.begin);
      }
    }
  }

  void close_what_is_open() {
    Ns last = 0;
    for (const ApiCall& call : timeline_.calls) last = std::max({last, call.begin, call.end});
    for (const TracedOperation& operation : timeline_.operations)
      last = std::max({last, operation.begin, operation.end});
    for (const NvtxRange& range : timeline_.ranges) last = std::max({last, range.begin, range.end});
    timeline_.end = last;
    for (ApiCall& call : timeline_.calls)
      if (call.end < 0) call.end = last;
    for (NvtxRange& range : timeline_.ranges)
      if (range.end < 0) range.end = last;
    for (TracedOperation& operation : timeline_.operations) {
      operation.is_open = operation.end < 0;
      if (operation.is_open) operation.end = last;
    }
  }

  // ---- Names ----

  void name_streams() {
    for (StreamLane& lane : timeline_.streams) {
      const StreamFacts& facts = streams_[static_cast<std::uint32_t>(lane.id)];
      if (const auto device = devices_.find(facts.context); device != devices_.end())
        lane.device = device->second;
      lane.is_legacy = facts.kind == kLegacyStream;
      const auto given = stream_names_.find(static_cast<std::uint32_t>(lane.id));
      lane.name = given != stream_names_.end() ? given->second
                                               : stream_name(lane.id, lane.is_legacy, facts.maker);
    }
    for (TracedThread& thread : timeline_.threads) {
      if (const auto given = thread_names_.find(thread.id); given != thread_names_.end())
        thread.name = given->second;
    }
  }

  const Recording& recording_;
  TraceTimeline timeline_;
  Ns start_ = 0;
  std::unordered_map<std::string, Index> names_;
  std::unordered_map<std::uint32_t, Index> kernel_names_;  ///< and those of host functions
  FunctionNames function_names_;
  std::unordered_map<std::uint32_t, Index> lanes_;
  std::unordered_map<std::uint32_t, StreamFacts> streams_;
  std::unordered_map<std::uint64_t, int> devices_;
  std::unordered_map<std::uint32_t, std::string> thread_names_;
  std::unordered_map<std::uint32_t, std::string> stream_names_;
  std::unordered_map<std::uint64_t, Index> started_;
  std::unordered_map<Key, Index, KeyHash> by_ticket_;
  Tickets tickets_;
  GraphShapes shapes_;
  std::vector<MemoryEvent> memory_;
  std::vector<ThreadLayer> layers_;
  Key last_event_wait_{0, 0};
};

char letter(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::kPageable:
    case MemoryKind::kPinned:
      return 'H';
    case MemoryKind::kDevice:
      return 'D';
    case MemoryKind::kManaged:
      return 'M';
  }
  return '?';
}

}  // namespace

std::string copy_name(MemoryKind source, MemoryKind destination) {
  return {letter(source), '2', letter(destination)};
}

TraceTimeline make_timeline(const Recording& recording) { return Maker(recording).make(); }

}  // namespace riffle::tool
