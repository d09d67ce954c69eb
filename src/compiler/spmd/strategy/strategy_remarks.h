// SPDX-License-Identifier: Apache-2.0
// What people are told about the choice of a kernel's strategy (docs/remarks.md); nothing is done unless they want to be.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <string>

#include "compiler/spmd/analysis/suspension.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// The forms that a kernel's packets have.
struct PacketForms {
  llvm::ArrayRef<unsigned> lanes;  ///< widest first
  const char* why_lanes;
  bool joins_blocks;      ///< several blocks run as one
  bool in_rounds;         ///< elements of a grid's loop are run in order
  bool is_turned;         ///< a grid's loop takes one step of all packets, then the next
  bool tests_blocks;      ///< blocks of which no thread returns early have code of their own
  bool goes_across_rows;  ///< packets of blocks whose rows are no whole warps go from row to row
};
void remark_packets(KernelState& kernel, const PacketForms& forms);

/// Loops over single threads, cut at barriers or not. `forced`: by RIFFLE_STRATEGY.
void remark_threads(KernelState& kernel, bool cut, bool forced);

/// Fibers, to be called before they are made.
void remark_fibers(KernelState& kernel, const ModuleState& state, const SuspensionSummary& summary);

/// At each block barrier.
void remark_barriers(KernelState& kernel, const char* text);

}  // namespace riffle::spmd
