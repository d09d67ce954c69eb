// SPDX-License-Identifier: Apache-2.0
// What a recording that grows has told so far. Records of several threads come in no order: an operation may be seen to
// end before it is seen to be enqueued.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "trace/allocations.h"
#include "trace/live/figures.h"
#include "trace/live/reader.h"
#include "trace/live/window.h"
#include "trace/names.h"

namespace riffle::tool {

class LiveState final : public LiveListener {
 public:
  /// `ns` turns ticks into nanoseconds since the recording began.
  explicit LiveState(std::function<Ns(std::uint64_t)> ns) : ns_(std::move(ns)) {}

  void thread_began(std::size_t thread, std::uint32_t id, const std::string& name) override;
  void text_given(std::uint32_t number, const std::string& text) override;
  void recorded(std::size_t thread, const trace::Record& record) override;
  void ended(std::size_t thread, const trace::Record& record) override;

  [[nodiscard]] LiveFigures figures(Ns now) const;

 private:
  struct PendingOperation {
    trace::TracedOperationType type{};
    bool is_enqueued = false;
    bool has_ended = false;
    bool is_event_wait = false;
    std::uint32_t name = 0;
    std::uint8_t source = 0;
    std::uint8_t destination = 0;
    std::uint64_t bytes = 0;
    std::uint64_t awaited_timeline = 0;
    std::uint64_t awaited_ticket = 0;
    Ns enqueued = -1;
    Ns began = -1;
    Ns finished = -1;
  };
  /// A stream, by what its operations name.
  struct Stream {
    std::uint32_t id = 0;
    std::map<std::uint64_t, PendingOperation> pending;  ///< by ticket
    std::uint64_t done = 0;
    LiveWindow busy;
    LiveWindow bytes;
  };
  struct StreamFacts {
    std::uint8_t kind = 0;
    std::uint64_t context = 0;
    std::uint32_t maker = 0;
  };
  struct Open {
    trace::Record record;
    Ns since = 0;
  };
  struct ThreadState {
    std::uint32_t id = 0;
    std::string name;
    bool is_worker = false;
    std::vector<Open> open;  ///< innermost last
    std::uint32_t newest_call = 0;
    LiveWindow busy;
  };

  [[nodiscard]] std::string text(std::uint32_t number) const;
  [[nodiscard]] std::string label(const PendingOperation& operation) const;
  [[nodiscard]] std::string stream_label(std::uint32_t id) const;
  [[nodiscard]] const PendingOperation* operation_at(std::uint64_t timeline,
                                                     std::uint64_t ticket) const;
  Stream& stream_of(const trace::Record& record);
  void enqueue(const ThreadState& thread, const trace::Record& record);
  void begin_run(const trace::Record& record);
  void end_run(const trace::Record& record);
  void finish(Stream& stream, std::uint64_t ticket);
  void count_copy(const PendingOperation& operation);
  static void describe(const trace::Record& record, PendingOperation& operation);
  [[nodiscard]] LiveStream shown(const Stream& stream, Ns now) const;
  [[nodiscard]] LiveThread shown(const ThreadState& thread, Ns now) const;
  void tell_wait(const PendingOperation& head, LiveStream& into) const;

  const std::function<Ns(std::uint64_t)> ns_;
  std::unordered_map<std::uint32_t, std::string> texts_;
  FunctionNames function_names_;
  std::map<std::uint64_t, Stream> streams_;
  std::unordered_map<std::uint32_t, StreamFacts> facts_;
  std::unordered_map<std::uint64_t, int> devices_;
  std::unordered_map<std::uint32_t, std::string> stream_names_;
  std::unordered_map<std::uint32_t, std::string> thread_names_;
  std::vector<ThreadState> threads_;
  std::uint64_t done_ = 0;
  LiveWindow operations_;
  LiveWindow launches_;
  std::map<std::string, LiveWindow> copies_;
  MemoryInUse memory_;
};

}  // namespace riffle::tool
