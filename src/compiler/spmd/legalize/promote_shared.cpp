// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/promote_shared.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstdint>
#include <optional>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/legalize/shared_accesses.h"
#include "compiler/spmd/legalize/shared_elements.h"
#include "compiler/spmd/legalize/unroll_packets.h"
#include "compiler/spmd/lower/fix_shape.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Bytes for each of the registers': what is more would be stored to the stack instead.
constexpr unsigned kMostShare = 8;
constexpr unsigned kMostBlocks = 64;
/// Of registers whose elements two instructions or three put in any order.
constexpr unsigned kBitsOfWideShuffles = 512;
constexpr const char* kPromote = "sroa<preserve-cfg>,instcombine<no-verify-fixpoint>,dse,adce";

using Group = SmallVector<SharedAccess, 32>;

/// Ways through the code of a block, which is at most one iteration of an outermost loop.
class Ways {
 public:
  explicit Ways(Function& run) : dominators_(run), loops_(dominators_) {}

  /// Accesses of which none comes in front of or behind one of another group, or one at an unknown place, while a block runs.
  [[nodiscard]] SmallVector<Group, 4> groups(ArrayRef<SharedAccess> accesses) const {
    SmallSetVector<BasicBlock*, 16> known, unknown;
    for (const SharedAccess& access : accesses)
      (access.is_known() ? known : unknown).insert(access.instruction->getParent());
    if (known.size() > kMostBlocks) return {};
    const Blocks behind_unknown = reached_from(unknown.getArrayRef());
    EquivalenceClasses<BasicBlock*> ways;
    SmallVector<BasicBlock*, 16> shared_with_unknown;
    for (BasicBlock* block : known) {
      const Blocks behind = reached_from(block);
      ways.insert(block);
      for (BasicBlock* other : known)
        if (behind.contains(other)) ways.unionSets(block, other);
      if (unknown.contains(block) || behind_unknown.contains(block) ||
          any_of(unknown, [&](BasicBlock* other) { return behind.contains(other); }))
        shared_with_unknown.push_back(block);
    }
    MapVector<BasicBlock*, Group> found;
    for (const SharedAccess& access : accesses)
      if (access.is_known())
        found[ways.getLeaderValue(access.instruction->getParent())].push_back(access);
    for (BasicBlock* block : shared_with_unknown) found.erase(ways.getLeaderValue(block));
    SmallVector<Group, 4> result;
    for (auto& [leader, group] : found) result.push_back(std::move(group));
    return result;
  }

  /// In front of all accesses of the block's iteration, and in no loop inside of it.
  [[nodiscard]] Instruction& beginning(ArrayRef<SharedAccess> group) const {
    BasicBlock* first = group.front().instruction->getParent();
    for (const SharedAccess& access : group)
      first = dominators_.findNearestCommonDominator(first, access.instruction->getParent());
    while (loops_.getLoopDepth(first) > 1)
      first = dominators_.getNode(loops_.getLoopFor(first)->getHeader())->getIDom()->getBlock();
    return *first->getFirstInsertionPt();
  }

  [[nodiscard]] const DominatorTree& dominators() const { return dominators_; }

  /// Whether a block comes to each of them at most once.
  [[nodiscard]] bool run_once(ArrayRef<SharedAccess> group) const {
    return all_of(group, [&](const SharedAccess& access) {
      return loops_.getLoopDepth(access.instruction->getParent()) <= 1;
    });
  }

 private:
  using Blocks = SmallPtrSet<BasicBlock*, 32>;

  Blocks reached_from(ArrayRef<BasicBlock*> starts) const {
    Blocks seen;
    SmallVector<BasicBlock*, 16> left(starts);
    while (!left.empty()) {
      BasicBlock* block = left.pop_back_val();
      for (BasicBlock* next : successors(block)) {
        const Loop* loop = loops_.getLoopFor(next);
        const bool is_next_iteration = loop != nullptr && loop->getHeader() == next &&
                                       loop->isOutermost() && loop->contains(block);
        if (!is_next_iteration && seen.insert(next).second) left.push_back(next);
      }
    }
    return seen;
  }

  DominatorTree dominators_;
  LoopInfo loops_;
};

/// Bytes up to the last one that `group` accesses; 0: it has to stay in memory.
std::uint64_t bytes_of(ArrayRef<SharedAccess> group, const DataLayout& layout) {
  std::uint64_t bytes = 0;
  for (const SharedAccess& access : group) {
    const Type* type = type_of_access(*access.instruction)->getScalarType();
    const std::uint64_t size = layout.getTypeStoreSize(const_cast<Type*>(type)).getFixedValue();
    for (const auto& place : access.lanes) {
      if (!place) continue;
      if (*place < 0) return 0;
      bytes = std::max(bytes, static_cast<std::uint64_t>(*place) + size);
    }
  }
  return bytes;
}

void move_to_own_array(ArrayRef<SharedAccess> group, std::uint64_t bytes, Instruction& beginning) {
  IRBuilder<> builder(&beginning);
  Function& run = *beginning.getFunction();
  builder.SetInsertPoint(run.getEntryBlock().begin());
  auto* array = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes), nullptr, "shared");
  Align alignment(1);
  for (const SharedAccess& access : group)
    alignment = std::max(alignment, getLoadStoreAlignment(access.instruction));
  array->setAlignment(alignment);
  builder.SetInsertPoint(&beginning);
  builder.CreateMemSet(array, builder.getInt8(0), bytes, alignment);
  for (const SharedAccess& access : group) {
    builder.SetInsertPoint(access.instruction);
    Value* place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), array,
                                                      static_cast<std::uint64_t>(*access.offset));
    const unsigned operand = isa<LoadInst>(access.instruction)
                                 ? LoadInst::getPointerOperandIndex()
                                 : StoreInst::getPointerOperandIndex();
    access.instruction->setOperand(operand, place);
  }
}

void stop_prefetches(ArrayRef<SharedAccess> group) {
  SmallPtrSet<BasicBlock*, 8> blocks;
  for (const SharedAccess& access : group) blocks.insert(access.instruction->getParent());
  for (BasicBlock* block : blocks) {
    for (Instruction& instruction : make_early_inc_range(*block)) {
      const auto* call = dyn_cast<IntrinsicInst>(&instruction);
      if (call != nullptr && call->getIntrinsicID() == Intrinsic::prefetch)
        instruction.eraseFromParent();
    }
  }
}

/// Of two loads that are added, the code generator puts the second operand's into the addition. That is to be the later one: packets
/// load memory in order, and a processor reads ahead of what does.
void load_in_order(Function& run) {
  for (Instruction& instruction : instructions(run)) {
    if (!instruction.isCommutative() || !isa<BinaryOperator>(instruction)) continue;
    const auto* first = dyn_cast<LoadInst>(instruction.getOperand(0));
    const auto* second = dyn_cast<LoadInst>(instruction.getOperand(1));
    if (first != nullptr && second != nullptr && first->getParent() == second->getParent() &&
        second->comesBefore(first))
      cast<BinaryOperator>(instruction).swapOperands();
  }
}

/// Puts the code of `other`, a copy of `run`, in place of `run`'s own.
void take_body(Function& run, Function& other) {
  const auto linkage = run.getLinkage();
  run.deleteBody();
  run.setLinkage(linkage);
  run.copyMetadata(&other, 0);
  run.splice(run.begin(), &other);
  for (const auto& [own, taken] : zip_equal(run.args(), other.args()))
    taken.replaceAllUsesWith(&own);
}

/// Of all of a block's accesses that it can be done with.
bool promote_groups(Function& run, ArrayRef<SharedAccess> accesses,
                    const VectorRegisters& registers, bool reads_ahead) {
  const std::uint64_t most = std::uint64_t{registers.count} * registers.bits / 8 * kMostShare;
  const Ways ways(run);
  bool changed = false;
  for (const Group& group : ways.groups(accesses)) {
    const std::uint64_t bytes = bytes_of(group, run.getDataLayout());
    if (bytes == 0 || bytes > most) continue;
    if (all_of(group, [](const SharedAccess& access) { return access.offset.has_value(); })) {
      move_to_own_array(group, bytes, ways.beginning(group));
    } else if (registers.bits != kBitsOfWideShuffles || !ways.run_once(group) ||
               !pass_in_registers(group, ways.dominators())) {
      continue;
    }
    if (reads_ahead) stop_prefetches(group);
    changed = true;
  }
  return changed;
}

/// `run` with its packets one after the other, if shared memory is in registers then.
bool promote_unrolled(Function& run, ArrayRef<SharedAccess> accesses,
                      const VectorRegisters& registers, bool reads_ahead) {
  if (!can_unroll_packets(run, accesses)) return false;
  ValueToValueMapTy map;
  Function* const unrolled = CloneFunction(&run, map);
  unroll_packets(*unrolled, *find_shared_accesses(*unrolled));
  const auto known = find_shared_accesses(*unrolled);
  const bool serves = known && promote_groups(*unrolled, *known, registers, reads_ahead);
  if (serves) take_body(run, *unrolled);
  unrolled->eraseFromParent();
  return serves;
}

}  // namespace

bool promote_shared(Function& run, const VectorRegisters& registers, bool reads_ahead) {
  if (run.isDeclaration() || !run.hasFnAttribute(kShapeAttribute)) return false;
  const auto accesses = find_shared_accesses(run);
  if (!accesses) return false;
  if (!promote_groups(run, *accesses, registers, reads_ahead) &&
      (registers.bits != kBitsOfWideShuffles ||
       !promote_unrolled(run, *accesses, registers, reads_ahead)))
    return false;
  run_passes(run, kPromote);
  load_in_order(run);
  return true;
}

}  // namespace riffle::spmd
