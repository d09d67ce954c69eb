// SPDX-License-Identifier: Apache-2.0
// How long the phases of a compilation took: --time and --fdevice-time-trace.
#pragma once

#include <nvrtc.h>

#include <chrono>
#include <string>
#include <vector>

namespace riffle::nvrtc {

struct NvrtcOptions;

class Timing {
 public:
  explicit Timing(std::string program) : program_(std::move(program)) {}

  /// What ran since the last phase, or since the beginning.
  void end_phase(const char* name);

  /// Writes what the options ask for; `log` is told of files that cannot be written.
  nvrtcResult write(const NvrtcOptions& options, std::string& log) const;

 private:
  struct Phase {
    const char* name;
    std::chrono::nanoseconds begin, length;
  };
  [[nodiscard]] std::string table(bool with_title) const;
  [[nodiscard]] std::string trace() const;

  std::string program_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<Phase> phases_;
};

}  // namespace riffle::nvrtc
