// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/widen/widen.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/spmd/analysis/barrier_uniformity.h"
#include "compiler/spmd/form/one_way.h"
#include "compiler/spmd/form/private_arrays.h"
#include "compiler/spmd/form/split_branches.h"
#include "compiler/spmd/form/split_guard.h"
#include "compiler/spmd/form/split_loops.h"
#include "compiler/spmd/form/split_permutations.h"
#include "compiler/spmd/form/structurize.h"
#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/pipeline/pipeline.h"
#include "compiler/spmd/strategy/block_atomics.h"
#include "compiler/spmd/strategy/update_windows.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// A zext of what is never negative in lanes that are on: a sext has room for packets that begin
/// below zero.
bool reads_as_signed(const CastInst& extension, const Shapes& shapes) {
  if (isa<SExtInst>(extension)) return true;
  const LaneShape operand = shapes.of(extension.getOperand(0));
  return extension.hasNonNeg() && (operand.exact_signed || !operand.exact_unsigned);
}

}  // namespace

Widener::Widener(Function& body, const ControlFlow& control, const PacketContext& context,
                 bool lanes_wait_apart, Remarks* remarks)
    : body_(body),
      control_(control),
      lanes_(context.lanes),
      mask_cost_(context.target.masks),
      has_line_registers_(context.target.registers.bits == 8 * kCacheLineBytes),
      lanes_wait_apart_(lanes_wait_apart),
      is_warp_(context.lanes == kWarpLanes && has_warp_operations(body)),
      remarks_(remarks),
      shapes_(body, control.uniformity(), context.lanes, control.blended()),
      data_(body, [&](const Instruction& instruction) { return shape(&instruction).is_uniform(); }),
      streamed_(find_streamed_stores(body, control.loops())),
      builder_(body.getContext()),
      costs_(context.target, context.lanes) {
  if (is_warp_) at_once_.emplace(body);
}

Function* Widener::run() {
  out_ = Function::Create(body_.getFunctionType(), GlobalValue::InternalLinkage,
                          body_.getName() + ".packet", body_.getParent());
  out_->setAttributes(body_.getAttributes());
  out_->copyMetadata(&body_, 0);
  for (Argument& argument : body_.args()) {
    Argument* same = out_->getArg(argument.getArgNo());
    same->setName(argument.getName());
    scalars_[&argument] = same;
  }
  make_blocks();
  ReversePostOrderTraversal<Function*> order(&body_);
  for (BasicBlock* block : order) {
    enter_block(*block);
    enter_costs(*block);
    for (Instruction& instruction : *block) {
      current_ = &instruction;
      builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
      work_.reset();
      if (!instruction.isTerminator()) emit(instruction);
      add_costs(instruction);
    }
    emit_terminator(*block);
    end_[block] = builder_.GetInsertBlock();
  }
  complete_phis();
  // Threads one by one have their own way to a window (window_access.h).
  for (Instruction& instruction : instructions(*out_))
    if (isa<AtomicRMWInst>(instruction)) instruction.setMetadata(kWindow, nullptr);
  return out_;
}

void Widener::make_blocks() {
  for (BasicBlock& block : body_)
    begin_[&block] = BasicBlock::Create(body_.getContext(), block.getName(), out_);
}

void Widener::enter_block(BasicBlock& block) {
  builder_.SetInsertPoint(begin_[&block]);
  const Loop* loop = control_.loops().getLoopFor(&block);
  masks_[&block] = mask_ = mask_on_entry(block);
  if (loop != nullptr && loop->getHeader() == &block && control_.is_divergent_loop(*loop)) {
    start_divergent_loop(*loop);
    masks_[&block] = mask_ = loop_masks_[loop];
  }
}

Value* Widener::mask_on_entry(BasicBlock& block) {
  BasicBlock* above = control_.immediate_dominator(&block);
  if (above == nullptr) return nullptr;
  // Behind loops the lanes are those that entered them.
  const Loop* left = nullptr;
  for (const Loop* loop = control_.loops().getLoopFor(above);
       loop != nullptr && !loop->contains(&block); loop = loop->getParentLoop()) {
    left = loop;
  }
  if (left != nullptr) return masks_.lookup(left->getLoopPreheader());
  if (control_.is_divergent_if(*above) && control_.then_block(*above) == &block)
    return then_masks_.lookup(&block);
  const auto* branch = cast<BranchInst>(above->getTerminator());
  const bool is_tested = branch->isConditional() && tests_all_lanes(*branch->getCondition());
  return is_tested && branch->getSuccessor(0) == &block ? nullptr : masks_.lookup(above);
}

void Widener::start_divergent_loop(const Loop& loop) {
  BasicBlock* before = loop.getLoopPreheader();
  PHINode* mask = builder_.CreatePHI(all_on()->getType(), 2, "mask");
  Value* entered = masks_.lookup(before);
  mask->addIncoming(entered == nullptr ? all_on() : entered, end_[before]);
  loop_masks_[&loop] = mask;
  for (PHINode* phi : control_.live_outs(loop)) {
    Type* type = widened(phi->getType());
    PHINode* seen = builder_.CreatePHI(type, 2, phi->getName() + ".seen");
    seen->addIncoming(PoisonValue::get(type), end_[before]);
    last_seen_[phi] = seen;
  }
}

void Widener::emit_terminator(BasicBlock& block) {
  Instruction* terminator = block.getTerminator();
  builder_.SetCurrentDebugLocation(terminator->getDebugLoc());
  if (isa<ReturnInst>(terminator)) {
    builder_.CreateRetVoid();
    return;
  }
  auto* branch = cast<BranchInst>(terminator);
  if (!branch->isConditional()) {
    builder_.CreateBr(begin_[branch->getSuccessor(0)]);
  } else if (control_.is_divergent_latch(block)) {
    emit_divergent_latch(block, *branch);
  } else if (control_.is_divergent_if(block)) {
    emit_divergent_if(block, *branch);
  } else {
    BranchInst* copy =
        builder_.CreateCondBr(scalar(branch->getCondition()), begin_[branch->getSuccessor(0)],
                              begin_[branch->getSuccessor(1)]);
    copy->setMetadata(kPermutationQuestion, branch->getMetadata(kPermutationQuestion));
  }
}

void Widener::emit_divergent_latch(BasicBlock& block, BranchInst& branch) {
  const Loop* loop = control_.loops().getLoopFor(&block);
  BasicBlock* header = loop->getHeader();
  const bool inverted = branch.getSuccessor(0) != header;
  Value* goes_on = vector(branch.getCondition());
  if (inverted) goes_on = builder_.CreateNot(goes_on);
  for (PHINode* phi : control_.live_outs(*loop)) {
    PHINode* seen = last_seen_[phi];
    Value* now = builder_.CreateSelect(mask_, vector(phi->getIncomingValueForBlock(&block)), seen,
                                       phi->getName());
    seen->addIncoming(now, builder_.GetInsertBlock());
    set_vector(phi, now);
  }
  Value* mask =
      builder_.CreateSelect(mask_, goes_on, Constant::getNullValue(goes_on->getType()), "mask");
  loop_masks_[loop]->addIncoming(mask, builder_.GetInsertBlock());
  BasicBlock* exit = branch.getSuccessor(inverted ? 0 : 1);
  builder_.CreateCondBr(any(mask), begin_[header], begin_[exit]);
}

void Widener::emit_phi(PHINode& phi) {
  if (last_seen_.contains(&phi)) return;  // set at the latch
  const LaneShape form = shape(&phi);
  const auto make = [&](Type* type) {
    return builder_.CreatePHI(type, phi.getNumIncomingValues(), phi.getName());
  };
  if (form.is_uniform() || form.is_linear()) return set_scalar(&phi, make(phi.getType()));
  set_vector(&phi, make(widened(phi.getType())));
  if (form.is_linear_if_guarded()) firsts_[&phi] = make(phi.getType());
}

Value* Widener::blend(IRBuilder<>& builder, PHINode& phi, BasicBlock* pred) {
  Value* mine = vector(phi.getIncomingValueForBlock(pred));
  BasicBlock* other = control_.other_way(pred, phi.getParent());
  Value* mask = masks_.lookup(pred);
  if (other == nullptr || mask == nullptr) return mine;
  return builder.CreateSelect(mask, mine, blend(builder, phi, other), phi.getName());
}

void Widener::complete_phis() {
  for (BasicBlock& block : body_) {
    for (PHINode& phi : block.phis()) {
      if (last_seen_.contains(&phi)) continue;
      if (Value* copy = scalars_.lookup(&phi)) {
        complete_phi(phi, *cast<PHINode>(copy), true);
        continue;
      }
      complete_phi(phi, *cast<PHINode>(vectors_[&phi]), false);
      if (Value* copy = firsts_.lookup(&phi)) complete_phi(phi, *cast<PHINode>(copy), true);
    }
  }
}

void Widener::complete_phi(PHINode& phi, PHINode& copy, bool as_scalar) {
  for (BasicBlock* pred : phi.blocks()) {
    Value* value = phi.getIncomingValueForBlock(pred);
    IRBuilder<> builder(end_[pred]->getTerminator());
    Value* incoming = nullptr;
    if (as_scalar) {
      incoming = isa<UndefValue>(value) ? PoisonValue::get(value->getType()) : lane_zero(value);
    } else {
      incoming = control_.blended().contains(&phi) ? blend(builder, phi, pred) : vector(value);
    }
    copy.addIncoming(incoming, end_[pred]);
  }
}

void Widener::emit(Instruction& instruction) {
  if (auto* phi = dyn_cast<PHINode>(&instruction)) return emit_phi(*phi);
  if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) return emit_alloca(*alloca);
  if (auto* store = dyn_cast<StoreInst>(&instruction)) return emit_store(*store);
  if (emit_bounded(instruction)) return;
  if (auto* call = dyn_cast<CallInst>(&instruction)) return emit_call(*call);
  if (auto* load = dyn_cast<LoadInst>(&instruction)) return emit_load(*load);
  if (auto* extract = dyn_cast<ExtractValueInst>(&instruction);
      extract != nullptr && !shape(&instruction).is_uniform()) {
    return emit_extract(*extract);
  }
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    if (emit_common_update(*update)) return;
    if (is_block_update(*update)) return emit_block_update(*update);
    if (const auto window = window_of(*update)) return emit_window_update(*update, *window);
  }
  const LaneShape form = shape(&instruction);
  if (form.is_uniform() || form.is_linear() || isa<FenceInst>(instruction))
    return emit_scalar_copy(instruction);
  if (form.restart == &instruction) {
    auto& operation = cast<BinaryOperator>(instruction);
    return is_permutation(operation, lanes_) ? emit_permutation(operation)
                                             : emit_restart(operation);
  }
  if (instruction.isIntDivRem() && is_contained(form.guards, &instruction))
    return emit_remainder_if_guarded(cast<BinaryOperator>(instruction));
  if (form.has_quotient && instruction.isIntDivRem())
    return emit_quotient(cast<BinaryOperator>(instruction));
  const bool is_cheap = isa<GetElementPtrInst>(instruction) || isa<SExtInst>(instruction) ||
                        isa<ZExtInst>(instruction) || instruction.getOpcode() == Instruction::Add ||
                        instruction.getOpcode() == Instruction::Sub ||
                        (form.is_uniform_if_guarded() && !instruction.isIntDivRem());
  const bool is_deferred = form.is_linear_if_guarded() && is_cheap;
  if (is_deferred) {
    deferred_.insert(&instruction);
  } else {
    emit_vector(instruction);
  }
  if (!form.is_linear_if_guarded()) return;
  firsts_[&instruction] = builder_.Insert(copy_of_lane_zero(instruction), instruction.getName());
  auto* extension = dyn_cast<CastInst>(&instruction);
  if (extension != nullptr && is_contained(form.guards, extension)) emit_guard(*extension);
}

void Widener::emit_scalar_copy(Instruction& instruction) {
  Instruction* copy = nullptr;
  if (shape(&instruction).is_linear()) {
    copy = copy_of_lane_zero(instruction);
  } else {
    copy = instruction.clone();
    for (Use& operand : copy->operands()) {
      if (!isa<BasicBlock>(operand)) operand.set(scalar(operand.get()));
    }
  }
  builder_.Insert(copy, instruction.getName());
  set_scalar(&instruction, copy);
}

/// Evaluated for lane 0 on behalf of the others, which may be the only active ones.
Instruction* Widener::copy_of_lane_zero(Instruction& instruction) {
  if (isa<ZExtInst>(instruction) && reads_as_signed(cast<CastInst>(instruction), shapes_))
    return new SExtInst(lane_zero(instruction.getOperand(0)), instruction.getType());
  // Only of lanes that are on the bits are disjoint: the others' sums count from this one.
  if (instruction.getOpcode() == Instruction::Or && !shape(&instruction).is_uniform())
    return BinaryOperator::CreateAdd(lane_zero(instruction.getOperand(0)),
                                     lane_zero(instruction.getOperand(1)));
  Instruction* copy = instruction.clone();
  for (Use& operand : copy->operands()) operand.set(lane_zero(operand.get()));
  copy->dropPoisonGeneratingFlags();
  copy->dropUnknownNonDebugMetadata();
  return copy;
}

/// Whether lane 0's `base` leaves room for the other lanes, so that none wraps.
Value* Widener::leaves_room(Value* base, std::int64_t span, bool is_signed) {
  const unsigned bits = base->getType()->getIntegerBitWidth();
  const bool grows = span > 0;
  const APInt last = grows ? (is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits))
                           : (is_signed ? APInt::getSignedMinValue(bits) : APInt::getZero(bits));
  const APInt bound = last - APInt(bits, static_cast<std::uint64_t>(span), /*isSigned=*/true);
  const CmpInst::Predicate within = grows ? (is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                                          : (is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE);
  return builder_.CreateICmp(within, base, builder_.getInt(bound), "no.wrap");
}

///   zext of base + i * 4 in 16 lanes  ->  %guard = icmp ule i32 %base, 0xffffffff - 60
void Widener::emit_guard(CastInst& extension) {
  // Frozen: the base may be poison where all lanes that are on left it unused.
  Value* base = builder_.CreateFreeze(lane_zero(extension.getOperand(0)));
  const LaneShape form = shape(&extension);
  const bool is_signed = reads_as_signed(extension, shapes_);
  if (form.restart != nullptr && !is_permutation(*form.restart, lanes_)) {
    guards_[&extension] = parts_leave_room(extension.getOperand(0), base, is_signed);
    return;
  }
  const auto most = static_cast<std::int64_t>(lane_span(form, lanes_));
  const std::int64_t span = form.stride < 0 ? -most : most;
  guards_[&extension] = leaves_room(base, span, is_signed);
}

AllocaInst* Widener::temporary(Type* type, const Twine& name) {
  IRBuilder<> entry(&out_->getEntryBlock(), out_->getEntryBlock().getFirstInsertionPt());
  AllocaInst* made = entry.CreateAlloca(type, nullptr, name);
  made->setAlignment(Align(64));
  made->setMetadata(kTemporary, MDNode::get(made->getContext(), {}));
  return made;
}

void Widener::emit_alloca(AllocaInst& alloca) {
  if (!alloca.isStaticAlloca()) throw CannotWiden("local memory of a size known only at run time");
  const std::uint64_t bytes = lane_bytes(alloca);
  IRBuilder<> builder(&out_->getEntryBlock(), out_->getEntryBlock().getFirstInsertionPt());
  AllocaInst* copies = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes * lanes_),
                                            nullptr, alloca.getName());
  copies->setAlignment(std::max(alloca.getAlign(), Align(64)));
  set_scalar(&alloca, copies);
}

Widened widen(Function& body, const PacketContext& context, const PassPipeline& pipeline,
              Remarks* remarks) {
  const unsigned lanes = context.lanes;
  Widened result;
  if (!pipeline.allows(Choice::kPackets)) {
    result.why_not = "packets are switched off";
    return result;
  }
  ValueToValueMapTy map;
  Function* copy = CloneFunction(&body, map);
  const bool apart =
      lanes_wait_while_apart(*copy, Uniformity(*copy, UniformityScope::kPacket, lanes));
  if (remarks != nullptr) remark_control_flow(*copy, lanes, *remarks);
  pipeline.run(Stage::kForm, *copy, context);
  const Instruction* because_of = nullptr;
  {
    const ControlFlow control(*copy, lanes);
    result.why_not = control.refusal();
    because_of = control.refused();
    if (result.why_not.empty()) {
      Widener widener(*copy, control, context, apart, remarks);
      try {
        result.packet = widener.run();
        result.streamed_bytes_per_thread = widener.streamed_bytes_per_thread();
        result.costs = widener.costs();
      } catch (const CannotWiden& reason) {
        result.why_not = reason.what();
        because_of = widener.current();
        if (widener.output() != nullptr) widener.output()->eraseFromParent();
      }
    }
  }
  if (remarks != nullptr && result.packet == nullptr) {
    remarks->clear();
    if (because_of != nullptr)
      remarks->add(*because_of, Topic::kStrategy, "prevents packets: " + result.why_not);
  }
  copy->eraseFromParent();
  return result;
}

}  // namespace riffle::spmd
