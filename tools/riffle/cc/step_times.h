// SPDX-License-Identifier: Apache-2.0
// --time: how long each step of a compilation took, as the table of comma-separated values that nvcc writes.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "base/status.h"

namespace riffle::tool {

/// One step, in nvcc's columns.
struct StepTime {
  std::string source;
  std::string phase;  ///< "clang (device)"
  std::string inputs;
  std::string output;
  std::string architecture;  ///< "compute_80"; empty: the host
};

class StepTimes {
 public:
  using Clock = std::chrono::steady_clock;

  /// Of the step that the process `id` does.
  void begin(int id, StepTime step);
  void end(int id);
  /// Of one that was done in this process.
  void add(StepTime step, Clock::duration time);

  /// The rows, after the names of the columns with `heading`.
  [[nodiscard]] std::string table(bool heading) const;

  /// Appends them to a file, "-": standard output. An empty or a new one gets the names of the columns first. The last row
  /// is the driver's own: the processor time of this process that belongs to no step. `output`: what all steps made.
  Status write(const std::string& path, const std::string& output);

 private:
  struct Row {
    StepTime step;
    double milliseconds = 0;
  };
  struct Running {
    StepTime step;
    Clock::time_point begin;
  };
  std::map<int, Running> running_;
  double own_milliseconds_ = 0;  ///< of steps in this process
  std::vector<Row> rows_;
};

}  // namespace riffle::tool
