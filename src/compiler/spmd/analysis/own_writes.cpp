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
  const IntrinsicKind kind = kind_of(*call);
  if (kind == IntrinsicKind::kBarrier || kind == IntrinsicKind::kWarp || isa<AssumeInst>(call) ||
      (isa<IntrinsicInst>(call) && cast<IntrinsicInst>(call)->isAssumeLikeIntrinsic()))
    return std::nullopt;
  return Write{nullptr, kUnbounded};
}

bool is_for_others(const Instruction& instruction) {
  const auto* const store = dyn_cast<StoreInst>(&instruction);
  return store != nullptr && (store->isVolatile() || store->isAtomic());
}

/// A word that a thread waits for.
struct Read {
  const LoadInst& load;
  Base base;
  AddressSum place;
  std::int64_t bytes;
};

std::optional<Read> read_of(AddressSums& sums, const LoadInst& load) {
  const SmallVector<Base, 4> bases = sums.bases(load.getPointerOperand());
  if (bases.size() != 1 || !is_of_grid(bases.front())) return std::nullopt;
  const auto place = sums.sum(load.getPointerOperand(), *load.getParent());
  if (!place) return std::nullopt;
  const TypeSize bytes = load.getDataLayout().getTypeStoreSize(load.getType());
  return Read{load, bases.front(), *place, static_cast<std::int64_t>(bytes.getKnownMinValue())};
}

/// Where what is read lies beside what the block writes.
enum class WriteSide : std::uint8_t { kElsewhere, kBefore, kBehind, kUnknown };

WriteSide side_of(AddressSums& sums, const DominatorTree& dominators, const Read& read,
                  const Instruction& instruction) {
  const std::optional<Write> write = write_of(instruction);
  if (!write) return WriteSide::kElsewhere;
  if (write->address == nullptr) return WriteSide::kUnknown;
  const SmallVector<Base, 4> bases = sums.bases(write->address);
  const bool is_apart =
      none_of(bases, [&](Base base) { return base == nullptr || base == read.base; });
  // A word of status is stored volatile or atomically; plain data that another parameter reaches is taken for something else.
  if (is_apart && (!is_for_others(instruction) || none_of(bases, is_of_grid)))
    return WriteSide::kElsewhere;
  if (exclude(sums, dominators, *instruction.getParent(), *read.load.getParent()))
    return WriteSide::kElsewhere;
  const auto place = sums.sum(write->address, *instruction.getParent());
  if (!place || !place->has_terms_of(read.place)) return WriteSide::kUnknown;
  if (read.place.high - place->low + read.bytes <= 0) return WriteSide::kBefore;
  if (read.place.low - place->high >= write->bytes) return WriteSide::kBehind;
  return WriteSide::kUnknown;
}

}  // namespace

OwnWrites::OwnWrites(Function& body, const std::vector<bool>& is_memory)
    : body_(body), is_memory_(is_memory), dominators_(body) {}

bool OwnWrites::leave_alone(ArrayRef<const LoadInst*> reads) const {
  AddressSums sums(body_, is_memory_, dominators_);
  Base status = nullptr;
  bool is_before = false;
  bool is_behind = false;
  for (const LoadInst* const load : reads) {
    const std::optional<Read> read = read_of(sums, *load);
    if (!read || (status != nullptr && status != read->base)) return false;
    status = read->base;
    for (const Instruction& instruction : instructions(body_)) {
      const WriteSide side = side_of(sums, dominators_, *read, instruction);
      if (side == WriteSide::kUnknown) return false;
      is_before |= side == WriteSide::kBefore;
      is_behind |= side == WriteSide::kBehind;
    }
  }
  return !is_before || !is_behind;
}

}  // namespace riffle::spmd
