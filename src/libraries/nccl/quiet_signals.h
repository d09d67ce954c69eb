// SPDX-License-Identifier: Apache-2.0
// Threads of this library leave the program's signals to the program's threads; and a connection that the other side has
// closed is an error, not the signal SIGPIPE, which would end the program.
#pragma once

#include <csignal>
#include <ctime>

namespace riffle::nccl {

/// In this scope the thread gets no signal, nor does one that is started in it, ever. SIGPIPE of the scope is lost.
class QuietSignals {
 public:
  QuietSignals() {
    sigset_t all;
    sigfillset(&all);
    had_broken_pipe_ = has_broken_pipe();
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  QuietSignals(const QuietSignals&) = delete;
  QuietSignals& operator=(const QuietSignals&) = delete;
  ~QuietSignals() {
    if (!had_broken_pipe_ && has_broken_pipe()) {
      sigset_t broken_pipe;
      sigemptyset(&broken_pipe);
      sigaddset(&broken_pipe, SIGPIPE);
      const timespec now{};
      sigtimedwait(&broken_pipe, nullptr, &now);
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  static bool has_broken_pipe() {
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    return sigismember(&pending, SIGPIPE) == 1;
  }

  sigset_t before_{};
  bool had_broken_pipe_ = false;
};

}  // namespace riffle::nccl
