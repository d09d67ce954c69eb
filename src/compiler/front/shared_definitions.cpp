// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: shared variables that a whole program declares.
//
//   extern __shared__ Work work;      @work = external addrspace(3) global %Work
//     ->                              @work = internal addrspace(3) global %Work undef
//
// Arrays without an extent are what a launch asks for; they have no size and stay.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include "compiler/front/module_passes.h"

using namespace llvm;

void riffle::front::define_shared(Module& module) {
  constexpr unsigned kShared = 3;
  const DataLayout& layout = module.getDataLayout();
  for (GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != kShared || !variable.isDeclaration() ||
        layout.getTypeAllocSize(variable.getValueType()).isZero())
      continue;
    variable.setInitializer(UndefValue::get(variable.getValueType()));
    variable.setLinkage(GlobalValue::InternalLinkage);
  }
}
