// SPDX-License-Identifier: Apache-2.0
// Where shared variables lie in a block's shared memory.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>

#include <cstdint>

namespace riffle::spmd {

/// Offsets of the shared variables of one kernel, or of all when device functions use some.
struct SharedLayout {
  llvm::DenseMap<const llvm::GlobalVariable*, std::uint32_t> offsets;
  std::uint32_t static_bytes = 0;
};

SharedLayout lay_out_shared(llvm::ArrayRef<llvm::GlobalVariable*> variables,
                            const llvm::DataLayout& layout);

}  // namespace riffle::spmd
