// SPDX-License-Identifier: Apache-2.0
#include "explore/unsteered.h"

#include <array>

#include <fmt/format.h>

namespace riffle::tool::explore {

Unsteered& Unsteered::operator+=(const Unsteered& other) {
  host_functions += other.host_functions;
  kernels += other.kernels;
  silences += other.silences;
  processes += other.processes;
  return *this;
}

std::string text_of(const Unsteered& unsteered) {
  struct Part {
    std::uint64_t count;
    const char* one;
    const char* several;
  };
  const std::array parts = {
      Part{unsteered.host_functions, "host function that took longer than 100 ms",
           "host functions that took longer than 100 ms"},
      Part{unsteered.kernels, "kernel or graph that took longer than 1 s",
           "kernels or graphs that took longer than 1 s"},
      Part{unsteered.silences, "decision without a host thread that made no call for 100 ms",
           "decisions without a host thread that made no call for 100 ms"},
      Part{unsteered.processes, "more process that uses CUDA", "more processes that use CUDA"},
  };
  std::string text;
  for (const Part& part : parts) {
    if (part.count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", part.count,
                        part.count == 1 ? part.one : part.several);
  }
  return text;
}

}  // namespace riffle::tool::explore
