// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/region_driver.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;

RegionDriver::RegionDriver(IRBuilder<>& builder, BodyArguments& arguments, const Regions& regions,
                           unsigned step)
    : builder_(builder), arguments_(arguments), regions_(regions), step_(step) {
  Function& run = *builder.GetInsertBlock()->getParent();
  IRBuilder<> entry(&*run.getEntryBlock().getFirstInsertionPt());
  reduction_ =
      entry.CreateAlloca(ArrayType::get(entry.getInt32Ty(), kReductionWords), nullptr, "reduction");
  Type* common = ArrayType::get(entry.getInt8Ty(), std::max(regions.common_bytes, 1U));
  const auto make_common = [&](const char* name) {
    AllocaInst* place = entry.CreateAlloca(common, nullptr, name);
    place->setAlignment(Align(16));
    return place;
  };
  common_in_ = make_common("common.in");
  common_out_ = make_common("common.out");
  next_ = entry.CreateAlloca(entry.getInt32Ty(), nullptr, "next");
  IRBuilder<> constants(run.getEntryBlock().getTerminator());
  Value* rounded =
      constants.CreateAnd(constants.CreateAdd(arguments[kThreads], constants.getInt32(63)), ~63);
  stride_ = constants.CreateZExt(rounded, constants.getInt64Ty(), "stride");
  scratch_ = load_field(constants, arguments[kFrame], offsetof(abi::Frame, scratch),
                        constants.getPtrTy(), "scratch");
}

void RegionDriver::move_to(Value* scratch, Value* common) {
  scratch_ = scratch;
  common_in_ = common;
  common_out_ = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), common,
                                                    alignTo(regions_.common_bytes, 16));
}

/// What may be run, `stop` but for the beginning left out.
BitVector RegionDriver::states_from(unsigned first, int stop) const {
  BitVector found(regions_.states);
  SmallVector<unsigned, 8> work = {first};
  while (!work.empty()) {
    const unsigned state = work.pop_back_val();
    if (found.test(state)) continue;
    found.set(state);
    for (const int next : regions_.next[state]) {
      if (next != kFinished && next != stop) work.push_back(static_cast<unsigned>(next));
    }
  }
  return found;
}

void RegionDriver::emit_state(unsigned state) {
  turn_reduction();
  if (regions_.common_bytes != 0)
    builder_.CreateMemCpy(common_in_, Align(16), common_out_, Align(16), regions_.common_bytes);
  emit_thread_loops(builder_, arguments_, step_, nullptr, *regions_.function,
                    [&] { builder_.CreateStore(call(builder_.getInt32(state)), next_); });
}

void RegionDriver::emit_uniform(unsigned first, int stop) {
  LLVMContext& context = builder_.getContext();
  Function* run = builder_.GetInsertBlock()->getParent();
  const BitVector states = states_from(first, stop);
  SmallVector<BasicBlock*, 8> blocks(regions_.states, nullptr);
  for (const unsigned i : states.set_bits()) blocks[i] = BasicBlock::Create(context, "region", run);
  BasicBlock* done = BasicBlock::Create(context, "block.done", run);
  const auto block_of = [&](int state) {
    return state == kFinished || state == stop ? done : blocks[static_cast<unsigned>(state)];
  };
  if (first == 0) clear_reduction();
  builder_.CreateBr(blocks[first]);
  for (const unsigned i : states.set_bits()) {
    builder_.SetInsertPoint(blocks[i]);
    if (i != 0) note_barrier();
    emit_state(i);
    // Straight on where there is one way: code then knows from what is before it what is in memory.
    ArrayRef<int> next = regions_.next[i];
    if (next.size() < 2) {
      builder_.CreateBr(next.empty() ? done : block_of(next.front()));
      continue;
    }
    Value* state = builder_.CreateLoad(builder_.getInt32Ty(), next_);
    SwitchInst* choice = builder_.CreateSwitch(state, block_of(next.back()), next.size() - 1);
    for (const int other : next.drop_back())
      choice->addCase(ConstantInt::getSigned(builder_.getInt32Ty(), other), block_of(other));
  }
  builder_.SetInsertPoint(done);
}

void RegionDriver::emit_general(std::uint32_t states) {
  LLVMContext& context = builder_.getContext();
  Function* run = builder_.GetInsertBlock()->getParent();
  Value* array =
      builder_.CreateInBoundsGEP(builder_.getInt8Ty(), scratch_,
                                 builder_.CreateMul(stride_, builder_.getInt64(states)), "states");
  emit_thread_loops(builder_, arguments_, step_, nullptr, *regions_.function,
                    [&] { builder_.CreateStore(builder_.getInt32(0), state_of_thread(array)); });
  clear_reduction();
  BasicBlock* sweep = BasicBlock::Create(context, "sweep", run);
  BasicBlock* done = BasicBlock::Create(context, "block.done", run);
  builder_.CreateBr(sweep);
  builder_.SetInsertPoint(sweep);
  note_barrier();
  turn_reduction();
  builder_.CreateStore(builder_.getInt32(0), next_);
  emit_thread_loops(builder_, arguments_, step_, nullptr, *regions_.function,
                    [&] { emit_step(array); });
  builder_.CreateCondBr(builder_.CreateIsNotNull(builder_.CreateLoad(builder_.getInt32Ty(), next_)),
                        sweep, done);
  builder_.SetInsertPoint(done);
}

/// To those who follow the block's threads.
void RegionDriver::note_barrier() {
  if (is_to_follow_threads(*builder_.GetInsertBlock()->getModule()))
    call_follow(builder_, kFollowBarrier, {});
}

Value* RegionDriver::state_of_thread(Value* array) {
  return builder_.CreateInBoundsGEP(
      builder_.getInt32Ty(), array,
      builder_.CreateZExt(arguments_[kLinear], builder_.getInt64Ty()));
}

void RegionDriver::emit_step(Value* array) {
  Function* run = builder_.GetInsertBlock()->getParent();
  BasicBlock* step = BasicBlock::Create(builder_.getContext(), "step", run);
  BasicBlock* skip = BasicBlock::Create(builder_.getContext(), "skip", run);
  Value* address = state_of_thread(array);
  Value* state = builder_.CreateLoad(builder_.getInt32Ty(), address);
  builder_.CreateCondBr(
      builder_.CreateICmpNE(state, builder_.getInt32(static_cast<std::uint32_t>(kFinished))), step,
      skip);
  builder_.SetInsertPoint(step);
  Value* next = call(state);
  builder_.CreateStore(next, address);
  Value* left = builder_.CreateZExt(
      builder_.CreateICmpNE(next, builder_.getInt32(static_cast<std::uint32_t>(kFinished))),
      builder_.getInt32Ty());
  builder_.CreateStore(builder_.CreateOr(builder_.CreateLoad(builder_.getInt32Ty(), next_), left),
                       next_);
  builder_.CreateBr(skip);
  builder_.SetInsertPoint(skip);
}

Value* RegionDriver::call(Value* state) {
  BodyArguments all = arguments_;
  all.append({state, scratch_, stride_, reduction_, common_in_, common_out_});
  CallInst* made = builder_.CreateCall(regions_.function, all);
  if (DISubprogram* subprogram = made->getFunction()->getSubprogram()) {
    made->setDebugLoc(DILocation::get(builder_.getContext(), subprogram->getLine(), 0, subprogram));
  }
  calls_.push_back(made);
  return made;
}

Value* RegionDriver::reduction_word(unsigned which) {
  return builder_.CreateConstInBoundsGEP1_32(builder_.getInt32Ty(), reduction_, which);
}

void RegionDriver::clear_reduction() {
  for (unsigned i = 0; i < kReductionWords; ++i)
    builder_.CreateStore(builder_.getInt32(0), reduction_word(i));
}

void RegionDriver::turn_reduction() {
  for (unsigned i : {kOutTrue, kOutArrived}) {
    Value* value = builder_.CreateLoad(builder_.getInt32Ty(), reduction_word(i));
    builder_.CreateStore(value, reduction_word(i + 2));
    builder_.CreateStore(builder_.getInt32(0), reduction_word(i));
  }
}

}  // namespace riffle::spmd
