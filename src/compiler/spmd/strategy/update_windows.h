// SPDX-License-Identifier: Apache-2.0
// Atomics that nobody sees until their kernel has ended (analysis/deferrable_updates.h), without a lock: each worker has a window over the
// memory that such an instruction updates, memory of its own, where it keeps what its threads' updates make together; to memory goes
// that when the worker's blocks are done.
//
//   atomicrmw add ptr %counts[%i], i32 1, !riffle.window !{i32 0}          ->
//
//   all lanes within the window ? (window + %i) += 1, lane by lane
//                               : atomicrmw, lane by lane; at the eighth such packet the window grows by a lane's page (window_access.h)
//   ... exit: each element of the window that is not what it was at first: atomicrmw add ptr, i32 element
//
// A window is some pages that follow each other. One joins it only when a thread has just updated it without the window, so that an
// address that is no good is found where it is used; and if no access behind the updates may be to it, which is asked then, of the
// whole launch. Elsewhere, and where windows do not help, all is done as ever, at a comparison for each packet.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/strategy/window_access.h"

namespace riffle::spmd {

/// Windows of a kernel's updates, from its body to its range function.
class UpdateWindows {
 public:
  /// Marks the updates; none: there is nothing to mark.
  static std::optional<UpdateWindows> find(llvm::Module& module, KernelState& kernel);
  /// Once the range function is complete.
  void lower(KernelState& kernel);

 private:
  llvm::Type* type_ = nullptr;
  llvm::AtomicRMWInst::BinOp operation_ = llvm::AtomicRMWInst::BAD_BINOP;
  unsigned count_ = 0;
  /// abi::SpanFunction of what updates must not be kept from; null: of nothing.
  llvm::Function* behind_ = nullptr;
};

}  // namespace riffle::spmd
