// SPDX-License-Identifier: Apache-2.0
// What the addresses of a range function (strategy/range_function.h) point into, as far as it can be seen.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace riffle::spmd {

/// No two of the known ones overlap: a program has no address of scratch memory but through its local memory, and must not
/// have brought one of shared memory along.
enum class KnownObject : std::uint8_t { kShared, kScratch, kParameter, kNone };

/// Of code behind the optimiser, all inlined.
KnownObject known_object(const llvm::Value* address, const llvm::Function& run);

/// Tells LLVM's alias analysis.
void mark_distinct_objects(llvm::Function& run);

}  // namespace riffle::spmd
