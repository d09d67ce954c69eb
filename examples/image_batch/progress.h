// SPDX-License-Identifier: Apache-2.0
// Progress of a batch: a bar that redraws itself in a terminal, a plain line now and then elsewhere
// (in a log file or a pipe). Messages printed in between do not damage the bar. Any host thread may
// call.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <string>

class Progress {
 public:
  explicit Progress(std::size_t total) : total_(total) {}

  /// One more is done.
  void step() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++done_;
    if (terminal_) {
      draw();
    } else if (done_ == total_ || done_ * 5 / total_ != (done_ - 1) * 5 / total_) {
      std::printf("  %zu of %zu pictures\n", done_, total_);
      std::fflush(stdout);
    }
    if (terminal_ && done_ == total_) std::puts("");
  }

  /// A line of its own.
  void note(const std::string& line) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::printf("%s%s\n", terminal_ ? "\r\x1b[K" : "", line.c_str());
    if (terminal_) draw();
    std::fflush(stdout);
  }

 private:
  void draw() const {
    constexpr std::size_t kWidth = 40;
    const std::size_t filled = kWidth * done_ / std::max<std::size_t>(1, total_);
    std::string bar(filled, '#');
    bar.resize(kWidth, '.');
    std::printf("\r\x1b[K  [%s] %zu of %zu pictures", bar.c_str(), done_, total_);
    std::fflush(stdout);
  }

  const std::size_t total_;
  const bool terminal_ = isatty(STDOUT_FILENO) != 0;
  std::mutex mutex_;
  std::size_t done_ = 0;
};
