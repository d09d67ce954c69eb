// SPDX-License-Identifier: Apache-2.0
// A program as two processes, which talk over a socket. Fork comes before any CUDA call.
#pragma once

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "case.h"

class Channel {
 public:
  explicit Channel(int end) : end_(end) {}
  template <class T>
  void send(const T& value) {
    if (write(end_, &value, sizeof value) != static_cast<ssize_t>(sizeof value)) std::exit(3);
  }
  template <class T>
  T receive() {
    T value;
    if (recv(end_, &value, sizeof value, MSG_WAITALL) != static_cast<ssize_t>(sizeof value))
      std::exit(4);
    return value;
  }
  void tell() { send('x'); }
  void hear() { receive<char>(); }

 private:
  int end_;
};

/// The exit code.
template <class Owner, class Opener>
int run_two_processes(Owner owner, Opener opener) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 2;
  const pid_t child = fork();
  Channel channel(ends[child == 0 ? 1 : 0]);
  close(ends[child == 0 ? 0 : 1]);
  if (child == 0) {
    opener(channel);
    return finish();
  }
  owner(channel);
  int status = 1;
  waitpid(child, &status, 0);
  return finish() == 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Memory of another process.
class Opened {
 public:
  explicit Opened(Channel& channel) {
    cudaIpcOpenMemHandle(reinterpret_cast<void**>(&memory_), channel.receive<cudaIpcMemHandle_t>(),
                         cudaIpcMemLazyEnablePeerAccess);
  }
  ~Opened() { cudaIpcCloseMemHandle(memory_); }
  operator char*() const { return memory_; }

 private:
  char* memory_;
};

inline void give(Channel& channel, char* memory) {
  cudaIpcMemHandle_t handle;
  cudaIpcGetMemHandle(&handle, memory);
  channel.send(handle);
}

/// An event that both processes have.
class SharedEvent {
 public:
  SharedEvent() {
    cudaEventCreateWithFlags(&event_, cudaEventDisableTiming | cudaEventInterprocess);
  }
  explicit SharedEvent(Channel& channel) {
    cudaIpcOpenEventHandle(&event_, channel.receive<cudaIpcEventHandle_t>());
  }
  ~SharedEvent() { cudaEventDestroy(event_); }
  operator cudaEvent_t() const { return event_; }
  void give(Channel& channel) const {
    cudaIpcEventHandle_t handle;
    cudaIpcGetEventHandle(&handle, event_);
    channel.send(handle);
  }

 private:
  cudaEvent_t event_;
};
