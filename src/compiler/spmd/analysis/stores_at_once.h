// SPDX-License-Identifier: Apache-2.0
// How many bytes of each lane one store instruction of a GPU writes. NVIDIA's compiler makes one instruction of neighbouring
// stores where the alignment of the first allows it: the four of a float4, the two of a double2.
//
//   store float %x, ptr %p, align 16; store float %y, ptr (%p + 4), ...; store float %w, ptr (%p + 12)     16 bytes each
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace riffle::spmd {

class StoresAtOnce {
 public:
  explicit StoresAtOnce(llvm::Function& body);
  /// Those of the instruction that `store` is part of.
  [[nodiscard]] std::int64_t bytes_of(const llvm::StoreInst& store) const;

 private:
  llvm::DenseMap<const llvm::StoreInst*, std::int64_t> joined_;
};

}  // namespace riffle::spmd
