// SPDX-License-Identifier: Apache-2.0
// Kernels with warp operations: only packets of 32 will do, along rows or, of blocks whose rows are no whole warps, from row to
// row (warps_across_rows.h). Blocks with a partial warp run so in code for their shape, and as fibers in code for all.
#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <string>

#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/pipeline/pipeline.h"
#include "compiler/spmd/strategy/packet_forms.h"
#include "compiler/spmd/strategy/strategies.h"
#include "compiler/spmd/strategy/strategy_remarks.h"
#include "compiler/spmd/strategy/warps_across_rows.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Packets that are warps, of `body`, the kernel's or what makes rows of whole warps of its blocks.
struct WarpForm {
  std::optional<PassedForm> passed;
  SmallVector<ThreadCode, 1> warps;

  static WarpForm make(KernelState& kernel, Function& body, const ModuleState& state, bool cut) {
    WarpForm form;
    if (followed_together(body) != FollowedTogether::kInBlocksThatPass)
      if (Function* packet = packet_body(kernel, body, kWarpLanes, state))
        form.warps.emplace_back(*packet, kWarpLanes, cut, false);
    // In a block with a partial warp some lanes never pass.
    if (!has_partial_warp(body) && (form.warps.empty() || (cut && !has_uniform_barriers(body))))
      form.passed = PassedForm::make(kernel, body, kWarpLanes, state, cut);
    return form;
  }

  [[nodiscard]] bool is_there() const { return !warps.empty() || passed; }

  void emit(IRBuilder<>& builder, BodyArguments& arguments, function_ref<void()> otherwise) {
    BasicBlock* done =
        BasicBlock::Create(builder.getContext(), "one.end", builder.GetInsertBlock()->getParent());
    if (passed) passed->emit(builder, arguments, done);
    emit_forms(builder, arguments, warps, otherwise);
    builder.CreateBr(done);
    builder.SetInsertPoint(done);
  }

  void finish(KernelState& kernel) {
    if (passed) passed->finish(kernel);
    spmd::finish(kernel, warps);
  }
};

/// Blocks whose warps go from row to row have code beside that of others where the body asks for rows: other bodies seldom
/// get such blocks. In code for one shape, one of both. Not where functions out of line are told each lane's place
/// (widen_thread_calls.cpp), which is along a row there.
bool may_go_across_rows(const KernelState& kernel, const PassPipeline& pipeline) {
  if (!pipeline.allows(Choice::kWarpsAcrossRows)) return false;
  const Function& body = *kernel.body;
  if (!body.getArg(kThread)->use_empty()) return false;
  if (followed_together(body) != FollowedTogether::kNowhere) return false;
  if (const auto shape = shape_of(body)) return shape->block.x % kWarpLanes != 0;
  return !body.getArg(kThreadY)->use_empty() || !body.getArg(kThreadZ)->use_empty();
}

WarpForm make_warps_across_rows(KernelState& kernel, const ModuleState& state, bool cut) {
  Function* row = make_body_of_one_row(*kernel.body);
  WarpForm form = WarpForm::make(kernel, *row, state, cut);
  row->eraseFromParent();
  return form;
}

/// One block by warps that go on in the next row, if it is such a one; else what `otherwise` emits.
void emit_across_rows(IRBuilder<>& builder, BodyArguments& arguments, WarpForm& form,
                      const Function& body, function_ref<void()> otherwise) {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  BasicBlock* across = BasicBlock::Create(context, "across.rows", run);
  BasicBlock* other = BasicBlock::Create(context, "otherwise", run);
  BasicBlock* done = BasicBlock::Create(context, "across.end", run);
  builder.CreateCondBr(serve_one_row(builder, arguments, body), across, other);
  builder.SetInsertPoint(across);
  BodyArguments row = as_one_row(arguments, body);
  form.emit(builder, row, otherwise);
  builder.CreateBr(done);
  builder.SetInsertPoint(other);
  otherwise();
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

}  // namespace

bool build_warp_strategy(Module& module, ModuleState& state, KernelState& kernel, bool cut) {
  std::optional<TurnedBlocks> turned = turn_loop(module, state, kernel, kWarpLanes);
  const bool is_followed = followed_together(*kernel.body) != FollowedTogether::kNowhere;
  const bool may_go_across = may_go_across_rows(kernel, *state.pipeline);
  const bool goes_across = may_go_across && shape_of(*kernel.body);
  WarpForm in_rows, across;
  if (!goes_across) in_rows = WarpForm::make(kernel, *kernel.body, state, cut);
  if (goes_across || (may_go_across && in_rows.is_there())) {
    const std::string why_not = kernel.why_not_simd;
    across = make_warps_across_rows(kernel, state, cut);
    if (in_rows.is_there()) kernel.why_not_simd = why_not;
  }
  if (!in_rows.is_there() && !across.is_there()) {
    if (turned) turned->finish(kernel);
    return false;
  }
  kernel.strategy = abi::Strategy::kSimd;
  remark_packets(kernel, {kWarpLanes, "a warp, for its operations", false, false,
                          turned.has_value(), in_rows.passed || across.passed, across.is_there()});
  if (cut) remark_regions(kernel);
  follow_apart(*kernel.body);
  const bool needs_thread = needs_thread_slot(kernel);
  Function* fiber = make_fiber_function(module, state, kernel);
  const auto one_block = [&](IRBuilder<>& builder, BodyArguments& arguments) -> Value* {
    // Fibers are followed by themselves: then there is nothing between the two.
    if (is_followed) begin_followed_block(builder, kernel, arguments);
    const auto fibers = [&] { emit_fibers(builder, state, arguments, *fiber); };
    in_rows.emit(builder, arguments, [&] {
      if (!across.is_there()) return fibers();
      emit_across_rows(builder, arguments, across, *kernel.body, fibers);
    });
    if (is_followed) call_follow(builder, kFollowEnd, {});
    return nullptr;
  };
  const auto emit = [&](IRBuilder<>& builder, BodyArguments& arguments, Value* left) {
    arguments[kThread] = thread_argument(builder, kernel, needs_thread);
    const auto otherwise = [&] { return one_block(builder, arguments); };
    return turned ? turned->emit(builder, arguments, kernel, left, otherwise) : otherwise();
  };
  emit_range_function(module, kernel, emit);
  if (turned) turned->finish(kernel);
  in_rows.finish(kernel);
  across.finish(kernel);
  return true;
}

}  // namespace riffle::spmd
