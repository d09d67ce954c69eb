// SPDX-License-Identifier: Apache-2.0
// Works around clang: when a kernel uses a static device variable before the host code that makes
// clang externalise it, the kernel refers to an undefined `_ZL1x` while the definition is
// `_ZL1x__static__<id>`.
//
//   @_ZL1x = external addrspace(1) global i32         ->  uses of @_ZL1x become uses of
//   @_ZL1x__static__7f = addrspace(1) global i32 0        @_ZL1x__static__7f
#include <llvm/IR/Module.h>

#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

void rebind_statics(Module& module, ModuleState&) {
  for (GlobalVariable& definition : make_early_inc_range(module.globals())) {
    if (definition.isDeclaration()) continue;
    const auto [name, id] = definition.getName().split("__static__");
    if (id.empty()) continue;
    GlobalVariable* declared = module.getGlobalVariable(name, /*AllowInternal=*/true);
    if (declared == nullptr || !declared->isDeclaration()) continue;
    if (declared->getType() != definition.getType()) continue;
    declared->replaceAllUsesWith(&definition);
    declared->eraseFromParent();
  }
}

}  // namespace riffle::spmd
