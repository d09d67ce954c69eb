// SPDX-License-Identifier: Apache-2.0
// Picks for each kernel the cheapest strategy that is right for it, and builds it. RIFFLE_STRATEGY
// forces one for the kernels it can serve.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/analysis/access_axes.h"
#include "compiler/spmd/analysis/lane_by_lane.h"
#include "compiler/spmd/analysis/suspension.h"
#include "compiler/spmd/analysis/thread_walks.h"
#include "compiler/spmd/body/exchange_axes.h"
#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/instrument/report_order.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/legalize/jam_rows.h"
#include "compiler/spmd/pipeline/module_steps.h"
#include "compiler/spmd/pipeline/pipeline.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/strategy/block_atomics.h"
#include "compiler/spmd/strategy/flat_blocks.h"
#include "compiler/spmd/strategy/strategies.h"
#include "compiler/spmd/strategy/strategy_remarks.h"
#include "compiler/spmd/strategy/touched_spans.h"
#include "compiler/spmd/strategy/update_windows.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

void note_flags(KernelState& kernel) {
  for (Instruction& instruction : instructions(*kernel.body)) {
    if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction))
      kernel.flags |= abi::kKernelUsesAtomics;
    if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) {
      if (auto size = alloca->getAllocationSize(kernel.body->getDataLayout())) {
        kernel.local_bytes += static_cast<std::uint32_t>(size->getFixedValue());
      }
    }
  }
  if (provably_ends(*kernel.body)) kernel.flags |= abi::kKernelEnds;
}

bool wants_tiles(const KernelState& kernel) {
  if ((kernel.flags & kOrderIsVisible) != 0 || (kernel.flags & abi::kKernelEnds) == 0) return false;
  const AccessAxes axes = access_axes(*kernel.body);
  return axes.along_x != 0 && axes.along_y != 0;
}

/// Of the body as packets have it: of blocks of one thread, these are side by side.
bool is_in_packets(Function& body, function_ref<bool(Function&)> question) {
  const auto index = find_flat_index(body);
  if (!index || !index->is_block) return question(body);
  Function* flat = make_flat_body(body, *index);
  const bool answer = question(*flat);
  flat->eraseFromParent();
  return answer;
}

/// Loops that wait for other blocks alone do not keep threads from running together: the grid's scheduler runs other blocks
/// meanwhile.
void wait_for_blocks_together(const Module& module, const ModuleState& state, KernelState& kernel,
                              SuspensionSummary& summary) {
  if (!summary.spins || state.for_debugger || is_to_note_accesses(module) ||
      is_to_follow_threads(module) || !state.pipeline->allows(Choice::kWaitsForBlocks) ||
      !waits_for_other_blocks(*kernel.body, kernel.parameter_is_memory))
    return;
  yield_in_spin_loops(*kernel.body);
  kernel.body->addFnAttr(kWaitsForBlocks);
  kernel.flags |= abi::kKernelWaitsForBlocks;
  summary.spins = false;
  summary.warp_operations = true;  // that is what a pause is
}

/// Pauses that are left, in packets.
void lower_pauses(Module& module, ModuleState& state) {
  for (Function& function : module) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      auto* const call = dyn_cast<IntrinsicInst>(&instruction);
      if (call == nullptr || call->getIntrinsicID() != Intrinsic::nvvm_nanosleep) continue;
      IRBuilder<> builder(call);
      call_runtime(builder, state, offsetof(abi::RuntimeTable, yield), builder.getVoidTy(),
                   {ConstantPointerNull::get(builder.getPtrTy())});
      call->eraseFromParent();
    }
  }
}

void build(Module& module, ModuleState& state, KernelState& kernel) {
  SuspensionSummary summary = summarize_suspensions(*kernel.body);
  wait_for_blocks_together(module, state, kernel, summary);
  const bool simd = state.forced_strategy.empty() || state.forced_strategy == "simd";
  const bool walks = state.forced_strategy.empty() && !summary.block_barriers &&
                     is_in_packets(*kernel.body, [&](Function& body) {
                       return walks_by_thread(body, state.target.lanes);
                     });
  const bool is_fiber = state.forced_strategy == "fiber";
  auto followed = FollowedTogether::kNowhere;
  if (is_to_follow_threads(module) && !is_fiber) followed = follow_in_packets(kernel);
  const bool may_need_fibers = followed == FollowedTogether::kInBlocksThatPass;
  const bool has_own_fibers =
      is_to_follow_threads(module) && followed == FollowedTogether::kNowhere;
  if (simd && !has_own_fibers && (summary.needs_only_warps() || may_need_fibers) &&
      build_warp_strategy(module, state, kernel, summary.block_barriers))
    return;
  if (is_fiber || has_own_fibers || may_need_fibers || summary.needs_fibers()) {
    follow_apart(*kernel.body);
    remark_fibers(kernel, state, summary);
    if (summary.spins) yield_in_spin_loops(*kernel.body);
    build_fiber_strategy(module, state, kernel);
  } else {
    const bool is_free = state.forced_strategy.empty() && state.forced_width == 0;
    const bool by_thread =
        is_free && state.target.masks == Masks::kDear && !state.target.gathers_fast &&
        is_in_packets(*kernel.body,
                      [&](Function& body) { return looks_up_many(body, state.target.lanes); });
    if (by_thread) kernel.why_not_simd = "each thread looks up many values at once";
    const Packets packets = !simd || by_thread ? Packets::kNone
                            : walks            ? Packets::kOfShortWalks
                                               : Packets::kAny;
    build_thread_strategy(module, state, kernel, summary.block_barriers, packets);
  }
}

}  // namespace

void choose_strategies(Module& module, ModuleState& state) {
  if (is_to_follow_threads(module)) report_order(module);
  for (Function& function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(kDeviceAttribute))
      yield_in_spin_loops(function);
  }
  for (KernelState& kernel : state.kernels) {
    if (state.wants_remarks) kernel.remarks.emplace();
    note_flags(kernel);
    if ((kernel.flags & abi::kKernelEnds) != 0 && !is_to_note_accesses(module) &&
        !has_axes_exchanged(*kernel.body) && state.pipeline->allows(Choice::kTouchedSpans))
      kernel.spans = make_touched_spans(module, kernel);
    if (!is_to_note_accesses(module) && state.pipeline->allows(Choice::kGridTiles) &&
        wants_tiles(kernel))
      kernel.flags |= abi::kKernelWantsTiles;
    if (is_to_check_accesses(module) && threads_may_meet(*kernel.body))
      kernel.flags |= abi::kKernelThreadsMeet;
    if (!is_to_follow_threads(module)) mark_block_atomics(*kernel.body);
    std::optional<UpdateWindows> windows;
    if (!state.for_debugger && !is_to_note_accesses(module) &&
        state.pipeline->allows(Choice::kUpdateWindows))
      windows = UpdateWindows::find(module, kernel);
    build(module, state, kernel);
    if (windows) windows->lower(kernel);
    const bool has_atomics = (kernel.flags & abi::kKernelUsesAtomics) != 0;
    if (kernel.strategy == abi::Strategy::kSimd && !has_atomics && !is_to_note_accesses(module))
      mark_independent_packets(*kernel.run);
    if (kernel.body->use_empty()) kernel.body->eraseFromParent();
    kernel.body = nullptr;
  }
  join_exchanged(state);
  for (Function& function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(kDeviceAttribute))
      lower_suspensions(function, state);
    lower_block_atomics(function);
  }
  if (any_of(state.kernels, [](const KernelState& kernel) {
        return (kernel.flags & abi::kKernelWaitsForBlocks) != 0;
      }))
    lower_pauses(module, state);
}

}  // namespace riffle::spmd
