// SPDX-License-Identifier: Apache-2.0
// Modules behind their handles. A module is a library of one context.
#pragma once

#include <cuda.h>

#include "runtime/context/context.h"

namespace riffle::api::cuda {

/// The context ends, its work is done.
void forget_modules_of(const context::Context& context);

}  // namespace riffle::api::cuda
