// SPDX-License-Identifier: Apache-2.0
// Memory behind each allocation that is nobody's, for a checker: a kernel that goes on past the end does not meet the
// next allocation.
#pragma once

#include <cstddef>

#include "base/options.h"

namespace riffle::memory {

/// 0 unless accesses are checked.
inline std::size_t red_zone_bytes() {
  static const std::size_t bytes = [] {
    const Options& all = options();
    return !all.check_file.empty() && all.checks("mem") ? std::size_t{512} : 0;
  }();
  return bytes;
}

}  // namespace riffle::memory
