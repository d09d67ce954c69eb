// SPDX-License-Identifier: Apache-2.0
// A program as two processes that talk over a socket: the parent prints first, then the child, so that the transcript has
// one order. Fork comes before any CUDA call.
#pragma once

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "transcript.h"

class Channel {
 public:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  template <class T>
  void send(const T &value) {
    if (write(descriptor_, &value, sizeof value) != static_cast<ssize_t>(sizeof value)) std::exit(3);
  }
  template <class T>
  T receive() {
    T value;
    if (recv(descriptor_, &value, sizeof value, MSG_WAITALL) != static_cast<ssize_t>(sizeof value)) std::exit(4);
    return value;
  }
  void send_descriptor(int descriptor) {
    msghdr message = {};
    char byte = 'd';
    iovec part = {&byte, 1};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    if (sendmsg(descriptor_, &message, 0) != 1) std::exit(5);
  }
  int receive_descriptor() {
    msghdr message = {};
    char byte = 0;
    iovec part = {&byte, 1};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    if (recvmsg(descriptor_, &message, 0) != 1) std::exit(6);
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof descriptor);
    return descriptor;
  }

 private:
  int descriptor_;
};

// Runs `parent` and `child`, each with its end of the channel.
template <class Parent, class Child>
int run_two_processes(Parent parent, Child child) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 2;
  std::fflush(stdout);
  const pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    Channel channel(ends[1]);
    child(channel);
    std::fflush(stdout);
    _exit(0);
  }
  close(ends[1]);
  Channel channel(ends[0]);
  parent(channel);
  int status = 0;
  waitpid(process, &status, 0);
  show_value("the child ended with", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  return 0;
}
