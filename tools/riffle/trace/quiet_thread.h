// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <thread>
#include <utility>

namespace riffle::tool {

/// A thread that gets none of the process's signals: those for the program are the main thread's to pass on.
template <class Body>
[[nodiscard]] std::thread start_quiet_thread(Body body) {
  struct Masked {
    Masked() {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, &before);
    }
    ~Masked() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
    Masked(const Masked&) = delete;
    Masked& operator=(const Masked&) = delete;
    sigset_t before;
  };
  const Masked masked;
  return std::thread(std::move(body));
}

}  // namespace riffle::tool
