// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/module_variable.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/NVPTXAddrSpace.h>

#include "compiler/abi/device_abi.h"
#include "compiler/ptx/emitter.h"
#include "compiler/spmd/keys.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

[[noreturn]] void refuse(const Variable& variable, const Twine& why) {
  throw spmd::KernelCompileError(("PTX variable '" + variable.name + "' " + why).str());
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

/// The bits that a number has in memory.
APInt bits_of(const Operand& number, unsigned width) {
  if (number.kind == Operand::Kind::kFloat && width == 32) {
    APFloat value(APFloat::IEEEdouble(), APInt(64, number.bits));
    bool lost = false;
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lost);
    return value.bitcastToAPInt();
  }
  return {width, number.bits, false, true};
}

bool is_address(const InitialValue& initial) {
  return initial.value.kind == Operand::Kind::kAddress;
}

/// 64 bits.
Constant* address_of(const Operand& initial, const Variable& variable, LLVMContext& context,
                     const StringMap<Value*>& symbols) {
  const std::string& name = initial.parts[0].name;
  auto* named = dyn_cast_or_null<Constant>(symbols.lookup(name));
  const auto* global = dyn_cast_or_null<GlobalVariable>(named);
  if (named == nullptr || (global != nullptr && global->hasAttribute(spmd::kNamesTarget)))
    refuse(variable, "begins with the address of '" + name + "', which is not there");
  Constant* address =
      ConstantExpr::getPtrToInt(ConstantExpr::getAddrSpaceCast(named, PointerType::get(context, 0)),
                                Type::getInt64Ty(context));
  return ConstantExpr::getAdd(address, ConstantInt::get(address->getType(), initial.bits));
}

/// Whether the eight bytes from `at` on are those of one address, the lowest first.
bool is_address_in_bytes(const Variable& variable, std::size_t at) {
  constexpr std::size_t kBytes = 8;
  if (variable.initial.size() - at < kBytes) return false;
  const Operand& first = variable.initial[at].value;
  for (std::size_t i = 0; i < kBytes; ++i) {
    const InitialValue& each = variable.initial[at + i];
    if (!is_address(each) || each.mask != std::uint64_t{0xff} << 8 * i ||
        each.value.parts[0].name != first.parts[0].name || each.value.bits != first.bits)
      return false;
  }
  return true;
}

/// An element, and how many initial values it takes: the bytes of an address are one element of 64 bits.
std::pair<Constant*, std::size_t> element_at(const Variable& variable, std::size_t at,
                                             IntegerType* type, const StringMap<Value*>& symbols) {
  const InitialValue& initial = variable.initial[at];
  if (!is_address(initial))
    return {ConstantInt::get(type->getContext(), bits_of(initial.value, type->getBitWidth())), 1};
  if (type->getBitWidth() == 8 && is_address_in_bytes(variable, at))
    return {address_of(initial.value, variable, type->getContext(), symbols), 8};
  if (type->getBitWidth() != 64 || initial.mask != ~std::uint64_t{0})
    refuse(variable, "begins with a part of an address, which is not supported");
  return {address_of(initial.value, variable, type->getContext(), symbols), 1};
}

/// An array, or a packed structure where bytes are those of addresses.
Constant* initial_value(LLVMContext& context, const Variable& variable,
                        const StringMap<Value*>& symbols) {
  IntegerType* type = IntegerType::get(context, element_of(variable).total());
  if (variable.initial.size() > (variable.is_array ? length_of(variable) : 1))
    refuse(variable, "has more initial values than elements");
  SmallVector<Constant*, 16> values;
  bool is_uniform = true;
  for (std::size_t at = 0; at < variable.initial.size();) {
    const auto [value, taken] = element_at(variable, at, type, symbols);
    values.push_back(value);
    is_uniform = is_uniform && taken == 1;
    at += taken;
  }
  if (!variable.is_array) return values[0];
  if (is_uniform) {
    values.resize(length_of(variable), ConstantInt::get(type, 0));
    return ConstantArray::get(ArrayType::get(type, values.size()), values);
  }
  if (const std::uint64_t rest = length_of(variable) - variable.initial.size(); rest > 0)
    values.push_back(Constant::getNullValue(ArrayType::get(type, rest)));
  return ConstantStruct::getAnon(context, values, /*Packed=*/true);
}

/// As clang does it: the variable with its name and the suffix holds the initial value, that of the name points at the
/// memory which the runtime gives to all devices.
GlobalVariable* pointer_to_managed(GlobalVariable& storage, const Variable& variable) {
  Module& module = *storage.getParent();
  if (variable.space != "global") refuse(variable, "is managed, but not in .global");
  storage.setName(variable.name + abi::kManagedSuffix);
  storage.setLinkage(GlobalValue::ExternalLinkage);
  Type* const type = PointerType::get(module.getContext(), 0);
  auto* pointer =
      new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::ExternalLinkage,
                         Constant::getNullValue(type), variable.name, nullptr,
                         GlobalValue::NotThreadLocal, storage.getAddressSpace());
  pointer->setExternallyInitialized(true);
  pointer->addAttribute(spmd::kNamesTarget);
  return pointer;
}

/// A name stands for the object that the runtime puts here, as hardware has it in a register, too.
GlobalVariable* make_reference(Module& module, const Variable& variable,
                               GlobalValue::LinkageTypes linkage) {
  if (variable.is_array || !variable.initial.empty())
    refuse(variable, "is a reference with a length or a value, which is not supported");
  const char* const suffix =
      variable.type == "texref" ? abi::kTextureReferenceSuffix : abi::kSurfaceReferenceSuffix;
  Type* const type = PointerType::get(module.getContext(), 0);
  auto* made = new GlobalVariable(module, type, /*isConstant=*/false, linkage,
                                  Constant::getNullValue(type), variable.name + suffix, nullptr,
                                  GlobalValue::NotThreadLocal, NVPTXAS::ADDRESS_SPACE_GLOBAL);
  made->setExternallyInitialized(true);
  made->addAttribute(spmd::kNamesTarget);
  return made;
}

}  // namespace

bool is_managed(const Variable& variable) { return is_contained(variable.attributes, "managed"); }

bool is_reference(const Variable& variable) {
  return variable.type == "texref" || variable.type == "surfref";
}

bool is_sampler(const Variable& variable) { return variable.type == "samplerref"; }

Type* result_of(LLVMContext& context, ArrayRef<Type*> results) {
  if (results.empty()) return Type::getVoidTy(context);
  if (results.size() == 1) return results[0];
  return StructType::get(context, results);
}

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
  const std::uint64_t requested = variable.alignment == 0 ? own : variable.alignment;
  if (!isPowerOf2_64(requested) || requested > 4096)
    refuse(variable, "has an alignment that is not a power of two up to 4096");
  return Align(requested);
}

GlobalVariable* make_variable(Module& module, const Variable& variable,
                              GlobalValue::LinkageTypes linkage, const StringMap<Value*>& symbols) {
  if (is_reference(variable)) return make_reference(module, variable, linkage);
  LLVMContext& context = module.getContext();
  for (const std::string& attribute : variable.attributes) {
    // Where a unified variable lies is up to the system.
    if (attribute != "managed" && attribute != "unified")
      refuse(variable, "has the attribute ." + attribute + ", which is not known");
  }
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
  if (initial != nullptr) type = initial->getType();
  auto* made =
      new GlobalVariable(module, type, /*isConstant=*/false, linkage, initial, variable.name,
                         nullptr, GlobalValue::NotThreadLocal, address_space(variable));
  made->setAlignment(alignment_of(variable));
  return is_managed(variable) ? pointer_to_managed(*made, variable) : made;
}

}  // namespace riffle::ptx
