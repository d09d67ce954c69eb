// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/loop_nest.h"

#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace riffle::spmd {

using namespace llvm;

namespace {

bool computes_or_accesses(const Instruction& instruction) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) return load->isSimple();
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) return store->isSimple();
  if (const auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && call->isConvergent())
    return false;
  return !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects();
}

bool computes_or_accesses(const BasicBlock& block) {
  return all_of(block, [](const Instruction& step) { return computes_or_accesses(step); });
}

bool goes_straight_on(const BasicBlock& block) {
  return block.getSingleSuccessor() != nullptr && isa<BranchInst>(block.getTerminator());
}

/// All of an inner loop that could be alike, less what depends on something that is not.
void find_alike(LoopNest& nest, const BasicBlock& block) {
  SmallVector<const Instruction*, 32> candidates;
  for (const Instruction& step : block) {
    if (!step.isTerminator() && !step.mayReadOrWriteMemory()) candidates.push_back(&step);
  }
  nest.alike.insert(candidates.begin(), candidates.end());
  bool changes = true;
  while (changes) {
    changes = false;
    for (const Instruction* step : candidates) {
      if (all_of(step->operands(), [&](const Use& use) { return nest.is_alike(use); })) continue;
      changes |= nest.alike.erase(step);
    }
  }
}

struct NestAccess {
  Instruction* instruction;
  unsigned place;  ///< even: between inner loops, odd: in one
};

SmallVector<NestAccess, 16> accesses_of(const LoopNest& nest) {
  SmallVector<NestAccess, 16> accesses;
  const auto note = [&](BasicBlock& block, unsigned place) {
    for (Instruction& step : block) {
      if (step.mayReadOrWriteMemory()) accesses.push_back({&step, place});
    }
  };
  for (unsigned part = 0; part < nest.between.size(); ++part) {
    note(*nest.between[part], 2 * part);
    if (part < nest.inner.size()) note(*nest.inner[part]->getHeader(), 2 * part + 1);
  }
  return accesses;
}

/// What an access may touch in any round: its object. What types say holds in all rounds, what scopes say need not.
MemoryLocation anywhere(const Instruction& access) {
  AAMDNodes types;
  types.TBAA = access.getMetadata(LLVMContext::MD_tbaa);
  return MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(&access), types);
}

/// Two accesses of an inner loop that meet in the same of its rounds or never, whichever the outer loop's are:
/// together they reach no further than a step.
bool meet_in_one_round(Instruction& a, Instruction& b, const LoopNest& nest, const Loop& inner,
                       ScalarEvolution& evolution) {
  const auto* first = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(getLoadStorePointerOperand(&a)));
  const auto* second = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(getLoadStorePointerOperand(&b)));
  if (first == nullptr || second == nullptr || first->getLoop() != &inner ||
      second->getLoop() != &inner || !first->isAffine() || !second->isAffine())
    return false;
  const auto* step = dyn_cast<SCEVConstant>(first->getStepRecurrence(evolution));
  if (step == nullptr || step != second->getStepRecurrence(evolution) ||
      !evolution.isLoopInvariant(first->getStart(), nest.outer))
    return false;
  const auto* distance =
      dyn_cast<SCEVConstant>(evolution.getMinusSCEV(second->getStart(), first->getStart()));
  if (distance == nullptr) return false;
  const DataLayout& layout = a.getDataLayout();
  const auto bytes = [&](Instruction& access) {
    return static_cast<std::int64_t>(
        layout.getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
  };
  const std::int64_t offset = distance->getAPInt().getSExtValue();
  const std::int64_t begin = std::min<std::int64_t>(0, offset);
  const std::int64_t end = std::max(bytes(a), offset + bytes(b));
  const APInt stride = step->getAPInt().abs();
  return end - begin <= stride.getSExtValue();
}

}  // namespace

bool LoopNest::is_alike(const Value* value) const {
  const auto* instruction = dyn_cast<Instruction>(value);
  return instruction == nullptr || !outer->contains(instruction) || alike.contains(instruction);
}

std::size_t LoopNest::size() const {
  std::size_t size = 0;
  for (const BasicBlock* block : outer->blocks()) size += block->size();
  return size;
}

std::optional<LoopNest> find_nest(Loop& outer) {
  if (outer.isInnermost() || !outer.isRotatedForm() ||
      outer.getExitingBlock() != outer.getLoopLatch() ||
      !all_of(outer.getSubLoops(), [](const Loop* inner) { return inner->getNumBlocks() == 1; }))
    return std::nullopt;
  const auto is_inner = [&](const BasicBlock* block) {
    return any_of(outer.getSubLoops(),
                  [&](const Loop* inner) { return inner->getHeader() == block; });
  };
  for (const BasicBlock* block : outer.blocks()) {
    const bool goes_one_way =
        is_inner(block) || block == outer.getLoopLatch() || goes_straight_on(*block);
    if (!goes_one_way || !computes_or_accesses(*block)) return std::nullopt;
  }
  LoopNest nest{.outer = &outer, .between = {}, .inner = {}, .alike = {}};
  nest.inner.append(outer.begin(), outer.end());
  for (const Loop* loop : nest.inner) find_alike(nest, *loop->getHeader());
  return nest;
}

bool put_in_order(LoopNest& nest) {
  SmallVector<Loop*, 3> inner;
  nest.between = {nest.outer->getHeader()};
  while (nest.between.back() != nest.outer->getLoopLatch()) {
    BasicBlock* header = nest.between.back()->getSingleSuccessor();
    const auto* found =
        find_if(nest.inner, [&](const Loop* loop) { return loop->getHeader() == header; });
    if (found == nest.inner.end() || (*found)->getLoopPreheader() != nest.between.back() ||
        !(*found)->hasDedicatedExits())
      return false;
    inner.push_back(*found);
    nest.between.push_back((*found)->getExitBlock());
  }
  nest.inner = inner;
  return nest.outer->isLoopSimplifyForm();
}

bool has_separate_rounds(const LoopNest& nest, AAResults& aliases, ScalarEvolution& evolution) {
  for (const Loop* inner : nest.inner) {
    const SCEV* rounds = evolution.getBackedgeTakenCount(inner);
    if (isa<SCEVCouldNotCompute>(rounds) || !evolution.isLoopInvariant(rounds, nest.outer))
      return false;
  }
  BatchAAResults batch(aliases);
  batch.enableCrossIterationMode();
  const auto are_separate = [&](const NestAccess& a, const NestAccess& b) {
    if (!a.instruction->mayWriteToMemory() && !b.instruction->mayWriteToMemory()) return true;
    if (a.place == b.place && a.place % 2 == 0) return true;  // these keep the order of rounds
    if (batch.isNoAlias(anywhere(*a.instruction), anywhere(*b.instruction))) return true;
    return a.place == b.place && meet_in_one_round(*a.instruction, *b.instruction, nest,
                                                   *nest.inner[a.place / 2], evolution);
  };
  const auto accesses = accesses_of(nest);
  for (const NestAccess& a : accesses) {
    for (const NestAccess& b : accesses) {
      if (&a <= &b && !are_separate(a, b)) return false;
    }
  }
  return true;
}

SideBySide::SideBySide(const LoopNest& nest, unsigned rounds) : nest_(nest), parts_(rounds) {
  for (unsigned part = 0; part < nest.between.size(); ++part) {
    for (const Instruction& step : *nest.between[part]) {
      for (auto& parts : parts_) parts[&step] = part;
    }
  }
  // What waits for an instruction comes before it here: later rounds, inner loops, later instructions.
  for (unsigned round = rounds; round-- > 0;) {
    for (unsigned loop = 0; loop < nest.inner.size(); ++loop) {
      for (const Instruction& step : *nest.inner[loop]->getHeader()) {
        if (round == 0 || !(step.isTerminator() || nest.is_alike(&step)))
          place_in_front_of_loop(step, loop, round);
      }
    }
    for (const BasicBlock* block : reverse(nest.between)) {
      for (const Instruction& step : reverse(*block)) {
        if (isa<PHINode>(step)) break;
        if (round + 1 == rounds || !step.isTerminator()) place_in_part(step, round);
      }
    }
  }
}

/// The outer loop's phi brings in from the round before what its latch has; behind an inner loop they only rename.
SideBySide::Source SideBySide::source_of(Value* value, unsigned round) const {
  while (const auto* phi = dyn_cast<PHINode>(value)) {
    const bool begins_round = phi->getParent() == nest_.between.front();
    if (begins_round && round > 0) {
      value = phi->getIncomingValueForBlock(nest_.between.back());
      --round;
    } else if (!begins_round && is_contained(nest_.between, phi->getParent())) {
      value = phi->getIncomingValue(0);
    } else {
      break;
    }
  }
  return {value, round};
}

std::optional<unsigned> SideBySide::loop_of(const Value* value) const {
  const auto* instruction = dyn_cast<Instruction>(value);
  for (unsigned loop = 0; instruction != nullptr && loop < nest_.inner.size(); ++loop) {
    if (instruction->getParent() == nest_.inner[loop]->getHeader()) return loop;
  }
  return std::nullopt;
}

void SideBySide::place_in_front_of_loop(const Instruction& user, unsigned loop, unsigned round) {
  for (Value* operand : user.operands()) {
    const Source source = source_of(operand, round);
    if (const auto from = loop_of(source.value)) {
      is_possible_ &= *from < loop || (*from == loop && source.round == round);
    } else {
      bring_forward(source, loop);
    }
  }
}

void SideBySide::place_in_part(const Instruction& user, unsigned round) {
  const unsigned part = parts_[round].lookup(&user);
  if (user.getParent() != nest_.between[part]) is_possible_ &= !user.mayReadOrWriteMemory();
  for (Value* operand : user.operands()) {
    const Source source = source_of(operand, round);
    if (const auto from = loop_of(source.value)) {
      is_possible_ &= *from < part;
    } else {
      bring_forward(source, part);
    }
  }
}

void SideBySide::bring_forward(const Source& source, unsigned part) {
  const auto* instruction = dyn_cast<Instruction>(source.value);
  if (instruction == nullptr) return;
  auto& parts = parts_[source.round];
  if (const auto found = parts.find(instruction); found != parts.end())
    found->second = std::min(found->second, part);
}

}  // namespace riffle::spmd
