// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/report_order.h"

#include <llvm/IR/InstIterator.h>

#include "compiler/abi/access_abi.h"
#include "compiler/abi/order_flags.h"
#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/order_notes.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kBytes = 1, kWhat = 2;
constexpr std::uint32_t kCopyReads = std::uint32_t{abi::kFollowedReads} | abi::kFollowedCopies;
constexpr std::uint32_t kCopyWrites = std::uint32_t{abi::kFollowedWrites} | abi::kFollowedCopies;
constexpr std::uint32_t kOrderFlags = abi::kFollowedSteps | abi::kFollowedCopies;

void report(IRBuilder<>& builder, Value* address, Value* bytes, std::uint32_t what) {
  call_follow(builder, kFollowThread, {address, bytes, builder.getInt32(what)});
}

void report_copy(CallInst& note) {
  IRBuilder<> builder(&note);
  Value* const nothing = ConstantPointerNull::get(builder.getPtrTy());
  Value* const none = builder.getInt64(0);
  StringRef what = note.getCalledFunction()->getName();
  what.consume_front(kCopyNote);
  if (what == "issue") {
    Value* const bytes = note.getArgOperand(2);
    if (!isa<ConstantPointerNull>(note.getArgOperand(1)))
      report(builder, note.getArgOperand(1), bytes, kCopyReads);
    report(builder, note.getArgOperand(0), bytes, kCopyWrites);
  } else if (what == "commit") {
    report(builder, nothing, none, abi::kFollowedCommits);
  } else if (what == "await") {
    report(builder, nothing, note.getArgOperand(0), abi::kFollowedAwaits);
  } else {
    report(builder, note.getArgOperand(0), none, abi::kFollowedArrives);
  }
  note.eraseFromParent();
}

void report_order(Function& function) {
  for (Instruction& at : make_early_inc_range(instructions(function))) {
    if (isa<FenceInst>(at) && releases_to_device(at)) {
      IRBuilder<> builder(&at);
      report(builder, ConstantPointerNull::get(builder.getPtrTy()), builder.getInt64(0),
             abi::kFollowedFences);
      continue;
    }
    auto* const call = dyn_cast<CallInst>(&at);
    const Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && callee->getName().starts_with(kCopyNote)) report_copy(*call);
  }
}

std::uint64_t flags_of(const CallInst& call) {
  return cast<ConstantInt>(call.getArgOperand(kWhat))->getZExtValue();
}

bool any_report(Function& body, function_ref<bool(const CallInst&)> holds) {
  return any_of(instructions(body), [&](const Instruction& at) {
    const auto* const call = dyn_cast<CallInst>(&at);
    return call != nullptr && is_order_report(*call) && holds(*call);
  });
}

AtomicOrdering ordering_of(const Instruction& at) {
  if (const auto* fence = dyn_cast<FenceInst>(&at)) return fence->getOrdering();
  if (const auto* store = dyn_cast<StoreInst>(&at)) return store->getOrdering();
  if (const auto* update = dyn_cast<AtomicRMWInst>(&at)) return update->getOrdering();
  if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&at)) return swap->getSuccessOrdering();
  return AtomicOrdering::NotAtomic;
}

}  // namespace

void report_order(Module& module) {
  for (Function& function : module)
    if (!function.isDeclaration()) report_order(function);
}

bool is_order_report(const CallInst& call) {
  const Function* const callee = call.getCalledFunction();
  return callee != nullptr && callee->getName() == kFollowThread &&
         (flags_of(call) & kOrderFlags) != 0;
}

bool order_is_constant(Function& body) {
  return !any_report(
      body, [](const CallInst& call) { return !isa<ConstantInt>(call.getArgOperand(kBytes)); });
}

bool copies_asynchronously(Function& body) {
  return any_report(
      body, [](const CallInst& call) { return (flags_of(call) & abi::kFollowedCopies) != 0; });
}

void drop_fence_reports(Function& body) {
  for (Instruction& at : make_early_inc_range(instructions(body))) {
    auto* const call = dyn_cast<CallInst>(&at);
    if (call != nullptr && is_order_report(*call) && flags_of(*call) == abi::kFollowedFences)
      call->eraseFromParent();
  }
}

bool releases_to_device(const Instruction& at) {
  if (!isReleaseOrStronger(ordering_of(at))) return false;
  const auto scope = getAtomicSyncScopeID(&at);
  LLVMContext& context = at.getContext();
  return scope && *scope != SyncScope::SingleThread &&
         *scope != context.getOrInsertSyncScopeID(kBlockScope);
}

}  // namespace riffle::spmd
