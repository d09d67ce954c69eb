// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/constants_apart.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>

#include "compiler/spmd/strategy/region_split.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

void split_addresses(Function& body) {
  for (Instruction& instruction : make_early_inc_range(instructions(body))) {
    auto* address = dyn_cast<GetElementPtrInst>(&instruction);
    if (address == nullptr || address->getNumIndices() != 1) continue;
    Value* index = *address->idx_begin();
    Value* variable = nullptr;
    const APInt* constant = nullptr;
    const auto is_sum = m_NSWAdd(m_Value(variable), m_APInt(constant));
    const bool is_signed = match(index, m_CombineOr(is_sum, m_SExt(is_sum)));
    if (!is_signed && !match(index, m_ZExt(m_NUWAdd(m_Value(variable), m_APInt(constant)))))
      continue;
    IRBuilder<> builder(address);
    Type* type = index->getType();
    Type* element = address->getSourceElementType();
    variable = is_signed ? builder.CreateSExt(variable, type) : builder.CreateZExt(variable, type);
    Value* begin = builder.CreateGEP(element, address->getPointerOperand(), variable);
    const APInt step = is_signed ? constant->sext(64) : constant->zext(64);
    address->replaceAllUsesWith(builder.CreateGEP(element, begin, builder.getInt(step)));
    address->eraseFromParent();
  }
}

}  // namespace

void set_constants_apart(Function& body) {
  FunctionAnalysisManager functions;
  PassBuilder().registerFunctionAnalyses(functions);
  functions.invalidate(body, EarlyCSEPass().run(body, functions));
  split_addresses(body);
  functions.invalidate(body, PreservedAnalyses::none());
  EarlyCSEPass().run(body, functions);
  put_loop_values_behind_loops(body);  // phis of one value are gone
}

}  // namespace riffle::spmd
