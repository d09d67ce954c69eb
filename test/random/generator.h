// SPDX-License-Identifier: Apache-2.0
// Makes programs that are legal: two steps that touch the same memory, one of them writing, are always ordered by
// something that CUDA promises (ordered_program.h). So every execution must leave what the model leaves.
#pragma once

#include <algorithm>
#include <utility>

#include "ordered_program.h"

namespace random_programs {

struct Shape {
  int devices = 1;
  bool graphs = false;  // captured and built graphs
  bool managed = false;
  bool host = false;  // the host's code touches pinned and managed memory
  int threads = 1;    // of the host
  int steps = 60;
};

class Generator : OrderedProgram {
 public:
  Generator(std::uint64_t seed, const Shape& shape) : OrderedProgram(seed), shape_(shape) {
    program_.devices = 1 + number(shape.devices);
    threads_ = shape.threads;
  }

  Program make() {
    make_objects();
    const int count = shape_.steps / 2 + number(shape_.steps);
    for (int i = 0; i < count; ++i) add_random_step();
    return std::move(program_);
  }

 private:
  struct Graph {
    int device = 0;
    std::vector<Task> tasks;
  };

  void make_objects() {
    for (int device = 0; device < program_.devices; ++device) {
      program_.streams.push_back({device, Stream::kLegacy, 0});
      program_.streams.push_back({device, Stream::kPerThread, 0});
      const int streams = 1 + number(4);
      for (int i = 0; i < streams; ++i) {
        program_.streams.push_back(
            {device, chance(60) ? Stream::kBlocking : Stream::kNonBlocking, -number(6)});
      }
      for (int i = 0; i < 3; ++i) program_.events.push_back(device);
      const int buffers = 2 + number(3);
      for (int i = 0; i < buffers; ++i) add_buffer(Where::kDevice, device, false);
    }
    const int pinned = 1 + number(3);
    for (int i = 0; i < pinned; ++i) add_buffer(Where::kPinned, 0, false);
    if (shape_.managed) add_buffer(Where::kManaged, 0, false);
    streams_.resize(program_.streams.size());
    events_.resize(program_.events.size());
    published_.resize(static_cast<std::size_t>(program_.devices));
  }

  int add_buffer(Where where, int device, bool is_ordered) {
    static const std::size_t sizes[] = {1, 33, 256, 1000, 4096, 20000};
    program_.buffers.push_back({where, device, sizes[number(6)], is_ordered});
    buffers_.push_back({});
    return static_cast<int>(buffers_.size()) - 1;
  }

  // ---- Choosing ----

  int any_stream(bool may_be_legacy) {
    for (;;) {
      const int stream = number(static_cast<int>(streams_.size()));
      if (!streams_[static_cast<std::size_t>(stream)].is_live) continue;
      if (!may_be_legacy && stream_of(stream).kind == Stream::kLegacy) continue;
      return stream;
    }
  }

  // A live buffer other than the two given; host functions take only what the host may touch.
  int any_buffer(bool host_only, int not_this = -1, int nor_this = -1) {
    for (int attempt = 0; attempt < 1000; ++attempt) {
      const int buffer = number(static_cast<int>(buffers_.size()));
      if (!buffers_[static_cast<std::size_t>(buffer)].is_live || buffer == not_this ||
          buffer == nor_this)
        continue;
      if (host_only && program_.buffers[static_cast<std::size_t>(buffer)].where != Where::kPinned)
        continue;
      return buffer;
    }
    return -1;
  }

  std::size_t words(int buffer) const {
    return program_.buffers[static_cast<std::size_t>(buffer)].words;
  }

  // False when there are not enough buffers for it.
  bool make_task(Task& task) {
    task.work = static_cast<Work>(number(8));
    task.amount = static_cast<Word>(random_());
    task.block = 32u << number(4);
    const bool is_host = task.work == Work::kHost;
    task.out = any_buffer(is_host);
    if (task.out < 0) return false;
    if (task.work == Work::kFill || task.work == Work::kMemset || task.work == Work::kSlow) {
      if (task.work == Work::kSlow)
        task.amount = 1 + static_cast<Word>(number(chance(10) ? 300 : 20));
      return true;
    }
    task.first = any_buffer(is_host, task.out);
    if (task.first < 0) return false;
    if (task.work == Work::kMix) {
      task.second = any_buffer(false, task.out);
      return task.second >= 0;
    }
    if (task.work == Work::kCopy) {
      const std::size_t most = std::min(words(task.out), words(task.first));
      task.words = 1 + static_cast<std::size_t>(number(static_cast<int>(most)));
      task.from =
          static_cast<std::size_t>(number(static_cast<int>(words(task.first) - task.words + 1)));
      task.to =
          static_cast<std::size_t>(number(static_cast<int>(words(task.out) - task.words + 1)));
    }
    return true;
  }

  // A GPU reads the pinned source of a small copy at the call when the copy's own stream is idle:
  // the legacy stream's order does not protect it from work that still writes it in another stream.
  bool is_host_memory(int buffer) const {
    return program_.buffers[static_cast<std::size_t>(buffer)].where != Where::kDevice;
  }

  static void sets_of(const Task& task, std::vector<int>& reads, std::vector<int>& writes) {
    writes.push_back(task.out);
    if (task.first >= 0) reads.push_back(task.first);
    if (task.second >= 0) reads.push_back(task.second);
  }

  // ---- Steps ----

  void add_random_step() {
    if (program_.steps.size() > kMost - 200) return;
    const int choice = number(100);
    if (choice < 55) return add_task();
    if (choice < 60) return add_upload();
    if (choice < 65) return add_download();
    if (choice < 70) return static_cast<void>(record(any_stream(true)));
    if (choice < 75) return add_wait();
    if (choice < 77) return add_event_synchronize();
    if (choice < 80) return static_cast<void>(push(Act::kQuery, any_stream(true)));
    if (choice < 83) return add_stream();
    if (choice < 86) return end_stream();
    if (choice < 91) return allocate();
    if (choice < 95) return free();
    if (shape_.host && choice < 97) return add_host_access();
    if (!shape_.graphs) return add_task();
    if (choice < 98 || graphs_.empty()) return add_graph();
    launch_graph();
  }

  void add_task() {
    Task task;
    if (!make_task(task)) return;
    const int stream = any_stream(true);
    std::vector<int> reads, writes;
    sets_of(task, reads, writes);
    if (task.work == Work::kCopy && is_host_memory(task.first))
      order(stream, {task.first}, {}, true);
    order(stream, reads, writes);
    const int step = push_work(Act::kTask, stream);
    program_.steps.back().task = task;
    touched(step, reads, writes);
  }

  void add_upload() {
    const int stream = any_stream(true), buffer = any_buffer(false);
    order(stream, {}, {buffer});
    const int step = push_work(Act::kUpload, stream);
    program_.steps.back().buffer = buffer;
    program_.steps.back().task.amount = static_cast<Word>(random_());
    touched(step, {}, {buffer});
  }

  void add_download() {
    const bool is_synchronous = chance(50);
    int stream = any_stream(true);
    if (is_synchronous) {  // cudaMemcpy works in the legacy stream
      while (stream_of(stream).kind != Stream::kLegacy) stream = any_stream(true);
    }
    const int buffer = any_buffer(false);
    order(stream, {buffer}, {});
    const int step = push_work(is_synchronous ? Act::kSynchronousCopy : Act::kDownload, stream);
    program_.steps.back().buffer = buffer;
    touched(step, {buffer}, {});
    host_ |= streams_[static_cast<std::size_t>(stream)].before;  // the call waited
  }

  // Another thread's turn comes after the last step's end, so that all threads of the host are one.
  void add_host_access() {
    const int buffer = any_buffer(false);
    if (!is_host_memory(buffer)) return;
    const bool writes = chance(40);
    const std::vector<int> all = {buffer}, none;
    order_host(writes ? none : all, writes ? all : none);
    const int index = static_cast<int>(program_.steps.size());
    Step& step = push(writes ? Act::kHostWrite : Act::kHostRead, -1);
    step.buffer = buffer;
    step.task.amount = static_cast<Word>(random_());
    host_.set(static_cast<std::size_t>(index));
    touched(index, writes ? none : all, writes ? all : none);
  }

  void add_wait() {
    const int stream = any_stream(true), event = number(static_cast<int>(events_.size()));
    push(Act::kWait, stream).event = event;
    streams_[static_cast<std::size_t>(stream)].before |= events_[static_cast<std::size_t>(event)];
  }

  void add_event_synchronize() { synchronize_event(number(static_cast<int>(events_.size()))); }

  void add_stream() {
    if (program_.streams.size() > 24) return;
    const int device = number(program_.devices);
    program_.streams.push_back(
        {device, chance(60) ? Stream::kBlocking : Stream::kNonBlocking, -number(6)});
    streams_.push_back({});
    push(Act::kCreateStream, static_cast<int>(streams_.size()) - 1);
  }

  // Its work may be pending: it is still covered by events recorded before, the legacy stream and the device.
  void end_stream() {
    const int stream = any_stream(false);
    if (stream_of(stream).kind == Stream::kPerThread) return;
    push(Act::kDestroyStream, stream);
    streams_[static_cast<std::size_t>(stream)].is_live = false;
  }

  void allocate() {
    const int stream = any_stream(true);
    const int buffer = add_buffer(Where::kDevice, stream_of(stream).device, true);
    push_work(Act::kAllocateOrdered, stream);
    program_.steps.back().buffer = buffer;
    Task fill;  // what it contains is not known
    fill.work = chance(50) ? Work::kFill : Work::kMemset;
    fill.out = buffer;
    fill.amount = static_cast<Word>(random_());
    const int step = push_work(Act::kTask, stream);
    program_.steps.back().task = fill;
    touched(step, {}, {buffer});
  }

  void free() {
    const int buffer = any_buffer(false);
    const Buffer which = program_.buffers[static_cast<std::size_t>(buffer)];
    int live = 0;
    for (const BufferState& each : buffers_) live += each.is_live ? 1 : 0;
    if (live < 5 || which.where != Where::kDevice) return;
    for (const Graph& graph : graphs_) {
      for (const Task& task : graph.tasks) {
        if (task.out == buffer || task.first == buffer || task.second == buffer) return;
      }
    }
    if (!which.is_ordered && chance(50)) {  // waits for everything of its device
      finish_on_other_devices(buffer);
      Step& step = push(Act::kFree, -1);
      step.buffer = buffer;
      step.device = which.device;
    } else {
      int stream = any_stream(true);
      while (stream_of(stream).device != which.device) stream = any_stream(true);
      order(stream, {}, {buffer});
      push_work(Act::kFreeOrdered, stream);
      program_.steps.back().buffer = buffer;
    }
    buffers_[static_cast<std::size_t>(buffer)].is_live = false;
  }

  void finish_on_other_devices(int buffer) {
    const BufferState& state = buffers_[static_cast<std::size_t>(buffer)];
    std::vector<int> users = state.readers;
    if (state.writer >= 0) users.push_back(state.writer);
    for (int user : users) {
      if (host_.test(static_cast<std::size_t>(user))) continue;
      const int device = stream_of(program_.steps[static_cast<std::size_t>(user)].stream).device;
      if (device != program_.buffers[static_cast<std::size_t>(buffer)].device)
        synchronize_device(device);
    }
  }

  // ---- Graphs ----

  static bool conflict(const Task& a, const Task& b) {
    const auto touches = [](const Task& task, int buffer) {
      return task.out == buffer || task.first == buffer || task.second == buffer;
    };
    return touches(a, b.out) || touches(b, a.out);
  }

  void add_graph() {
    Graph graph;
    const int stream = any_stream(false);
    graph.device = stream_of(stream).device;
    const bool is_captured = chance(50);
    const int count = 1 + number(6);
    for (int i = 0; i < count; ++i) {
      Task task;
      if (!make_task(task)) continue;
      task.lane = number(3);
      for (std::size_t earlier = 0; earlier < graph.tasks.size(); ++earlier) {
        if (conflict(graph.tasks[earlier], task) || chance(15))
          task.after.push_back(static_cast<int>(earlier));
      }
      graph.tasks.push_back(task);
    }
    if (graph.tasks.empty()) return;
    Step& step = push(is_captured ? Act::kCaptured : Act::kBuilt, stream);
    step.tasks = graph.tasks;
    step.graph = program_.graphs++;
    graphs_.push_back(std::move(graph));
    launch_graph();
  }

  void launch_graph() {
    const int graph = number(static_cast<int>(graphs_.size()));
    int stream = any_stream(true);
    while (stream_of(stream).device != graphs_[static_cast<std::size_t>(graph)].device)
      stream = any_stream(true);
    std::vector<int> reads, writes;
    for (const Task& task : graphs_[static_cast<std::size_t>(graph)].tasks)
      sets_of(task, reads, writes);
    // A graph that is launched again and again may be run in another way than at first.
    const int times = chance(15) ? 2 + number(5) : 1;
    for (int i = 0; i < times; ++i) {
      order(stream, reads, writes);
      const int step = push_work(Act::kLaunch, stream);
      program_.steps.back().graph = graph;
      touched(step, reads, writes);
    }
  }

  const Shape shape_;
  std::vector<Graph> graphs_;
};

}  // namespace random_programs
