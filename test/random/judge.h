// SPDX-License-Identifier: Apache-2.0
// Whether a program is legal, and without one of its steps that order others: what `riffle check` is measured by.
//
// Two answers, because what orders two steps is not always known beforehand: a query may say "done", a call may wait that
// need not. Known for certain is that a program is clean (no two steps that touch the same memory are unordered even if
// only what CUDA promises orders them), or that it is racy (two are, whatever the calls have waited for).
#pragma once

#include <algorithm>

#include "mutants.h"
#include "ordered_program.h"

namespace random_programs {

enum class Verdict { kClean, kUnknown, kRacy };

class Judge : OrderedProgram {
 public:
  static Verdict judge(const Program& program) {
    if (Judge(program, Knowledge::kPromised).is_ordered()) return Verdict::kClean;
    return Judge(program, Knowledge::kAll).is_ordered() ? Verdict::kUnknown : Verdict::kRacy;
  }

 private:
  enum class Knowledge {
    kPromised,  // what CUDA promises; all that a step may touch
    kAll        // all that may be known; what a step surely touches
  };
  struct Touch {
    int buffer;
    std::size_t begin, end;  // words
    bool writes;
  };
  struct Done {
    Set before;
    std::vector<Touch> touches;
  };

  Judge(const Program& program, Knowledge knowledge)
      : OrderedProgram(program.seed), knowledge_(knowledge) {
    program_ = program;
    streams_.resize(program.streams.size());
    events_.resize(program.events.size());
    published_.resize(static_cast<std::size_t>(program.devices));
    graphs_.resize(static_cast<std::size_t>(program.graphs));
    done_.resize(program.steps.size());
    for (std::size_t i = 0; i < program.steps.size(); ++i) replay(program.steps[i], i);
  }

  bool is_ordered() const {
    if (!are_graphs_ordered_) return false;
    for (std::size_t later = 0; later < done_.size(); ++later) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        if (!done_[later].before.test(earlier) && meet(done_[earlier], done_[later])) return false;
      }
    }
    return true;
  }

  static bool meet(const Done& left, const Done& right) {
    for (const Touch& a : left.touches) {
      for (const Touch& b : right.touches) {
        if (a.buffer == b.buffer && (a.writes || b.writes) && a.begin < b.end && b.begin < a.end)
          return true;
      }
    }
    return false;
  }

  bool knows_all() const { return knowledge_ == Knowledge::kAll; }
  StreamState& state(int stream) { return streams_[static_cast<std::size_t>(stream)]; }
  std::size_t words(int buffer) const {
    return program_.buffers[static_cast<std::size_t>(buffer)].words;
  }

  // ---- What a step touches ----

  void add(Done& done, int buffer, std::size_t end, bool writes, std::size_t begin = 0) const {
    done.touches.push_back({buffer, begin, end, writes});
  }

  void add(Done& done, const Task& task) const {
    if (task.work == Work::kCopy) {
      add(done, task.out, task.to + task.words, true, task.to);
      add(done, task.first, task.from + task.words, false, task.from);
      return;
    }
    if (knows_all() && task.work == Work::kHost) return;  // nobody sees what host functions touch
    const bool is_count = task.work == Work::kCount;      // which words it counts is not known
    if (!knows_all() || !is_count) add(done, task.out, words(task.out), true);
    if (task.first >= 0) {
      const std::size_t all = words(task.first);
      add(done, task.first, knows_all() && !is_count ? std::min(words(task.out), all) : all, false);
    }
    if (task.second >= 0 && !knows_all()) add(done, task.second, words(task.second), false);
  }

  // ---- Steps ----

  Done& work(int stream, std::size_t index) {
    Done& done = done_[index];
    done.before = before(stream);
    Set set = done.before;
    set.set(index);
    state(stream).before = set;
    state(stream).worked = set;
    if (stream_of(stream).kind == Stream::kLegacy)
      published_[static_cast<std::size_t>(stream_of(stream).device)] = set;
    return done;
  }

  // A host function that has begun, and atomics in the host's memory.
  bool may_tell_host(const Task& task) const {
    const bool is_host_memory =
        program_.buffers[static_cast<std::size_t>(task.out)].where != Where::kDevice;
    return task.work == Work::kHost || (task.work == Work::kCount && is_host_memory);
  }

  bool is_graph_ordered(const std::vector<Task>& tasks, bool is_captured) const {
    std::vector<Set> before(tasks.size());
    std::vector<Done> done(tasks.size());
    int host_nodes = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const auto follow = [&](std::size_t earlier) {
        before[i] |= before[earlier];
        before[i].set(earlier);
      };
      for (int earlier : tasks[i].after) follow(static_cast<std::size_t>(earlier));
      for (std::size_t earlier = 0; earlier < i; ++earlier) {
        if (is_captured && tasks[earlier].lane == tasks[i].lane) follow(earlier);
      }
      host_nodes += tasks[i].work == Work::kHost ? 1 : 0;
      add(done[i], tasks[i]);
      for (std::size_t earlier = 0; earlier < i; ++earlier) {
        // Host functions may tell each other.
        const bool is_known = knows_all() && host_nodes > 1;
        if (!is_known && !before[i].test(earlier) && meet(done[earlier], done[i])) return false;
      }
    }
    return true;
  }

  // A wait or a record in the legacy stream may be an action of it: behind the work of all blocking streams, before what follows in them.
  void act(int stream) {
    if (!knows_all() || stream_of(stream).kind != Stream::kLegacy) return;
    state(stream).before |= covered(stream);
    published_[static_cast<std::size_t>(stream_of(stream).device)] = state(stream).before;
  }

  // What a call may have waited for.
  void host_may_wait(int stream) {
    if (knows_all()) host_ |= covered(stream);
  }
  // A copy may come in order with all work of the devices whose memory it touches, before it and behind it.
  Done& copy(int stream, std::size_t index) {
    const bool is_between = knows_all() && program_.devices > 1;
    if (is_between) state(stream).before |= everything();
    Done& done = work(stream, index);
    if (is_between) {
      for (Set& each : published_) each |= state(stream).before;
    }
    return done;
  }
  Set everything() const {
    Set set = host_;
    for (const StreamState& each : streams_) set |= each.worked;
    return set;
  }

  // After the call has waited: for its device at least.
  void add_free(const Step& step, std::size_t index) {
    if (knows_all()) {
      host_ |= everything();
      return;
    }
    done_[index].before = host_;
    add(done_[index], step.buffer, words(step.buffer), true);
  }

  void replay(const Step& step, std::size_t index) {
    switch (step.act) {
      case Act::kTask: {
        const bool is_copy = step.task.work == Work::kCopy;
        add(is_copy ? copy(step.stream, index) : work(step.stream, index), step.task);
        if (is_copy || may_tell_host(step.task)) host_may_wait(step.stream);
        break;
      }
      case Act::kHostRead:
      case Act::kHostWrite:
        done_[index].before = host_;
        add(done_[index], step.buffer, words(step.buffer), step.act == Act::kHostWrite);
        host_.set(index);
        break;
      case Act::kUpload:
        add(copy(step.stream, index), step.buffer, words(step.buffer), true);
        host_may_wait(step.stream);
        break;
      case Act::kDownload:
      case Act::kSynchronousCopy:
        add(copy(step.stream, index), step.buffer, words(step.buffer), false);
        host_ |= state(step.stream).before;
        break;
      case Act::kRecord:
        // In a blocking stream it may come after the legacy stream's work.
        events_[static_cast<std::size_t>(step.event)] =
            knows_all() ? before(step.stream) : covered(step.stream);
        act(step.stream);
        break;
      case Act::kWait:
        state(step.stream).before |= events_[static_cast<std::size_t>(step.event)];
        act(step.stream);
        break;
      case Act::kSynchronizeEvent:
        host_ |= events_[static_cast<std::size_t>(step.event)];
        break;
      case Act::kSynchronizeStream:
        host_ |= covered(step.stream);
        break;
      case Act::kSynchronizeDevice:
      case Act::kFree:
        for (std::size_t stream = 0; stream < streams_.size(); ++stream) {
          if (program_.streams[stream].device == step.device) host_ |= streams_[stream].worked;
        }
        if (step.act == Act::kFree) add_free(step, index);
        break;
      case Act::kQuery:
        host_may_wait(step.stream);
        break;
      case Act::kAllocateOrdered:
        // Memory that another stream has freed brings that stream's order with it.
        if (knows_all()) state(step.stream).before |= everything();
        work(step.stream, index);
        break;
      case Act::kFreeOrdered:
        add(work(step.stream, index), step.buffer, words(step.buffer), true);
        break;
      case Act::kCaptured:
      case Act::kBuilt:
        graphs_[static_cast<std::size_t>(step.graph)].tasks = &step.tasks;
        graphs_[static_cast<std::size_t>(step.graph)].is_captured = step.act == Act::kCaptured;
        break;
      case Act::kLaunch: {
        // Launches of one executable graph come one after the other.
        Graph& graph = graphs_[static_cast<std::size_t>(step.graph)];
        if (knows_all()) state(step.stream).before |= graph.launched;
        Done& done = work(step.stream, index);
        are_graphs_ordered_ &= is_graph_ordered(*graph.tasks, graph.is_captured);
        bool may_tell = false;
        for (const Task& task : *graph.tasks) {
          add(done, task);
          may_tell |= may_tell_host(task);
        }
        graph.launched = state(step.stream).before;
        if (may_tell) host_may_wait(step.stream);
        break;
      }
      case Act::kCreateStream:
      case Act::kDestroyStream:
        break;
    }
  }

  struct Graph {
    const std::vector<Task>* tasks = nullptr;
    bool is_captured = false;
    Set launched;
  };

  const Knowledge knowledge_;
  std::vector<Done> done_;
  std::vector<Graph> graphs_;
  bool are_graphs_ordered_ = true;
};

}  // namespace random_programs
