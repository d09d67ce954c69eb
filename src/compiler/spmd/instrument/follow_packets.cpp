// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/follow_packets.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>
#include <optional>

#include "compiler/abi/follow_flags.h"
#include "compiler/abi/order_flags.h"
#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/analysis/barrier_uniformity.h"
#include "compiler/spmd/analysis/suspension.h"
#include "compiler/spmd/instrument/parameter_use.h"
#include "compiler/spmd/instrument/quiet_accesses.h"
#include "compiler/spmd/instrument/report_order.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/strategy/guarded_blocks.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool is_atomic(const Instruction& at) { return at.isAtomic() && !isa<FenceInst>(at); }

/// What it calls is known, and tells nothing to other threads. Calls through the runtime's table are not: a grid's barrier is one.
bool calls_what_is_known(Function& body) {
  for (Instruction& instruction : instructions(body)) {
    const auto* const call = dyn_cast<CallInst>(&instruction);
    if (call == nullptr || isa<IntrinsicInst>(call) || suspends(*call) ||
        call->hasMetadata(kSamplesTexture) || is_order_report(*call))
      continue;
    const Function* const callee = call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || kind_of(*callee) != IntrinsicKind::kPlain)
      return false;
  }
  return true;
}

/// An operation of the whole warp, whose result says nothing of who else is there.
bool is_of_whole_warp(const CallInst& call) {
  if (call.getCalledFunction()->getName() == "llvm.nvvm.nanosleep") return false;
  const WarpCall warp = warp_call(call);
  if (warp.mask < 0) return warp.operation == abi::WarpOp::kMatrix;
  const auto* const lanes =
      dyn_cast<ConstantInt>(call.getArgOperand(static_cast<unsigned>(warp.mask)));
  return lanes != nullptr && lanes->isMinusOne();
}

bool uses_whole_warps(Function& body) {
  for (Instruction& instruction : instructions(body)) {
    const auto* const call = dyn_cast<CallInst>(&instruction);
    if (call != nullptr && kind_of(*call) == IntrinsicKind::kWarp && !is_of_whole_warp(*call))
      return false;
  }
  return true;
}

/// Whether no thread of a block, or lane of a warp, waits for others that are somewhere else or have ended.
bool wait_together(Function& body, const SuspensionSummary& waits) {
  if (waits.block_barriers &&
      !barriers_are_uniform(body, Uniformity(body, UniformityScope::kBlock)))
    return false;
  return !waits.warp_operations ||
         lanes_wait_together(body, Uniformity(body, UniformityScope::kPacket, kWarpLanes));
}

FollowedTogether where_to_follow(Function& body) {
  const SuspensionSummary waits = summarize_suspensions(body);
  if (waits.needs_fibers() && !waits.needs_only_warps()) return FollowedTogether::kNowhere;
  if (!calls_what_is_known(body) || !uses_whole_warps(body) || !order_is_constant(body))
    return FollowedTogether::kNowhere;
  if (wait_together(body, waits)) return FollowedTogether::kEverywhere;
  const auto guard = split_block_guard(body);
  if (!guard) return FollowedTogether::kNowhere;
  const bool passes = wait_together(*guard->passed, waits);
  guard->question->eraseFromParent();
  guard->passed->eraseFromParent();
  return passes ? FollowedTogether::kInBlocksThatPass : FollowedTogether::kNowhere;
}

QuietAccesses quiet_nowhere(std::size_t accesses) {
  const auto count = static_cast<unsigned>(accesses);
  return {BitVector(count), BitVector(count)};
}

bool learns_from_others(const NotedAccess& access) {
  const std::uint32_t flags = followed_flags(access);
  return (flags & (abi::kFollowedAtomic | abi::kFollowedVolatile)) != 0 &&
         (flags & abi::kFollowedReads) != 0 && (flags & abi::kFollowedUnread) == 0;
}

/// In an order of their own, which the numbers have too.
void record_private_parameters(KernelState& kernel, const ParameterUse& use, bool copies) {
  kernel.own_places.clear();
  if (copies || use.own_places().empty()) return;
  for (const PrivateParameter& place : use.own_places()) {
    const std::uint64_t others = use.touched() & ~(std::uint64_t{1} << place.parameter);
    kernel.own_places.push_back({place.parameter, place.bytes, others});
  }
  kernel.numbers_of_places = make_numbers_of_places(*kernel.body, use.own_places());
}

/// A list of abi::PrivateAccess, on the stack of the block that begins.
Value* put_own_places(IRBuilder<>& builder, const KernelState& kernel, ArrayRef<Value*> arguments) {
  if (kernel.own_places.empty()) return ConstantPointerNull::get(builder.getPtrTy());
  static_assert(offsetof(abi::PrivateAccess, zero) == 24 &&
                offsetof(abi::PrivateAccess, steps) == 32);
  SmallVector<Value*, 32> all(arguments.begin(), arguments.end());
  for (const auto [argument, value] : zip(kernel.numbers_of_places->args(), all))
    if (value == nullptr) value = PoisonValue::get(argument.getType());
  Value* const numbers = builder.CreateCall(kernel.numbers_of_places, all);
  Type* const word = builder.getInt64Ty();
  constexpr unsigned kWords = sizeof(abi::PrivateAccess) / 8,
                     kKnown = offsetof(abi::PrivateAccess, zero) / 8;
  IRBuilder<> entry(&*kernel.run->getEntryBlock().getFirstInsertionPt());
  Value* const list = entry.CreateAlloca(ArrayType::get(word, kWords * kernel.own_places.size()),
                                         nullptr, "own.places");
  const auto put = [&](std::size_t at, Value* value) {
    builder.CreateStore(value, builder.CreateConstGEP1_64(word, list, at));
  };
  unsigned number = 0;
  for (const auto [at, place] : enumerate(kernel.own_places)) {
    put(kWords * at, builder.getInt64(place.parameter));
    put(kWords * at + 1, builder.getInt64(place.bytes));
    put(kWords * at + 2, builder.getInt64(place.others));
    for (unsigned word_at = kKnown; word_at < kWords; ++word_at)
      put(kWords * at + word_at, builder.CreateExtractValue(numbers, number++));
  }
  return list;
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
  if (name == kFollowWarp) return FunctionType::get(nothing, {number}, false);
  if (name == kFollowBegin)
    return FunctionType::get(nothing, {pointer, number, number, pointer, number}, false);
  return FunctionType::get(nothing, false);
}

constexpr const char* kIfPassed = "passed";

}  // namespace

std::uint32_t followed_flags(const NotedAccess& access) {
  const bool is_update =
      is_atomic(*access.at) && !isa<LoadInst>(access.at) && !isa<StoreInst>(access.at);
  const bool is_load = isa<LoadInst>(access.at) || access.kind == abi::AccessKind::kRead;
  std::uint32_t flags = is_update ? abi::kFollowedReads | abi::kFollowedWrites
                        : is_load ? abi::kFollowedReads
                                  : abi::kFollowedWrites;
  if (is_update && access.at->use_empty()) flags |= abi::kFollowedUnread;
  if (releases_to_device(*access.at)) flags |= abi::kFollowedReleases;
  if (const auto* const load = dyn_cast<LoadInst>(access.at);
      load != nullptr && isAcquireOrStronger(load->getOrdering()))
    flags |= abi::kFollowedAcquires;
  if (is_atomic(*access.at))
    flags |= abi::kFollowedAtomic;
  else if (access.at->isVolatile())
    flags |= abi::kFollowedVolatile;
  return flags;
}

bool threads_may_meet(Function& body) {
  if (summarize_suspensions(body).any() || !calls_what_is_known(body)) return true;
  return any_of(noted_accesses(body, /*checks=*/false, /*follows=*/true),
                [](const NotedAccess& access) {
                  return (followed_flags(access) & abi::kFollowedWrites) != 0;
                });
}

void begin_followed_block(IRBuilder<>& builder, const KernelState& kernel,
                          ArrayRef<Value*> arguments) {
  call_follow(builder, kFollowBegin,
              {arguments[kFrame], builder.getInt64(kernel.written_parameters),
               builder.getInt64(kernel.read_parameters), put_own_places(builder, kernel, arguments),
               builder.getInt64(kernel.own_places.size())});
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

FollowedTogether follow_in_packets(KernelState& kernel) {
  Function& body = *kernel.body;
  const FollowedTogether where = where_to_follow(body);
  if (where == FollowedTogether::kNowhere) return where;
  const auto accesses = noted_accesses(body, /*checks=*/false, /*follows=*/true);
  for (const NotedAccess& access : accesses)
    if (access.form != NotedAccess::Form::kPiece || access.mask != nullptr)
      return FollowedTogether::kNowhere;
  const bool is_untold = none_of(accesses, learns_from_others);
  const std::uint32_t more = is_untold ? abi::kFollowedUntold : 0;
  const ParameterUse use(kernel, accesses);
  kernel.written_parameters = use.written();
  kernel.read_parameters = use.read();
  // A copy that is at work meets its own thread's accesses, too, on the other side of barriers as well.
  const bool copies = copies_asynchronously(body);
  record_private_parameters(kernel, use, copies);
  const QuietAccesses quiet =
      copies ? quiet_nowhere(accesses.size()) : quiet_accesses(body, accesses, is_untold);
  if (is_untold) drop_fence_reports(body);
  for (const auto [number, access] : enumerate(accesses)) {
    if (quiet.always[number]) continue;
    IRBuilder<> builder(access.at);
    if (quiet.in_rows[number]) {
      Value* const in_rows =
          builder.CreateICmpNE(body.getArg(kThreads), body.getArg(kExtentX), "in.rows");
      builder.SetInsertPoint(SplitBlockAndInsertIfThen(in_rows, access.at, false));
    }
    std::uint32_t what = followed_flags(access) | more;
    if (const auto parameter = use.may_be_unasked(access))
      what |= (*parameter + 1) << abi::kFollowedParameterShift;
    SmallVector<Value*, 4> arguments = {access.address, builder.getInt64(access.bytes),
                                        builder.getInt32(what)};
    if (type_of_values(access) != nullptr)
      arguments.push_back(cast<StoreInst>(access.at)->getValueOperand());
    call_follow(builder, kFollowThread, arguments);
  }
  body.addFnAttr(kFollowedInPackets, where == FollowedTogether::kEverywhere ? "" : kIfPassed);
  return where;
}

FollowedTogether followed_together(const Function& body) {
  if (!body.hasFnAttribute(kFollowedInPackets)) return FollowedTogether::kNowhere;
  return body.getFnAttribute(kFollowedInPackets).getValueAsString() == kIfPassed
             ? FollowedTogether::kInBlocksThatPass
             : FollowedTogether::kEverywhere;
}

void follow_apart(Function& body) {
  for (Instruction& instruction : make_early_inc_range(instructions(body))) {
    auto* const call = dyn_cast<CallInst>(&instruction);
    const Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && callee->getName() == kFollowThread && !is_order_report(*call))
      call->eraseFromParent();
  }
  body.removeFnAttr(kFollowedInPackets);
}

}  // namespace riffle::spmd
