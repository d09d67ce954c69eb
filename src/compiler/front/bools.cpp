// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: bools that programs made of bytes.
//
//   %1 = load i8, ptr %p, !range !{0, 2}      %1 = load i8, ptr %p
//   %2 = trunc i8 %1 to i1                ->  %2 = icmp ne i8 %1, 0
//
// Clang takes it for granted that a bool in memory is 0 or 1. Device code of nvcc asks whether it is zero, and programs view
// arrays of numbers as arrays of bools.
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/front/module_passes.h"

using namespace llvm;

void riffle::front::test_bools(Module& module) {
  for (Function& function : module) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      auto* const narrowed = dyn_cast<TruncInst>(&instruction);
      // Nothing else is made one bit: bools are tested in C++.
      if (narrowed == nullptr || !narrowed->getType()->isIntOrIntVectorTy(1) ||
          !narrowed->getSrcTy()->isIntOrIntVectorTy(8))
        continue;
      Value* const byte = narrowed->getOperand(0);
      if (auto* const load = dyn_cast<LoadInst>(byte)) {
        load->setMetadata(LLVMContext::MD_range, nullptr);
        load->setMetadata(LLVMContext::MD_noundef, nullptr);
      }
      IRBuilder<> ir(narrowed);
      Value* const tested = ir.CreateIsNotNull(byte);
      tested->takeName(narrowed);
      narrowed->replaceAllUsesWith(tested);
      narrowed->eraseFromParent();
    }
  }
}
