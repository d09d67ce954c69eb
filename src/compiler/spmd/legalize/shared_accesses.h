// SPDX-License-Identifier: Apache-2.0
// Where code for one shape accesses a block's shared memory, as far as that is known.
#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace riffle::spmd {

struct SharedAccess {
  llvm::Instruction* instruction;
  /// Of a plain load or store: where it begins.
  std::optional<std::int64_t> offset;
  /// Of these, and of accesses under constant masks or by constant indices: each lane's place; none for lanes that are off. Empty:
  /// not known, or the access has to stay.
  llvm::SmallVector<std::optional<std::int64_t>, 0> lanes;

  [[nodiscard]] bool is_known() const { return !lanes.empty(); }
};

/// All accesses of a block's shared memory in `run`, all inlined; none if its address goes elsewhere.
std::optional<llvm::SmallVector<SharedAccess, 32>> find_shared_accesses(llvm::Function& run);

/// What `access`, at known places, loads or stores: of a masked one too.
llvm::Type* type_of_access(const llvm::Instruction& access);
/// Null for loads.
llvm::Value* stored_by(const llvm::Instruction& access);

}  // namespace riffle::spmd
