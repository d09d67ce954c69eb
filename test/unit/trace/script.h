// SPDX-License-Identifier: Apache-2.0
// Recordings written by hand.
#pragma once

#include <string>

#include "trace/recording.h"
#include "trace/timeline.h"

namespace riffle::tool {

using trace::Record;
using trace::RecordKind;
using trace::TracedOperationType;

/// One host thread that enqueues, one worker that runs; a tick is a nanosecond.
class Script {
 public:
  Script() {
    recording_.threads.resize(2);
    recording_.threads[0].id = 10;
    recording_.threads[0].name = "program";
    recording_.threads[1].id = 11;
    recording_.threads[1].name = "riffle-worker";
    add_call("start");
  }

  void stream(std::uint32_t id, std::uint8_t kind, const std::string& maker) {
    Record& record = add(0, RecordKind::kStream);
    record.type = static_cast<TracedOperationType>(kind);
    record.small = id;
    record.name = text(maker);
  }
  void call(const std::string& name, std::uint64_t duration = 5) {
    now_ += 10;
    add_call(name, duration);
  }
  /// The next call comes so much later.
  void pass(std::uint64_t ns) { now_ += ns; }
  /// The stream's id is its timeline too.
  void kernel(std::uint32_t stream, std::uint64_t ticket, const std::string& name) {
    call("cudaLaunchKernel");
    Record& record = enqueue(TracedOperationType::kKernel, stream, ticket);
    record.name = text(name);
    record.grid = {2, 3, 4};
    record.block = trace::pack_block(1024, 1, 64);
  }
  void wait(std::uint32_t stream, std::uint64_t ticket, std::uint64_t awaited,
            std::uint64_t awaited_ticket) {
    Record& record = enqueue(TracedOperationType::kWait, stream, ticket);
    record.awaited_timeline = awaited;
    record.awaited_ticket = awaited_ticket;
  }
  /// Behind the operation with this ticket.
  void wait_over(std::uint32_t stream, std::uint64_t ticket, std::uint64_t awaited,
                 std::uint64_t awaited_ticket) {
    wait(stream, ticket, awaited, awaited_ticket);
    recording_.threads[0].records.back().kind = RecordKind::kWaitOver;
  }
  void graph(std::uint32_t stream, std::uint64_t ticket, std::uint64_t number) {
    call("cudaGraphLaunch");
    enqueue(TracedOperationType::kGraph, stream, ticket).bytes = number;
  }
  void graph_edge(std::uint64_t number, std::uint32_t before, std::uint32_t after) {
    Record& record = add(0, RecordKind::kGraphEdge);
    record.timeline = number;
    record.ticket = before;
    record.bytes = after;
  }
  void node(std::uint32_t stream, std::uint64_t ticket, std::uint32_t part, const std::string& name,
            std::uint64_t begin, std::uint64_t end) {
    run(stream, ticket, begin, end);
    Record& record = recording_.threads[1].records.back();
    record.part = part;
    record.type = name.empty() ? TracedOperationType::kOther : TracedOperationType::kKernel;
    record.name = text(name);
  }
  void memory(bool is_made, trace::AllocationKind kind, std::uint64_t address,
              std::uint64_t bytes) {
    now_ += 10;
    Record& record = add(0, RecordKind::kMemory);
    record.type = static_cast<TracedOperationType>(kind);
    record.small = is_made ? 1 : 0;
    record.begin = now_;
    record.timeline = address;
    record.bytes = bytes;
  }
  void run(std::uint32_t stream, std::uint64_t ticket, std::uint64_t begin, std::uint64_t end) {
    Record& record = add(1, RecordKind::kRun);
    record.small = stream;
    record.begin = begin;
    record.end = end;
    record.timeline = stream;
    record.ticket = ticket;
  }
  /// Of what a thread ran at that time; 0: the host thread, 1: the worker.
  void layer(int thread, const std::string& name, std::uint64_t begin, std::uint64_t end) {
    Record& record = add(thread, RecordKind::kLayer);
    record.begin = begin;
    record.end = end;
    record.name = text(name);
  }
  void end(std::uint32_t stream, std::uint64_t ticket, std::uint64_t end) {
    Record& record = add(0, RecordKind::kEnd);
    record.small = stream;
    record.end = end;
    record.timeline = stream;
    record.ticket = ticket;
  }
  std::uint32_t text(const std::string& value) {
    recording_.texts[++texts_] = value;
    return texts_;
  }
  TraceTimeline timeline() const { return make_timeline(recording_); }

 private:
  Record& add(int thread, RecordKind kind) {
    Record& record = recording_.threads[thread].records.emplace_back();
    record.kind = kind;
    return record;
  }
  void add_call(const std::string& name, std::uint64_t duration = 5) {
    Record& record = add(0, RecordKind::kCall);
    record.begin = now_;
    record.end = now_ + duration;
    record.name = text(name);
  }
  Record& enqueue(TracedOperationType type, std::uint32_t stream, std::uint64_t ticket) {
    Record& record = add(0, RecordKind::kEnqueued);
    record.type = type;
    record.small = stream;
    record.begin = now_;
    record.timeline = stream;
    record.ticket = ticket;
    return record;
  }

  Recording recording_;
  std::uint64_t now_ = 1000;
  std::uint32_t texts_ = 0;
};

}  // namespace riffle::tool
