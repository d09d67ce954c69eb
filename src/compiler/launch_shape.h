// SPDX-License-Identifier: Apache-2.0
// What of a launch's configuration a kernel's code may be made for.
#pragma once

#include "base/dim3.h"

namespace riffle::compiler {

struct LaunchShape {
  Dim3 block;
  bool one_row = false;  ///< gridDim.y and gridDim.z are 1

  friend constexpr bool operator==(const LaunchShape&, const LaunchShape&) = default;
};

}  // namespace riffle::compiler
