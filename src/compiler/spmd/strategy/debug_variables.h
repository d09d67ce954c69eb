// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Describes threadIdx and its like to debuggers, in a body or a device function whose debug
/// information is complete (-G).
void describe_position(llvm::Function& function);

}  // namespace riffle::spmd
