// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/prefetch_packets.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/transform/prefetch_lines.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// As long as memory takes, and near enough for the first cache: what is in the second comes no later than it would.
constexpr std::uint64_t kBytesAhead = 1024;

/// Neither shared memory nor a thread's own.
bool is_in_memory_of_parameter(const Value& address) {
  const auto* parameter = dyn_cast<Argument>(getUnderlyingObject(&address, /*MaxLookup=*/0));
  return parameter != nullptr && parameter->getArgNo() >= kFirstParameter;
}

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

void prefetch_packets(Function& packet, Rows rows) {
  const DominatorTree dominators(packet);
  const LoopInfo loops(dominators);
  SmallVector<std::pair<Instruction*, Value*>, 8> loads;
  for (BasicBlock& block : packet) {
    if (loops.getLoopFor(&block) != nullptr) continue;
    for (Instruction& instruction : block) {
      Value* address = loaded_address(instruction);
      if (address != nullptr && instruction.getType()->isVectorTy() &&
          is_in_memory_of_parameter(*address) &&
          (rows == Rows::kLong || !depends_on_row(packet, *address)))
        loads.emplace_back(&instruction, address);
    }
  }
  for (const auto& [load, address] : loads) {
    IRBuilder<> builder(load);
    prefetch_lines(builder, *builder.CreateConstGEP1_64(builder.getInt8Ty(), address, kBytesAhead),
                   *load->getType());
  }
}

}  // namespace riffle::spmd
