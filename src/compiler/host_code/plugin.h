// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace riffle::host_code {

/// What libriffle_host_code.so adds to clang's passes.
void add_passes(llvm::PassBuilder& builder);

}  // namespace riffle::host_code
