// SPDX-License-Identifier: Apache-2.0
// What a schedule could not order in a run, so that the run may not repeat itself (docs/explore.md, "What can be repeated exactly").
#pragma once

#include <cstdint>
#include <string>

namespace riffle::tool::explore {

struct Unsteered {
  std::uint64_t host_functions = 0;  ///< that went on beside the host
  std::uint64_t kernels = 0;         ///< the same
  std::uint64_t silences =
      0;  ///< decisions made without a host thread that had not called for long
  std::uint64_t processes = 0;  ///< that used CUDA after the first one

  [[nodiscard]] bool any() const { return host_functions + kernels + silences + processes != 0; }
  Unsteered& operator+=(const Unsteered& other);
};

/// "2 host functions that took longer than 100 ms, 1 more process that uses CUDA".
[[nodiscard]] std::string text_of(const Unsteered& unsteered);

}  // namespace riffle::tool::explore
