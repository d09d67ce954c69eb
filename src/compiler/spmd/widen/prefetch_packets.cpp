// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/widen/prefetch_packets.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/widen/prefetch_lines.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool depends_on_row(const Function& packet, const Value& address) {
  SmallVector<const Value*, 16> left = {&address};
  SmallPtrSet<const Value*, 16> seen;
  while (!left.empty()) {
    const Value* value = left.pop_back_val();
    if (value == packet.getArg(kThreadY) || value == packet.getArg(kThreadZ)) return true;
    const auto* instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr || !seen.insert(instruction).second) continue;
    for (const Value* operand : instruction->operands())
      if (!isa<BasicBlock>(operand)) left.push_back(operand);
  }
  return false;
}

}  // namespace

void prefetch_packets(Function& packet, RowExtent rows) {
  const DominatorTree dominators(packet);
  const LoopInfo loops(dominators);
  SmallVector<std::pair<Instruction*, Value*>, 8> loads;
  for (BasicBlock& block : packet) {
    if (loops.getLoopFor(&block) != nullptr) continue;
    for (Instruction& instruction : block) {
      Value* address = loaded_address(instruction);
      if (address != nullptr && instruction.getType()->isVectorTy() &&
          is_in_memory_of_parameter(*address) &&
          (rows == RowExtent::kLong || !depends_on_row(packet, *address)))
        loads.emplace_back(&instruction, address);
    }
  }
  for (const auto& [load, address] : loads) prefetch_behind(*load, *address);
}

}  // namespace riffle::spmd
