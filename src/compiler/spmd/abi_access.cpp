// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/abi_access.h"

#include <llvm/IR/Module.h>

namespace riffle::spmd {

using namespace llvm;

Value* field_address(IRBuilderBase& builder, Value* base, std::size_t offset) {
  if (offset == 0) return base;
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), base, builder.getInt64(offset));
}

Value* load_field(IRBuilderBase& builder, Value* base, std::size_t offset, Type* type,
                  const Twine& name, bool constant) {
  LoadInst* load = builder.CreateLoad(type, field_address(builder, base, offset), name);
  if (constant)
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return load;
}

void store_field(IRBuilderBase& builder, Value* base, std::size_t offset, Value* value) {
  builder.CreateStore(value, field_address(builder, base, offset));
}

GlobalVariable* runtime_pointer(Module& module, ModuleState& state) {
  if (state.runtime == nullptr) {
    Type* pointer = PointerType::getUnqual(module.getContext());
    state.runtime =
        new GlobalVariable(module, pointer, false, GlobalValue::InternalLinkage,
                           ConstantPointerNull::get(cast<PointerType>(pointer)), kRuntimeVariable);
  }
  return state.runtime;
}

CallInst* call_runtime(IRBuilderBase& builder, ModuleState& state, std::size_t offset, Type* result,
                       ArrayRef<Value*> arguments) {
  Module& module = *builder.GetInsertBlock()->getModule();
  Value* table =
      load_field(builder, runtime_pointer(module, state), 0, builder.getPtrTy(), "runtime");
  Value* entry = load_field(builder, table, offset, builder.getPtrTy(), "entry");
  SmallVector<Type*, 8> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  return builder.CreateCall(FunctionType::get(result, types, false), entry, arguments);
}

}  // namespace riffle::spmd
