// SPDX-License-Identifier: Apache-2.0
// Symbols are resolved by hand before LLVM's linker sees them, so that an error can name objects.
//
//   a.o: declare @_Z1fi, kernel @k    b.o: define @_Z1fi, @_Z1gi
//     ->  kernel @k, internal @_Z1fi; @_Z1gi, which no kernel reaches, is gone
#include "compiler/device_link/merge.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::device_link {

using namespace llvm;

namespace {

/// Clang's list of what host code uses of other objects.
constexpr const char* kUsedExternal = "__clang_gpu_used_external";

std::string shown(StringRef name) { return "'" + demangle(name.str()) + "'"; }

/// Defined here for all objects; of weak ones the first is taken.
bool is_strong_definition(const GlobalValue& value) {
  return !value.isDeclaration() && !value.hasLocalLinkage() && !value.isWeakForLinker() &&
         !value.hasAvailableExternallyLinkage() && !value.hasAppendingLinkage();
}

/// Something that another object has to define.
bool is_wanted(const GlobalValue& value) {
  if (!value.isDeclaration() || value.use_empty() || value.hasExternalWeakLinkage()) return false;
  if (const auto* function = dyn_cast<Function>(&value)) {
    return !function->isIntrinsic() && spmd::kind_of(*function) == spmd::IntrinsicKind::kUnknown;
  }
  // extern __shared__ arrays are declarations for good.
  return isa<GlobalVariable>(value) && value.getAddressSpace() != 3;
}

/// Who defines and who wants each symbol.
class Symbols {
 public:
  void add(const Module& module, const std::string& object) {
    for (const GlobalValue& value : module.global_values()) {
      if (is_wanted(value)) {
        if (wanted_.try_emplace(value.getName(), object).second)
          order_.push_back(value.getName().str());
        continue;
      }
      if (value.isDeclaration() || value.hasLocalLinkage()) continue;
      const auto [known, is_new] =
          defined_.try_emplace(value.getName(), Definition{object, is_strong_definition(value)});
      if (is_new) continue;
      if (known->second.is_strong && is_strong_definition(value)) {
        errors_ += "device symbol " + shown(value.getName()) + " is defined in '" + object +
                   "' and in '" + known->second.object + "'\n";
      }
      known->second.is_strong |= is_strong_definition(value);
    }
  }

  void check(compiler::LinkWords words) {
    for (const std::string& name : order_) {
      if (defined_.contains(name)) continue;
      const std::string missing = words == compiler::LinkWords::kDriver
                                      ? "error   : Undefined reference to '" + name + "'"
                                      : "undefined device symbol " + shown(name);
      errors_ += missing + " in '" + wanted_[name] + "'\n";
    }
    if (errors_.empty()) return;
    errors_.pop_back();
    throw spmd::KernelCompileError(errors_);
  }

 private:
  struct Definition {
    std::string object;
    bool is_strong;
  };
  StringMap<Definition> defined_;
  StringMap<std::string> wanted_;
  std::vector<std::string> order_;
  std::string errors_;
};

/// Objects may be compiled with -ftz=true and without: functions say that themselves, and LLVM's linker
/// takes the different flags of modules for an error.
void drop_flush_flag(Module& module) {
  NamedMDNode* const flags = module.getModuleFlagsMetadata();
  if (flags == nullptr) return;
  SmallVector<MDNode*, 8> kept;
  for (MDNode* flag : flags->operands()) {
    const auto* name = dyn_cast<MDString>(flag->getOperand(1));
    if (name == nullptr || name->getString() != "nvvm-reflect-ftz") kept.push_back(flag);
  }
  flags->clearOperands();
  for (MDNode* flag : kept) flags->addOperand(flag);
}

std::unique_ptr<Module> parse(const RelocatableImage& image, const std::string& object,
                              LLVMContext& context) {
  auto parsed = parseBitcodeFile(MemoryBufferRef(image.bitcode, object), context);
  if (!parsed) throw spmd::KernelCompileError("'" + object + "': " + toString(parsed.takeError()));
  spmd::ModuleState unused;
  spmd::rebind_statics(**parsed, unused);
  drop_flush_flag(**parsed);
  // Linkage alone says what is merged: static functions are in groups too, by names that other
  // objects use as well.
  for (GlobalObject& value : (*parsed)->global_objects()) value.setComdat(nullptr);
  return std::move(*parsed);
}

void forget_host_uses(Module& module) {
  const auto is_list = [](const GlobalVariable& variable) {
    return variable.getName().starts_with(kUsedExternal);
  };
  removeFromUsedLists(module, [&](Constant* constant) {
    const auto* variable = dyn_cast<GlobalVariable>(constant->stripPointerCasts());
    return variable != nullptr && is_list(*variable);
  });
  for (GlobalVariable& variable : make_early_inc_range(module.globals())) {
    if (is_list(variable) && variable.use_empty()) variable.eraseFromParent();
  }
}

/// The host names kernels and variables; functions are for other objects only.
void drop_unused(Module& module) {
  internalizeModule(module, [](const GlobalValue& value) {
    const auto* function = dyn_cast<Function>(&value);
    return function == nullptr || function->getCallingConv() == CallingConv::PTX_Kernel;
  });
  PassBuilder builder;
  spmd::Analyses analyses(builder);
  GlobalDCEPass().run(module, analyses.modules);
}

}  // namespace

std::unique_ptr<Module> merge(ArrayRef<RelocatableObject> objects, LLVMContext& context,
                              compiler::LinkWords words) {
  Symbols symbols;
  std::vector<std::unique_ptr<Module>> parts;
  for (const RelocatableObject& object : objects) {
    for (const RelocatableImage& image : object.images) {
      parts.push_back(parse(image, object.name, context));
      symbols.add(*parts.back(), object.name);
    }
  }
  symbols.check(words);
  std::unique_ptr<Module> whole = std::move(parts.front());
  Linker linker(*whole);
  for (std::unique_ptr<Module>& part : drop_begin(parts)) {
    if (linker.linkInModule(std::move(part)))
      throw spmd::KernelCompileError("device code of the objects does not fit together");
  }
  forget_host_uses(*whole);
  drop_unused(*whole);
  return whole;
}

void check_complete(const Module& module, const std::string& object, compiler::LinkWords words) {
  Symbols symbols;
  symbols.add(module, object);
  symbols.check(words);
}

}  // namespace riffle::device_link
