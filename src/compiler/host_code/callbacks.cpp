// SPDX-License-Identifier: Apache-2.0
// In C, roughly:
//
//   static const Table* riffle_host_code;                            // set by a constructor of the object
//   void riffle_host_read(void* pointer, uint64_t bytes) {
//     if (riffle_host_code != NULL) riffle_host_read_checked(pointer, bytes);
//   }
//   void riffle_host_read_checked(void* pointer, uint64_t bytes) {
//     uint64_t page = ((uint64_t)pointer & 0xffffffffffff) >> 12;
//     if ((riffle_host_code->pages[page >> 3] >> (page & 7) & 1) == 0) return;
//     riffle_host_code->access(pointer, bytes, kRead, __builtin_return_address(0));
//   }
//
// They keep the caller's registers (preserve_most): where nobody checks, such a call is a load, a comparison and the return.
// The one function jumps to the other, so that both return to the program.
#include "compiler/host_code/callbacks.h"

#include <string>

#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace riffle::host_code {
namespace {

constexpr const char* kTableVariable = "riffle_host_code";
constexpr const char* kFewNames[] = {"riffle_host_read", "riffle_host_write", "riffle_host_atomic"};
constexpr const char* kRangeName = "riffle_host_range";
constexpr const char* kChecked = "_checked";
constexpr const char* kStartName = "riffle_host_code_start";

llvm::MDNode* rarely(llvm::LLVMContext& context) {
  return llvm::MDBuilder(context).createBranchWeights(1, 1U << 20);
}

void share(llvm::GlobalObject& object) {
  object.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
  object.setVisibility(llvm::GlobalValue::HiddenVisibility);
  object.setComdat(object.getParent()->getOrInsertComdat(object.getName()));
}

}  // namespace

HostCodeCallbacks::HostCodeCallbacks(llvm::Module& module) : module_(module) {
  llvm::LLVMContext& context = module.getContext();
  llvm::PointerType* const pointer = llvm::PointerType::get(context, 0);
  table_ = new llvm::GlobalVariable(module, pointer, false, llvm::GlobalValue::ExternalLinkage,
                                    llvm::ConstantPointerNull::get(pointer), kTableVariable);
  share(*table_);
  define_start();
}

llvm::Function* HostCodeCallbacks::make(const std::string& name, bool is_range) {
  llvm::LLVMContext& context = module_.getContext();
  llvm::Type* const nothing = llvm::Type::getVoidTy(context);
  llvm::Type* const pointer = llvm::PointerType::get(context, 0);
  llvm::Type* const number = llvm::Type::getInt64Ty(context);
  llvm::Type* const kind = llvm::Type::getInt32Ty(context);
  auto* const type = is_range ? llvm::FunctionType::get(nothing, {pointer, number, kind}, false)
                              : llvm::FunctionType::get(nothing, {pointer, number}, false);
  auto* const function =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module_);
  share(*function);
  function->setCallingConv(llvm::CallingConv::PreserveMost);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::NoInline);
  function->setUWTableKind(llvm::UWTableKind::Async);  // stacks are read through it
  return function;
}

void HostCodeCallbacks::call_table(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* bytes,
                                   llvm::Value* kind) {
  llvm::PointerType* const address = at.getPtrTy();
  llvm::Value* const table = at.CreateLoad(address, table_);
  llvm::Value* const place = at.CreateConstInBoundsGEP1_64(address, table, 1);
  llvm::Value* const access = at.CreateLoad(address, place);
  llvm::Value* const caller =
      at.CreateIntrinsic(llvm::Intrinsic::returnaddress, {}, {at.getInt32(0)});
  auto* const type = llvm::FunctionType::get(
      at.getVoidTy(), {address, at.getInt64Ty(), at.getInt32Ty(), address}, false);
  at.CreateCall(type, access, {pointer, bytes, kind, caller});
}

/// To `checked` if there is a table, else back.
void HostCodeCallbacks::define_entry(llvm::Function& function, llvm::Function& checked) {
  llvm::LLVMContext& context = module_.getContext();
  auto* const entry = llvm::BasicBlock::Create(context, "entry", &function);
  auto* const report = llvm::BasicBlock::Create(context, "report", &function);
  auto* const done = llvm::BasicBlock::Create(context, "done", &function);
  llvm::IRBuilder<> at(entry);
  llvm::Value* const table = at.CreateLoad(at.getPtrTy(), table_);
  at.CreateCondBr(at.CreateIsNotNull(table), report, done, rarely(context));
  at.SetInsertPoint(report);
  llvm::SmallVector<llvm::Value*> arguments;
  for (llvm::Argument& argument : function.args()) arguments.push_back(&argument);
  llvm::CallInst* const call = at.CreateCall(&checked, arguments);
  call->setCallingConv(llvm::CallingConv::PreserveMost);
  call->setTailCallKind(llvm::CallInst::TCK_MustTail);
  at.CreateRetVoid();
  llvm::IRBuilder<>(done).CreateRetVoid();
}

void HostCodeCallbacks::define_few(llvm::Function& function, HostCodeAccess kind) {
  llvm::LLVMContext& context = module_.getContext();
  auto* const entry = llvm::BasicBlock::Create(context, "entry", &function);
  auto* const report = llvm::BasicBlock::Create(context, "report", &function);
  auto* const done = llvm::BasicBlock::Create(context, "done", &function);
  llvm::IRBuilder<> at(entry);
  llvm::Value* const pointer = function.getArg(0);
  llvm::Value* const address = at.CreateAnd(at.CreatePtrToInt(pointer, at.getInt64Ty()),
                                            (std::uint64_t{1} << kAddressBits) - 1);
  llvm::Value* const page = at.CreateLShr(address, kPageShift);
  llvm::Value* const table = at.CreateLoad(at.getPtrTy(), table_);
  llvm::Value* const pages = at.CreateLoad(at.getPtrTy(), table);
  llvm::LoadInst* const bits = at.CreateAlignedLoad(
      at.getInt8Ty(), at.CreateGEP(at.getInt8Ty(), pages, at.CreateLShr(page, 3)), llvm::Align(1));
  bits->setAtomic(llvm::AtomicOrdering::Monotonic);
  llvm::Value* const bit =
      at.CreateShl(at.getInt32(1), at.CreateTrunc(at.CreateAnd(page, 7), at.getInt32Ty()));
  llvm::Value* const both = at.CreateAnd(at.CreateZExt(bits, at.getInt32Ty()), bit);
  at.CreateCondBr(at.CreateIsNotNull(both), report, done, rarely(context));
  at.SetInsertPoint(report);
  call_table(at, pointer, function.getArg(1), at.getInt32(static_cast<std::uint32_t>(kind)));
  at.CreateBr(done);
  llvm::IRBuilder<>(done).CreateRetVoid();
}

/// Which of its pages are wanted the other side finds out.
void HostCodeCallbacks::define_range(llvm::Function& function) {
  llvm::IRBuilder<> at(llvm::BasicBlock::Create(module_.getContext(), "entry", &function));
  call_table(at, function.getArg(0), function.getArg(1), function.getArg(2));
  at.CreateRetVoid();
}

/// A constructor, before those of the program: asks the dynamic linker for the checker's function. A program that is linked
/// statically has no such linker, and nobody to check it.
void HostCodeCallbacks::define_start() {
  llvm::LLVMContext& context = module_.getContext();
  auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto* const function =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, kStartName, module_);
  share(*function);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::IRBuilder<> at(llvm::BasicBlock::Create(context, "entry", function));
  auto* const look_up = llvm::BasicBlock::Create(context, "look_up", function);
  auto* const found = llvm::BasicBlock::Create(context, "found", function);
  auto* const done = llvm::BasicBlock::Create(context, "done", function);
  llvm::FunctionCallee dlsym =
      module_.getOrInsertFunction("dlsym", at.getPtrTy(), at.getPtrTy(), at.getPtrTy());
  if (auto* const declared = llvm::dyn_cast<llvm::Function>(dlsym.getCallee());
      declared != nullptr && declared->use_empty() && declared->isDeclaration())
    declared->setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
  at.CreateCondBr(at.CreateIsNotNull(dlsym.getCallee()), look_up, done);
  at.SetInsertPoint(look_up);
  llvm::Value* const name = at.CreateGlobalString(kTableName, "riffle_host_code_name");
  llvm::Value* const everywhere = llvm::ConstantPointerNull::get(at.getPtrTy());  // RTLD_DEFAULT
  llvm::Value* const function_of_checker = at.CreateCall(dlsym, {everywhere, name});
  at.CreateCondBr(at.CreateIsNotNull(function_of_checker), found, done);
  at.SetInsertPoint(found);
  auto* const table_type = llvm::FunctionType::get(at.getPtrTy(), false);
  at.CreateStore(at.CreateCall(table_type, function_of_checker), table_);
  at.CreateBr(done);
  llvm::IRBuilder<>(done).CreateRetVoid();
  llvm::appendToGlobalCtors(module_, function, 0, function);
}

llvm::Function* HostCodeCallbacks::few(HostCodeAccess kind) {
  llvm::Function*& function = few_[static_cast<std::size_t>(kind)];
  if (function == nullptr) {
    const std::string name = kFewNames[static_cast<std::size_t>(kind)];
    llvm::Function* const checked = make(name + kChecked, false);
    define_few(*checked, kind);
    function = make(name, false);
    define_entry(*function, *checked);
  }
  return function;
}

void HostCodeCallbacks::access(llvm::IRBuilder<>& at, llvm::Value* pointer, std::uint64_t bytes,
                               HostCodeAccess kind) {
  at.CreateCall(few(kind), {pointer, at.getInt64(bytes)})
      ->setCallingConv(llvm::CallingConv::PreserveMost);
}

void HostCodeCallbacks::range(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* bytes,
                              HostCodeAccess kind) {
  if (range_ == nullptr) {
    llvm::Function* const checked = make(std::string(kRangeName) + kChecked, true);
    define_range(*checked);
    range_ = make(kRangeName, true);
    define_entry(*range_, *checked);
  }
  at.CreateCall(range_, {pointer, bytes, at.getInt32(static_cast<std::uint32_t>(kind))})
      ->setCallingConv(llvm::CallingConv::PreserveMost);
}

}  // namespace riffle::host_code
