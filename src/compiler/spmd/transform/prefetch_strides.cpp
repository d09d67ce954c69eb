// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/prefetch_strides.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/transform/prefetch_lines.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Instructions of packets that run while a line comes from memory.
constexpr unsigned kInstructionsAhead = 128;
constexpr unsigned kMostIterationsAhead = 16;
constexpr unsigned kDeepest = 8;

class Strides {
 public:
  Strides(const Loop& loop, PHINode& index, Value& step) : loop_(loop), index_(index), step_(step) {
    unsigned size = 0;
    for (const BasicBlock* block : loop.blocks()) size += block->size();
    ahead_ = std::min(1 + kInstructionsAhead / std::max(size, 1U), kMostIterationsAhead);
  }

  void run() {
    SmallVector<std::pair<Instruction*, Value*>, 16> loads;
    for (BasicBlock* block : loop_.blocks()) {
      for (Instruction& instruction : *block) {
        Value* address = loaded_address(instruction);
        if (address != nullptr && follows(*address) == Relation::kIndex)
          loads.emplace_back(&instruction, address);
      }
    }
    for (const auto& [load, address] : loads) prefetch(*load, *address);
  }

 private:
  enum class Relation : std::uint8_t { kNone, kInvariant, kIndex };

  /// Whether `value` follows from the index alone, by what may run at any time.
  Relation follows(Value& value, unsigned depth = kDeepest) {
    if (&value == &index_) return Relation::kIndex;
    auto* instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || !loop_.contains(instruction)) return Relation::kInvariant;
    const bool is_simple = (isa<BinaryOperator>(instruction) && !instruction->isIntDivRem()) ||
                           isa<CastInst>(instruction) || isa<GetElementPtrInst>(instruction);
    if (!is_simple || depth == 0) return Relation::kNone;
    auto found = Relation::kInvariant;
    for (const Use& operand : instruction->operands()) {
      const Relation one = follows(*operand.get(), depth - 1);
      if (one == Relation::kNone) return one;
      found = std::max(found, one);
    }
    return found;
  }

  void prefetch(Instruction& load, Value& address) {
    IRBuilder<> builder(&load);
    Value* distance = builder.CreateMul(&step_, ConstantInt::get(step_.getType(), ahead_));
    DenseMap<Value*, Value*> later = {{&index_, builder.CreateAdd(&index_, distance)}};
    Value* next = evaluated_with(builder, address, later, loop_);
    prefetch_lines(builder, *next, *load.getType());
  }

  const Loop& loop_;
  PHINode& index_;
  Value& step_;
  unsigned ahead_ = 1;
};

}  // namespace

void prefetch_strides(Function& packet) {
  const DominatorTree dominators(packet);
  const LoopInfo loops(dominators);
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    for (PHINode& phi : loop->getHeader()->phis()) {
      Value* step = step_through_grid(*loop, phi);
      if (step != nullptr) Strides(*loop, phi, *step).run();
    }
  }
}

}  // namespace riffle::spmd
