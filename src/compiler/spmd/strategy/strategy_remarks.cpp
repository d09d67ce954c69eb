// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/strategy_remarks.h"

#include <llvm/IR/InstIterator.h>

#include "compiler/spmd/body/exchange_axes.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/strategy/flat_blocks.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

void add_remark(KernelState& kernel, std::string text) {
  const bool exchanged = has_axes_exchanged(*kernel.body);
  if (exchanged)
    text +=
        "; threads and blocks follow each other along y, where they are neighbours in memory, if "
        "there are " +
        std::to_string(kShortestColumn) + " or more";
  if ((kernel.flags & abi::kKernelWantsTiles) != 0)
    text +=
        "; the grid's blocks follow each other in tiles: accesses along x and along y share lines";
  if (kernel.joined_threads == kThreadsOfBands)
    text +=
        "; rows of threads run in bands of several rows: accesses along a row and along a "
        "column share lines";
  if (const auto shape = shape_of(*kernel.body)) {
    auto [x, y, z] = shape->block;
    if (exchanged) std::swap(x, y);
    text += "; code for blocks of " + std::to_string(x) + "x" + std::to_string(y) + "x" +
            std::to_string(z) + (shape->one_row ? " in a row" : "");
  }
  kernel.remarks->add(*kernel.body, Topic::kStrategy, std::move(text));
}

std::string why_no_packets(const KernelState& kernel) {
  return kernel.why_not_simd.empty() ? "" : "; no packets: " + kernel.why_not_simd;
}

}  // namespace

void remark_packets(KernelState& kernel, const PacketForms& forms) {
  if (!kernel.remarks) return;
  std::string text = "packets of ";
  for (std::size_t i = 0; i < forms.lanes.size(); ++i)
    text += (i == 0 ? "" : ", else ") + std::to_string(forms.lanes[i]);
  text += std::string(" threads in vector registers: ") + forms.why_lanes + "; " +
          std::to_string(kernel.body->getInstructionCount()) + " instructions";
  if (forms.joins_blocks)
    text += "; blocks smaller than a packet, or not a multiple of it, run several at a time";
  if (forms.in_rounds) text += "; the loop through the grid's elements runs in their order";
  if (forms.is_turned)
    text +=
        "; the loop through the grid's elements is interchanged: all packets of several blocks "
        "take one step, then the next one";
  if (forms.tests_blocks) text += "; blocks in which no thread returns early have their own code";
  if (forms.goes_across_rows)
    text += "; blocks whose rows are not multiples of 32 threads run as one row";
  add_remark(kernel, std::move(text));
}

void remark_threads(KernelState& kernel, bool cut, bool forced) {
  if (!kernel.remarks) return;
  std::string text = cut ? "loops over the block's threads, one for each region between barriers"
                         : "a loop over the block's threads, which the loop vectoriser may widen";
  text += forced ? "; as RIFFLE_STRATEGY asks" : why_no_packets(kernel);
  add_remark(kernel, std::move(text));
}

void remark_fibers(KernelState& kernel, const ModuleState& state,
                   const SuspensionSummary& summary) {
  if (!kernel.remarks) return;
  std::string text = "a stack for each thread of the block";
  if (state.for_debugger) {
    text += ", for a debugger";
  } else if (state.forced_strategy == "fiber") {
    text += "; as RIFFLE_STRATEGY asks";
  } else if (summary.odd_barriers) {
    text += ": named barriers, or barriers for some threads only";
  } else if (summary.in_callees) {
    text += ": threads wait for each other in functions that are not inlined";
  } else if (summary.spins) {
    text += ": a loop waits for what other threads write";
  } else {
    text += ": warp operations" + why_no_packets(kernel);
  }
  add_remark(kernel, std::move(text));
  if (summary.odd_barrier != nullptr)
    kernel.remarks->add(
        *summary.odd_barrier, Topic::kBarrier,
        "this barrier prevents packets: it is named, or only some threads take part");
  if (summary.waiting_call != nullptr)
    kernel.remarks->add(
        *summary.waiting_call, Topic::kCall,
        "this call prevents packets: a function that it may reach waits for other threads");
  if (summary.waiting != nullptr)
    kernel.remarks->add(*summary.waiting, Topic::kLoop,
                        "this loop prevents packets: it waits for what other threads write");
  if (summary.block_barriers) remark_barriers(kernel, "barrier: each thread waits on its stack");
}

void remark_barriers(KernelState& kernel, const char* text) {
  if (!kernel.remarks) return;
  for (const Instruction& instruction : instructions(*kernel.body)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call != nullptr && kind_of(*call) == IntrinsicKind::kBarrier)
      kernel.remarks->add(instruction, Topic::kBarrier, text);
  }
}

}  // namespace riffle::spmd
