// SPDX-License-Identifier: Apache-2.0
// Runs a block's steps over shared memory on the device, and on the host thread by thread, and compares. Between two steps is a barrier:
// on the host a step reads what was there before it, and no thread may touch what another one writes in the same step.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr unsigned kMostWords = 4096;

inline unsigned scramble(unsigned number) {
  number = (number ^ (number >> 16)) * 0x7feb352du;
  number = (number ^ (number >> 15)) * 0x846ca68bu;
  return number ^ (number >> 16);
}

/// One thread's view of shared memory, and what it keeps from step to step.
template <class T>
struct Shared {
  T* memory;
  T kept;
  __device__ T get(unsigned i) const { return memory[i]; }
  __device__ void set(unsigned i, T value) { memory[i] = value; }
};

template <class T>
struct OnDevice {
  Shared<T> shared;
  template <class Step>
  __device__ void step(Step go) {
    go(shared, threadIdx.x);
    __syncthreads();
  }
};

/// The same on the host, with who touched what.
template <class T>
class Model {
 public:
  struct View {
    Model* model;
    unsigned thread;
    T kept;
    T get(unsigned i) const { return model->read(thread, i); }
    void set(unsigned i, T value) { model->write(thread, i, value); }
  };

  explicit Model(unsigned threads) : memory_(kMostWords), before_(kMostWords) {
    for (unsigned t = 0; t < threads; ++t) views_.push_back({this, t, T()});
  }

  template <class Step>
  void step(Step go) {
    before_ = memory_;
    writer_.assign(kMostWords, kNobody);
    reader_.assign(kMostWords, kNobody);
    for (View& view : views_) go(view, view.thread);
  }

  [[nodiscard]] bool is_orderly() const { return orderly_; }

 private:
  static constexpr unsigned kNobody = ~0u, kSeveral = ~1u;

  T read(unsigned thread, unsigned i) {
    if (i >= kMostWords) std::abort();
    reader_[i] = reader_[i] == kNobody || reader_[i] == thread ? thread : kSeveral;
    if (writer_[i] != kNobody && writer_[i] != thread) orderly_ = false;
    return writer_[i] == thread ? memory_[i] : before_[i];
  }
  void write(unsigned thread, unsigned i, T value) {
    if (i >= kMostWords) std::abort();
    if (writer_[i] != kNobody && writer_[i] != thread) orderly_ = false;
    if (reader_[i] != kNobody && reader_[i] != thread) orderly_ = false;
    writer_[i] = thread;
    memory_[i] = value;
  }

  std::vector<T> memory_, before_;
  std::vector<unsigned> writer_, reader_;
  std::vector<View> views_;
  bool orderly_ = true;
};

/// `run(model, input of the block, output of the block)` for each block; `launch(input, output)` on the device.
template <class T, class Run, class Launch>
bool check(unsigned seed, unsigned blocks, unsigned threads, Run run, Launch launch) {
  const unsigned count = blocks * threads;
  std::vector<T> input(count), right(count), found(count);
  for (unsigned i = 0; i < count; ++i) input[i] = static_cast<T>(scramble(seed * 977 + i) % 1000);
  for (unsigned block = 0; block < blocks; ++block) {
    Model<T> model(threads);
    run(model, input.data() + block * threads, right.data() + block * threads);
    if (model.is_orderly()) continue;
    std::printf("seed %u: the kernel has a race\n", seed);
    return false;
  }
  T *in = nullptr, *out = nullptr;
  cudaMalloc(&in, count * sizeof(T));
  cudaMalloc(&out, count * sizeof(T));
  cudaMemcpy(in, input.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  launch(in, out);
  const cudaError_t error =
      cudaMemcpy(found.data(), out, count * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  if (error != cudaSuccess) {
    std::printf("seed %u: %s\n", seed, cudaGetErrorString(error));
    std::exit(1);  // all later calls would say the same
  }
  for (unsigned i = 0; i < count; ++i) {
    if (found[i] == right[i]) continue;
    std::printf("seed %u: element %u is %g, expected %g\n", seed, i, double(found[i]),
                double(right[i]));
    return false;
  }
  return true;
}
