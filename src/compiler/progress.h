// SPDX-License-Identifier: Apache-2.0
// A program that waits for a compilation does not look like one that hangs: a terminal shows what is being compiled.
//
//   riffle: compiling device code, 7 s, 4 done: DeviceRadixSortHistogramKernel
//
// The line comes when a program has waited for two seconds, changes in place, and is erased when it goes on. Compilations that
// follow each other closely count as one wait. Where standard error is no terminal, nothing is written and no thread runs.
//
// Invariants
// 1. Whatever is shown begins in the first column of a line that the program has written nothing on.
// 2. While no compilation runs, nothing is shown.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"

namespace riffle::compiler {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Writes to `descriptor` from `patience` on.
  Progress(int descriptor, Clock::duration patience)
      : descriptor_(descriptor), patience_(patience) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Of the process, on standard error. Null when the options say so, or that is no terminal. Never destroyed.
  static Progress* of_process();

  /// A compilation of `what`, a kernel's name or some words, begins or has ended. Pairs may overlap.
  void begin(const std::string& what) RIFFLE_EXCLUDES(mutex_);
  void end(const std::string& what) RIFFLE_EXCLUDES(mutex_);

  /// `_ZN3cub6detail6KernelIiEEvPT_` -> `Kernel`
  [[nodiscard]] static std::string short_name(const std::string& what);

 private:
  /// Of the thread that shows.
  [[noreturn]] void watch() RIFFLE_EXCLUDES(mutex_);
  /// Shows what there is to be shown; how long until the next time, none while nothing runs.
  [[nodiscard]] std::optional<Clock::duration> step() RIFFLE_EXCLUDES(mutex_);
  void show() RIFFLE_REQUIRES(mutex_);
  void erase() RIFFLE_REQUIRES(mutex_);
  /// On the terminal, unless the program is in the background, where it would be stopped for that.
  [[nodiscard]] bool write(std::string_view text) const;
  [[nodiscard]] std::size_t columns() const;

  const int descriptor_;
  const Clock::duration patience_;
  Mutex mutex_;
  std::atomic<std::uint32_t> begun_{0};  ///< how many; the thread sleeps on it
  std::vector<std::string> running_ RIFFLE_GUARDED_BY(mutex_);
  Clock::time_point since_ RIFFLE_GUARDED_BY(mutex_);  ///< the wait began
  Clock::time_point ended_ RIFFLE_GUARDED_BY(mutex_);  ///< when nothing ran any more
  std::size_t done_ RIFFLE_GUARDED_BY(mutex_) = 0;     ///< in this wait
  std::size_t shown_ RIFFLE_GUARDED_BY(mutex_) = 0;    ///< columns
  bool is_watched_ RIFFLE_GUARDED_BY(mutex_) = false;
};

/// A compilation that somebody waits for, as long as this lives.
class CompilationNotice {
 public:
  explicit CompilationNotice(std::string what)
      : progress_(Progress::of_process()), what_(std::move(what)) {
    if (progress_ != nullptr) progress_->begin(what_);
  }
  ~CompilationNotice() {
    if (progress_ != nullptr) progress_->end(what_);
  }
  CompilationNotice(const CompilationNotice&) = delete;
  CompilationNotice& operator=(const CompilationNotice&) = delete;

 private:
  Progress* const progress_;
  const std::string what_;
};

}  // namespace riffle::compiler
