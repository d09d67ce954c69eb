// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/own_writes.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "compiler/spmd/analysis/address_sums.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

df_iterator_default_set<const BasicBlock*> reachable_from(const BasicBlock& block) {
  df_iterator_default_set<const BasicBlock*> reached;
  for ([[maybe_unused]] const BasicBlock* one : depth_first_ext(&block, reached)) {
  }
  return reached;
}

/// Whether all threads of the block take the way to `one`, or none does, and none of them comes to `two` then.
bool exclude(AddressSums& sums, const DominatorTree& dominators, const BasicBlock& one,
             const BasicBlock& two) {
  const BasicBlock* const fork = dominators.findNearestCommonDominator(&one, &two);
  const auto* const branch = dyn_cast<BranchInst>(fork->getTerminator());
  if (branch == nullptr || !branch->isConditional() || !sums.is_common(branch->getCondition()))
    return false;
  return none_of(successors(fork), [&](const BasicBlock* way) {
    const df_iterator_default_set<const BasicBlock*> reached = reachable_from(*way);
    return reached.contains(&one) && reached.contains(&two);
  });
}

bool is_of_grid(Base base) {
  const auto* const argument = dyn_cast_or_null<Argument>(base);
  return base != nullptr && !isa<AllocaInst>(base) &&
         (argument == nullptr || argument->getArgNo() >= kFirstParameter);
}

/// Where an instruction writes, and how many bytes; a null address: nobody knows.
struct Write {
  const Value* address;
  std::int64_t bytes;
};

std::optional<Write> write_of(const Instruction& instruction) {
  const DataLayout& layout = instruction.getDataLayout();
  const auto bytes = [&](Type* type) {
    return static_cast<std::int64_t>(layout.getTypeStoreSize(type).getKnownMinValue());
  };
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return Write{store->getPointerOperand(), bytes(store->getValueOperand()->getType())};
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    return Write{update->getPointerOperand(), bytes(update->getType())};
  if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return Write{swap->getPointerOperand(), bytes(swap->getNewValOperand()->getType())};
  if (const auto* copy = dyn_cast<MemIntrinsic>(&instruction))
    return Write{copy->getRawDest(), kUnbounded};
  const auto* const call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || !call->mayWriteToMemory()) return std::nullopt;
  const Kind kind = kind_of(*call);
  if (kind == Kind::kBarrier || kind == Kind::kWarp || isa<AssumeInst>(call) ||
      (isa<IntrinsicInst>(call) && cast<IntrinsicInst>(call)->isAssumeLikeIntrinsic()))
    return std::nullopt;
  return Write{nullptr, kUnbounded};
}

bool is_for_others(const Instruction& instruction) {
  const auto* const store = dyn_cast<StoreInst>(&instruction);
  return store != nullptr && (store->isVolatile() || store->isAtomic());
}

}  // namespace

OwnWrites::OwnWrites(Function& body, const std::vector<bool>& is_memory)
    : body_(body), is_memory_(is_memory), dominators_(body) {}

bool OwnWrites::leave_alone(const LoadInst& read) const {
  AddressSums sums(body_, is_memory_, dominators_);
  const SmallVector<Base, 4> read_bases = sums.bases(read.getPointerOperand());
  if (read_bases.size() != 1 || !is_of_grid(read_bases.front())) return false;
  const auto place = sums.sum(read.getPointerOperand(), *read.getParent());
  if (!place) return false;
  const auto bytes = static_cast<std::int64_t>(
      body_.getDataLayout().getTypeStoreSize(read.getType()).getKnownMinValue());
  return none_of(instructions(body_), [&](const Instruction& instruction) {
    const std::optional<Write> write = write_of(instruction);
    if (!write) return false;
    if (write->address == nullptr) return true;
    const SmallVector<Base, 4> bases = sums.bases(write->address);
    const bool is_elsewhere =
        none_of(bases, [&](Base base) { return base == nullptr || base == read_bases.front(); });
    // What is meant for others is stored so; other data that other parameters reach is no word of status.
    if (is_elsewhere && (!is_for_others(instruction) ||
                         none_of(bases, [&](Base base) { return is_of_grid(base); })))
      return false;
    if (exclude(sums, dominators_, *instruction.getParent(), *read.getParent())) return false;
    const auto other = sums.sum(write->address, *instruction.getParent());
    if (!other || !other->has_terms_of(*place)) return true;
    const bool is_before = place->high - other->low + bytes <= 0;
    const bool is_behind = place->low - other->high >= write->bytes;
    return !is_before && !is_behind;
  });
}

}  // namespace riffle::spmd
