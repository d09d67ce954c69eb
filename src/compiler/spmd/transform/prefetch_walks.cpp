// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/prefetch_walks.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include <algorithm>

#include "compiler/spmd/transform/prefetch_lines.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kDeepest = 8;
constexpr unsigned kUnknown = 2;

bool is_simple(const Instruction& instruction) {
  return isa<BinaryOperator>(instruction) || isa<CastInst>(instruction) ||
         isa<GetElementPtrInst>(instruction) || isa<FreezeInst>(instruction);
}

/// How many loads wait for each other until `value` is known: 0, 1 or more.
unsigned loads_in_turn(const Value& value, unsigned depth = kDeepest) {
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || isa<PHINode>(instruction)) return 0;
  if (depth == 0) return kUnknown;
  if (const auto* load = dyn_cast<LoadInst>(instruction))
    return 1 + loads_in_turn(*load->getPointerOperand(), depth - 1);
  if (!is_simple(*instruction)) return kUnknown;
  unsigned most = 0;
  for (const Use& operand : instruction->operands())
    most = std::max(most, loads_in_turn(*operand.get(), depth - 1));
  return most;
}

/// Whether `address` follows from a number that `loop` counts from a loaded one.
bool walks(const Value& address, const Loop& loop, unsigned depth = kDeepest) {
  const auto* instruction = dyn_cast<Instruction>(&address);
  if (instruction == nullptr || !loop.contains(instruction) || depth == 0) return false;
  if (const auto* phi = dyn_cast<PHINode>(instruction)) {
    const BasicBlock* before = loop.getLoopPredecessor();
    return phi->getParent() == loop.getHeader() && before != nullptr &&
           loads_in_turn(*phi->getIncomingValueForBlock(before)) == 1;
  }
  return is_simple(*instruction) && any_of(instruction->operands(), [&](const Use& operand) {
           return walks(*operand.get(), loop, depth - 1);
         });
}

}  // namespace

void prefetch_walks(Function& packet) {
  const DominatorTree dominators(packet);
  const LoopInfo loops(dominators);
  SmallVector<std::pair<Instruction*, Value*>, 8> loads;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    for (BasicBlock* block : loop->blocks()) {
      for (Instruction& instruction : *block) {
        Value* address = loaded_address(instruction);
        if (address != nullptr && instruction.getType()->isVectorTy() &&
            is_in_memory_of_parameter(*address) && walks(*address, *loop))
          loads.emplace_back(&instruction, address);
      }
    }
  }
  for (const auto& [load, address] : loads) prefetch_behind(*load, *address);
}

}  // namespace riffle::spmd
