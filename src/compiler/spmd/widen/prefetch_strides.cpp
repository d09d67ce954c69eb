// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/widen/prefetch_strides.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/widen/prefetch_lines.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Instructions of packets that run while a line comes from memory.
constexpr unsigned kInstructionsAhead = 128;
constexpr unsigned kMostIterationsAhead = 16;
constexpr unsigned kDeepest = 8;
/// Of an element: the piece that a round of thousands of threads reads is some pages then, and half of the first cache's at
/// most. Longer ones last: processors read ahead of them.
constexpr unsigned kMostBitsOfNextRound = 16;
/// Of an element in all arrays, where those are asked for whatever their width: of thousands of threads a part of the
/// second cache.
constexpr unsigned kMostBitsOfAllNextRound = 128;

/// How often `loop` runs while a line comes from memory.
unsigned iterations_ahead(const Loop& loop) {
  unsigned size = 0;
  for (const BasicBlock* block : loop.blocks()) size += block->size();
  return std::min(1 + kInstructionsAhead / std::max(size, 1U), kMostIterationsAhead);
}

enum class Relation : std::uint8_t { kNone, kInvariant, kIndex };

/// Whether `value` follows from `index` alone in `loop` (null: everywhere), by what may run at any time.
Relation follows(Value& value, const Value& index, const Loop* loop, unsigned depth = kDeepest) {
  if (&value == &index) return Relation::kIndex;
  auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || (loop != nullptr && !loop->contains(instruction)))
    return Relation::kInvariant;
  const bool is_simple = (isa<BinaryOperator>(instruction) && !instruction->isIntDivRem()) ||
                         isa<CastInst>(instruction) || isa<GetElementPtrInst>(instruction);
  if (!is_simple || depth == 0) return Relation::kNone;
  auto found = Relation::kInvariant;
  for (const Use& operand : instruction->operands()) {
    const Relation one = follows(*operand.get(), index, loop, depth - 1);
    if (one == Relation::kNone) return one;
    found = std::max(found, one);
  }
  return found;
}

using Load = std::pair<Instruction*, Value*>;  ///< and its address

void find_loads(BasicBlock& block, const Value& index, const Loop* loop,
                SmallVectorImpl<Load>& loads) {
  for (Instruction& instruction : block) {
    Value* address = loaded_address(instruction);
    if (address != nullptr && follows(*address, index, loop) == Relation::kIndex)
      loads.emplace_back(&instruction, address);
  }
}

/// What `load` takes when `index` has gone on by `distance`.
void prefetch(IRBuilder<>& builder, const Load& load, Value& index, Value* distance,
              const Loop* loop) {
  DenseMap<Value*, Value*> later = {{&index, builder.CreateAdd(&index, distance)}};
  Value* next = evaluated_with(builder, *load.second, later, loop);
  prefetch_lines(builder, *next, *load.first->getType());
}

void prefetch_stride(const Loop& loop, PHINode& index, Value& step) {
  const unsigned ahead = iterations_ahead(loop);
  SmallVector<Load, 16> loads;
  for (BasicBlock* block : loop.blocks()) find_loads(*block, index, &loop, loads);
  for (const Load& load : loads) {
    IRBuilder<> builder(load.first);
    Value* distance = builder.CreateMul(&step, ConstantInt::get(step.getType(), ahead));
    prefetch(builder, load, index, distance, &loop);
  }
}

/// 0: not a vector.
unsigned element_bits(const Load& load) {
  const auto* type = dyn_cast<VectorType>(load.first->getType());
  return type == nullptr ? 0 : type->getScalarSizeInBits();
}

/// Which of `loads` are asked for a round before.
unsigned most_bits_of_next_round(ArrayRef<Load> loads, Masks masks) {
  if (masks == Masks::kFree) return kMostBitsOfNextRound;
  // Copies of the code for packets of which all lanes are on have the same places: blocks with masked loads count for none.
  unsigned all = 0;
  for (const Load& load : loads)
    if (isa<LoadInst>(load.first)) all += element_bits(load);
  return all <= kMostBitsOfAllNextRound ? all : kMostBitsOfNextRound;
}

}  // namespace

void prefetch_strides(Function& packet) {
  const DominatorTree dominators(packet);
  const LoopInfo loops(dominators);
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    for (PHINode& phi : loop->getHeader()->phis()) {
      Value* step = step_through_grid(*loop, phi);
      if (step != nullptr) prefetch_stride(*loop, phi, *step);
    }
  }
}

void prefetch_next_round(Function& packet, Argument& passed, const GridLoop& loop, Masks masks) {
  SmallVector<Load, 16> loads;
  for (BasicBlock& block : packet) find_loads(block, passed, nullptr, loads);
  const unsigned most = most_bits_of_next_round(loads, masks);
  SmallVector<Value*, 32> arguments;
  for (Argument& argument : packet.args()) arguments.push_back(&argument);
  for (const Load& load : loads) {
    const unsigned bits = element_bits(load);
    if (bits == 0 || bits > most) continue;
    IRBuilder<> builder(load.first);
    prefetch(builder, load, passed, loop.step(builder, arguments), nullptr);
  }
}

}  // namespace riffle::spmd
