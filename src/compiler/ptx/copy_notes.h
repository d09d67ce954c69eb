// SPDX-License-Identifier: Apache-2.0
// Calls that say what asynchronous copies promise: see spmd::kCopyNote.
#pragma once

#include "compiler/ptx/emitter.h"

namespace riffle::ptx {

/// Behind a copy that has been done at once.
void note_copy(Emitter& e, llvm::Value* to, llvm::Value* from, llvm::Value* bytes);
void note_commit(Emitter& e);
/// `groups`: i64.
void note_await(Emitter& e, llvm::Value* groups);
void note_arrival(Emitter& e, llvm::Value* barrier);

}  // namespace riffle::ptx
