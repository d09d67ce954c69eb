// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/lane_data.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace riffle::spmd {

using namespace llvm;

LaneData::LaneData(const Function& body, function_ref<bool(const Instruction&)> is_uniform) {
  const auto is_data = [&](const Instruction& instruction) {
    if (is_uniform(instruction)) return false;
    return isa<LoadInst>(instruction) || any_of(instruction.operands(), [&](const Value* operand) {
             return values_.contains(operand);
           });
  };
  // Values that come around a loop are met before what they are computed from.
  for (bool changes = true; changes;) {
    changes = false;
    for (const Instruction& instruction : instructions(body))
      if (is_data(instruction)) changes |= values_.insert(&instruction).second;
  }
}

}  // namespace riffle::spmd
