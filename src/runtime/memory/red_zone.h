// SPDX-License-Identifier: Apache-2.0
// Memory behind each allocation that is nobody's, for a checker: a kernel that goes on past the end does not meet the
// next allocation, nor does a pointer to the end lie in it.
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

}  // namespace riffle::memory
