// SPDX-License-Identifier: Apache-2.0
// The threads of one transform. They live as long as it runs: nothing is left for `fork` or the end of the process.
#pragma once

#include <barrier>
#include <latch>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace riffle::cufft {

/// Runs `work(member, members, barrier)` on the calling thread and up to `threads - 1` others, as many as the system
/// gives, and returns when all are done. `work` must not throw.
template <class Work>
void run_crew(unsigned threads, const Work& work) {
  std::latch begin(1);
  std::optional<std::barrier<>> steps;
  unsigned members = 0;
  std::vector<std::jthread> others;  // joined when it goes
  try {
    if (threads > 1) others.reserve(threads - 1);
    for (unsigned member = 1; member < threads; ++member) {
      others.emplace_back([&, member] {
        begin.wait();
        work(member, members, *steps);
      });
    }
  } catch (const std::system_error&) {
    threads = static_cast<unsigned>(others.size()) + 1;  // no more are to be had
  }
  members = threads;
  steps.emplace(members);
  begin.count_down();
  work(0U, members, *steps);
}

}  // namespace riffle::cufft
