// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: the constructor that registers device code runs before those of the program.
//
//   @llvm.global_ctors = { 65535, @_GLOBAL__sub_I_x }, { 65535, @__cuda_module_ctor }
//     ->                 { 65535, @_GLOBAL__sub_I_x }, { 101, @__cuda_module_ctor }
//
// Clang puts it last. With nvcc, the constructor of an object in the same file may launch a kernel; here one
// of any file may.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "compiler/front/module_passes.h"

using namespace llvm;

/// The first that is not the implementation's.
static constexpr unsigned kEarliest = 101;

void riffle::front::register_early(Module& module) {
  GlobalVariable* const list = module.getNamedGlobal("llvm.global_ctors");
  const Function* const constructor = module.getFunction("__cuda_module_ctor");
  if (list == nullptr || constructor == nullptr || !list->hasInitializer()) return;
  SmallVector<Constant*, 4> entries;
  for (const Use& operand : list->getInitializer()->operands()) {
    auto* entry = dyn_cast<ConstantStruct>(operand.get());
    if (entry == nullptr) return;
    if (entry->getOperand(1)->stripPointerCasts() == constructor) {
      Constant* const priority = ConstantInt::get(entry->getOperand(0)->getType(), kEarliest);
      entry = cast<ConstantStruct>(ConstantStruct::get(
          entry->getType(), {priority, entry->getOperand(1), entry->getOperand(2)}));
    }
    entries.push_back(entry);
  }
  list->setInitializer(
      ConstantArray::get(cast<ArrayType>(list->getInitializer()->getType()), entries));
}
