// SPDX-License-Identifier: Apache-2.0
#include "trace/live/state.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "trace/allocations.h"
#include "trace/names.h"

namespace riffle::tool {
namespace {

using trace::MemoryKind;
using trace::Record;
using trace::RecordKind;
using trace::TracedOperationType;

constexpr std::size_t kMostEarly = 1 << 20;  // operations that ended and were never seen to begin
constexpr std::size_t kMostOpen = 64;        // of a thread, as its log has

bool is_operation(TracedOperationType type) {
  return type != TracedOperationType::kWait && type != TracedOperationType::kEventRecord &&
         type != TracedOperationType::kOther;
}

}  // namespace

void LiveState::thread_began(std::size_t thread, std::uint32_t id, const std::string& name) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  threads_[thread].id = id;
  threads_[thread].name = name;
  threads_[thread].is_worker = name == kWorkerName;
}

void LiveState::text_given(std::uint32_t number, const std::string& text) {
  texts_[number] = function_names_.readable(demangled(text));
}

std::string LiveState::text(std::uint32_t number) const {
  const auto found = texts_.find(number);
  return found == texts_.end() ? "?" : found->second;
}

void LiveState::recorded(std::size_t thread, const Record& record) {
  ThreadState& own = threads_.at(thread);
  switch (record.kind) {
    case RecordKind::kCall:
      own.newest_call = record.name;
      break;
    case RecordKind::kEnqueued:
      return enqueue(own, record);
    case RecordKind::kRun:
      begin_run(record);
      break;
    case RecordKind::kEnd:
      return end_run(record);
    case RecordKind::kStream:
      facts_[record.small] = {static_cast<std::uint8_t>(record.type), record.bytes, record.name};
      return;
    case RecordKind::kContext:
      devices_[record.bytes] = static_cast<int>(record.small);
      return;
    case RecordKind::kMemory:
      return memory_.take(record);
    case RecordKind::kName:
      (record.type == TracedOperationType{} ? thread_names_ : stream_names_)[record.small] =
          text(record.name);
      return;
    case RecordKind::kHelp:
      break;
    default:
      return;
  }
  if (record.end != 0) return ended(thread, record);
  if (own.open.size() == kMostOpen) own.open.erase(own.open.begin());
  own.open.push_back({record, ns_(record.begin)});
}

void LiveState::ended(std::size_t thread, const Record& record) {
  ThreadState& own = threads_.at(thread);
  std::erase_if(own.open, [&](const Open& open) {
    return open.record.kind == record.kind && open.record.begin == record.begin;
  });
  if (record.kind == RecordKind::kCall) {
    if (frees_everything(text(record.name))) memory_.clear();
    return;
  }
  if (record.end > record.begin) own.busy.add_span(ns_(record.begin), ns_(record.end));
  if (record.kind == RecordKind::kRun) end_run(record);
}

void LiveState::describe(const Record& record, PendingOperation& operation) {
  operation.type = record.type;
  operation.name = record.name;
  operation.source = record.source;
  operation.destination = record.destination;
  const bool moves =
      record.type == TracedOperationType::kCopy || record.type == TracedOperationType::kFill;
  operation.bytes = moves ? record.bytes : 0;
}

/// Streams that are gone leave their timelines to new ones.
LiveState::Stream& LiveState::stream_of(const Record& record) {
  Stream& stream = streams_[record.timeline];
  if (stream.id != record.small) stream = {};
  stream.id = record.small;
  return stream;
}

void LiveState::enqueue(const ThreadState& thread, const Record& record) {
  Stream& stream = stream_of(record);
  PendingOperation& operation = stream.pending[record.ticket];
  describe(record, operation);
  operation.is_enqueued = true;
  operation.enqueued = ns_(record.begin);
  if (record.type == TracedOperationType::kWait) {
    operation.awaited_timeline = record.awaited_timeline;
    operation.awaited_ticket = record.awaited_ticket;
    operation.is_event_wait =
        operation_called(text(thread.newest_call)).starts_with("StreamWaitEvent");
  }
  if (record.type == TracedOperationType::kKernel || record.type == TracedOperationType::kGraph)
    launches_.add(operation.enqueued, 1);
  if (operation.has_ended) finish(stream, record.ticket);
}

void LiveState::begin_run(const Record& record) {
  if (record.part != 0) return;
  Stream& stream = stream_of(record);
  stream.pending[record.ticket].began = ns_(record.begin);
}

void LiveState::end_run(const Record& record) {
  if (record.part != 0) {
    PendingOperation part;
    describe(record, part);
    part.began = ns_(record.begin);
    part.finished = ns_(record.end);
    if (record.kind == RecordKind::kRun) count_copy(part);
    return;
  }
  if (record.kind == RecordKind::kEnd) {
    for (ThreadState& thread : threads_) {
      std::erase_if(thread.open, [&](const Open& open) {
        return open.record.timeline == record.timeline && open.record.ticket == record.ticket &&
               open.record.kind == RecordKind::kRun && open.record.part == 0;
      });
    }
  }
  Stream& stream = stream_of(record);
  PendingOperation& operation = stream.pending[record.ticket];
  operation.finished = ns_(record.end);
  operation.has_ended = true;
  if (operation.is_enqueued) finish(stream, record.ticket);
  if (stream.pending.size() > kMostEarly) stream.pending.erase(stream.pending.begin());
}

void LiveState::finish(Stream& stream, std::uint64_t ticket) {
  const auto found = stream.pending.find(ticket);
  const PendingOperation& operation = found->second;
  if (is_operation(operation.type)) {
    ++stream.done;
    ++done_;
    operations_.add(operation.finished, 1);
    if (operation.began >= 0) stream.busy.add_span(operation.began, operation.finished);
    stream.bytes.add(operation.finished, operation.bytes);
    count_copy(operation);
  }
  stream.pending.erase(found);
}

void LiveState::count_copy(const PendingOperation& operation) {
  if (operation.type == TracedOperationType::kCopy)
    copies_[copy_name(static_cast<MemoryKind>(operation.source),
                      static_cast<MemoryKind>(operation.destination))]
        .add(operation.finished, operation.bytes);
  if (operation.type == TracedOperationType::kFill)
    copies_["fills"].add(operation.finished, operation.bytes);
}

// ---- What is shown ----

std::string LiveState::label(const PendingOperation& operation) const {
  switch (operation.type) {
    case TracedOperationType::kKernel:
      return text(operation.name);
    case TracedOperationType::kCopy:
      return "memcpy " + copy_name(static_cast<MemoryKind>(operation.source),
                                   static_cast<MemoryKind>(operation.destination));
    case TracedOperationType::kFill:
      return "memset";
    case TracedOperationType::kHostFunction:
      return operation.name == 0 ? "host function" : text(operation.name);
    case TracedOperationType::kGraph:
      return "graph launch";
    default:
      return "operation";
  }
}

std::string LiveState::stream_label(std::uint32_t id) const {
  if (const auto named = stream_names_.find(id); named != stream_names_.end()) return named->second;
  const auto known = facts_.find(id);
  if (known == facts_.end()) return fmt::format("stream {}", id);
  return stream_name(id, known->second.kind == kLegacyStream, text(known->second.maker));
}

const LiveState::PendingOperation* LiveState::operation_at(std::uint64_t timeline,
                                                           std::uint64_t ticket) const {
  const auto stream = streams_.find(timeline);
  if (stream == streams_.end()) return nullptr;
  const auto found = stream->second.pending.find(ticket);
  return found == stream->second.pending.end() ? nullptr : &found->second;
}

void LiveState::tell_wait(const PendingOperation& head, LiveStream& into) const {
  const auto target = streams_.find(head.awaited_timeline);
  into.is_waiting = true;
  if (target == streams_.end()) {
    into.doing = "waits for an event";
  } else {
    std::string name = stream_label(target->second.id);
    if (name == "default stream") name.insert(0, "the ");
    into.doing = (head.is_event_wait ? "waits for an event of " : "waits for ") + name;
  }
}

LiveStream LiveState::shown(const Stream& stream, Ns now) const {
  LiveStream result;
  result.name = stream_label(stream.id);
  const auto facts = facts_.find(stream.id);
  if (facts != facts_.end()) {
    const auto device = devices_.find(facts->second.context);
    if (device != devices_.end()) result.device = device->second;
  }
  result.done = stream.done;
  result.bytes_per_second = stream.bytes.per_second(now);
  Ns open = -1;
  bool is_first = true;
  for (const auto& [ticket, operation] : stream.pending) {
    if (operation.has_ended || !operation.is_enqueued) continue;
    if (is_operation(operation.type)) ++result.queued;
    if (!is_first) continue;
    is_first = false;
    if (operation.type == TracedOperationType::kWait) {
      tell_wait(operation, result);
      result.since = operation.enqueued;
    } else if (is_operation(operation.type)) {
      result.doing = label(operation);
      result.since = open = operation.began;
      if (operation.began < 0) {
        result.doing += ", ready";
        result.since = operation.enqueued;
      }
    }
  }
  result.busy = stream.busy.share(now, open);
  return result;
}

LiveThread LiveState::shown(const ThreadState& thread, Ns now) const {
  LiveThread result;
  result.id = thread.id;
  result.name = thread.name;
  result.is_worker = thread.is_worker;
  if (const auto named = thread_names_.find(thread.id); named != thread_names_.end())
    result.name = named->second;
  Ns open = -1;
  for (const Open& entry : thread.open) {
    if (entry.record.kind != RecordKind::kCall && open < 0) open = entry.since;
  }
  result.busy = thread.busy.share(now, open);
  if (thread.open.empty()) return result;
  const Open& inner = thread.open.back();
  result.since = inner.since;
  if (inner.record.kind == RecordKind::kCall) {
    result.doing = text(inner.record.name);
  } else if (inner.record.part != 0) {
    PendingOperation part;
    describe(inner.record, part);
    result.doing = label(part);
  } else if (const PendingOperation* const found =
                 operation_at(inner.record.timeline, inner.record.ticket)) {
    result.doing = label(*found);
  } else {
    result.doing = "part of an operation";
  }
  return result;
}

LiveFigures LiveState::figures(Ns now) const {
  LiveFigures result;
  result.now = std::max<Ns>(now, 0);
  result.done = done_;
  result.operations_per_second = operations_.per_second(now);
  result.launches_per_second = launches_.per_second(now);
  for (const auto& [name, window] : copies_)
    result.copies.emplace_back(name, window.per_second(now));
  result.memory = memory_.by_kind();
  result.memory_in_all = memory_.all();
  result.most_memory = memory_.most();
  std::vector<std::tuple<int, std::uint32_t, const Stream*>> order;
  std::vector<LiveStream> made;
  for (const auto& [timeline, stream] : streams_) {
    if (stream.done == 0 && stream.pending.empty()) continue;
    order.emplace_back(static_cast<int>(made.size()), stream.id, &stream);
    made.push_back(shown(stream, now));
    result.queued += made.back().queued;
  }
  std::ranges::sort(order, {}, [&](const auto& entry) {
    return std::tuple(made[std::get<0>(entry)].device, std::get<1>(entry));
  });
  for (const auto& [index, id, stream] : order)
    result.streams.push_back(std::move(made[static_cast<std::size_t>(index)]));
  int workers = 0;
  for (const ThreadState& thread : threads_) {
    result.threads.push_back(shown(thread, now));
    if (!thread.is_worker) continue;
    ++workers;
    result.workers_busy += result.threads.back().busy;
  }
  if (workers > 0) result.workers_busy /= workers;
  std::ranges::sort(result.threads, {}, [](const LiveThread& thread) {
    return std::tuple(thread.is_worker, thread.id);
  });
  return result;
}

}  // namespace riffle::tool
