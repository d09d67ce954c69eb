// SPDX-License-Identifier: Apache-2.0
//   store i32 %v, ptr %p       ->     store i32 %v, ptr %written
//                                     call @riffle.follow.access(site, %p, 4, writes, %written)
//                                     store i32 %v, ptr %p
#include "compiler/spmd/instrument/follow_threads.h"

#include <llvm/IR/Module.h>

#include "compiler/spmd/instrument/follow_packets.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool is_atomic(const Instruction& at) { return at.isAtomic() && !isa<FenceInst>(at); }

/// Where the value lies that a store is about to write; null: nowhere.
Value* written_value(IRBuilder<>& builder, const NotedAccess& access) {
  auto* const store = dyn_cast<StoreInst>(access.at);
  if (store == nullptr || is_atomic(*store)) return ConstantPointerNull::get(builder.getPtrTy());
  IRBuilder<> entry(&*store->getFunction()->getEntryBlock().getFirstInsertionPt());
  Value* const room = entry.CreateAlloca(store->getValueOperand()->getType(), nullptr, "written");
  builder.CreateStore(store->getValueOperand(), room);
  return room;
}

}  // namespace

void FollowedThreads::access(const NotedAccess& access) {
  // Threads that run by themselves have no lanes.
  if (access.form == NotedAccess::Form::kLanes || access.mask != nullptr) return;
  IRBuilder<> builder(access.at);
  Value* const length = access.form == NotedAccess::Form::kRange
                            ? builder.CreateZExtOrTrunc(access.length, builder.getInt64Ty())
                            : builder.getInt64(access.bytes);
  calls_.emit(builder, "riffle.follow.access", offsetof(abi::AccessRuntime, follow_access),
              {sites_.of(*access.at), builder.CreatePtrToInt(access.address, builder.getInt64Ty()),
               length, builder.getInt32(followed_flags(access)), written_value(builder, access)});
}

void FollowedThreads::waits(Function& function) {
  for (Instruction* wait : waits_of(function)) {
    IRBuilder<> builder(wait);
    calls_.emit(builder, "riffle.follow.wait", offsetof(abi::AccessRuntime, follow_wait),
                {sites_.of(*wait)});
  }
}

Constant* FollowedThreads::list_of(const KernelState& kernel) {
  static_assert(offsetof(abi::SharedVariable, offset) == 8 &&
                offsetof(abi::SharedVariable, bytes) == 12 && sizeof(abi::SharedVariable) == 16);
  LLVMContext& context = module_.getContext();
  Type* const word = Type::getInt32Ty(context);
  SmallVector<Constant*, 8> rows;
  const auto add = [&](Constant* name, std::uint32_t offset, std::uint32_t bytes) {
    rows.push_back(ConstantStruct::getAnon(
        {name, ConstantInt::get(word, offset), ConstantInt::get(word, bytes)}));
  };
  for (const SharedPlace& place : kernel.shared_variables)
    add(keep_for_notes(module_, ConstantDataArray::getString(context, place.name)), place.offset,
        place.bytes);
  add(ConstantPointerNull::get(PointerType::getUnqual(context)), 0, 0);
  return keep_for_notes(
      module_, ConstantArray::get(ArrayType::get(rows.front()->getType(), rows.size()), rows));
}

Constant* FollowedThreads::variables_of(const KernelState* kernel) {
  if (kernel != nullptr) return list_of(*kernel);
  return ConstantPointerNull::get(PointerType::getUnqual(module_.getContext()));
}

void FollowedThreads::begin(const KernelState& kernel) {
  Function* const thread = module_.getFunction(kernel.name + ".thread");
  if (thread == nullptr || thread->isDeclaration() || kernel.shared_variables.empty()) return;
  IRBuilder<> builder(&*thread->getEntryBlock().getFirstInsertionPt());
  builder.SetCurrentDebugLocation(DebugLoc());
  calls_.emit(builder, "riffle.follow.thread", offsetof(abi::AccessRuntime, follow_thread),
              {list_of(kernel)});
}

}  // namespace riffle::spmd
