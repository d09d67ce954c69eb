// SPDX-License-Identifier: Apache-2.0
// Of a kernel's object: what lives in the base object.
//
//   @v = global i32 0            ->  @v = external global i32            ->  %v = load @riffle.imports[0]
//   store i32 1, ptr @v              store i32 1, ptr @v                     store i32 1, ptr %v
//                                    (import_from_base, before optimising)   (bind_imports, after it)
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/divide.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

void import_from_base(Module& module, ModuleState& state) {
  if (state.part != ModulePart::kKernel) return;
  for (const std::string& name : state.in_base) {
    GlobalValue* value = module.getNamedValue(name);
    if (value == nullptr) continue;
    if (auto* function = dyn_cast<Function>(value)) {
      function->deleteBody();
    } else {
      cast<GlobalVariable>(value)->setInitializer(nullptr);
      cast<GlobalVariable>(value)->clearMetadata();  // debuggers find it in the base
    }
    value->setLinkage(GlobalValue::ExternalLinkage);
    value->setDSOLocal(false);
    state.imports.push_back(value);
  }
  // What referred to one of them only from another one's body or value is gone.
  erase_if(state.imports, [](const WeakVH& import) {
    auto* value = cast<GlobalValue>(&*import);
    value->removeDeadConstantUsers();
    if (!value->use_empty()) return false;
    value->eraseFromParent();
    return true;
  });
  // In a kernel's object variables are only its handles of other kernels.
  erase_if(state.variables, [](const VariableState& variable) {
    return (variable.flags & abi::kVariableKernel) == 0;
  });
  if (state.imports.empty()) return;
  auto* type = ArrayType::get(PointerType::getUnqual(module.getContext()), state.imports.size());
  state.import_table = new GlobalVariable(module, type, false, GlobalValue::InternalLinkage,
                                          ConstantAggregateZero::get(type), kImportTable);
  // The optimiser sees no write to it.
  state.import_table->setExternallyInitialized(true);
}

namespace {

/// One load for each function, where it begins: everything in the function may use it.
void bind_import(ModuleState& state, GlobalValue& value, unsigned index) {
  Constant* import = &value;
  convertUsersOfConstantsToInstructions(import);
  DenseMap<Function*, Value*> loaded;
  for (Use& use : make_early_inc_range(value.uses())) {
    auto* instruction = dyn_cast<Instruction>(use.getUser());
    if (instruction == nullptr) continue;
    Value*& address = loaded[instruction->getFunction()];
    if (address == nullptr) {
      BasicBlock& entry = instruction->getFunction()->getEntryBlock();
      IRBuilder<> builder(&*entry.getFirstNonPHIOrDbgOrAlloca());
      Value* slot = builder.CreateConstInBoundsGEP2_64(state.import_table->getValueType(),
                                                       state.import_table, 0, index);
      LoadInst* load = builder.CreateLoad(builder.getPtrTy(), slot, value.getName());
      load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(value.getContext(), {}));
      address = load;
    }
    use.set(address);
  }
  value.removeDeadConstantUsers();
  if (!value.use_empty())
    throw KernelCompileError("a constant of the kernel holds the address of " +
                             value.getName().str());
}

}  // namespace

void bind_imports(ModuleState& state) {
  for (unsigned index = 0; index < state.imports.size(); ++index) {
    // Null when the optimiser has found that it is not needed.
    if (Value* value = state.imports[index]) bind_import(state, *cast<GlobalValue>(value), index);
  }
}

}  // namespace riffle::spmd
