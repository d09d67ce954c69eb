// SPDX-License-Identifier: Apache-2.0
// How allocations keep away from each other for a checker: by memory behind each that is nobody's, so that a kernel that goes on past
// the end does not meet the next allocation, nor does a pointer to the end lie in it; and by pages.
#pragma once

#include <cstddef>

#include "base/options.h"

namespace riffle::memory {

/// 0 unless accesses are checked or followed.
inline std::size_t red_zone_bytes() {
  static const std::size_t bytes = [] {
    const Options& all = options();
    const bool asks_whose = all.checks("mem") || all.checks("block");
    return !all.check_file.empty() && asks_whose ? std::size_t{512} : 0;
  }();
  return bytes;
}

/// Whether memory that the host may touch shares no page with other memory: its accesses are seen by pages.
inline bool keeps_pages_apart() {
  static const bool is_wanted = !options().check_file.empty() && options().checks("race");
  return is_wanted;
}

}  // namespace riffle::memory
