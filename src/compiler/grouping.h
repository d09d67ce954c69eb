// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace riffle::compiler {

/// Which kernels share an object.
enum class Grouping : std::uint32_t {
  kBySize,    ///< all of a small image, for one object costs less than two; else each has its own
  kTogether,  ///< all of them
  kApart,     ///< none
};

}  // namespace riffle::compiler
