// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "libraries/cufft/transform.h"

namespace riffle::cufft {

/// Of a complex number.
constexpr std::size_t element_bytes(Precision number) {
  switch (number) {
    case Precision::kDouble:
      return 16;
    case Precision::kFloat:
      return 8;
    case Precision::kHalf:
    case Precision::kBfloat16:
      break;
  }
  return 4;
}

}  // namespace riffle::cufft
