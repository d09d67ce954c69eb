// SPDX-License-Identifier: Apache-2.0
// A random program: a list of steps over buffers, streams and events, and what each step means when the steps run
// one after the other (the model).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace random_programs {

using Word = std::uint32_t;

enum class Where { kDevice, kPinned, kManaged };

struct Buffer {
  Where where = Where::kDevice;
  int device = 0;
  std::size_t words = 0;
  bool is_ordered = false;  // from cudaMallocAsync
};

struct Stream {
  int device = 0;
  enum Kind { kBlocking, kNonBlocking, kLegacy, kPerThread } kind = kBlocking;
  int priority = 0;
};

enum class Work { kFill, kMix, kReverse, kCount, kSlow, kMemset, kCopy, kHost };

// One piece of work on memory: what a kernel, a copy, a fill or a host function does.
struct Task {
  Work work = Work::kFill;
  int out = -1, first = -1, second = -1;  // buffers
  Word amount = 0;
  std::size_t words = 0;  // of a copy
  std::size_t from = 0, to = 0;
  unsigned block = 64;     // threads
  std::vector<int> after;  // in an explicit graph: earlier tasks that it follows
  int lane = 0;            // in a capture: which of the forked streams
};

enum class Act {
  kTask,             // task in stream
  kUpload,           // from pageable memory, which is overwritten after the call
  kDownload,         // to pageable memory, compared after the call
  kSynchronousCopy,  // cudaMemcpy from the device to pageable memory, compared after the call
  kRecord,           // event in stream
  kWait,             // stream waits for event
  kSynchronizeEvent,
  kSynchronizeStream,
  kSynchronizeDevice,
  kQuery,      // of stream; its answer is not compared
  kHostRead,   // the host's code reads a buffer, and compares it
  kHostWrite,  // the host's code writes a buffer
  kCreateStream,
  kDestroyStream,
  kAllocateOrdered,  // buffer in stream
  kFreeOrdered,
  kFree,      // cudaFree
  kCaptured,  // tasks captured from stream into a graph
  kBuilt,     // tasks built into a graph by hand
  kLaunch     // graph in stream
};

struct Step {
  Act act = Act::kTask;
  int device = 0;  // current device of the call
  int thread = 0;  // the host's thread that makes the call
  int stream = -1, event = -1, buffer = -1, graph = -1;
  Task task;
  std::vector<Task> tasks;  // of a graph
};

struct Program {
  std::uint64_t seed = 0;
  int devices = 1;
  std::vector<Buffer> buffers;
  std::vector<Stream> streams;
  std::vector<int> events;  // the device of each
  int graphs = 0;
  std::vector<Step> steps;
};

constexpr Word kMultiplier = 1664525u;
constexpr Word kIncrement = 1013904223u;

inline Word first_value(std::size_t buffer, std::size_t index) {
  return static_cast<Word>(buffer * 7919u + index * 31u + 17u);
}
inline Word upload_value(Word amount, std::size_t index) {
  return amount ^ static_cast<Word>(index * 2654435761u);
}

// The memory of the model.
class Model {
 public:
  explicit Model(const Program& program) {
    for (std::size_t b = 0; b < program.buffers.size(); ++b) {
      std::vector<Word> words(program.buffers[b].words);
      for (std::size_t i = 0; i < words.size(); ++i) words[i] = first_value(b, i);
      memory_.push_back(std::move(words));
    }
  }

  std::vector<Word>& operator[](int buffer) { return memory_[static_cast<std::size_t>(buffer)]; }

  void run(const Task& task) {
    std::vector<Word>& out = (*this)[task.out];
    const std::size_t n = out.size();
    switch (task.work) {
      case Work::kFill:
        for (std::size_t i = 0; i < n; ++i) out[i] = task.amount + static_cast<Word>(i);
        break;
      case Work::kMix: {
        const auto& a = (*this)[task.first];
        const auto& b = (*this)[task.second];
        for (std::size_t i = 0; i < n; ++i) {
          out[i] = out[i] * kMultiplier + (a[i % a.size()] ^ b[(i * 7 + task.amount) % b.size()]) +
                   task.amount;
        }
        break;
      }
      case Work::kReverse: {
        const auto& a = (*this)[task.first];
        for (std::size_t i = 0; i < n; ++i) {
          const std::size_t start = i / task.block * task.block;
          const std::size_t mirrored = start + task.block - 1 - (i - start);
          out[i] += a[mirrored % a.size()] + task.amount;
        }
        break;
      }
      case Work::kCount: {
        const auto& a = (*this)[task.first];
        for (std::size_t i = 0; i < a.size(); ++i) out[a[i] % n] += task.amount;
        break;
      }
      case Work::kSlow:
        for (Word& word : out) {
          for (unsigned round = 0; round < task.amount; ++round)
            word = word * kMultiplier + kIncrement;
        }
        break;
      case Work::kMemset:
        for (Word& word : out) word = (task.amount & 0xff) * 0x01010101u;
        break;
      case Work::kCopy: {
        const auto& a = (*this)[task.first];
        for (std::size_t i = 0; i < task.words; ++i) out[task.to + i] = a[task.from + i];
        break;
      }
      case Work::kHost: {
        const auto& a = (*this)[task.first];
        for (std::size_t i = 0; i < n; ++i) out[i] = out[i] * 3 + a[i % a.size()] + task.amount;
        break;
      }
    }
  }

 private:
  std::deque<std::vector<Word>> memory_;
};

}  // namespace random_programs
