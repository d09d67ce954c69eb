// SPDX-License-Identifier: Apache-2.0
// A program in the making, and what is ordered before what in it.
//
// For each stream it is known which steps are complete before the stream's next one starts; where a conflict is not
// ordered yet, an order is added of a kind chosen at random.
#pragma once

#include <bitset>
#include <random>
#include <vector>

#include "program.h"

namespace random_programs {

class OrderedProgram {
 protected:
  static constexpr std::size_t kMost = 4096;
  using Set = std::bitset<kMost>;  // of steps, by number

  struct StreamState {
    bool is_live = true;
    Set before;  // complete when the stream's next step starts: own work and what was waited for
    Set worked;  // the same when its last work was enqueued
  };
  struct BufferState {
    bool is_live = true;
    int writer = -1;           // the last step that wrote it
    std::vector<int> readers;  // since then
  };
  explicit OrderedProgram(std::uint64_t seed) : random_(seed * 0x9e3779b97f4a7c15u + 1) {
    program_.seed = seed;
  }

  int number(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  bool chance(int percent) { return number(100) < percent; }

  const Stream& stream_of(int stream) const {
    return program_.streams[static_cast<std::size_t>(stream)];
  }
  static bool is_blocking(const Stream& stream) {
    return stream.kind == Stream::kBlocking || stream.kind == Stream::kPerThread;
  }

  // What is complete when a record or a synchronisation of `stream` is.
  Set covered(int stream) const {
    const Stream& which = stream_of(stream);
    Set set = streams_[static_cast<std::size_t>(stream)].before | host_;
    if (which.kind == Stream::kLegacy) {
      for (std::size_t other = 0; other < streams_.size(); ++other) {
        const Stream& each = program_.streams[other];
        if (each.device == which.device && is_blocking(each)) set |= streams_[other].worked;
      }
    }
    return set;
  }

  // What is complete when work that is enqueued into `stream` now starts.
  Set before(int stream) const {
    const Stream& which = stream_of(stream);
    Set set = covered(stream);
    if (is_blocking(which)) set |= published_[static_cast<std::size_t>(which.device)];
    return set;
  }

  Step& push(Act act, int stream) {
    program_.steps.push_back({});
    Step& step = program_.steps.back();
    step.act = act;
    step.stream = stream;
    if (stream >= 0) step.device = stream_of(stream).device;
    // The per-thread stream is the first thread's.
    const bool is_per_thread = stream >= 0 && stream_of(stream).kind == Stream::kPerThread;
    if (threads_ > 1 && !is_per_thread) step.thread = number(threads_);
    // A stream that has a handle may be used whichever device is current.
    const bool has_handle = stream >= 0 && (stream_of(stream).kind == Stream::kBlocking ||
                                            stream_of(stream).kind == Stream::kNonBlocking);
    const bool is_graph = act == Act::kCaptured || act == Act::kBuilt || act == Act::kCreateStream;
    if (has_handle && !is_graph && chance(20)) step.device = number(program_.devices);
    return step;
  }

  // A step that does work in `stream`: everything ordered before it is before the stream's next one too.
  int push_work(Act act, int stream) {
    const int index = static_cast<int>(program_.steps.size());
    Set set = before(stream);
    push(act, stream);
    set.set(static_cast<std::size_t>(index));
    streams_[static_cast<std::size_t>(stream)].before = set;
    streams_[static_cast<std::size_t>(stream)].worked = set;
    if (stream_of(stream).kind == Stream::kLegacy)
      published_[static_cast<std::size_t>(stream_of(stream).device)] = set;
    return index;
  }

  // `is_explicit`: the legacy stream's implicit order does not count.
  std::vector<int> conflicts(int stream, const std::vector<int>& reads,
                             const std::vector<int>& writes, bool is_explicit) const {
    return conflicts(
        is_explicit ? streams_[static_cast<std::size_t>(stream)].before | host_ : before(stream),
        reads, writes);
  }

  std::vector<int> conflicts(const Set& known, const std::vector<int>& reads,
                             const std::vector<int>& writes) const {
    std::vector<int> found;
    const auto need = [&](int step) {
      if (step >= 0 && !known.test(static_cast<std::size_t>(step))) found.push_back(step);
    };
    for (int buffer : reads) need(buffers_[static_cast<std::size_t>(buffer)].writer);
    for (int buffer : writes) {
      need(buffers_[static_cast<std::size_t>(buffer)].writer);
      for (int reader : buffers_[static_cast<std::size_t>(buffer)].readers) need(reader);
    }
    return found;
  }

  // Orders everything that conflicts before the next step of `stream`.
  void order(int stream, const std::vector<int>& reads, const std::vector<int>& writes,
             bool is_explicit = false) {
    for (;;) {
      const std::vector<int> open = conflicts(stream, reads, writes, is_explicit);
      if (open.empty()) return;
      order_one(open[static_cast<std::size_t>(number(static_cast<int>(open.size())))], stream);
    }
  }

  // Lets the host wait for everything that conflicts.
  void order_host(const std::vector<int>& reads, const std::vector<int>& writes) {
    for (;;) {
      const std::vector<int> open = conflicts(host_, reads, writes);
      if (open.empty()) return;
      const int source = program_.steps[static_cast<std::size_t>(open.front())].stream;
      const bool is_live = source >= 0 && streams_[static_cast<std::size_t>(source)].is_live;
      const int way = number(10);
      if (is_live && way < 4) {
        synchronize_event(record(source));
      } else if (is_live && way < 9) {
        synchronize_stream(source);
      } else {
        synchronize_device(stream_of(source).device);
      }
    }
  }

  void order_one(int earlier, int stream) {
    // A copy: the list of steps grows below.
    const int source = program_.steps[static_cast<std::size_t>(earlier)].stream;
    const bool is_live = source >= 0 && streams_[static_cast<std::size_t>(source)].is_live;
    const int way = number(10);
    if (is_live && way < 7) {
      record_and_wait(source, stream);
    } else if (is_live && way < 9) {
      synchronize_stream(source);
    } else {
      synchronize_device(stream_of(source).device);
    }
  }

  void record_and_wait(int source, int stream) {
    const int event = record(source);
    push(Act::kWait, stream).event = event;
    streams_[static_cast<std::size_t>(stream)].before |= events_[static_cast<std::size_t>(event)];
  }

  int record(int stream) {
    std::vector<int> fitting;
    for (std::size_t event = 0; event < program_.events.size(); ++event) {
      if (program_.events[event] == stream_of(stream).device)
        fitting.push_back(static_cast<int>(event));
    }
    const int event = fitting[static_cast<std::size_t>(number(static_cast<int>(fitting.size())))];
    push(Act::kRecord, stream).event = event;
    events_[static_cast<std::size_t>(event)] = covered(stream);
    return event;
  }

  void synchronize_event(int event) {
    Step& step = push(Act::kSynchronizeEvent, -1);
    step.event = event;
    step.device = program_.events[static_cast<std::size_t>(event)];
    host_ |= events_[static_cast<std::size_t>(event)];
  }

  void synchronize_stream(int stream) {
    push(Act::kSynchronizeStream, stream);
    host_ |= covered(stream);
  }

  void synchronize_device(int device) {
    push(Act::kSynchronizeDevice, -1).device = device;
    for (std::size_t stream = 0; stream < streams_.size(); ++stream) {
      if (program_.streams[stream].device == device) host_ |= streams_[stream].worked;
    }
  }

  void touched(int step, const std::vector<int>& reads, const std::vector<int>& writes) {
    for (int buffer : reads) buffers_[static_cast<std::size_t>(buffer)].readers.push_back(step);
    for (int buffer : writes) {
      buffers_[static_cast<std::size_t>(buffer)].writer = step;
      buffers_[static_cast<std::size_t>(buffer)].readers.clear();
    }
  }

  std::mt19937_64 random_;
  Program program_;
  std::vector<StreamState> streams_;
  std::vector<BufferState> buffers_;
  std::vector<Set> events_;     // what each event's last record covers
  std::vector<Set> published_;  // by device: what the legacy stream's last work covers
  Set host_;                    // complete, as the host knows
  int threads_ = 1;             // of the host
};

}  // namespace random_programs
