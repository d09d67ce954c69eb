// SPDX-License-Identifier: Apache-2.0
// A body made ready to be run for all threads of a block: as one loop, or region by region. A range
// function may hold two of these, for packets and for single threads.
#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "compiler/spmd/strategy/range_function.h"
#include "compiler/spmd/strategy/region_split.h"

namespace riffle::spmd {

/// Inlines `calls`, all there are of `function`, unless that would make far too much code; it is gone then.
void inline_calls(llvm::ArrayRef<llvm::CallInst*> calls, llvm::Function& function);

/// What packets away from edges do (inner_packets.h).
struct InnerCode {
  llvm::Function* packet;
  /// `i1 (body arguments, i32 ahead)`: whether that serves the packet, and all in its row up to `ahead` threads on.
  llvm::Function* question;
};

/// A body that says whether it serves a packet, by its last argument (short_walks.h), and the body of one thread, for others.
struct SomePackets {
  llvm::Function *packet, *thread;
};

class ThreadCode {
 public:
  /// Consumes `body`, which runs `step` consecutive threads. `cut`: it has block barriers.
  /// `vectorize`: LLVM may turn the loop over threads into vector code. `inner` is consumed as well; not where `cut`.
  ThreadCode(llvm::Function& body, unsigned step, bool cut, bool vectorize,
             std::optional<InnerCode> inner = {});

  ThreadCode(SomePackets some, unsigned step);

  /// Emits the code of one block; the builder ends up behind it. `first`: see emit_thread_loops; not
  /// where there are block barriers. `note` is called before each packet, with its thread.x.
  void emit(llvm::IRBuilder<>& builder, BodyArguments& arguments, llvm::Value* first = nullptr,
            llvm::function_ref<void(llvm::Value*)> note = nullptr);
  /// Inlines what emit() called and drops the body. To be called when the range function is
  /// complete.
  void finish();

  /// Where the block's extent is known, of a body that is little beside the loop around it.
  void allow_unrolling() { unrolls_ = true; }
  [[nodiscard]] unsigned step() const { return step_; }
  [[nodiscard]] std::uint32_t scratch_bytes_per_thread() const { return scratch_bytes_; }

 private:
  void emit_loop_over_threads(llvm::IRBuilder<>& builder, BodyArguments& arguments,
                              llvm::Value* first, llvm::function_ref<void(llvm::Value*)> note);
  void emit_packet_or_threads(llvm::IRBuilder<>& builder, const BodyArguments& arguments);
  void emit_rows_with_inner(llvm::IRBuilder<>& builder, BodyArguments& arguments,
                            llvm::Value* first, llvm::function_ref<void(llvm::Value*)> note);
  llvm::Value* inner_from(llvm::IRBuilder<>& builder, const BodyArguments& arguments,
                          llvm::Value* left, llvm::BasicBlock* edge);

  llvm::Function* function_;  ///< the body, or its regions
  unsigned step_;
  bool cut_;
  bool vectorize_;
  bool unrolls_ = false;
  bool uniform_ = true;  ///< all threads go to the same next barrier
  Regions regions_{};
  llvm::MDNode* parallel_ = nullptr;
  std::uint32_t scratch_bytes_ = 0;
  llvm::SmallVector<llvm::CallInst*, 8> calls_;
  std::optional<InnerCode> inner_;
  llvm::SmallVector<llvm::CallInst*, 8> inner_calls_, questions_;
  llvm::Function* thread_ = nullptr;  ///< of SomePackets
  llvm::SmallVector<llvm::CallInst*, 2> thread_calls_;
};

}  // namespace riffle::spmd
