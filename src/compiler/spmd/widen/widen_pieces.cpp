// SPDX-License-Identifier: Apache-2.0
// Accesses of packets whose lanes lie in pieces: threads of a block of 16 x 16 that are numbered along its rows, by t & 15 and
// t >> 4, or warps that go on in the next row. A vector for each piece, in place of a gather:
//
//   load p[(t >> 4) * w + (t & 15)]   ->   %a = load <16 x float>, ptr %p.of.lane.0; %b = load <16 x float>, ptr %p.of.lane.16
//
// if the piece's last lane is as far from its first as it has to be: an index of 32 bits may wrap.
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <bit>

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kDeepest = 12;
constexpr unsigned kFewestLanes = 8;

/// How many low bits of a number `operation` keeps, or takes away: the others are of one row.
std::optional<unsigned> divides_at(const BinaryOperator& operation) {
  const auto* number = dyn_cast<ConstantInt>(operation.getOperand(1));
  if (number == nullptr) return {};
  switch (operation.getOpcode()) {
    case Instruction::And:
      return number->getValue().countr_one();
    case Instruction::LShr:
      return static_cast<unsigned>(number->getLimitedValue(31));
    case Instruction::UDiv:
      if (number->getValue().isPowerOf2()) return number->getValue().logBase2();
      return {};
    default:
      return {};
  }
}

/// `one` plus `factor` times `other`.
std::optional<Pieces> sum_of(std::optional<Pieces> one, std::optional<Pieces> other,
                             std::int64_t factor) {
  if (!one || !other || (one->may_wrap && other->may_wrap)) return {};
  return Pieces{std::min(one->lanes, other->lanes), one->stride + factor * other->stride,
                one->may_wrap || other->may_wrap};
}

}  // namespace

/// In numbers that wrap around: but for what extensions do, lane i of a piece has lane 0's plus i * stride. At most one extension
/// of a number that counts up, so that its ends tell.
std::optional<Pieces> Widener::pieces_of(const Value* value, unsigned depth) const {
  const LaneShape form = shape(value);
  if (isa<Constant>(value) || form.is_uniform()) return Pieces{lanes_, 0, false};
  if (form.is_linear()) return Pieces{lanes_, form.stride, false};
  const auto* instruction = dyn_cast<Instruction>(value);
  if (instruction == nullptr || depth == 0) return {};
  const auto of = [&](unsigned i) { return pieces_of(instruction->getOperand(i), depth - 1); };
  if (const auto* address = dyn_cast<GEPOperator>(value)) return pieces_of_address(*address, depth);
  switch (instruction->getOpcode()) {
    case Instruction::And:
    case Instruction::LShr:
    case Instruction::UDiv: {
      const LaneShape number = shape(instruction->getOperand(0));
      const auto bits = divides_at(cast<BinaryOperator>(*instruction));
      const auto log_lanes = static_cast<unsigned>(std::countr_zero(lanes_));
      if (!bits || !number.is_linear() || number.stride != 1 || number.alignment < log_lanes)
        return {};
      return Pieces{1U << std::min(*bits, log_lanes), instruction->getOpcode() == Instruction::And,
                    false};
    }
    case Instruction::Or:
      if (!cast<PossiblyDisjointInst>(*instruction).isDisjoint()) return {};
      return sum_of(of(0), of(1), 1);
    case Instruction::Add:
      return sum_of(of(0), of(1), 1);
    case Instruction::Sub:
      return sum_of(of(0), of(1), -1);
    case Instruction::Mul:
    case Instruction::Shl: {
      auto product = of(0);
      const auto factor = of(1);
      if (!product || !factor || factor->stride != 0) return {};
      product->lanes = std::min(product->lanes, factor->lanes);
      if (product->stride == 0) return product;
      const auto* number = dyn_cast<ConstantInt>(instruction->getOperand(1));
      if (number == nullptr || number->getValue().getSignificantBits() > 31) return {};
      const bool shifts = instruction->getOpcode() == Instruction::Shl;
      if (shifts && number->uge(31)) return {};
      product->stride *=
          shifts ? std::int64_t{1} << number->getZExtValue() : number->getSExtValue();
      return product;
    }
    case Instruction::SExt:
    case Instruction::ZExt: {
      auto number = of(0);
      if (!number || number->stride == 0) return number;
      if (number->may_wrap) return {};
      number->may_wrap = true;
      return number;
    }
    default:
      return {};
  }
}

std::optional<Pieces> Widener::pieces_of_address(const GEPOperator& address, unsigned depth) const {
  auto all = pieces_of(address.getPointerOperand(), depth - 1);
  const DataLayout& layout = body_.getDataLayout();
  for (auto it = gep_type_begin(address), end = gep_type_end(address); it != end && all; ++it) {
    if (isa<Constant>(it.getOperand())) continue;
    auto index = pieces_of(it.getOperand(), depth - 1);
    if (!index || it.isStruct()) return {};
    if (index->stride != 0 && it.getOperand()->getType()->getIntegerBitWidth() < 64) {
      if (index->may_wrap) return {};
      index->may_wrap = true;
    }
    all = sum_of(all, index,
                 static_cast<std::int64_t>(it.getSequentialElementStride(layout).getFixedValue()));
  }
  return all;
}

/// Lanes of a piece; 0: the lanes lie otherwise.
unsigned Widener::lanes_of_piece(const Value* pointer, std::int64_t bytes) const {
  if (is_to_note_accesses(*body_.getParent())) return 0;
  const auto pieces = pieces_of(pointer, kDeepest);
  const bool serves =
      pieces && pieces->stride == bytes && pieces->lanes >= kFewestLanes && pieces->lanes < lanes_;
  return serves ? pieces->lanes : 0;
}

/// What pieces_of has looked at, for one lane. That may be off: no number is promised anything.
Value* Widener::at_lane(Value* value, unsigned index) {
  const LaneShape form = shape(value);
  if (isa<Constant>(value) || form.is_uniform()) return scalar(value);
  if (form.is_linear()) {
    Value* first = lane_zero(value);
    const auto distance = static_cast<std::uint64_t>(form.stride * std::int64_t{index});
    if (value->getType()->isPointerTy())
      return builder_.CreatePtrAdd(first, builder_.getInt64(distance));
    return builder_.CreateAdd(first, ConstantInt::get(value->getType(), distance, true, true));
  }
  auto* instruction = cast<Instruction>(value);
  SmallVector<Value*, 4> operands;
  for (Value* operand : instruction->operands()) operands.push_back(at_lane(operand, index));
  if (instruction->getOpcode() == Instruction::Or)
    return builder_.CreateAdd(operands[0], operands[1]);
  Instruction* copy = instruction->clone();
  for (const auto [i, operand] : enumerate(operands)) copy->setOperand(i, operand);
  copy->dropPoisonGeneratingFlags();
  copy->dropUnknownNonDebugMetadata();
  return builder_.Insert(copy);
}

/// By `pieces` where the addresses of each, of its first lanes', reach as far as they have to, else `scattered`.
Value* Widener::access_pieces(Value* pointer, std::int64_t bytes, unsigned lanes,
                              function_ref<Value*(ArrayRef<Value*>)> pieces,
                              function_ref<Value*()> scattered) {
  SmallVector<Value*, 4> begins;
  Value* hold = builder_.getTrue();
  Type* word = builder_.getInt64Ty();
  for (unsigned first = 0; first < lanes_; first += lanes) {
    begins.push_back(frozen(at_lane(pointer, first)));
    Value* last = frozen(at_lane(pointer, first + lanes - 1));
    Value* reach = builder_.CreateSub(builder_.CreatePtrToInt(last, word),
                                      builder_.CreatePtrToInt(begins.back(), word));
    const auto wanted = static_cast<std::uint64_t>(bytes) * (lanes - 1);
    hold = builder_.CreateAnd(hold, builder_.CreateICmpEQ(reach, builder_.getInt64(wanted)));
  }
  return branch_on(hold, [&] { return pieces(begins); }, scattered);
}

Value* Widener::load_pieces(LoadInst& load, std::int64_t bytes, unsigned lanes) {
  auto* type = FixedVectorType::get(load.getType(), lanes);
  const auto pieces = [&](ArrayRef<Value*> begins) {
    SmallVector<Value*, 4> loaded;
    for (const auto [number, begin] : enumerate(begins)) {
      const auto first = static_cast<unsigned>(number) * lanes;
      if (mask_ == nullptr) {
        loaded.push_back(builder_.CreateAlignedLoad(type, begin, load.getAlign()));
      } else {
        Value* on = part(mask_, first, lanes);
        loaded.push_back(builder_.CreateMaskedLoad(type, begin, load.getAlign(), on));
      }
    }
    return concatenateVectors(builder_, loaded);
  };
  return access_pieces(load.getPointerOperand(), bytes, lanes, pieces, [&] {
    Value* loaded = load_scattered(load);
    if (mask_cost_ == Masks::kDear && !shape_of(body_))
      cast<Instruction>(loaded)->setMetadata(kRare, MDNode::get(builder_.getContext(), {}));
    return loaded;
  });
}

void Widener::store_pieces(StoreInst& store, std::int64_t bytes, unsigned lanes) {
  Value* value = vector(store.getValueOperand());
  const auto pieces = [&](ArrayRef<Value*> begins) -> Value* {
    for (const unsigned number : store_order_of_parts(lanes, store)) {
      Value* begin = begins[number];
      const unsigned first = number * lanes;
      if (mask_ == nullptr) {
        builder_.CreateAlignedStore(part(value, first, lanes), begin, store.getAlign());
      } else if (mask_cost_ == Masks::kDear) {
        Value* lane_zero = builder_.CreatePtrAdd(begin, builder_.getInt64(-bytes * first));
        store_by_registers({value, lane_zero, store.getAlign(), first, lanes});
      } else {
        builder_.CreateMaskedStore(part(value, first, lanes), begin, store.getAlign(),
                                   part(mask_, first, lanes));
      }
    }
    return nullptr;
  };
  access_pieces(store.getPointerOperand(), bytes, lanes, pieces,
                [&] -> Value* { return store_scattered(store), nullptr; });
}

}  // namespace riffle::spmd
