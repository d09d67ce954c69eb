// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: works around what clang does to a managed variable that it meets twice.
//
//   extern __managed__ int v;     clang replaces v by a pointer and a storage for each of the two:
//   __managed__ int v = 7;
//
//   @v = ptr, used by the program     @v.managed = ptr, registered twice     @v.managed.managed = i32 7
//     ->  @v = ptr, used and registered     @v.managed = i32 7
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compiler/front/module_passes.h"

using namespace llvm;

static constexpr StringRef kOnce = ".managed";
static constexpr StringRef kTwice = ".managed.managed";

/// `storage` becomes what one declaration would have made; the false pointer goes.
static void unify(Module& module, GlobalVariable& storage) {
  const StringRef name = storage.getName().drop_back(kTwice.size());
  GlobalVariable* const pointer = module.getGlobalVariable(name, /*AllowInternal=*/true);
  GlobalVariable* const second =
      module.getGlobalVariable((name + kOnce).str(), /*AllowInternal=*/true);
  if (pointer == nullptr || second == nullptr) return;
  removeFromUsedLists(module,
                      [&](Constant* constant) { return constant->stripPointerCasts() == second; });
  second->replaceAllUsesWith(pointer);
  second->eraseFromParent();
  storage.setName((pointer->getName() + kOnce).str());
}

/// Of two registrations with the same arguments, the later goes.
static void register_once(const Function& registration) {
  SmallVector<CallInst*, 8> calls;
  for (const User* user : registration.users()) {
    if (const auto* call = dyn_cast<CallInst>(user)) calls.push_back(const_cast<CallInst*>(call));
  }
  SmallPtrSet<const Value*, 8> seen;
  for (CallInst* call : calls) {
    if (!seen.insert(call->getArgOperand(1)).second) call->eraseFromParent();
  }
}

void riffle::front::unify_managed(Module& module) {
  SmallVector<GlobalVariable*, 4> storages;
  for (GlobalVariable& variable : module.globals()) {
    if (variable.getName().ends_with(kTwice)) storages.push_back(&variable);
  }
  for (GlobalVariable* storage : storages) unify(module, *storage);
  const Function* const registration = module.getFunction("__cudaRegisterManagedVar");
  if (!storages.empty() && registration != nullptr) register_once(*registration);
}
