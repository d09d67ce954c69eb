// SPDX-License-Identifier: Apache-2.0
// How long the parts of an inference took, for a profiler: times at which the stream got to the start of each part and to the end.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace riffle::tensorrt {

class Timings {
 public:
  explicit Timings(std::vector<std::string> parts)
      : parts_(std::move(parts)), stamps_(parts_.size() + 1) {}

  /// The stream is at the start of a part, or at the end of the last one.
  void stamp(std::size_t at) {
    stamps_[at] = std::chrono::steady_clock::now().time_since_epoch().count();
  }
  template <class Report>
  void each(Report report) const {
    using Clock = std::chrono::steady_clock::duration;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      report(parts_[i],
             std::chrono::duration<float, std::milli>(Clock(stamps_[i + 1] - stamps_[i])).count());
  }

 private:
  std::vector<std::string> parts_;
  std::vector<std::atomic<std::chrono::steady_clock::rep>> stamps_;
};

}  // namespace riffle::tensorrt
