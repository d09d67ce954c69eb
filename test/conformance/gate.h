// SPDX-License-Identifier: Apache-2.0
// A gate keeps a stream busy until the program opens it: a kernel of one thread that polls a word of mapped host
// memory. With it a program sees, without measuring time, which calls return while a stream is busy and which wait.
#pragma once

#include "transcript.h"

namespace gate_detail {

static __global__ void hold(const volatile int *open) {
  while (*open == 0) {
  }
}

// One word per gate, allocated and warmed up before the first gate closes: allocation and the first launch of a kernel
// may wait for running work.
class Words {
 public:
  static constexpr int kCount = 256;
  static Words &instance() {
    static Words words;
    return words;
  }
  int next() { return used_++ % kCount; }
  volatile int *host(int i) { return host_ + i; }
  int *device(int i) { return device_ + i; }

 private:
  Words() {
    MUST(cudaHostAlloc(&host_, kCount * sizeof(int), cudaHostAllocMapped));
    MUST(cudaHostGetDevicePointer(&device_, host_, 0));
    host_[0] = 1;
    hold<<<1, 1>>>(device_);
    MUST(cudaDeviceSynchronize());
  }
  int *host_ = nullptr;
  int *device_ = nullptr;
  int used_ = 0;
};

}  // namespace gate_detail

// Call once before the first gate.
inline void prepare_gates() { gate_detail::Words::instance(); }

class Gate {
 public:
  explicit Gate(cudaStream_t stream) {
    auto &words = gate_detail::Words::instance();
    int i = words.next();
    word_ = words.host(i);
    *word_ = 0;
    gate_detail::hold<<<1, 1, 0, stream>>>(words.device(i));
    MUST(cudaGetLastError());
  }
  ~Gate() { open(); }
  Gate(const Gate &) = delete;
  Gate &operator=(const Gate &) = delete;
  void open() { *word_ = 1; }
  bool is_open() const { return *word_ != 0; }

 private:
  volatile int *word_;
};

// Makes `call` while `stream` is busy, and says whether it came back before the stream was let go. A call that waits
// is given 400 ms before the gate opens for it.
template <class Call>
void show_while_busy(const char *what, cudaStream_t stream, Call call) {
  Gate gate(stream);
  std::atomic<bool> returned{false};
  std::thread opener([&] {
    for (int i = 0; i < 400 && !returned; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    gate.open();
  });
  cudaError_t error = call();
  bool early = !gate.is_open();
  returned = true;
  opener.join();
  MUST(cudaDeviceSynchronize());
  std::printf("%s: %s, %s\n", what, name_of(error), early ? "returned at once" : "waited");
  std::fflush(stdout);
}
