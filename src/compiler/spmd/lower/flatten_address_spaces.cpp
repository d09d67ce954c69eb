// SPDX-License-Identifier: Apache-2.0
// One flat address space. On x86-64 the spaces below 256 are the same memory, so that casts between
// them cost nothing; keeping them would only double every later case.
//
//   @g = addrspace(1) global i32 0                            @g = global i32 0
//   %p = addrspacecast ptr addrspace(1) @g to ptr      ->     (uses of %p become uses of @g)
//
// Shared variables keep address space 3, each use behind one instruction `addrspacecast ... to
// ptr`, the form in which bind_kernels looks for them.
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/lower/shared_in_constants.h"
#include "compiler/spmd/pipeline/module_steps.h"
#include "compiler/spmd/space_question.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool is_foreign_pointer(const Type* type) {
  return type->isPointerTy() && type->getPointerAddressSpace() != 0;
}

GlobalVariable* flat_copy(Module& module, GlobalVariable& old) {
  auto* flat = new GlobalVariable(module, old.getValueType(), old.isConstant(), old.getLinkage(),
                                  old.hasInitializer() ? old.getInitializer() : nullptr, "", &old,
                                  old.getThreadLocalMode(), 0, old.isExternallyInitialized());
  flat->copyAttributesFrom(&old);
  flat->copyMetadata(&old, 0);
  flat->takeName(&old);
  if (old.getAddressSpace() == 4) flat->addAttribute(kConstantAttribute);
  return flat;
}

void flatten_globals(Module& module, ModuleState& state) {
  SmallVector<GlobalVariable*, 16> foreign;
  SmallVector<Constant*, 16> shared;
  for (GlobalVariable& global : module.globals()) {
    if (global.getAddressSpace() == 3) {
      shared.push_back(&global);
    } else if (global.getAddressSpace() != 0) {
      foreign.push_back(&global);
    }
  }
  for (GlobalVariable* old : foreign) {
    GlobalVariable* flat = flat_copy(module, *old);
    for (VariableState& variable : state.variables) {
      if (variable.global == old) variable.global = flat;
    }
    old->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(flat, old->getType()));
    old->eraseFromParent();
  }
  convertUsersOfConstantsToInstructions(shared);
}

/// Intrinsics carry address spaces in their names.
void retype_intrinsic(IntrinsicInst& call) {
  Function* callee = call.getCalledFunction();
  SmallVector<Type*, 4> overloads;
  SmallVector<Type*, 4> parameters;
  for (Value* argument : call.args()) parameters.push_back(argument->getType());
  FunctionType* type = FunctionType::get(call.getType(), parameters, false);
  if (type == callee->getFunctionType()) return;
  SmallVector<Intrinsic::IITDescriptor, 8> table;
  Intrinsic::getIntrinsicInfoTableEntries(callee->getIntrinsicID(), table);
  ArrayRef<Intrinsic::IITDescriptor> rest = table;
  if (Intrinsic::matchIntrinsicSignature(type, rest, overloads) !=
      Intrinsic::MatchIntrinsicTypes_Match) {
    throw KernelCompileError("intrinsic " + callee->getName().str() +
                             " in a specific address space is not supported");
  }
  call.setCalledFunction(
      Intrinsic::getOrInsertDeclaration(callee->getParent(), callee->getIntrinsicID(), overloads));
}

void flatten_function(Function& function) {
  PointerType* flat = PointerType::getUnqual(function.getContext());
  SmallVector<Instruction*, 16> casts;
  SmallVector<IntrinsicInst*, 8> intrinsics;
  for (Argument& argument : function.args()) {
    if (is_foreign_pointer(argument.getType())) {
      throw KernelCompileError("parameter of " + function.getName().str() +
                               " points to a specific address space");
    }
  }
  for (Instruction& instruction : instructions(function)) {
    if (is_foreign_pointer(instruction.getType())) instruction.mutateType(flat);
    for (Use& operand : instruction.operands()) {
      // Null and undefined pointers of other spaces are the same bits.
      auto* constant = dyn_cast<Constant>(operand.get());
      if (constant == nullptr || !is_foreign_pointer(constant->getType())) continue;
      if (isa<GlobalVariable>(constant)) continue;
      operand.set(ConstantExpr::getAddrSpaceCast(constant, flat));
    }
    if (isa<AddrSpaceCastInst>(instruction)) casts.push_back(&instruction);
    if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) intrinsics.push_back(call);
  }
  // A use of a shared variable that is not a cast gets one.
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    if (isa<AddrSpaceCastInst>(instruction)) continue;
    for (Use& operand : instruction.operands()) {
      auto* global = dyn_cast<GlobalVariable>(operand.get());
      if (global == nullptr || global->getAddressSpace() != 3) continue;
      Instruction* where = &instruction;
      if (auto* phi = dyn_cast<PHINode>(&instruction))
        where = phi->getIncomingBlock(operand)->getTerminator();
      operand.set(new AddrSpaceCastInst(global, flat, global->getName(), where->getIterator()));
    }
  }
  for (Instruction* cast : casts) {
    if (is_foreign_pointer(cast->getOperand(0)->getType()))
      continue;  // the mark of a shared variable
    cast->replaceAllUsesWith(cast->getOperand(0));
    cast->eraseFromParent();
  }
  for (IntrinsicInst* call : intrinsics) retype_intrinsic(*call);
}

}  // namespace

void flatten_address_spaces(Module& module, ModuleState& state) {
  take_shared_out_of_constants(module);
  flatten_globals(module, state);
  for (Function& function : module) {
    if (!function.isDeclaration()) flatten_function(function);
  }
}

}  // namespace riffle::spmd
