// SPDX-License-Identifier: Apache-2.0
// The reports of threads, as calls of abi::AccessRuntime.
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "compiler/abi/follow_flags.h"
#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// The calls of one function, as those of the runtime.
class FollowLowering {
 public:
  FollowLowering(Sites& sites, NoteCalls& calls, function_ref<Value*()> table)
      : sites_(sites), calls_(calls), table_(table) {}

  /// Of code that is one thread's.
  void own_thread(CallInst& call) {
    IRBuilder<> builder(&call);
    calls_.emit(
        builder, "riffle.follow.access", offsetof(abi::AccessRuntime, follow_access),
        {sites_.of(call), builder.CreatePtrToInt(call.getArgOperand(0), builder.getInt64Ty()),
         call.getArgOperand(1), call.getArgOperand(kThreadFlags),
         ConstantPointerNull::get(builder.getPtrTy())});
  }

  void thread(CallInst& call) {
    IRBuilder<> builder(point_of_use(call, kThreadFlags));
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
    IRBuilder<> builder(point_of_use(call, kFlags));
    piece(builder, call, {3, 4}, call.getArgOperand(5), call.getArgOperand(1),
          call.getArgOperand(2));
  }

  void lanes(CallInst& call) {
    IRBuilder<> builder(point_of_use(call, kFlags));
    calls_.emit(builder, "riffle.followed.lanes", offsetof(abi::AccessRuntime, follow_lanes),
                {what(call, {3, 4}, builder.getInt64(0)), call.getArgOperand(0),
                 call.getArgOperand(1), call.getArgOperand(2)});
  }

 private:
  static constexpr unsigned kThreadFlags = 2, kThreadValue = 3, kFlags = 4;
  struct Places {
    unsigned bytes, flags;  ///< among the arguments
  };

  /// In front of the call, where the launch asks for such accesses.
  Instruction* point_of_use(CallInst& call, unsigned flags) {
    const std::uint64_t parameter = cast<ConstantInt>(call.getArgOperand(flags))->getZExtValue() >>
                                    abi::kFollowedParameterShift;
    if (parameter == 0) return &call;
    IRBuilder<> builder(&call);
    Value* const unasked =
        load_field(builder, table_(), offsetof(abi::AccessTable, unasked_parameters),
                   builder.getInt64Ty(), "unasked", false);
    Value* const own = builder.CreateAnd(unasked, std::uint64_t{1} << (parameter - 1));
    return SplitBlockAndInsertIfThen(builder.CreateIsNull(own), &call, false);
  }

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
  const function_ref<Value*()> table_;
};

/// The warp whose lanes have met last, and nothing has been done since.
bool has_just_met(const CallInst& call, const CallInst* before) {
  if (before == nullptr || before->getParent() != call.getParent() ||
      before->getCalledFunction() != call.getCalledFunction() ||
      before->getArgOperand(0) != call.getArgOperand(0))
    return false;
  for (const Instruction* at = before->getNextNode(); at != &call; at = at->getNextNode())
    if (at->mayWriteToMemory()) return false;
  return true;
}

/// Shuffles one behind the other are one meeting: lanes that have done nothing since they met learn nothing by the next one.
void drop_repeated_meetings(SmallVectorImpl<CallInst*>& calls) {
  const CallInst* newest = nullptr;
  llvm::erase_if(calls, [&](CallInst* call) {
    if (call->getCalledFunction()->getName() != kFollowWarp) return false;
    const bool is_repeated = has_just_met(*call, newest);
    if (is_repeated)
      call->eraseFromParent();
    else
      newest = call;
    return is_repeated;
  });
}

}  // namespace

void lower_follow_calls(Function& function, Sites& sites, NoteCalls& calls,
                        function_ref<Constant*(const Function&)> variables,
                        function_ref<Value*()> table) {
  SmallVector<CallInst*, 16> found;
  for (Instruction& instruction : instructions(function)) {
    auto* const call = dyn_cast<CallInst>(&instruction);
    const Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && callee->isDeclaration() &&
        callee->getName().starts_with("riffle.follow."))
      found.push_back(call);
  }
  drop_repeated_meetings(found);
  FollowLowering lowering(sites, calls, table);
  for (CallInst* const call : found) {
    const StringRef name = call->getCalledFunction()->getName();
    IRBuilder<> builder(call);
    if (name == kFollowThread && function.hasFnAttribute(kDeviceAttribute)) {
      lowering.own_thread(*call);
    } else if (name == kFollowThread) {
      lowering.thread(*call);
    } else if (name == kFollowPacket) {
      lowering.packet(*call);
    } else if (name == kFollowLanes) {
      lowering.lanes(*call);
    } else if (name == kFollowBarrier) {
      calls.emit(builder, "riffle.followed.barrier", offsetof(abi::AccessRuntime, follow_barrier),
                 {});
    } else if (name == kFollowWarp) {
      calls.emit(builder, "riffle.followed.warp", offsetof(abi::AccessRuntime, follow_warp),
                 {call->getArgOperand(0)});
    } else if (name == kFollowBegin) {
      calls.emit(builder, "riffle.followed.begin", offsetof(abi::AccessRuntime, follow_begin),
                 {call->getArgOperand(0), variables(function), call->getArgOperand(1),
                  call->getArgOperand(2), call->getArgOperand(3), call->getArgOperand(4)});
    } else {
      calls.emit(builder, "riffle.followed.end", offsetof(abi::AccessRuntime, follow_end), {});
    }
    call->eraseFromParent();
  }
}

}  // namespace riffle::spmd
