// SPDX-License-Identifier: Apache-2.0
// A program as two processes, which talk over a socket. Fork comes before any CUDA call.
#pragma once

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

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
  void send_descriptor(int descriptor) {
    Message message;
    cmsghdr* const header = message.header();
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    if (sendmsg(end_, &message.whole, 0) != 1) std::exit(5);
  }
  int receive_descriptor() {
    Message message;
    int descriptor = -1;
    if (recvmsg(end_, &message.whole, 0) != 1 || message.header() == nullptr) std::exit(6);
    std::memcpy(&descriptor, CMSG_DATA(message.header()), sizeof descriptor);
    return descriptor;
  }

 private:
  /// A byte, and a descriptor with it.
  struct Message {
    Message() {
      whole.msg_iov = &piece;
      whole.msg_iovlen = 1;
      whole.msg_control = control;
      whole.msg_controllen = sizeof control;
    }
    cmsghdr* header() { return CMSG_FIRSTHDR(&whole); }
    char byte = 'd';
    iovec piece{&byte, 1};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr whole{};
  };

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
