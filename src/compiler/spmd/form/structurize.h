// SPDX-License-Identifier: Apache-2.0
// Brings a body into the form that widening reads: every divergent branch is an if-then or a latch.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

void structurize(llvm::Function& body, unsigned lanes);

}  // namespace riffle::spmd
