// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: names by which objects with relocatable device code register.
//
//   call @__cudaRegisterLinkedBinary__nv_1f2e3d   ->  call @__cudaRegisterLinkedBinary_<unit>_<file>
//   @__fatbinwrap__nv_1f2e3d = alias              ->  gone
//
// Clang makes the number from the source's name as it was given, so that two sources of one name, or one
// source compiled twice, could not be linked together. The file's name is for people, who read it when they
// forgot the device link.
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>

#include "compiler/front/module_passes.h"

static constexpr const char* kRegister = "__cudaRegisterLinkedBinary";
static constexpr const char* kWrapper = "__fatbinwrap";

void riffle::front::name_unit(llvm::Module& module, const std::string& unit) {
  std::string name = kRegister + ("_" + unit) + "_";
  for (const char c : llvm::sys::path::filename(module.getSourceFileName()))
    name += llvm::isAlnum(c) ? c : '_';
  for (llvm::Function& function : module) {
    if (function.isDeclaration() && function.getName().starts_with(kRegister))
      function.setName(name);
  }
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    if (alias.getName().starts_with(kWrapper) && alias.use_empty()) alias.eraseFromParent();
  }
}
