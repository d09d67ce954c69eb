// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/window_access.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <cstddef>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;

std::optional<unsigned> window_of(const AtomicRMWInst& update) {
  const MDNode* const number = update.getMetadata(kWindow);
  if (number == nullptr) return {};
  return static_cast<unsigned>(
      mdconst::extract<ConstantInt>(number->getOperand(0))->getZExtValue());
}

namespace {

/// Address of the UpdateWindow.
Value* window_state(IRBuilder<>& builder, unsigned number) {
  Module& module = *builder.GetInsertBlock()->getModule();
  auto* const type = FunctionType::get(builder.getPtrTy(), {builder.getInt32Ty()}, false);
  FunctionCallee state = module.getOrInsertFunction(kWindow, type);
  cast<Function>(state.getCallee())->setDoesNotAccessMemory();
  cast<Function>(state.getCallee())->setDoesNotThrow();
  return builder.CreateCall(state, {builder.getInt32(number)}, "window");
}

/// Makes the window of `state` larger, if possible, so that it has `address`, which has just been updated.
void grow_window(IRBuilder<>& builder, Value* state, Value* address) {
  Module& module = *builder.GetInsertBlock()->getModule();
  Type* const pointer = builder.getPtrTy();
  auto* const type = FunctionType::get(builder.getVoidTy(), {pointer, pointer}, false);
  builder.CreateCall(module.getOrInsertFunction(kGrowWindow, type), {state, address});
}

Value* field(IRBuilder<>& builder, Value* state, std::size_t offset, const Twine& name = "") {
  return load_field(builder, state, offset, builder.getInt64Ty(), name, /*constant=*/false);
}

void keep_in_window(AtomicRMWInst& update, unsigned number) {
  BasicBlock* const before = update.getParent();
  Function* const function = before->getParent();
  BasicBlock* const outside = before->splitBasicBlock(&update, "outside");
  BasicBlock* const after = outside->splitBasicBlock(std::next(update.getIterator()), "updated");
  BasicBlock* const within =
      BasicBlock::Create(function->getContext(), "within", function, outside);
  before->getTerminator()->eraseFromParent();
  outside->getTerminator()->eraseFromParent();

  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(update.getDebugLoc());
  const WindowAccess window(builder, number);
  Value* const address = update.getPointerOperand();
  builder.CreateCondBr(window.has(builder, address), within, outside);

  builder.SetInsertPoint(within);
  auto* const kept = cast<AtomicRMWInst>(update.clone());
  Value* const place =
      builder.CreateAdd(builder.CreatePtrToInt(address, builder.getInt64Ty()), window.shift);
  kept->setOperand(0, builder.CreateIntToPtr(place, address->getType()));
  kept->setSyncScopeID(SyncScope::SingleThread);
  kept->setMetadata(kWindow, nullptr);
  builder.Insert(kept);
  builder.CreateBr(after);

  update.setMetadata(kWindow, nullptr);
  builder.SetInsertPoint(outside);
  window.note_miss(builder, [&] { return address; });
  builder.CreateBr(after);
}

}  // namespace

WindowAccess::WindowAccess(IRBuilder<>& builder, unsigned number)
    : state(window_state(builder, number)),
      low(field(builder, state, offsetof(UpdateWindow, low))),
      room(field(builder, state, offsetof(UpdateWindow, room))),
      shift(field(builder, state, offsetof(UpdateWindow, shift))) {}

Value* WindowAccess::has(IRBuilder<>& builder, Value* addresses) const {
  Value *first = low, *count = room;
  if (auto* vector = dyn_cast<VectorType>(addresses->getType())) {
    first = builder.CreateVectorSplat(vector->getElementCount(), first);
    count = builder.CreateVectorSplat(vector->getElementCount(), count);
  }
  Value* numbers = builder.CreatePtrToInt(addresses, first->getType());
  return builder.CreateICmpULT(builder.CreateSub(numbers, first), count);
}

void WindowAccess::note_miss(IRBuilder<>& builder, function_ref<Value*()> address) const {
  LLVMContext& context = builder.getContext();
  Function* const function = builder.GetInsertBlock()->getParent();
  constexpr std::size_t kMisses = offsetof(UpdateWindow, misses);
  Value* const misses =
      builder.CreateAdd(field(builder, state, kMisses, "misses"), builder.getInt64(1));
  store_field(builder, state, kMisses, misses);
  BasicBlock* const grow = BasicBlock::Create(context, "grow", function);
  BasicBlock* const done = BasicBlock::Create(context, "noted", function);
  Value* const since_first = builder.CreateSub(misses, builder.getInt64(kFirstMiss));
  builder.CreateCondBr(builder.CreateICmpULT(since_first, builder.getInt64(kTriedMisses)), grow,
                       done);
  builder.SetInsertPoint(grow);
  grow_window(builder, state, address());
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

void keep_in_windows(Function& run) {
  SmallVector<std::pair<AtomicRMWInst*, unsigned>, 8> updates;
  for (Instruction& instruction : instructions(run)) {
    auto* const update = dyn_cast<AtomicRMWInst>(&instruction);
    if (update == nullptr) continue;
    if (const auto number = window_of(*update)) updates.emplace_back(update, *number);
  }
  for (const auto& [update, number] : updates) keep_in_window(*update, number);
}

}  // namespace riffle::spmd
