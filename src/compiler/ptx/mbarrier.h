// SPDX-License-Identifier: Apache-2.0
// The word of an mbarrier, for the instructions that change it.
#pragma once

#include "compiler/ptx/emitter.h"

namespace riffle::ptx {

/// What one instruction does to a phase; null: nothing. 64 bits each.
struct PhaseChange {
  llvm::Value* arrivals = nullptr;
  llvm::Value* dropped = nullptr;   ///< arrivals fewer in the phases after this one
  llvm::Value* expected = nullptr;  ///< bytes that the phase waits for
  llvm::Value* complete = nullptr;  ///< bytes that have come
};

/// Changes the word at `pointer` and ends its phase if nothing is missing then. The word before.
llvm::Value* change_phase(Emitter& e, llvm::Value* pointer, const PhaseChange& change);

}  // namespace riffle::ptx
