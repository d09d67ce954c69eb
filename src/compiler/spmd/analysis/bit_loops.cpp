// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/bit_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool takes_bits(const PHINode& phi, const BasicBlock& loop) {
  const Value* next = phi.getIncomingValueForBlock(&loop);
  return match(next, m_c_And(m_Add(m_Specific(&phi), m_AllOnes()), m_Specific(&phi))) ||
         match(next, m_Shift(m_Specific(&phi), m_One()));
}

bool is_bit_loop(const BasicBlock& block) {
  return is_contained(successors(&block), &block) &&
         none_of(block, [](const Instruction& step) { return step.mayReadOrWriteMemory(); }) &&
         any_of(block.phis(), [&](const PHINode& phi) { return takes_bits(phi, block); });
}

}  // namespace

bool has_bit_loop(const Function& function) { return any_of(function, is_bit_loop); }

}  // namespace riffle::spmd
