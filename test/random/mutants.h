// SPDX-License-Identifier: Apache-2.0
// Programs with one mistake: something that orders steps is left out, moved or taken for something else. Whether the program is
// wrong then is the judge's question (judge.h): often something else orders the same steps.
#pragma once

#include <algorithm>
#include <utility>

#include "program.h"

namespace random_programs {

struct Mutant {
  enum Kind {
    kLeftOut,      // a wait or a synchronisation
    kTooEarly,     // a record, before the last work that it covers
    kOtherEvent,   // a wait for another event
    kOtherStream,  // a record in another stream, or a synchronisation of one
    kNonBlocking,  // a stream that the legacy stream's order does not hold for
    kNoEdge        // of a graph
  } kind;
  std::size_t step = 0;  // or the stream, of kNonBlocking
  std::size_t task = 0, edge = 0;
};

inline const char* name_of(Mutant::Kind kind) {
  static const char* const names[] = {"left-out",     "too-early",    "other-event",
                                      "other-stream", "non-blocking", "no-edge"};
  return names[static_cast<int>(kind)];
}

inline bool is_work(Act act) {
  return act == Act::kTask || act == Act::kUpload || act == Act::kLaunch;
}

// The last work in the stream of a record before it, if nothing of that stream lies between.
inline std::size_t work_before(const Program& program, std::size_t record) {
  for (std::size_t i = record; i-- > 0;) {
    if (program.steps[i].stream != program.steps[record].stream) continue;
    return is_work(program.steps[i].act) ? i : record;
  }
  return record;
}

inline std::vector<Mutant> mutants(const Program& program) {
  std::vector<Mutant> all;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    const bool is_wait = step.act == Act::kWait, is_record = step.act == Act::kRecord;
    if (is_wait || step.act == Act::kSynchronizeEvent || step.act == Act::kSynchronizeStream ||
        step.act == Act::kSynchronizeDevice)
      all.push_back({Mutant::kLeftOut, i});
    if (is_record && work_before(program, i) != i) all.push_back({Mutant::kTooEarly, i});
    if (is_wait || step.act == Act::kSynchronizeEvent) all.push_back({Mutant::kOtherEvent, i});
    if (step.act == Act::kSynchronizeStream) all.push_back({Mutant::kOtherStream, i});
    for (std::size_t task = 0; task < step.tasks.size(); ++task) {
      for (std::size_t edge = 0; edge < step.tasks[task].after.size(); ++edge)
        all.push_back({Mutant::kNoEdge, i, task, edge});
    }
  }
  for (std::size_t stream = 0; stream < program.streams.size(); ++stream) {
    if (program.streams[stream].kind == Stream::kBlocking)
      all.push_back({Mutant::kNonBlocking, stream});
  }
  return all;
}

inline void apply(const Mutant& mutant, Program& program) {
  using Distance = std::vector<Step>::difference_type;
  const auto at = [&](std::size_t step) {
    return program.steps.begin() + static_cast<Distance>(step);
  };
  switch (mutant.kind) {
    case Mutant::kLeftOut:
      program.steps.erase(at(mutant.step));
      break;
    case Mutant::kTooEarly: {
      const std::size_t to = work_before(program, mutant.step);
      std::rotate(at(to), at(mutant.step), at(mutant.step) + 1);
      break;
    }
    case Mutant::kOtherEvent: {
      // One of the same device.
      Step& step = *at(mutant.step);
      const std::size_t count = program.events.size();
      const int device = program.events[static_cast<std::size_t>(step.event)];
      for (std::size_t i = 1; i < count; ++i) {
        const std::size_t other = (static_cast<std::size_t>(step.event) + i) % count;
        if (program.events[other] != device) continue;
        step.event = static_cast<int>(other);
        break;
      }
      break;
    }
    case Mutant::kOtherStream: {
      // The legacy stream of its device is there always, and does not wait for non-blocking streams.
      Step& step = *at(mutant.step);
      const int device = program.streams[static_cast<std::size_t>(step.stream)].device;
      for (std::size_t other = 0; other < program.streams.size(); ++other) {
        const Stream& stream = program.streams[other];
        if (stream.device == device && stream.kind == Stream::kPerThread)
          step.stream = static_cast<int>(other), step.thread = 0;
      }
      break;
    }
    case Mutant::kNonBlocking:
      program.streams[mutant.step].kind = Stream::kNonBlocking;
      break;
    case Mutant::kNoEdge: {
      std::vector<int>& after = at(mutant.step)->tasks[mutant.task].after;
      after.erase(after.begin() + static_cast<Distance>(mutant.edge));
      break;
    }
  }
}

}  // namespace random_programs
