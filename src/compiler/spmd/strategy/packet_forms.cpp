// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/packet_forms.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "compiler/spmd/analysis/barrier_uniformity.h"
#include "compiler/spmd/body/exchange_axes.h"
#include "compiler/spmd/body/join_rows.h"
#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/pipeline/pipeline.h"
#include "compiler/spmd/strategy/guarded_blocks.h"
#include "compiler/spmd/strategy/strategies.h"
#include "compiler/spmd/strategy/strategy_remarks.h"
#include "compiler/spmd/widen/prefetch_strides.h"
#include "compiler/spmd/widen/widen.h"

namespace riffle::spmd {

using namespace llvm;

static bool has_barriers(const Function& body) {
  return any_of(instructions(body), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    return call != nullptr && kind_of(*call) == IntrinsicKind::kBarrier;
  });
}

/// Whether the estimate is of use for `instruction`, and threads need not stay together for it: lanes of a warp may tell each other
/// things by volatile memory.
static bool may_run_by_thread(const Instruction& instruction) {
  if (instruction.isVolatile() || instruction.isAtomic()) return false;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return true;
  const IntrinsicKind kind = kind_of(*call);
  return kind != IntrinsicKind::kBarrier && kind != IntrinsicKind::kWarp;
}

static bool may_run_by_thread(const Function& body, const ModuleState& state) {
  const Module& module = *body.getParent();
  const bool is_free = state.forced_strategy.empty() && state.forced_width == 0 &&
                       state.pipeline->allows(Choice::kByThread);
  return is_free && joined_rows(body) == 1 && !has_axes_exchanged(body) &&
         !is_to_note_accesses(module) && !is_to_follow_threads(module) &&
         all_of(instructions(body),
                [](const Instruction& instruction) { return may_run_by_thread(instruction); });
}

static std::string why_by_thread(const Costs& costs) {
  std::string text;
  raw_string_ostream(text) << format(
      "%.1f cycles a thread in packets, %.1f one by one, by estimate", costs.by_packet,
      costs.by_thread);
  return text;
}

Function* packet_body(KernelState& kernel, Function& body, unsigned lanes, const ModuleState& state,
                      RowExtent rows) {
  Remarks remarks;
  const bool wants_remarks = kernel.remarks && !kernel.has_code_remarks;
  const PacketContext context{lanes, state.target, rows, has_barriers(body)};
  Widened wide = widen(body, context, *state.pipeline, wants_remarks ? &remarks : nullptr);
  if (wide.packet != nullptr && is_cheaper_by_thread(wide.costs) &&
      may_run_by_thread(body, state)) {
    wide.packet->eraseFromParent();
    wide = {nullptr, why_by_thread(wide.costs), 0, wide.costs};
    remarks.clear();
  }
  if (wide.packet != nullptr) state.pipeline->run(Stage::kPacket, *wide.packet, context);
  kernel.why_not_simd = wide.why_not;
  if (wants_remarks) kernel.remarks->append(std::move(remarks));
  kernel.has_code_remarks |= wide.packet != nullptr;
  kernel.streamed_bytes_per_thread = std::max(kernel.streamed_bytes_per_thread,
                                              wide.streamed_bytes_per_thread / joined_rows(body));
  return wide.packet;
}

void emit_forms(IRBuilder<>& builder, BodyArguments& arguments, MutableArrayRef<ThreadCode> forms,
                function_ref<void()> otherwise) {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  BasicBlock* done = BasicBlock::Create(context, "block.end", run);
  for (ThreadCode& form : forms) {
    BasicBlock* whole = BasicBlock::Create(context, "packets", run);
    BasicBlock* narrower = BasicBlock::Create(context, "narrower", run);
    Value* rest = builder.CreateAnd(arguments[kExtentX], form.step() - 1);
    Value* divides = builder.CreateIsNull(rest);
    builder.CreateCondBr(divides, whole, narrower);
    builder.SetInsertPoint(whole);
    form.emit(builder, arguments);
    builder.CreateBr(done);
    builder.SetInsertPoint(narrower);
    if (!PatternMatch::match(divides, PatternMatch::m_One())) continue;
    builder.CreateUnreachable();  // the shape is known, and all others for nothing
    builder.SetInsertPoint(done);
    return;
  }
  otherwise();
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

bool needs_thread_slot(const KernelState& kernel) {
  return !kernel.body->getArg(kThread)->use_empty();
}

Value* thread_argument(IRBuilder<>& builder, const KernelState& kernel, bool needs_slot) {
  return needs_slot ? thread_slot(*kernel.run) : PoisonValue::get(builder.getPtrTy());
}

void finish(KernelState& kernel, MutableArrayRef<ThreadCode> forms) {
  for (ThreadCode& form : forms) {
    kernel.scratch_bytes_per_thread =
        std::max(kernel.scratch_bytes_per_thread, form.scratch_bytes_per_thread());
    form.finish();
  }
}

bool has_uniform_barriers(Function& body) {
  return barriers_are_uniform(body, Uniformity(body, UniformityScope::kBlock));
}

void remark_regions(KernelState& kernel) {
  if (!kernel.remarks) return;
  remark_barriers(kernel,
                  has_uniform_barriers(*kernel.body)
                      ? "barrier: a region ends here; the block's packets run each region one "
                        "after the other"
                      : "barrier: a region ends here; threads may be at different ones, so "
                        "that each has a state");
}

std::optional<PassedForm> PassedForm::make(KernelState& kernel, Function& body, unsigned lanes,
                                           const ModuleState& state, bool cut) {
  if (!state.pipeline->allows(Choice::kGuardedBlocks)) return {};
  const auto guard = split_block_guard(body);
  if (!guard) return {};
  // In this order: what people are told is the code behind the guard.
  Function* packet = packet_body(kernel, *guard->passed, lanes, state);
  Function* question = packet_body(kernel, *guard->question, lanes, state);
  guard->question->eraseFromParent();
  guard->passed->eraseFromParent();
  if (question != nullptr && packet != nullptr) {
    PassedForm form{ThreadCode(*question, lanes, false, false),
                    ThreadCode(*packet, lanes, cut, false)};
    form.question.allow_unrolling();
    return form;
  }
  for (Function* unused : {question, packet})
    if (unused != nullptr) unused->eraseFromParent();
  return {};
}

void PassedForm::emit(IRBuilder<>& builder, BodyArguments& arguments, BasicBlock* done) {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  BasicBlock* test = BasicBlock::Create(context, "test", run);
  BasicBlock* passed = BasicBlock::Create(context, "passed", run);
  BasicBlock* otherwise = BasicBlock::Create(context, "otherwise", run);
  IRBuilder<> entry(&*run->getEntryBlock().getFirstInsertionPt());
  Value* passes = entry.CreateAlloca(entry.getInt8Ty(), nullptr, "passes");
  Value* rest = builder.CreateAnd(arguments[kExtentX], packets.step() - 1);
  builder.CreateCondBr(builder.CreateIsNull(rest), test, otherwise);
  builder.SetInsertPoint(test);
  builder.CreateStore(builder.getInt8(1), passes);
  BodyArguments extended = arguments;
  extended.push_back(passes);
  question.emit(builder, extended);
  Value* all = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), passes));
  builder.CreateCondBr(all, passed, otherwise);
  builder.SetInsertPoint(passed);
  packets.emit(builder, arguments);
  builder.CreateBr(done);
  builder.SetInsertPoint(otherwise);
}

void PassedForm::finish(KernelState& kernel) {
  kernel.scratch_bytes_per_thread =
      std::max(kernel.scratch_bytes_per_thread, packets.scratch_bytes_per_thread());
  question.finish();
  packets.finish();
}

std::optional<TurnedBlocks> turn_loop(const Module& module, const ModuleState& state,
                                      KernelState& kernel, unsigned lanes) {
  if (is_to_check_accesses(module) || !state.pipeline->allows(Choice::kTurnedBlocks)) return {};
  const auto loop = TurnedLoop::find(*kernel.body);
  if (!loop) return {};
  Function* turned = loop->make();
  Function* packet =
      has_uniform_barriers(*turned) ? packet_body(kernel, *turned, lanes, state) : nullptr;
  turned->eraseFromParent();
  if (packet == nullptr) return {};
  prefetch_next_round(*packet, *packet->getArg(kernel.body->arg_size()), loop->loop(),
                      state.target.masks);
  return TurnedBlocks::make(*loop, *packet, lanes, state.target.masks);
}

}  // namespace riffle::spmd
