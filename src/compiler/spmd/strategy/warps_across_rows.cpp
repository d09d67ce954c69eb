// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/warps_across_rows.h"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/lower/fix_shape.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

struct Division {
  Value *quotient, *remainder;
};

/// Of a thread's number, by an extent: both are at most 1024, so that 20 bits behind the point are enough, and products
/// fit. A packet has no division of vectors then.
///
///   %scale = udiv (%extent + 2^20 - 1), %extent; %quotient = lshr (mul %number, %scale), 20
Division divide(IRBuilder<>& builder, Value* number, Value* extent, const Twine& name) {
  constexpr unsigned kBits = 20;
  if (const auto* known = dyn_cast<ConstantInt>(extent);
      known != nullptr && known->getValue().isPowerOf2()) {
    return {builder.CreateLShr(number, known->getValue().logBase2()),
            builder.CreateAnd(number, known->getValue() - 1, name)};
  }
  Value* above = builder.CreateAdd(extent, builder.getInt32((1U << kBits) - 1), "", true, true);
  Value* scale = builder.CreateUDiv(above, extent, "scale");
  Value* quotient = builder.CreateLShr(builder.CreateMul(number, scale, "", true, true), kBits);
  Value* whole = builder.CreateMul(quotient, extent, "", true, true);
  return {quotient, builder.CreateSub(number, whole, name, true, true)};
}

/// Bodies number their threads themselves, by the place: that is the number again.
void simplify(Function& body) {
  PassBuilder builder;
  Analyses analyses(builder);
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  passes.run(body, analyses.functions);
}

/// Lanes without a thread return at once.
void return_from_absent_lanes(Function& row, std::uint32_t threads) {
  LLVMContext& context = row.getContext();
  Argument* linear = row.getArg(kLinear);
  linear->removeAttr(Attribute::Range);
  const APInt end(32, alignTo(threads, kWarpLanes));
  linear->addAttr(
      Attribute::get(context, Attribute::Range, ConstantRange(APInt::getZero(32), end)));
  BasicBlock& entry = row.getEntryBlock();
  // Variables of a fixed size stay so in the entry block alone.
  for (Instruction& instruction : make_early_inc_range(entry))
    if (auto* local = dyn_cast<AllocaInst>(&instruction);
        local != nullptr && isa<ConstantInt>(local->getArraySize()))
      local->moveBefore(entry, entry.begin());
  auto first = entry.getFirstInsertionPt();
  while (isa<AllocaInst>(*first)) ++first;
  BasicBlock* present = entry.splitBasicBlock(first, "present");
  entry.getTerminator()->eraseFromParent();
  BasicBlock* absent = BasicBlock::Create(context, "absent", &row);
  ReturnInst::Create(context, absent);
  IRBuilder<> builder(&entry);
  builder.CreateCondBr(builder.CreateICmpULT(linear, builder.getInt32(threads)), present, absent);
}

}  // namespace

bool has_partial_warp(const Function& body) {
  const auto shape = shape_of(body);
  return shape && shape->block.count() % kWarpLanes != 0;
}

bool takes_planes(const Function& body) {
  const auto shape = shape_of(body);
  return shape ? shape->block.z == 1 : body.getArg(kThreadZ)->use_empty();
}

Function* make_body_of_one_row(Function& body) {
  ValueToValueMapTy map;
  Function* row = CloneFunction(&body, map);
  IRBuilder<> builder(&*row->getEntryBlock().getFirstInsertionPt());
  // What the arguments say is the row's.
  BodyArguments block(kFirstParameter, nullptr);
  block[kLaunch] = row->getArg(kLaunch);
  load_extents(builder, body, block);
  Value* linear = row->getArg(kLinear);
  const auto shape = shape_of(body);
  const bool is_a_row = shape && shape->block.count() == shape->block.x;
  const auto [line, x] = is_a_row ? Division{builder.getInt32(0), linear}
                                  : divide(builder, linear, block[kExtentX], "x");
  const auto place = [&](BodyArg which, Value* value) {
    row->getArg(which)->replaceAllUsesWith(value);
  };
  place(kThreadX, x);
  if (takes_planes(body)) {
    place(kThreadY, line);
    place(kThreadZ, builder.getInt32(0));
  } else {
    const auto [z, y] = divide(builder, line, block[kExtentY], "y");
    place(kThreadY, y);
    place(kThreadZ, z);
  }
  for (const BodyArg extent : {kExtentX, kExtentY, kExtentZ}) place(extent, block[extent]);
  for (Value* unused : block) {
    auto* load = dyn_cast_or_null<LoadInst>(unused);
    if (load != nullptr) RecursivelyDeleteTriviallyDeadInstructions(load);
  }
  if (has_partial_warp(body)) return_from_absent_lanes(*row, shape->block.count());
  simplify(*row);
  return row;
}

BodyArguments as_one_row(const BodyArguments& arguments, const Function& body) {
  BodyArguments row = arguments;
  row[kExtentX] = arguments[kThreads];
  if (has_partial_warp(body))
    row[kExtentX] = ConstantInt::get(arguments[kThreads]->getType(),
                                     alignTo(shape_of(body)->block.count(), kWarpLanes));
  row[kExtentY] = row[kExtentZ] = ConstantInt::get(arguments[kThreads]->getType(), 1);
  return row;
}

Value* serve_one_row(IRBuilder<>& builder, const BodyArguments& arguments, const Function& body) {
  Value* rest = builder.CreateAnd(arguments[kThreads], kWarpLanes - 1);
  Value* whole = has_partial_warp(body) ? builder.getTrue() : builder.CreateIsNull(rest);
  if (!takes_planes(body)) return whole;
  Value* is_plane = builder.CreateICmpEQ(arguments[kExtentZ], builder.getInt32(1));
  return builder.CreateAnd(whole, is_plane, "one.row");
}

}  // namespace riffle::spmd
