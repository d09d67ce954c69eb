// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/follow_packets.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstddef>

#include "compiler/abi/follow_flags.h"
#include "compiler/spmd/analysis/barrier_uniformity.h"
#include "compiler/spmd/analysis/suspension.h"
#include "compiler/spmd/intrinsics.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool is_atomic(const Instruction& at) { return at.isAtomic() && !isa<FenceInst>(at); }

/// What it calls is known, and tells nothing to other threads. Calls through the runtime's table are not: a grid's barrier is one.
bool calls_what_is_known(Function& body) {
  for (Instruction& instruction : instructions(body)) {
    const auto* const call = dyn_cast<CallInst>(&instruction);
    if (call == nullptr || isa<IntrinsicInst>(call) || kind_of(*call) == Kind::kBarrier ||
        call->hasMetadata(kSamplesTexture))
      continue;
    const Function* const callee = call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || kind_of(*callee) != Kind::kPlain)
      return false;
  }
  return true;
}

bool waits_for_others_in_blocks_only(Function& body) {
  const SuspensionSummary waits = summarize_suspensions(body);
  if (waits.needs_fibers()) return false;
  return !waits.block_barriers || barriers_are_uniform(body, Uniformity(body, Scope::kBlock));
}

bool learns_from_others(const NotedAccess& access) {
  const std::uint32_t flags = followed_flags(access);
  return (flags & (abi::kFollowedAtomic | abi::kFollowedVolatile)) != 0 &&
         (flags & abi::kFollowedReads) != 0 && (flags & abi::kFollowedUnread) == 0;
}

Type* type_of_values(const NotedAccess& access) {
  const auto* const store = dyn_cast<StoreInst>(access.at);
  return store == nullptr || is_atomic(*store) ? nullptr : store->getValueOperand()->getType();
}

FunctionType* type_of(LLVMContext& context, StringRef name) {
  Type* const nothing = Type::getVoidTy(context);
  Type* const pointer = PointerType::getUnqual(context);
  Type* const number = Type::getInt64Ty(context);
  Type* const word = Type::getInt32Ty(context);
  if (name == kFollowThread) return FunctionType::get(nothing, {pointer, number, word}, true);
  if (name == kFollowPacket)
    return FunctionType::get(nothing, {pointer, number, pointer, number, word, number}, false);
  if (name == kFollowLanes)
    return FunctionType::get(nothing, {pointer, number, pointer, number, word}, false);
  if (name == kFollowBegin) return FunctionType::get(nothing, {pointer}, false);
  return FunctionType::get(nothing, false);
}

/// The calls of one function, as those of the runtime.
class Lowering {
 public:
  Lowering(Sites& sites, NoteCalls& calls) : sites_(sites), calls_(calls) {}

  void thread(CallInst& call) {
    IRBuilder<> builder(&call);
    Value* values = ConstantPointerNull::get(builder.getPtrTy());
    if (call.arg_size() > kThreadValue) {
      Value* const value = call.getArgOperand(kThreadValue);
      IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
      values = entry.CreateAlloca(value->getType(), nullptr, "written");
      builder.CreateStore(value, values);
    }
    piece(builder, call, {1, 2}, builder.getInt64(0), builder.getInt64(1), values);
  }

  void packet(CallInst& call) {
    IRBuilder<> builder(&call);
    piece(builder, call, {3, 4}, call.getArgOperand(5), call.getArgOperand(1),
          call.getArgOperand(2));
  }

  void lanes(CallInst& call) {
    IRBuilder<> builder(&call);
    calls_.emit(builder, "riffle.followed.lanes", offsetof(abi::AccessRuntime, follow_lanes),
                {what(call, {3, 4}, builder.getInt64(0)), call.getArgOperand(0),
                 call.getArgOperand(1), call.getArgOperand(2)});
  }

 private:
  static constexpr unsigned kThreadValue = 3;
  struct Places {
    unsigned bytes, flags;  ///< among the arguments
  };

  void piece(IRBuilder<>& builder, CallInst& call, const Places& places, Value* stride, Value* mask,
             Value* values) {
    calls_.emit(
        builder, "riffle.followed.packet", offsetof(abi::AccessRuntime, follow_packet),
        {what(call, places, stride),
         builder.CreatePtrToInt(call.getArgOperand(0), builder.getInt64Ty()), mask, values});
  }

  /// An abi::FollowedPacket.
  Constant* what(const CallInst& call, const Places& places, Value* stride) {
    using abi::FollowedPacket;
    static_assert(offsetof(FollowedPacket, stride) == 8 && offsetof(FollowedPacket, bytes) == 16 &&
                  offsetof(FollowedPacket, what) == 24 && sizeof(FollowedPacket) == 32);
    Type* const word = Type::getInt32Ty(call.getContext());
    return keep_for_notes(*const_cast<Module*>(call.getModule()),
                          ConstantStruct::getAnon({sites_.of(call), cast<Constant>(stride),
                                                   cast<Constant>(call.getArgOperand(places.bytes)),
                                                   cast<Constant>(call.getArgOperand(places.flags)),
                                                   ConstantInt::get(word, 0)}));
  }

  Sites& sites_;
  NoteCalls& calls_;
};

constexpr const char* kFollowedInPackets = "riffle-followed-in-packets";

}  // namespace

std::uint32_t followed_flags(const NotedAccess& access) {
  const bool is_update =
      is_atomic(*access.at) && !isa<LoadInst>(access.at) && !isa<StoreInst>(access.at);
  const bool is_load = isa<LoadInst>(access.at) || access.kind == abi::AccessKind::kRead;
  std::uint32_t flags = is_update ? abi::kFollowedReads | abi::kFollowedWrites
                        : is_load ? abi::kFollowedReads
                                  : abi::kFollowedWrites;
  if (is_update && access.at->use_empty()) flags |= abi::kFollowedUnread;
  if (is_atomic(*access.at))
    flags |= abi::kFollowedAtomic;
  else if (access.at->isVolatile())
    flags |= abi::kFollowedVolatile;
  return flags;
}

CallInst* call_follow(IRBuilder<>& builder, const char* name, ArrayRef<Value*> arguments) {
  Module& module = *builder.GetInsertBlock()->getModule();
  FunctionCallee callee = module.getOrInsertFunction(name, type_of(module.getContext(), name));
  auto* const function = cast<Function>(callee.getCallee());
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::WillReturn);
  CallInst* const call = builder.CreateCall(callee, arguments);
  call->addFnAttr(Attribute::NoMerge);
  return call;
}

bool follow_in_packets(KernelState& kernel) {
  Function& body = *kernel.body;
  if (!waits_for_others_in_blocks_only(body) || !calls_what_is_known(body)) return false;
  const auto accesses = noted_accesses(body, /*checks=*/false, /*follows=*/true);
  for (const NotedAccess& access : accesses)
    if (access.form != NotedAccess::Form::kPiece || access.mask != nullptr) return false;
  const std::uint32_t more = any_of(accesses, learns_from_others) ? 0 : abi::kFollowedUntold;
  for (const NotedAccess& access : accesses) {
    IRBuilder<> builder(access.at);
    SmallVector<Value*, 4> arguments = {access.address, builder.getInt64(access.bytes),
                                        builder.getInt32(followed_flags(access) | more)};
    if (type_of_values(access) != nullptr)
      arguments.push_back(cast<StoreInst>(access.at)->getValueOperand());
    call_follow(builder, kFollowThread, arguments);
  }
  body.addFnAttr(kFollowedInPackets);
  return true;
}

bool is_followed_in_packets(const KernelState& kernel) {
  return kernel.body->hasFnAttribute(kFollowedInPackets);
}

void lower_follow_calls(Function& function, Sites& sites, NoteCalls& calls,
                        function_ref<Constant*(const Function&)> variables) {
  SmallVector<CallInst*, 16> found;
  for (Instruction& instruction : instructions(function)) {
    auto* const call = dyn_cast<CallInst>(&instruction);
    const Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && callee->isDeclaration() &&
        callee->getName().starts_with("riffle.follow."))
      found.push_back(call);
  }
  Lowering lowering(sites, calls);
  for (CallInst* const call : found) {
    const StringRef name = call->getCalledFunction()->getName();
    IRBuilder<> builder(call);
    if (name == kFollowThread) {
      lowering.thread(*call);
    } else if (name == kFollowPacket) {
      lowering.packet(*call);
    } else if (name == kFollowLanes) {
      lowering.lanes(*call);
    } else if (name == kFollowBarrier) {
      calls.emit(builder, "riffle.followed.barrier", offsetof(abi::AccessRuntime, follow_barrier),
                 {});
    } else if (name == kFollowBegin) {
      calls.emit(builder, "riffle.followed.begin", offsetof(abi::AccessRuntime, follow_begin),
                 {call->getArgOperand(0), variables(function)});
    } else {
      calls.emit(builder, "riffle.followed.end", offsetof(abi::AccessRuntime, follow_end), {});
    }
    call->eraseFromParent();
  }
}

}  // namespace riffle::spmd
