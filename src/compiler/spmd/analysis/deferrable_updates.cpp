// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/deferrable_updates.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/widen/reductions.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Whose memory an address is of.
class MemoryOwners {
 public:
  explicit MemoryOwners(const KernelState& kernel) : kernel_(kernel) {}

  /// What a launch says, or a variable: no memory of a thread or a block.
  [[nodiscard]] bool is_from_host(const Value* object) const {
    if (const auto* argument = dyn_cast<Argument>(object))
      return argument->getArgNo() >= kFirstParameter && !is_memory(*argument);
    if (const auto* load = dyn_cast<LoadInst>(object)) {  // a structure's member
      const auto* from = dyn_cast<Argument>(getUnderlyingObject(load->getPointerOperand()));
      return from != nullptr && is_memory(*from);
    }
    return isa<GlobalVariable>(object);
  }

  /// Of nobody else.
  [[nodiscard]] bool is_own(const Value* object) const {
    if (const auto* argument = dyn_cast<Argument>(object))
      return argument->getArgNo() < kFirstParameter || is_memory(*argument);
    const auto* variable = dyn_cast<GlobalVariable>(object);
    return isa<AllocaInst>(object) || (variable != nullptr && variable->isConstant());
  }

 private:
  /// A parameter that is passed as the address of its bytes.
  [[nodiscard]] bool is_memory(const Argument& argument) const {
    const unsigned number = argument.getArgNo();
    return number >= kFirstParameter && kernel_.parameter_is_memory[number - kFirstParameter];
  }

  const KernelState& kernel_;
};

bool all_objects(const Value* address, function_ref<bool(const Value*)> holds) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(address, objects, nullptr, /*MaxLookup=*/0);
  return all_of(objects, holds);
}

/// Whether others may see it at any time, or not at all, but for its effect.
bool is_free(const AtomicRMWInst& update) {
  return update.getOrdering() == AtomicOrdering::Monotonic && !update.isVolatile() &&
         update.use_empty();
}

bool may_be_deferred(const AtomicRMWInst& update, const MemoryOwners& owners) {
  Type* const type = update.getType();
  return is_free(update) && update.getSyncScopeID() != SyncScope::SingleThread &&
         (type->isIntegerTy(32) || type->isIntegerTy(64)) &&
         neutral(update.getOperation(), type) != nullptr &&
         all_objects(update.getPointerOperand(),
                     [&](const Value* object) { return owners.is_from_host(object); });
}

/// What may come behind instructions of a body.
class Behind {
 public:
  void add(Instruction& first) {
    visit(first.getNextNode(), first.getParent());
    SmallVector<BasicBlock*, 16> work(successors(first.getParent()));
    while (!work.empty()) {
      BasicBlock* const block = work.pop_back_val();
      if (!blocks_.insert(block).second) continue;
      visit(&block->front(), block);
      append_range(work, successors(block));
    }
  }
  [[nodiscard]] const SetVector<Instruction*>& all() const { return all_; }

 private:
  void visit(Instruction* from, BasicBlock* block) {
    for (Instruction& each : make_range(from->getIterator(), block->end()))
      if (each.mayReadOrWriteMemory()) all_.insert(&each);
  }

  SmallPtrSet<BasicBlock*, 16> blocks_;
  SetVector<Instruction*> all_;
};

bool is_harmless(const CallBase& call) {
  if (call.doesNotAccessMemory() || isa<AssumeInst, NoAliasScopeDeclInst>(call) ||
      call.isLifetimeStartOrEnd())
    return true;
  const IntrinsicKind kind = kind_of(call);
  return kind == IntrinsicKind::kBarrier || kind == IntrinsicKind::kWarp;
}

enum class Sight : std::uint8_t { kNone, kPlain, kAny };

/// What `instruction`, behind the updates, sees of memory that is not the thread's or block's own.
Sight sight_of(Instruction& instruction, const AtomicRMWInst& updates, const MemoryOwners& owners) {
  if (isa<LoadInst, StoreInst>(instruction)) {
    const bool is_plain = isa<LoadInst>(instruction) ? cast<LoadInst>(instruction).isSimple()
                                                     : cast<StoreInst>(instruction).isSimple();
    if (all_objects(getLoadStorePointerOperand(&instruction),
                    [&](const Value* object) { return owners.is_own(object); }))
      return Sight::kNone;
    return is_plain ? Sight::kPlain : Sight::kAny;
  }
  if (const auto* other = dyn_cast<AtomicRMWInst>(&instruction)) {
    if (other->getSyncScopeID() == SyncScope::SingleThread) return Sight::kNone;
    const bool is_alike = is_free(*other) && other->getType() == updates.getType() &&
                          other->getOperation() == updates.getOperation();
    return is_alike ? Sight::kNone : Sight::kAny;
  }
  if (const auto* call = dyn_cast<CallBase>(&instruction))
    return is_harmless(*call) ? Sight::kNone : Sight::kAny;
  return Sight::kAny;
}

/// Of the runtime, for example, which may let blocks wait for each other.
bool calls_others(Function& body) {
  return any_of(instructions(body), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    return call != nullptr && !isa<IntrinsicInst>(call) && !is_harmless(*call);
  });
}

}  // namespace

DeferrableUpdates find_deferrable_updates(const KernelState& kernel) {
  const MemoryOwners owners(kernel);
  DeferrableUpdates found;
  if (calls_others(*kernel.body)) return {};
  for (Instruction& instruction : instructions(*kernel.body))
    if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
      if (may_be_deferred(*update, owners)) found.updates.push_back(update);
  Behind behind;
  for (AtomicRMWInst* update : found.updates) behind.add(*update);
  for (AtomicRMWInst* update : found.updates) {
    if (update->getType() != found.updates.front()->getType() ||
        update->getOperation() != found.updates.front()->getOperation())
      return {};
  }
  for (Instruction* instruction : behind.all()) {
    const Sight sight = sight_of(*instruction, *found.updates.front(), owners);
    if (sight == Sight::kAny) return {};
    if (sight == Sight::kPlain) found.behind.push_back(instruction);
  }
  return found;
}

}  // namespace riffle::spmd
