// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// How many rows of threads, one behind the other, `body` runs together: its thread.y is the first one's. 1 mostly; divides the
/// block's extent along y.
unsigned joined_rows(const llvm::Function& body);
/// Of the packets of such a body.
unsigned lanes_of_joined_rows(const ModuleState& state);

}  // namespace riffle::spmd
