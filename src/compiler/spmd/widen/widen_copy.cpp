// SPDX-License-Identifier: Apache-2.0
// Copies of a few bytes by each lane: structures that are assigned, asynchronous copies into shared memory. Where the
// lanes' bytes follow each other on both sides, a line of them is one vector; a line in which some lanes are off is
// copied lane by lane.
//
//   memcpy(p + 16 * lane, q + 16 * lane, 16)   ->   %line = load <64 x i8>, %q;  store %line, %p   for every four lanes
#include <llvm/IR/IntrinsicInst.h>

#include <bit>

#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::uint64_t kLineBytes = 64;

/// Lane i's bytes begin where lane i - 1's end, if the guards hold.
bool follow_each_other(const LaneShape& address, std::uint64_t bytes) {
  return address.kind == LaneShape::kLinear && address.stride == static_cast<std::int64_t>(bytes);
}

}  // namespace

/// False if lanes must copy one by one.
bool Widener::copy_together(MemCpyInst& copy) {
  const auto* length = dyn_cast<ConstantInt>(copy.getLength());
  if (length == nullptr || copy.isVolatile()) return false;
  const std::uint64_t bytes = length->getZExtValue();
  const LaneShape to = shape(copy.getRawDest());
  const LaneShape from = shape(copy.getRawSource());
  if (bytes == 0 || bytes > kLineBytes) return false;
  if (!follow_each_other(to, bytes) || !follow_each_other(from, bytes)) return false;
  Value* held = guards_hold(to, nullptr);
  if (Value* others = guards_hold(from, nullptr); others != nullptr)
    held = held == nullptr ? others : builder_.CreateAnd(held, others);
  // Vectors are made behind their definitions; do that before new blocks begin.
  for (Value* pointer : {copy.getRawDest(), copy.getRawSource()}) vector(pointer);
  const auto together = [&] -> Value* { return copy_lines(copy, bytes), nullptr; };
  const auto apart = [&] -> Value* { return emit_per_lane(copy, true), nullptr; };
  if (held == nullptr) {
    together();
  } else {
    branch_on(held, together, apart);
  }
  return true;
}

void Widener::copy_lines(MemCpyInst& copy, std::uint64_t bytes) {
  Value* to = lane_zero(copy.getRawDest());
  Value* from = lane_zero(copy.getRawSource());
  const auto in_line =
      static_cast<unsigned>(std::min<std::uint64_t>(lanes_, std::bit_floor(kLineBytes / bytes)));
  Value* bits =
      mask_ == nullptr ? nullptr : builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_));
  for (unsigned first = 0; first < lanes_; first += in_line) {
    const auto move = [&](unsigned lane, unsigned lanes) {
      Value* source = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), from, lane * bytes);
      Value* target = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), to, lane * bytes);
      Type* type = FixedVectorType::get(builder_.getInt8Ty(), static_cast<unsigned>(lanes * bytes));
      builder_.CreateAlignedStore(
          builder_.CreateAlignedLoad(type, source, copy.getSourceAlign().valueOrOne()), target,
          copy.getDestAlign().valueOrOne());
    };
    if (bits == nullptr) {
      move(first, in_line);
    } else {
      for_lanes_on(
          builder_.CreateTrunc(builder_.CreateLShr(bits, first), builder_.getIntNTy(in_line)),
          [&] { move(first, in_line); }, [&](unsigned i) { move(first + i, 1); });
    }
  }
}

/// What all lanes of `bits` do together if all are on, else each of those that are.
///
///   switch %bits: all -> all(), 0 -> nothing, else br %bit0: one(0); br %bit1: one(1) ...
void Widener::for_lanes_on(Value* bits, function_ref<void()> all,
                           function_ref<void(unsigned)> one) {
  LLVMContext& context = builder_.getContext();
  auto* type = cast<IntegerType>(bits->getType());
  BasicBlock* whole = BasicBlock::Create(context, "line", out_);
  BasicBlock* part = BasicBlock::Create(context, "line.part", out_);
  BasicBlock* done = BasicBlock::Create(context, "line.end", out_);
  SwitchInst* choice = builder_.CreateSwitch(bits, part, 2);
  choice->addCase(cast<ConstantInt>(ConstantInt::getAllOnesValue(type)), whole);
  choice->addCase(ConstantInt::get(type, 0), done);
  builder_.SetInsertPoint(whole);
  all();
  builder_.CreateBr(done);
  builder_.SetInsertPoint(part);
  for (unsigned i = 0; i < type->getBitWidth(); ++i) {
    BasicBlock* active = BasicBlock::Create(context, "lane", out_);
    BasicBlock* after = BasicBlock::Create(context, "lane.end", out_);
    Value* is_on = builder_.CreateTrunc(builder_.CreateLShr(bits, i), builder_.getInt1Ty());
    builder_.CreateCondBr(is_on, active, after);
    builder_.SetInsertPoint(active);
    one(i);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
  }
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
}

}  // namespace riffle::spmd
