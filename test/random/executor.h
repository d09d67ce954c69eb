// SPDX-License-Identifier: Apache-2.0
// Runs a program through CUDA's public API and compares all memory with the model.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <memory>

#include "host_threads.h"
#include "program.h"
#include "task_kernels.h"

namespace random_programs {

class Execution {
 public:
  Execution(const Program& program, Model& model, bool is_promised)
      : program_(program), model_(model), is_promised_(is_promised) {}

  // False when memory differs from the model; says where.
  bool run() {
    current_seed() = program_.seed;
    make_objects();
    for (std::size_t i = 0; i < program_.steps.size() && is_right_; ++i) {
      step_ = i;
      const Step& step = program_.steps[i];
      threads_.run(step.thread, [&] { run_step(step); });
    }
    for (int device = 0; device < program_.devices; ++device) {
      RANDOM_MUST(cudaSetDevice(device));
      RANDOM_MUST(cudaDeviceSynchronize());
    }
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
      if (buffers_[b] == nullptr) continue;
      std::vector<Word> seen(program_.buffers[b].words);
      RANDOM_MUST(
          cudaMemcpy(seen.data(), buffers_[b], seen.size() * sizeof(Word), cudaMemcpyDefault));
      compare(static_cast<int>(b), seen, "at the end");
    }
    end_objects();
    return is_right_;
  }

 private:
  static void set_device(int device) { RANDOM_MUST(cudaSetDevice(device)); }

  void make_objects() {
    for (std::size_t b = 0; b < program_.buffers.size(); ++b) {
      const Buffer& buffer = program_.buffers[b];
      Word* words = nullptr;
      const std::size_t bytes = buffer.words * sizeof(Word);
      set_device(buffer.device);
      if (!buffer.is_ordered) {
        switch (buffer.where) {
          case Where::kDevice:
            RANDOM_MUST(cudaMalloc(&words, bytes));
            break;
          case Where::kPinned:
            RANDOM_MUST(cudaHostAlloc(&words, bytes, cudaHostAllocPortable));
            break;
          case Where::kManaged:
            RANDOM_MUST(cudaMallocManaged(&words, bytes));
            break;
        }
        const std::vector<Word>& first = model_[static_cast<int>(b)];
        RANDOM_MUST(cudaMemcpy(words, first.data(), bytes, cudaMemcpyDefault));
      }
      buffers_.push_back(words);
    }
    for (const Stream& stream : program_.streams) {
      streams_.push_back(nullptr);
      if (stream.kind == Stream::kPerThread) streams_.back() = cudaStreamPerThread;
      if (stream.kind == Stream::kLegacy) streams_.back() = nullptr;
    }
    is_made_.resize(streams_.size());
    // Streams that a later step creates are made by it.
    for (const Step& step : program_.steps) {
      if (step.act == Act::kCreateStream) is_made_[static_cast<std::size_t>(step.stream)] = true;
    }
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (!is_made_[s]) make_stream(s);
    }
    for (int device : program_.events) {
      set_device(device);
      cudaEvent_t event = nullptr;
      RANDOM_MUST(cudaEventCreateWithFlags(
          &event, events_.size() % 2 != 0 ? cudaEventDisableTiming : cudaEventDefault));
      events_.push_back(event);
    }
    graphs_.resize(static_cast<std::size_t>(program_.graphs));
    for (int device = 0; device < program_.devices; ++device) {  // the first contents are there
      set_device(device);
      RANDOM_MUST(cudaDeviceSynchronize());
    }
  }

  void make_stream(std::size_t index) {
    const Stream& stream = program_.streams[index];
    if (stream.kind == Stream::kLegacy || stream.kind == Stream::kPerThread) return;
    set_device(stream.device);
    const unsigned flags =
        stream.kind == Stream::kNonBlocking ? cudaStreamNonBlocking : cudaStreamDefault;
    RANDOM_MUST(cudaStreamCreateWithPriority(&streams_[index], flags, stream.priority));
  }

  void end_objects() {
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      const Stream& stream = program_.streams[s];
      if (streams_[s] != nullptr && stream.kind != Stream::kPerThread)
        RANDOM_MUST(cudaStreamDestroy(streams_[s]));
    }
    for (cudaEvent_t event : events_) RANDOM_MUST(cudaEventDestroy(event));
    for (cudaGraphExec_t graph : graphs_) {
      if (graph != nullptr) RANDOM_MUST(cudaGraphExecDestroy(graph));
    }
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
      if (buffers_[b] == nullptr) continue;
      RANDOM_MUST(program_.buffers[b].where == Where::kPinned ? cudaFreeHost(buffers_[b])
                                                              : cudaFree(buffers_[b]));
    }
  }

  void compare(int buffer, const std::vector<Word>& seen, const char* when) {
    const std::vector<Word>& wanted = model_[buffer];
    if (seen == wanted) return;
    std::size_t i = 0;
    while (seen[i] == wanted[i]) ++i;
    std::printf(
        "seed %llu, step %zu, %s: buffer %d differs from word %zu on: %08x seen, %08x wanted\n",
        static_cast<unsigned long long>(program_.seed), step_, when, buffer, i, seen[i], wanted[i]);
    is_right_ = false;
  }

  // ---- Tasks ----

  Word* memory(int buffer) const { return buffers_[static_cast<std::size_t>(buffer)]; }
  std::size_t words(int buffer) const {
    return program_.buffers[static_cast<std::size_t>(buffer)].words;
  }

  static bool is_kernel(Work work) {
    return work == Work::kFill || work == Work::kMix || work == Work::kReverse ||
           work == Work::kCount || work == Work::kSlow;
  }

  // The arguments point into the launch: it stays where it is.
  Launch& make_launch(const Task& task) {
    Launch& launch = launches_.emplace_back();
    launch.out = memory(task.out);
    launch.out_words = words(task.out);
    launch.amount = task.amount;
    if (task.first >= 0) {
      launch.first = memory(task.first);
      launch.first_words = words(task.first);
    }
    if (task.second >= 0) {
      launch.second = memory(task.second);
      launch.second_words = words(task.second);
    }
    std::size_t threads = launch.out_words;
    switch (task.work) {
      case Work::kFill:
        launch.function = reinterpret_cast<const void*>(&fill);
        launch.arguments = {&launch.out, &launch.out_words, &launch.amount};
        break;
      case Work::kMix:
        launch.function = reinterpret_cast<const void*>(&mix);
        launch.arguments = {&launch.out,         &launch.out_words, &launch.first,
                            &launch.first_words, &launch.second,    &launch.second_words,
                            &launch.amount};
        threads = (threads + 2) / 3;  // some go around
        break;
      case Work::kReverse:
        launch.function = reinterpret_cast<const void*>(&reverse);
        launch.arguments = {&launch.out, &launch.out_words, &launch.first, &launch.first_words,
                            &launch.amount};
        break;
      case Work::kCount:
        launch.function = reinterpret_cast<const void*>(&count);
        launch.arguments = {&launch.out, &launch.out_words, &launch.first, &launch.first_words,
                            &launch.amount};
        threads = launch.first_words;
        break;
      default:
        launch.function = reinterpret_cast<const void*>(&slow);
        launch.arguments = {&launch.out, &launch.out_words, &launch.amount};
        break;
    }
    launch.block = dim3(task.block);
    launch.grid = dim3(static_cast<unsigned>((threads + task.block - 1) / task.block));
    return launch;
  }

  HostCall* make_host_call(const Task& task) {
    host_calls_.push_back(
        {memory(task.out), memory(task.first), words(task.out), words(task.first), task.amount});
    return &host_calls_.back();
  }

  int device_of(int buffer) const {
    return program_.buffers[static_cast<std::size_t>(buffer)].device;
  }

  // A copy between devices has a call of its own; every second one takes it.
  bool takes_peer_copy(const Task& task) const {
    const auto is_device = [&](int buffer) {
      return program_.buffers[static_cast<std::size_t>(buffer)].where == Where::kDevice;
    };
    return task.work == Work::kCopy && task.amount % 2 == 0 && is_device(task.out) &&
           is_device(task.first);
  }

  void enqueue(const Task& task, cudaStream_t stream, bool is_peer_copy = false) {
    if (is_kernel(task.work)) {
      Launch& launch = make_launch(task);
      RANDOM_MUST(cudaLaunchKernel(launch.function, launch.grid, launch.block,
                                   launch.arguments.data(), 0, stream));
    } else if (task.work == Work::kMemset) {
      RANDOM_MUST(cudaMemsetAsync(memory(task.out), static_cast<int>(task.amount & 0xff),
                                  words(task.out) * sizeof(Word), stream));
    } else if (is_peer_copy) {
      RANDOM_MUST(cudaMemcpyPeerAsync(memory(task.out) + task.to, device_of(task.out),
                                      memory(task.first) + task.from, device_of(task.first),
                                      task.words * sizeof(Word), stream));
    } else if (task.work == Work::kCopy) {
      RANDOM_MUST(cudaMemcpyAsync(memory(task.out) + task.to, memory(task.first) + task.from,
                                  task.words * sizeof(Word), cudaMemcpyDefault, stream));
    } else {
      RANDOM_MUST(cudaLaunchHostFunc(stream, run_host_call, make_host_call(task)));
    }
  }

  // ---- Graphs ----

  cudaGraph_t capture(const Step& step, cudaStream_t origin) {
    cudaStream_t lanes[3] = {origin, nullptr, nullptr};
    std::vector<cudaEvent_t> done(step.tasks.size() + 4);
    for (cudaEvent_t& event : done)
      RANDOM_MUST(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    for (int lane = 1; lane < 3; ++lane)
      RANDOM_MUST(cudaStreamCreateWithFlags(&lanes[lane], cudaStreamNonBlocking));
    cudaGraph_t graph = nullptr;
    RANDOM_MUST(cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal));
    const cudaEvent_t fork = done[step.tasks.size()];
    RANDOM_MUST(cudaEventRecord(fork, origin));
    for (int lane = 1; lane < 3; ++lane) RANDOM_MUST(cudaStreamWaitEvent(lanes[lane], fork, 0));
    for (std::size_t i = 0; i < step.tasks.size(); ++i) {
      const Task& task = step.tasks[i];
      for (int earlier : task.after) {
        if (step.tasks[static_cast<std::size_t>(earlier)].lane != task.lane) {
          RANDOM_MUST(
              cudaStreamWaitEvent(lanes[task.lane], done[static_cast<std::size_t>(earlier)], 0));
        }
      }
      enqueue(task, lanes[task.lane]);
      RANDOM_MUST(cudaEventRecord(done[i], lanes[task.lane]));
    }
    for (int lane = 1; lane < 3; ++lane) {
      const cudaEvent_t join = done[step.tasks.size() + static_cast<std::size_t>(lane)];
      RANDOM_MUST(cudaEventRecord(join, lanes[lane]));
      RANDOM_MUST(cudaStreamWaitEvent(origin, join, 0));
    }
    RANDOM_MUST(cudaStreamEndCapture(origin, &graph));
    for (cudaEvent_t event : done) RANDOM_MUST(cudaEventDestroy(event));
    for (int lane = 1; lane < 3; ++lane) RANDOM_MUST(cudaStreamDestroy(lanes[lane]));
    return graph;
  }

  cudaGraphNode_t add_node(cudaGraph_t graph, const Task& task,
                           const std::vector<cudaGraphNode_t>& after) {
    cudaGraphNode_t node = nullptr;
    if (is_kernel(task.work)) {
      Launch& launch = make_launch(task);
      cudaKernelNodeParams parameters = {};
      parameters.func = const_cast<void*>(launch.function);
      parameters.gridDim = launch.grid;
      parameters.blockDim = launch.block;
      parameters.kernelParams = launch.arguments.data();
      RANDOM_MUST(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &parameters));
    } else if (task.work == Work::kMemset) {
      cudaMemsetParams parameters = {};
      parameters.dst = memory(task.out);
      parameters.elementSize = 1;
      parameters.width = words(task.out) * sizeof(Word);
      parameters.height = 1;
      parameters.value = task.amount & 0xff;
      RANDOM_MUST(cudaGraphAddMemsetNode(&node, graph, after.data(), after.size(), &parameters));
    } else if (task.work == Work::kCopy) {
      RANDOM_MUST(cudaGraphAddMemcpyNode1D(
          &node, graph, after.data(), after.size(), memory(task.out) + task.to,
          memory(task.first) + task.from, task.words * sizeof(Word), cudaMemcpyDefault));
    } else {
      cudaHostNodeParams parameters = {};
      parameters.fn = run_host_call;
      parameters.userData = make_host_call(task);
      RANDOM_MUST(cudaGraphAddHostNode(&node, graph, after.data(), after.size(), &parameters));
    }
    return node;
  }

  cudaGraph_t build(const Step& step) {
    cudaGraph_t graph = nullptr;
    RANDOM_MUST(cudaGraphCreate(&graph, 0));
    std::vector<cudaGraphNode_t> nodes;
    for (const Task& task : step.tasks) {
      std::vector<cudaGraphNode_t> after;
      for (int earlier : task.after) after.push_back(nodes[static_cast<std::size_t>(earlier)]);
      nodes.push_back(add_node(graph, task, after));
    }
    return graph;
  }

  void instantiate(const Step& step, cudaGraph_t graph) {
    RANDOM_MUST(cudaGraphInstantiate(&graphs_[static_cast<std::size_t>(step.graph)], graph, 0));
    RANDOM_MUST(cudaGraphDestroy(graph));
    graph_tasks_.resize(graphs_.size());
    graph_tasks_[static_cast<std::size_t>(step.graph)] = &step.tasks;
  }

  // ---- Steps ----

  void run_step(const Step& step) {
    set_device(step.device);
    const cudaStream_t stream =
        step.stream >= 0 ? streams_[static_cast<std::size_t>(step.stream)] : nullptr;
    const cudaEvent_t event =
        step.event >= 0 ? events_[static_cast<std::size_t>(step.event)] : nullptr;
    switch (step.act) {
      case Act::kTask:
        enqueue(step.task, stream, takes_peer_copy(step.task));
        model_.run(step.task);
        break;
      case Act::kUpload: {
        std::vector<Word>& wanted = model_[step.buffer];
        for (std::size_t i = 0; i < wanted.size(); ++i)
          wanted[i] = upload_value(step.task.amount, i);
        std::vector<Word> source = wanted;
        RANDOM_MUST(cudaMemcpyAsync(memory(step.buffer), source.data(),
                                    source.size() * sizeof(Word), cudaMemcpyDefault, stream));
        if (is_promised_) {
          sources_.push_back(std::move(source));
        } else {
          for (Word& word : source) word = 0xdeadbeef;
        }
        break;
      }
      case Act::kDownload:
      case Act::kSynchronousCopy: {
        std::vector<Word> seen(words(step.buffer));
        const std::size_t bytes = seen.size() * sizeof(Word);
        RANDOM_MUST(step.act == Act::kDownload
                        ? cudaMemcpyAsync(seen.data(), memory(step.buffer), bytes,
                                          cudaMemcpyDefault, stream)
                        : cudaMemcpy(seen.data(), memory(step.buffer), bytes, cudaMemcpyDefault));
        if (is_promised_) RANDOM_MUST(cudaStreamSynchronize(stream));
        compare(step.buffer, seen, "copied to pageable memory");
        break;
      }
      case Act::kRecord:
        RANDOM_MUST(cudaEventRecord(event, stream));
        break;
      case Act::kWait:
        RANDOM_MUST(cudaStreamWaitEvent(stream, event, 0));
        break;
      case Act::kSynchronizeEvent:
        RANDOM_MUST(cudaEventSynchronize(event));
        break;
      case Act::kSynchronizeStream:
        RANDOM_MUST(cudaStreamSynchronize(stream));
        break;
      case Act::kSynchronizeDevice:
        RANDOM_MUST(cudaDeviceSynchronize());
        break;
      case Act::kQuery: {
        const cudaError_t answer = cudaStreamQuery(stream);
        if (answer != cudaErrorNotReady) RANDOM_MUST(answer);
        break;
      }
      case Act::kHostRead:
        compare(step.buffer,
                std::vector<Word>(memory(step.buffer), memory(step.buffer) + words(step.buffer)),
                "read by the host");
        break;
      case Act::kHostWrite: {
        std::vector<Word>& wanted = model_[step.buffer];
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          wanted[i] = upload_value(step.task.amount, i);
          memory(step.buffer)[i] = wanted[i];
        }
        break;
      }
      case Act::kCreateStream:
        make_stream(static_cast<std::size_t>(step.stream));
        break;
      case Act::kDestroyStream:
        RANDOM_MUST(cudaStreamDestroy(stream));
        streams_[static_cast<std::size_t>(step.stream)] = nullptr;
        break;
      case Act::kAllocateOrdered:
        RANDOM_MUST(cudaMallocAsync(&buffers_[static_cast<std::size_t>(step.buffer)],
                                    words(step.buffer) * sizeof(Word), stream));
        break;
      case Act::kFreeOrdered:
        RANDOM_MUST(cudaFreeAsync(memory(step.buffer), stream));
        buffers_[static_cast<std::size_t>(step.buffer)] = nullptr;
        break;
      case Act::kFree:
        RANDOM_MUST(cudaFree(memory(step.buffer)));
        buffers_[static_cast<std::size_t>(step.buffer)] = nullptr;
        break;
      case Act::kCaptured:
        instantiate(step, capture(step, stream));
        break;
      case Act::kBuilt:
        instantiate(step, build(step));
        break;
      case Act::kLaunch:
        RANDOM_MUST(cudaGraphLaunch(graphs_[static_cast<std::size_t>(step.graph)], stream));
        for (const Task& task : *graph_tasks_[static_cast<std::size_t>(step.graph)])
          model_.run(task);
        break;
    }
  }

  const Program& program_;
  Model& model_;
  const bool is_promised_;
  HostThreads threads_;
  std::deque<std::vector<Word>> sources_;  // of uploads
  std::vector<Word*> buffers_;
  std::vector<cudaStream_t> streams_;
  std::vector<bool> is_made_;
  std::vector<cudaEvent_t> events_;
  std::vector<cudaGraphExec_t> graphs_;
  std::vector<const std::vector<Task>*> graph_tasks_;
  std::deque<Launch> launches_;
  std::deque<HostCall> host_calls_;
  std::size_t step_ = 0;
  bool is_right_ = true;
};

}  // namespace random_programs
