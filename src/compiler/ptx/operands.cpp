// SPDX-License-Identifier: Apache-2.0
// Operands: registers, special registers, constants and addresses as values.
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/NVPTXAddrSpace.h>

#include "compiler/abi/device_abi.h"
#include "compiler/abi/device_calls.h"
#include "compiler/ptx/emitter.h"
#include "compiler/ptx/module_variable.h"
#include "compiler/spmd/keys.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// A double's bits, rounded.
APFloat as_single(const Operand& number) {
  APFloat value(APFloat::IEEEdouble(), APInt(64, number.bits));
  bool lost = false;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lost);
  return value;
}

bool is_shared(const Value& pointer) {
  return pointer.getType()->getPointerAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED;
}

/// The address of a cooperative launch's workspace is in two of these; no program can know what the others mean.
Value* environment_register(IRBuilder<>& ir, Module& module, StringRef number) {
  if (number != "1" && number != "2") return ir.getInt32(0);
  FunctionCallee workspace =
      module.getOrInsertFunction(StringRef(abi::kCooperativeWorkspace), ir.getInt64Ty());
  Value* address = ir.CreateCall(workspace);
  if (number == "1") address = ir.CreateLShr(address, 32);
  return ir.CreateTrunc(address, ir.getInt32Ty());
}

}  // namespace

const Operand& Emitter::operand(std::size_t index) const {
  if (index >= statement_->operands.size()) reject("has too few operands");
  return spelled_out_.empty() ? statement_->operands[index] : spelled_out_[index];
}

unsigned Emitter::vector_length(StringRef name) const {
  for (const NameScope& scope : llvm::reverse(scopes_)) {
    if (const auto found = scope.vectors.find(name); found != scope.vectors.end())
      return found->second;
  }
  return 0;
}

void Emitter::spell_out_vectors(const Statement& statement) {
  spelled_out_.clear();
  const auto is_vector = [&](const Operand& operand) {
    return operand.kind == Operand::Kind::kName && vector_length(operand.name) > 0;
  };
  if (!any_of(statement.operands, is_vector)) return;
  spelled_out_ = statement.operands;
  for (Operand& operand : spelled_out_) {
    if (!is_vector(operand)) continue;
    const unsigned count = vector_length(operand.name);
    Operand vector;
    vector.kind = Operand::Kind::kVector;
    for (unsigned i = 0; i < count; ++i) {
      Operand element = operand;
      element.name += std::string(".") + kVectorElements[i];
      vector.parts.push_back(std::move(element));
    }
    operand = std::move(vector);
  }
}

AllocaInst* Emitter::slot_of(const Operand& operand) {
  if (operand.kind == Operand::Kind::kArgument) {
    if (operand.argument >= operands_.size()) reject("names an operand that does not exist");
    return operands_[operand.argument];
  }
  if (operand.kind != Operand::Kind::kName) return nullptr;
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    const auto found = scopes_[i].registers.find(operand.name);
    if (found != scopes_[i].registers.end()) return found->second;
  }
  return nullptr;
}

Value* Emitter::symbol(const Operand& operand) {
  if (operand.kind == Operand::Kind::kArgument)
    return target_of(variables_.lookup(operand.argument));
  if (operand.kind != Operand::Kind::kName) return nullptr;
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    const auto found = scopes_[i].variables.find(operand.name);
    if (found != scopes_[i].variables.end()) return found->second;
  }
  if (!in_module()) return nullptr;
  Value* const found = symbols_->lookup(operand.name);
  if (found == nullptr && symbols_->contains(operand.name))
    refuse("uses the sampler reference " + operand.name + ", which is not supported");
  return target_of(found);
}

// By the name of a managed variable PTX means the memory that the pointer of that name points at.
Value* Emitter::target_of(Value* named) {
  auto* global = dyn_cast_or_null<GlobalVariable>(named);
  if (global == nullptr) return named;
  return global->hasAttribute(spmd::kNamesTarget)
             ? builder_.CreateLoad(global->getValueType(), global)
             : named;
}

Value* Emitter::generic(Value* pointer) {
  return builder_.CreateAddrSpaceCast(pointer, builder_.getPtrTy());
}

Value* Emitter::special_register(StringRef name) {
  const auto position = [&](Intrinsic::ID id) { return call(id); };
  const auto timer = [&](Intrinsic::ID id) { return call(id); };
  const Intrinsic::ID direct = StringSwitch<Intrinsic::ID>(name)
                                   .Case("%tid.x", Intrinsic::nvvm_read_ptx_sreg_tid_x)
                                   .Case("%tid.y", Intrinsic::nvvm_read_ptx_sreg_tid_y)
                                   .Case("%tid.z", Intrinsic::nvvm_read_ptx_sreg_tid_z)
                                   .Case("%ntid.x", Intrinsic::nvvm_read_ptx_sreg_ntid_x)
                                   .Case("%ntid.y", Intrinsic::nvvm_read_ptx_sreg_ntid_y)
                                   .Case("%ntid.z", Intrinsic::nvvm_read_ptx_sreg_ntid_z)
                                   .Case("%ctaid.x", Intrinsic::nvvm_read_ptx_sreg_ctaid_x)
                                   .Case("%ctaid.y", Intrinsic::nvvm_read_ptx_sreg_ctaid_y)
                                   .Case("%ctaid.z", Intrinsic::nvvm_read_ptx_sreg_ctaid_z)
                                   .Case("%nctaid.x", Intrinsic::nvvm_read_ptx_sreg_nctaid_x)
                                   .Case("%nctaid.y", Intrinsic::nvvm_read_ptx_sreg_nctaid_y)
                                   .Case("%nctaid.z", Intrinsic::nvvm_read_ptx_sreg_nctaid_z)
                                   .Case("%laneid", Intrinsic::nvvm_read_ptx_sreg_laneid)
                                   .Case("%warpid", Intrinsic::nvvm_read_ptx_sreg_warpid)
                                   .Case("%nwarpid", Intrinsic::nvvm_read_ptx_sreg_nwarpid)
                                   .Case("%smid", Intrinsic::nvvm_read_ptx_sreg_smid)
                                   .Case("%nsmid", Intrinsic::nvvm_read_ptx_sreg_nsmid)
                                   .Case("%gridid", Intrinsic::nvvm_read_ptx_sreg_gridid)
                                   .Case("%lanemask_eq", Intrinsic::nvvm_read_ptx_sreg_lanemask_eq)
                                   .Case("%lanemask_le", Intrinsic::nvvm_read_ptx_sreg_lanemask_le)
                                   .Case("%lanemask_lt", Intrinsic::nvvm_read_ptx_sreg_lanemask_lt)
                                   .Case("%lanemask_ge", Intrinsic::nvvm_read_ptx_sreg_lanemask_ge)
                                   .Case("%lanemask_gt", Intrinsic::nvvm_read_ptx_sreg_lanemask_gt)
                                   .Default(Intrinsic::not_intrinsic);
  if (direct != Intrinsic::not_intrinsic) return position(direct);
  if (name == "%clock64") return timer(Intrinsic::nvvm_read_ptx_sreg_clock64);
  if (name == "%clock" || name == "%clock_lo") return timer(Intrinsic::nvvm_read_ptx_sreg_clock);
  if (name == "%clock_hi") {
    return builder_.CreateLShr(timer(Intrinsic::nvvm_read_ptx_sreg_clock64), 32);
  }
  if (name == "%globaltimer" || name == "%globaltimer_lo")
    return timer(Intrinsic::nvvm_read_ptx_sreg_globaltimer);
  if (name == "%globaltimer_hi") {
    return builder_.CreateLShr(timer(Intrinsic::nvvm_read_ptx_sreg_globaltimer), 32);
  }
  // A block is a cluster of its own.
  if (name == "%cluster_nctaid.x" || name == "%cluster_nctaid.y" || name == "%cluster_nctaid.z" ||
      name == "%cluster_nctarank")
    return builder_.getInt32(1);
  if (name.starts_with("%cluster_ctaid.") || name == "%cluster_ctarank")
    return builder_.getInt32(0);
  if (name == "%is_explicit_cluster") return builder_.getFalse();
  if (name == "%clusterid.x") return position(Intrinsic::nvvm_read_ptx_sreg_ctaid_x);
  if (name == "%clusterid.y") return position(Intrinsic::nvvm_read_ptx_sreg_ctaid_y);
  if (name == "%clusterid.z") return position(Intrinsic::nvvm_read_ptx_sreg_ctaid_z);
  if (name == "%nclusterid.x") return position(Intrinsic::nvvm_read_ptx_sreg_nctaid_x);
  if (name == "%nclusterid.y") return position(Intrinsic::nvvm_read_ptx_sreg_nctaid_y);
  if (name == "%nclusterid.z") return position(Intrinsic::nvvm_read_ptx_sreg_nctaid_z);
  if (name == "%dynamic_smem_size" || name == "%total_smem_size" || name == "%aggr_smem_size") {
    if (name == "%aggr_smem_size") name = "%total_smem_size";
    FunctionCallee read = module().getOrInsertFunction(
        ("llvm.nvvm.read.ptx.sreg." + name.drop_front()).str(), builder_.getInt32Ty());
    return builder_.CreateCall(read);
  }
  if (name.consume_front("%reserved_smem_offset_")) return reserved_shared(name);
  if (name.consume_front("%envreg")) return environment_register(builder_, module(), name);
  if (name == "%current_graph_exec") {
    return builder_.CreateCall(
        module().getOrInsertFunction("cudaGetCurrentGraphExec", builder_.getInt64Ty()));
  }
  // Counters that nobody has set up.
  if (name.starts_with("%pm") && name.size() > 3 && isDigit(name[3]))
    return name.ends_with("_64") ? builder_.getInt64(0) : builder_.getInt32(0);
  return nullptr;
}

// A symbol's own element is what its declaration says: memory_type makes one array of all dimensions.
static std::uint64_t element_bytes(const Value& symbol, const DataLayout& layout) {
  Type* type = nullptr;
  if (const auto* variable = dyn_cast<GlobalVariable>(&symbol)) type = variable->getValueType();
  // The pointer to a managed variable.
  if (const auto* load = dyn_cast<LoadInst>(&symbol)) {
    const StringRef name = load->getPointerOperand()->getName();
    if (const auto* storage =
            load->getModule()->getGlobalVariable((name + abi::kManagedSuffix).str()))
      type = storage->getValueType();
  }
  if (const auto* memory = dyn_cast<AllocaInst>(&symbol)) type = memory->getAllocatedType();
  if (const auto* parameter = dyn_cast<Argument>(&symbol)) type = parameter->getParamByValType();
  if (type == nullptr) return 1;
  if (type->isArrayTy()) type = type->getArrayElementType();
  return layout.getTypeAllocSize(type);
}

Value* Emitter::place(const Operand& operand) {
  const Operand& base = operand.parts.empty() ? operand : operand.parts[0];
  Value* named = symbol(base);
  if (named == nullptr || slot_of(base) != nullptr) return nullptr;
  if (operand.parts.empty()) return named;
  std::uint64_t scale = 1;
  if (operand.kind == Operand::Kind::kElement)
    scale = element_bytes(*named, module().getDataLayout());
  Value* at = builder_.getInt64(operand.bits * scale);
  if (operand.parts.size() > 1) {
    Value* index = builder_.CreateMul(read(operand.parts[1], 64), builder_.getInt64(scale));
    at = builder_.CreateAdd(at, index);
  }
  return builder_.CreateGEP(builder_.getInt8Ty(), named, at);
}

Value* Emitter::address_of(Value* place) {
  Value* value = builder_.CreatePtrToInt(generic(place), builder_.getInt64Ty());
  return is_shared(*place) ? builder_.CreateSub(value, shared_start()) : value;
}

Value* Emitter::read_name(const Operand& operand) {
  if (AllocaInst* slot = slot_of(operand))
    return builder_.CreateLoad(slot->getAllocatedType(), slot);
  if (Value* named = symbol(operand)) return address_of(named);
  Value* value = special_register(operand.name);
  if (value == nullptr) reject(Twine("uses ") + operand.name + ", which is not known");
  return value;
}

// A block's first 1,024 bytes of shared memory belong to the system; cooperative groups keep barriers there. Here they
// are a variable, which only kernels that ask for it have.
Value* Emitter::reserved_shared(StringRef which) {
  constexpr unsigned kBytes = 1024;
  constexpr StringLiteral kName = "__riffle_reserved_shared";
  if (which == "cap") return builder_.getInt32(0);
  GlobalVariable* memory = module().getGlobalVariable(kName, /*AllowInternal=*/true);
  if (memory == nullptr) {
    Type* const type = ArrayType::get(builder_.getInt8Ty(), kBytes);
    memory = new GlobalVariable(module(), type, false, GlobalValue::InternalLinkage,
                                UndefValue::get(type), kName, nullptr, GlobalValue::NotThreadLocal,
                                NVPTXAS::ADDRESS_SPACE_SHARED);
    memory->setAlignment(Align(128));
  }
  const unsigned offset = which == "end" ? kBytes : which == "1" ? kBytes / 2 : 0;
  Value* const begin = builder_.CreateTrunc(address_of(memory), builder_.getInt32Ty());
  return builder_.CreateAdd(begin, builder_.getInt32(offset));
}

Value* Emitter::read(const Operand& operand, unsigned width) {
  Type* type = int_type(width);
  switch (operand.kind) {
    case Operand::Kind::kInteger:
      // A number as a predicate: whether it is not zero.
      if (width == 1) return builder_.getInt1(operand.bits != 0);
      return builder_.getInt(APInt(width, operand.bits, false, true));
    case Operand::Kind::kFloat:
      if (width == 32) return builder_.getInt(as_single(operand).bitcastToAPInt());
      [[fallthrough]];
    case Operand::Kind::kFloat32:
      return builder_.getInt(APInt(width, operand.bits, false, true));
    case Operand::Kind::kName:
    case Operand::Kind::kArgument: {
      Value* value = builder_.CreateZExtOrTrunc(read_name(operand), type);
      return operand.negated ? builder_.CreateNot(value) : value;
    }
    case Operand::Kind::kOffset:
    case Operand::Kind::kElement: {
      if (Value* named = place(operand)) return builder_.CreateZExtOrTrunc(address_of(named), type);
      if (operand.kind == Operand::Kind::kElement)
        reject("indexes something that is not a variable");
      return builder_.CreateAdd(read(operand.parts[0], width),
                                builder_.getInt(APInt(width, operand.bits, false, true)));
    }
    case Operand::Kind::kVector: {
      const auto count = static_cast<unsigned>(operand.parts.size());
      const unsigned part = width / count;
      Value* all = builder_.getInt(APInt(width, 0));
      for (unsigned i = 0; i < count; ++i) {
        Value* one = builder_.CreateZExt(read(operand.parts[i], part), type);
        all = builder_.CreateOr(all, builder_.CreateShl(one, std::uint64_t{i} * part));
      }
      return all;
    }
    default:
      reject("has an operand of a kind that is not supported there");
  }
}

Value* Emitter::read_float(const Operand& operand, const ScalarType& type) {
  if (operand.kind == Operand::Kind::kFloat || operand.kind == Operand::Kind::kFloat32) {
    APFloat value = operand.kind == Operand::Kind::kFloat
                        ? APFloat(APFloat::IEEEdouble(), APInt(64, operand.bits))
                        : APFloat(APFloat::IEEEsingle(), APInt(32, operand.bits));
    // 0f... as a double is its 32 bits and zeros, for ptxas too.
    if (operand.kind == Operand::Kind::kFloat32 && type.width == 64)
      return ConstantFP::get(builder_.getContext(),
                             APFloat(APFloat::IEEEdouble(), APInt(64, operand.bits)));
    bool lost = false;
    value.convert(float_type(type)->getFltSemantics(), APFloat::rmNearestTiesToEven, &lost);
    return ConstantFP::get(builder_.getContext(), value);
  }
  if (operand.kind == Operand::Kind::kInteger && type.width != 16)
    reject("has an integer where a floating-point number is needed");
  return builder_.CreateBitCast(read(operand, type.width), float_type(type));
}

unsigned Emitter::width_of(const Operand& operand) {
  if (const AllocaInst* slot = slot_of(operand))
    return slot->getAllocatedType()->getIntegerBitWidth();
  return symbol(operand) != nullptr ? 64 : 32;
}

bool Emitter::is_predicate(const Operand& operand) {
  const AllocaInst* slot = slot_of(operand);
  return slot != nullptr && slot->getAllocatedType()->isIntegerTy(1);
}

Value* Emitter::read_predicate(const Operand& operand) { return read(operand, 1); }

void Emitter::write(const Operand& operand, Value* value, bool is_signed) {
  if (operand.kind == Operand::Kind::kSink) return;
  if (!value->getType()->isIntegerTy()) {
    const auto width = static_cast<unsigned>(value->getType()->getPrimitiveSizeInBits());
    value = builder_.CreateBitCast(value, int_type(width));
  }
  if (operand.kind == Operand::Kind::kVector) {
    const auto count = static_cast<unsigned>(operand.parts.size());
    const unsigned part = value->getType()->getIntegerBitWidth() / count;
    for (unsigned i = 0; i < count; ++i) {
      Value* one =
          builder_.CreateTrunc(builder_.CreateLShr(value, std::uint64_t{i} * part), int_type(part));
      write(operand.parts[i], one);
    }
    return;
  }
  AllocaInst* slot = slot_of(operand);
  if (slot == nullptr) reject(Twine("writes ") + operand.name + ", which is not a register");
  Type* type = slot->getAllocatedType();
  value =
      is_signed ? builder_.CreateSExtOrTrunc(value, type) : builder_.CreateZExtOrTrunc(value, type);
  builder_.CreateStore(value, slot);
}

Value* Emitter::shared_base() {
  FunctionCallee base = module().getOrInsertFunction("__riffle_shared_base", builder_.getPtrTy());
  return builder_.CreateCall(base);
}

Value* Emitter::shared_start() {
  return builder_.CreatePtrToInt(shared_base(), builder_.getInt64Ty());
}

Value* Emitter::address(const Operand& operand) {
  if (operand.kind == Operand::Kind::kElement) return read(operand, 64);
  if (operand.kind != Operand::Kind::kAddress) reject("needs an address in []");
  const Operand& base = operand.parts[0];
  Value* value = read(base, slot_of(base) != nullptr ? width_of(base) : 64);
  // A negative distance from a shared address has 32 bits too.
  value = builder_.CreateSExtOrTrunc(value, builder_.getInt64Ty());
  return builder_.CreateAdd(value, builder_.getInt64(operand.bits));
}

// Shared addresses are offsets from the block's shared memory (they fit 32 bits, as programs expect); those of
// the other spaces are generic addresses.
Value* Emitter::to_pointer(Value* address, StringRef space) {
  if (space == "shared") return builder_.CreateGEP(builder_.getInt8Ty(), shared_base(), address);
  return builder_.CreateIntToPtr(address, builder_.getPtrTy());
}

Value* Emitter::pointer(const Operand& operand, StringRef space) {
  const bool is_memory =
      operand.kind == Operand::Kind::kAddress || operand.kind == Operand::Kind::kElement;
  if (is_memory) {
    if (Value* named = place(operand)) return generic(named);
  }
  return to_pointer(address(operand), space);
}

std::int64_t Emitter::constant(const Operand& operand) {
  if (operand.kind == Operand::Kind::kInteger) return static_cast<std::int64_t>(operand.bits);
  if (operand.kind == Operand::Kind::kArgument && operand.argument < immediates_.size() &&
      immediates_[operand.argument] != nullptr) {
    return cast<ConstantInt>(immediates_[operand.argument])->getSExtValue();
  }
  reject("needs a constant operand");
}

}  // namespace riffle::ptx
