// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "libraries/cufft/transform.h"

namespace riffle::cufft {

/// Of a complex number.
constexpr std::size_t element_bytes(Number number) {
  switch (number) {
    case Number::kDouble:
      return 16;
    case Number::kFloat:
      return 8;
    case Number::kHalf:
    case Number::kBfloat16:
      break;
  }
  return 4;
}

}  // namespace riffle::cufft
