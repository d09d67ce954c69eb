// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>

#include "compiler/spmd/analysis/loop_nest.h"
#include "compiler/spmd/analysis/uniformity.h"

namespace riffle::spmd {

/// What jam_loops (pipeline/module_steps.h) added to `body`: one round's values are no more for it.
unsigned jammed_instructions(const llvm::Function& body);

/// Whether its rounds access the same memory, by an address of which `counts` holds.
bool shares_accesses(const LoopNest& nest,
                     llvm::function_ref<bool(const llvm::Value& address)> counts);
/// The most rounds of a nest, up to 4, whose values so many registers hold that have room for one of a packet each.
unsigned rounds_that_fit(const LoopNest& nest, const Uniformity& uniformity, unsigned registers);
/// Whether lanes go different ways in it.
bool parts_threads(const LoopNest& nest, const Uniformity& uniformity);
/// Runs `rounds` rounds of a nest side by side, in a possible order. What it has becomes the first of them.
void run_side_by_side(const LoopNest& nest, const SideBySide& order, unsigned rounds);

}  // namespace riffle::spmd
