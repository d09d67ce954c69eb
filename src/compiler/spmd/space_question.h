// SPDX-License-Identifier: Apache-2.0
// isspacep: which state space a generic address lies in, where all spaces are one memory.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace riffle::spmd {

/// Whether `pointer` lies in "shared", "const", "local" or "global" memory, an i1. In front of flattened code of
/// `function`; `static_shared_bytes` is the size of the static part of shared memory.
llvm::Value* answer_space_question(llvm::IRBuilderBase& builder, llvm::Function& function,
                                   llvm::Value* pointer, llvm::StringRef space,
                                   std::uint32_t static_shared_bytes);

}  // namespace riffle::spmd
