// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/module_variable.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/NVPTXAddrSpace.h>

#include "compiler/ptx/emitter.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

[[noreturn]] void refuse(const Variable& variable, const Twine& why) {
  throw spmd::CompileError(("PTX variable '" + variable.name + "' " + why).str());
}

ScalarType element_of(const Variable& variable) {
  ScalarType type;
  if (!parse_type(variable.type, type) || type.width < 8)
    refuse(variable, "has the type ." + variable.type + ", which is not supported");
  return type;
}

std::uint64_t length_of(const Variable& variable) {
  return variable.is_open ? variable.initial.size() : variable.count;
}

/// The address of something in `symbols`, or a number.
Constant* value_of(const Operand& initial, const Variable& variable, IntegerType* type,
                   const StringMap<Value*>& symbols) {
  LLVMContext& context = type->getContext();
  if (initial.kind != Operand::Kind::kAddress)
    return ConstantInt::get(context, APInt(type->getBitWidth(), initial.bits, false, true));
  const std::string& name = initial.parts[0].name;
  auto* named = dyn_cast_or_null<Constant>(symbols.lookup(name));
  if (named == nullptr)
    refuse(variable, "begins with the address of '" + name + "', which is not there");
  Constant* address =
      ConstantExpr::getPtrToInt(ConstantExpr::getAddrSpaceCast(named, PointerType::get(context, 0)),
                                Type::getInt64Ty(context));
  address = ConstantExpr::getAdd(address, ConstantInt::get(address->getType(), initial.bits));
  if (type->getBitWidth() != 64) refuse(variable, "has no room for an address");
  return address;
}

Constant* initial_value(LLVMContext& context, const Variable& variable,
                        const StringMap<Value*>& symbols) {
  IntegerType* type = IntegerType::get(context, element_of(variable).total());
  SmallVector<Constant*, 16> values;
  for (const Operand& each : variable.initial)
    values.push_back(value_of(each, variable, type, symbols));
  if (!variable.is_array) return values[0];
  if (values.size() > length_of(variable))
    refuse(variable, "has more initial values than elements");
  values.resize(length_of(variable), ConstantInt::get(type, 0));
  return ConstantArray::get(ArrayType::get(type, values.size()), values);
}

}  // namespace

Type* memory_type(LLVMContext& context, const Variable& variable) {
  Type* element = IntegerType::get(context, element_of(variable).total());
  return variable.is_array ? ArrayType::get(element, length_of(variable)) : element;
}

unsigned address_space(const Variable& variable) {
  return StringSwitch<unsigned>(variable.space)
      .Case("global", NVPTXAS::ADDRESS_SPACE_GLOBAL)
      .Case("shared", NVPTXAS::ADDRESS_SPACE_SHARED)
      .Case("const", NVPTXAS::ADDRESS_SPACE_CONST)
      .Default(NVPTXAS::ADDRESS_SPACE_GENERIC);
}

Align alignment_of(const Variable& variable) {
  const std::uint64_t own = element_of(variable).total() / 8;
  const std::uint64_t asked = variable.alignment == 0 ? own : variable.alignment;
  if (!isPowerOf2_64(asked) || asked > 4096) refuse(variable, "has an alignment that is none");
  return Align(asked);
}

GlobalVariable* make_variable(Module& module, const Variable& variable,
                              GlobalValue::LinkageTypes linkage, const StringMap<Value*>& symbols) {
  LLVMContext& context = module.getContext();
  if (!variable.attributes.empty())
    refuse(variable, "is ." + variable.attributes[0] + ", which is not supported in PTX text");
  Type* type = memory_type(context, variable);
  const bool is_shared = variable.space == "shared";
  const bool is_declared =
      GlobalValue::isExternalLinkage(linkage) && variable.is_open && variable.initial.empty();
  Constant* initial = nullptr;
  if (!is_declared) {
    initial = is_shared                  ? UndefValue::get(type)
              : variable.initial.empty() ? Constant::getNullValue(type)
                                         : initial_value(context, variable, symbols);
  }
  auto* made =
      new GlobalVariable(module, type, /*isConstant=*/false, linkage, initial, variable.name,
                         nullptr, GlobalValue::NotThreadLocal, address_space(variable));
  made->setAlignment(alignment_of(variable));
  return made;
}

}  // namespace riffle::ptx
