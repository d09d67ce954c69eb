// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/widen/prefetch_next_block.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/widen/prefetch_lines.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Of a row: the first cache has room for this one's and the next one's.
constexpr std::uint64_t kLongestRow = std::uint64_t{16} << 10;
constexpr unsigned kDeepest = 8;

/// A load of a packet in a loop that goes along a row.
struct Load {
  LoadInst* load;
  const Loop* loop;
  PHINode* index;
  Value* step;
};

const Value* without_extensions(const Value* value) {
  while (isa<ZExtInst>(value) || isa<SExtInst>(value)) value = cast<CastInst>(value)->getOperand(0);
  return value;
}

/// What block.x may be put into, whenever that is.
bool is_simple(const Value& value, unsigned depth = kDeepest) {
  if (isa<Constant>(value) || isa<Argument>(value)) return true;
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || depth == 0) return false;
  const bool runs_anywhere = (isa<BinaryOperator>(instruction) && !instruction->isIntDivRem()) ||
                             isa<CastInst>(instruction) || isa<GetElementPtrInst>(instruction);
  return runs_anywhere && all_of(instruction->operands(), [&](const Use& operand) {
           return is_simple(*operand.get(), depth - 1);
         });
}

bool follows_from(const Value& value, const Value& source) {
  if (&value == &source) return true;
  const auto* instruction = dyn_cast<Instruction>(&value);
  return instruction != nullptr && any_of(instruction->operands(), [&](const Use& operand) {
           return follows_from(*operand.get(), source);
         });
}

/// The phi of the loop's header that is the element's place in `load`'s row, which lanes go along too.
std::optional<Load> along_row(LoadInst& load, const Loop& loop) {
  if (!load.isSimple() || !load.getType()->isVectorTy() || loop.getLoopPreheader() == nullptr ||
      loop.getLoopLatch() == nullptr)
    return {};
  const auto* place = dyn_cast<GetElementPtrInst>(load.getPointerOperand());
  if (place == nullptr || place->getNumIndices() != 1 ||
      place->getSourceElementType() != load.getType()->getScalarType() ||
      !is_in_memory_of_parameter(*place))
    return {};
  const Value* row = place->getPointerOperand();
  auto* index = dyn_cast<PHINode>(const_cast<Value*>(without_extensions(place->getOperand(1))));
  const Argument* block = load.getFunction()->getArg(kBlockX);
  if (index == nullptr || index->getParent() != loop.getHeader() || !is_simple(*row) ||
      !follows_from(*row, *block) || step_through_grid(loop, *index) != nullptr)
    return {};
  Value* step = nullptr;
  const bool counts = match(index->getIncomingValueForBlock(loop.getLoopLatch()),
                            m_c_Add(m_Specific(index), m_Value(step)));
  if (!counts || !is_simple(*step)) return {};
  return Load{&load, &loop, index, step};
}

/// Whether the loop of a later load runs behind the one of `load`, and goes along the same array.
bool is_read_again(const Load& load, ArrayRef<Load> loads, const DominatorTree& dominators,
                   const LoopInfo& loops) {
  const Value* array = getUnderlyingObject(load.load->getPointerOperand(), /*MaxLookup=*/0);
  const BasicBlock* here = load.loop->getHeader();
  return any_of(loads, [&](const Load& other) {
    const BasicBlock* there = other.loop->getHeader();
    return other.loop != load.loop &&
           getUnderlyingObject(other.load->getPointerOperand(), /*MaxLookup=*/0) == array &&
           isPotentiallyReachable(here, there, nullptr, &dominators, &loops) &&
           !isPotentiallyReachable(there, here, nullptr, &dominators, &loops);
  });
}

/// How far the next block's row lies behind this one's, if a row is longer than what the block takes at once.
///
///   %row = %a(block.x + 1) - %a(block.x);  select (%row - %taken <= kLongestRow - %taken, unsigned), %row, 0
Value* distance_of_rows(IRBuilder<>& builder, const Load& load) {
  Argument* block = load.load->getFunction()->getArg(kBlockX);
  Value* row = cast<GetElementPtrInst>(load.load->getPointerOperand())->getPointerOperand();
  const auto at_block = [&](Value* number) {
    DenseMap<Value*, Value*> known = {{block, number}};
    return builder.CreatePtrToInt(evaluated_with(builder, *row, known, nullptr),
                                  builder.getInt64Ty());
  };
  Value* next = builder.CreateAdd(block, ConstantInt::get(block->getType(), 1));
  Value* distance = builder.CreateSub(at_block(next), at_block(block));
  const DataLayout& layout = load.load->getDataLayout();
  const std::uint64_t bytes =
      layout.getTypeStoreSize(load.load->getType()->getScalarType()).getFixedValue();
  DenseMap<Value*, Value*> unchanged;
  Value* step = evaluated_with(builder, *load.step, unchanged, nullptr);
  Value* taken = builder.CreateMul(builder.CreateSExtOrTrunc(step, builder.getInt64Ty()),
                                   builder.getInt64(bytes));
  Value* is_row = builder.CreateICmpULE(builder.CreateSub(distance, taken),
                                        builder.CreateSub(builder.getInt64(kLongestRow), taken));
  return builder.CreateSelect(is_row, distance, builder.getInt64(0));
}

}  // namespace

void prefetch_next_block(Function& packet) {
  const DominatorTree dominators(packet);
  const LoopInfo loops(dominators);
  SmallVector<Load, 16> loads;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    for (BasicBlock* block : loop->blocks()) {
      if (loops.getLoopFor(block) != loop) continue;
      for (Instruction& instruction : *block) {
        auto* one = dyn_cast<LoadInst>(&instruction);
        const auto found = one == nullptr ? std::nullopt : along_row(*one, *loop);
        if (found) loads.push_back(*found);
      }
    }
  }
  for (const Load& load : loads) {
    if (is_read_again(load, loads, dominators, loops)) continue;
    IRBuilder<> builder(load.loop->getLoopPreheader()->getTerminator());
    Value* distance = distance_of_rows(builder, load);
    builder.SetInsertPoint(load.load);
    Value* next = builder.CreateGEP(builder.getInt8Ty(), load.load->getPointerOperand(), distance);
    prefetch_lines(builder, *next, *load.load->getType());
  }
}

}  // namespace riffle::spmd
