// SPDX-License-Identifier: Apache-2.0
// Host-side wall clock for the examples.
#pragma once

#include <chrono>

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double milliseconds() const { return 1e3 * seconds(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};
