// SPDX-License-Identifier: Apache-2.0
// What followed threads do to the order of what they do otherwise: fences, and asynchronous copies, which are at work from
// where they are issued to where they are waited for.
//
//   fence seq_cst                                       ->  call @riffle.follow.thread(ptr null, i64 0, i32 fences)
//                                                           fence seq_cst
//   call @__riffle_copies_issue(ptr %to, ptr %from, 16) ->  call @riffle.follow.thread(ptr %from, i64 16, i32 reads | copies)
//                                                           call @riffle.follow.thread(ptr %to, i64 16, i32 writes | copies)
//   call @__riffle_copies_await(i64 1)                  ->  call @riffle.follow.thread(ptr null, i64 1, i32 awaits)
//
// What copies is told of twice: as the plain access that it is here, then as the copy.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace riffle::spmd {

/// In all functions.
void report_order(llvm::Module& module);

/// Whether the call is one of these, and not of an access.
[[nodiscard]] bool is_order_report(const llvm::CallInst& call);
/// How far all of them go is known here.
[[nodiscard]] bool order_is_constant(llvm::Function& body);
/// Whether the function has asynchronous copies.
[[nodiscard]] bool copies_asynchronously(llvm::Function& body);
/// Without those that are about other blocks, to whom nothing is told.
void drop_fence_reports(llvm::Function& body);

/// Whether other blocks learn by a fence or an atomic what its thread did before.
[[nodiscard]] bool releases_to_device(const llvm::Instruction& at);

}  // namespace riffle::spmd
