// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/lower/shared_in_constants.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ReplaceConstant.h>

#include "compiler/spmd/compile_error.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kMostChoices = 8;

/// Variables whose initial values have the address of `constant`, or of another such variable.
void add_holders(const Constant& constant, SmallSetVector<GlobalVariable*, 8>& found) {
  for (const User* user : constant.users()) {
    if (const auto* variable = dyn_cast<GlobalVariable>(user)) {
      if (found.insert(const_cast<GlobalVariable*>(variable))) add_holders(*variable, found);
    } else if (const auto* expression = dyn_cast<Constant>(user)) {
      add_holders(*expression, found);
    }
  }
}

void store_value(IRBuilder<>& builder, Constant& value, Value& place, Align alignment) {
  Type* const type = value.getType();
  const DataLayout& layout = builder.GetInsertBlock()->getDataLayout();
  if (isa<UndefValue>(value)) return;  // poison, too
  if (value.isNullValue()) {
    const std::uint64_t size = layout.getTypeStoreSize(type).getFixedValue();
    builder.CreateMemSet(&place, builder.getInt8(0), size, alignment);
    return;
  }
  if (!type->isAggregateType()) {
    builder.CreateAlignedStore(&value, &place, alignment);
    return;
  }
  for (unsigned i = 0; Constant* element = value.getAggregateElement(i); ++i) {
    const std::uint64_t offset =
        type->isStructTy()
            ? layout.getStructLayout(cast<StructType>(type))->getElementOffset(i).getFixedValue()
            : i * layout.getTypeAllocSize(element->getType()).getFixedValue();
    Value* const part =
        offset == 0 ? &place
                    : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &place, offset);
    store_value(builder, *element, *part, commonAlignment(alignment, offset));
  }
}

Align alignment_of(const GlobalVariable& variable) {
  const DataLayout& layout = variable.getDataLayout();
  return variable.getAlign().value_or(layout.getABITypeAlign(variable.getValueType()));
}

bool copies_whole(const Instruction& user, const GlobalVariable& variable) {
  const auto* copy = dyn_cast<MemCpyInst>(&user);
  if (copy == nullptr || copy->isVolatile() || copy->getRawSource() != &variable) return false;
  const auto* length = dyn_cast<ConstantInt>(copy->getLength());
  const DataLayout& layout = variable.getDataLayout();
  return length != nullptr &&
         length->equalsInt(layout.getTypeAllocSize(variable.getValueType()).getFixedValue());
}

/// `bufs[i]` of an array of a few: one address or another. Where all threads have the same `i`, all have the same address, too.
bool choose_element(Instruction& user, const GlobalVariable& variable) {
  auto* const place = dyn_cast<GetElementPtrInst>(&user);
  const auto* array = dyn_cast<ConstantArray>(variable.getInitializer());
  if (place == nullptr || array == nullptr || array->getNumOperands() > kMostChoices) return false;
  Type* const element = array->getType()->getElementType();
  const DataLayout& layout = variable.getDataLayout();
  const unsigned bits = layout.getIndexTypeSizeInBits(place->getType());
  SmallMapVector<Value*, APInt, 4> numbers;
  APInt fixed(bits, 0);
  const APInt size(bits, layout.getTypeAllocSize(element).getFixedValue());
  if (!cast<GEPOperator>(place)->collectOffset(layout, bits, numbers, fixed) ||
      numbers.size() != 1 || numbers.front().second != size || fixed != 0 ||
      !all_of(place->users(), [&](const User* one) {
        const auto* load = dyn_cast<LoadInst>(one);
        return load != nullptr && load->isSimple() && load->getType() == element;
      }))
    return false;
  IRBuilder<> builder(place);
  Value* const index = numbers.front().first;
  Value* chosen = array->getOperand(array->getNumOperands() - 1);
  for (unsigned i = array->getNumOperands() - 1; i-- > 0;) {
    Value* const is_this = builder.CreateICmpEQ(index, ConstantInt::get(index->getType(), i));
    chosen = builder.CreateSelect(is_this, array->getOperand(i), chosen);
  }
  for (User* load : make_early_inc_range(place->users())) {
    load->replaceAllUsesWith(chosen);
    cast<Instruction>(load)->eraseFromParent();
  }
  place->eraseFromParent();
  return true;
}

/// In place of `variable`'s uses in `function`, each thread's own copy.
void replace_in(Function& function, GlobalVariable& variable, ArrayRef<Instruction*> users) {
  IRBuilder<> builder(function.getContext());
  Value* own = nullptr;
  for (Instruction* user : users) {
    if (copies_whole(*user, variable)) {
      auto* copy = cast<MemCpyInst>(user);
      builder.SetInsertPoint(copy);
      store_value(builder, *variable.getInitializer(), *copy->getRawDest(),
                  copy->getDestAlign().valueOrOne());
      copy->eraseFromParent();
      continue;
    }
    if (choose_element(*user, variable)) continue;
    if (own == nullptr) {
      builder.SetInsertPoint(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      AllocaInst* place =
          builder.CreateAlloca(variable.getValueType(), nullptr, variable.getName());
      place->setAlignment(alignment_of(variable));
      store_value(builder, *variable.getInitializer(), *place, place->getAlign());
      own = builder.CreateAddrSpaceCast(place, variable.getType());
    }
    user->replaceUsesOfWith(&variable, own);
  }
}

void replace(GlobalVariable& variable) {
  convertUsersOfConstantsToInstructions({&variable});
  MapVector<Function*, SmallSetVector<Instruction*, 4>> users;
  for (User* user : variable.users())
    if (auto* instruction = dyn_cast<Instruction>(user))
      users[instruction->getFunction()].insert(instruction);
  if (users.empty()) return;
  if (!variable.isConstant() || !variable.hasLocalLinkage())
    throw KernelCompileError(
        "variable " + variable.getName().str() +
        " holds the address of a shared variable, which differs between blocks");
  for (auto& [function, instructions] : users)
    replace_in(*function, variable, instructions.getArrayRef());
}

}  // namespace

void take_shared_out_of_constants(Module& module) {
  SmallSetVector<GlobalVariable*, 8> holders;
  for (const GlobalVariable& variable : module.globals())
    if (variable.getAddressSpace() == 3) add_holders(variable, holders);
  // What a holder's copy is filled with may be the address of another one, found before it.
  for (GlobalVariable* variable : reverse(holders)) replace(*variable);
  for (GlobalVariable* variable : reverse(holders)) {
    variable->removeDeadConstantUsers();
    if (variable->use_empty() && variable->hasLocalLinkage()) variable->eraseFromParent();
  }
}

}  // namespace riffle::spmd
