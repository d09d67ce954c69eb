// SPDX-License-Identifier: Apache-2.0
// Whether several rounds of a loop may load first what they load, and store last what they store (unroll_walks.cpp).
//
//   for (k = 0; k < n; ++k) q[k] = f(p[k]);     8 rounds at once: no q[k] is p[k + 1] ... p[k + 7]
//
// Where the addresses of two accesses go up alike, their distance is the same in all rounds, so one question before the loop decides.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace riffle::spmd {

/// Where the address of `access` begins, if it goes up by the access's size each round of `loop` and may be computed in front of
/// it; else null.
const llvm::SCEV* start_of_walk(const llvm::Instruction& access, const llvm::Loop& loop,
                                llvm::ScalarEvolution& evolution);

/// Two accesses of a round, one of them a store, that may be at one place in different rounds.
struct OrderConflict {
  llvm::Instruction *first, *second;
};

/// Of `loop`, one block, whose accesses `moved` are those that change their order; none if something else decides.
std::optional<llvm::SmallVector<OrderConflict, 4>> find_conflicts(
    const llvm::Loop& loop, const llvm::SmallPtrSetImpl<llvm::Instruction*>& moved,
    llvm::ScalarEvolution& evolution, llvm::AAResults& aliases);

/// Whether none of `conflicts` takes place in `rounds` rounds; asked where `builder` is, in front of `loop`. Never null.
llvm::Value* test_conflicts(llvm::IRBuilder<>& builder, llvm::ArrayRef<OrderConflict> conflicts,
                            unsigned rounds, const llvm::Loop& loop,
                            llvm::ScalarEvolution& evolution);

}  // namespace riffle::spmd
