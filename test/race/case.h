// SPDX-License-Identifier: Apache-2.0
// What the programs here share: streams, events and memory that are given back, and the end of a program.
#pragma once

#include <cuda_runtime.h>
#include <atomic>
#include <cstdio>
#include <thread>

__global__ inline void nothing() {}

/// Non-blocking, unless asked for otherwise.
template <int kCount>
class Streams {
 public:
  explicit Streams(unsigned flags = cudaStreamNonBlocking) {
    for (auto& each : all_) cudaStreamCreateWithFlags(&each, flags);
  }
  ~Streams() {
    for (auto& each : all_) cudaStreamDestroy(each);
  }
  cudaStream_t operator[](int i) const { return all_[i]; }

 private:
  cudaStream_t all_[kCount];
};

class Event {
 public:
  Event() { cudaEventCreateWithFlags(&event_, cudaEventDisableTiming); }
  ~Event() { cudaEventDestroy(event_); }
  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_;
};

class Device {
 public:
  explicit Device(size_t bytes) { cudaMalloc(&memory_, bytes); }
  ~Device() { cudaFree(memory_); }
  operator char*() const { return memory_; }

 private:
  char* memory_;
};

class Pinned {
 public:
  explicit Pinned(size_t bytes) { cudaMallocHost(&memory_, bytes); }
  ~Pinned() { cudaFreeHost(memory_); }
  operator char*() const { return memory_; }

 private:
  char* memory_;
};

/// Time for what was enqueued to run, mostly; the program declares nothing by it, and the report is to be the same either
/// way.
inline void let_everything_end() {
  for (int i = 0; i < 200; ++i) std::this_thread::yield();
}

inline std::atomic<bool> is_held{true};
/// The stream goes on when let_go is called.
inline void hold(cudaStream_t stream) {
  cudaLaunchHostFunc(
      stream,
      [](void*) {
        while (is_held.load()) std::this_thread::yield();
      },
      nullptr);
}
inline void let_go() { is_held = false; }

/// The exit code.
inline int finish() {
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaSuccess ? 0 : 1;
}
