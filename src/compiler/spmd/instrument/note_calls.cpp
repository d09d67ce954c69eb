// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/note_calls.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include "compiler/abi/access_abi.h"
#include "compiler/spmd/abi_access.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// CUDA's headers, be they Riffle's own or CCCL's: users look for their line that led there.
bool is_own_header(StringRef file) {
  static constexpr StringLiteral kNames[] = {"/cooperative_groups/memcpy_async.h",
                                             "/cuda_pipeline.h", "/cuda_pipeline_primitives.h"};
  return file.contains("/riffle_") || file.contains("/cuda/__") ||
         any_of(kNames, [&](StringRef name) { return file.ends_with(name); });
}

const DILocation* line_of_user(const DILocation* location) {
  for (const DILocation* at = location; at != nullptr; at = at->getInlinedAt())
    if (at->getLine() != 0 && !is_own_header(at->getFilename())) return at;
  return location;
}

}  // namespace

Constant* keep_for_notes(Module& module, Constant* value) {
  return new GlobalVariable(module, value->getType(), true, GlobalValue::PrivateLinkage, value,
                            "riffle.site");
}

Constant* Sites::of(const Instruction& instruction) {
  const DILocation* const at = line_of_user(instruction.getDebugLoc().get());
  const auto key =
      at == nullptr ? std::tuple<std::string, std::string, unsigned>()
                    : std::tuple(at->getFilename().str(),
                                 at->getScope()->getSubprogram()->getName().str(), at->getLine());
  Constant*& site = sites_[key];
  if (site == nullptr) site = make(std::get<0>(key), std::get<1>(key), std::get<2>(key));
  return site;
}

Constant* Sites::text(StringRef value) {
  Constant*& kept = texts_[value.str()];
  if (kept == nullptr)
    kept = keep_for_notes(module_, ConstantDataArray::getString(module_.getContext(), value));
  return kept;
}

Constant* Sites::make(StringRef file, StringRef function, unsigned line) {
  static_assert(offsetof(abi::AccessSite, line) == 16 && sizeof(abi::AccessSite) == 24);
  Type* const word = Type::getInt32Ty(module_.getContext());
  return keep_for_notes(
      module_, ConstantStruct::getAnon({text(file), text(function), ConstantInt::get(word, line),
                                        ConstantInt::get(word, 0)}));
}

void NoteCalls::emit(IRBuilder<>& builder, const char* name, std::size_t entry,
                     ArrayRef<Value*> arguments) {
  Function*& function = functions_[entry];
  if (function == nullptr) {
    SmallVector<Type*, 6> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    function = make(name, entry, types);
  }
  CallInst* const call = builder.CreateCall(function, arguments);
  call->setCallingConv(CallingConv::PreserveMost);
}

Function* NoteCalls::make(const char* name, std::size_t entry, ArrayRef<Type*> types) {
  LLVMContext& context = module_.getContext();
  Function* const function =
      Function::Create(FunctionType::get(Type::getVoidTy(context), types, false),
                       GlobalValue::InternalLinkage, name, &module_);
  function->setCallingConv(CallingConv::PreserveMost);
  function->addFnAttr(Attribute::NoInline);
  function->addFnAttr(Attribute::NoUnwind);
  function->setUWTableKind(UWTableKind::Async);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", function));
  SmallVector<Value*, 6> arguments;
  for (Argument& argument : function->args()) arguments.push_back(&argument);
  call_runtime(builder, state_, entry, builder.getVoidTy(), arguments);
  builder.CreateRetVoid();
  return function;
}

}  // namespace riffle::spmd
