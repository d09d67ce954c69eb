// SPDX-License-Identifier: Apache-2.0
// Rounds of an outer loop that run side by side:
//
//   for (j = 0; j < n; ++j) {                       for (j = 0; j < n; j += 2) {
//     score = 0;                                      score0 = score1 = 0;
//     for (d = 0; d < 64; ++d)                        for (d = 0; d < 64; ++d) {
//       score += query[d] * key[j][d];                  score0 += query[d] * key[j][d];
//                                                       score1 += query[d] * key[j + 1][d];
//                                            ->       }
//     weight = f(score);                              weight0 = f(score0), weight1 = f(score1);
//     for (d = 0; d < 64; ++d)                        for (d = 0; d < 64; ++d)
//       sum[d] += weight * value[j][d];                 sum[d] = (sum[d] + weight0 * value[j][d]) + weight1 * ...;
//   }                                               }
//
// An element of a thread's array that is in memory, as one with a counter for its index is, goes through a register for
// several rounds then, and sums of different rounds do not wait for each other. Each value is computed from the same ones
// by the same operations as before.
#include "compiler/spmd/body/jam_loops.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <string>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/analysis/loop_nest.h"
#include "compiler/spmd/analysis/uniformity.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kMostRounds = 4;
constexpr std::size_t kLargestJammed = 800;

bool any_address(const Value&) { return true; }

/// Whether the registers hold the varying values that are alive in `inner` all the time: what goes round, beside two values on
/// the way, and what it finds. If need be operations take the latter from memory.
bool fits(const Loop& inner, unsigned rounds, const LoopNest& nest, const Uniformity& uniformity,
          unsigned registers) {
  constexpr unsigned kOnTheWay = 2;
  SmallPtrSet<const Value*, 8> found;
  unsigned carried = 0;
  for (const Instruction& step : *inner.getHeader()) {
    if (isa<PHINode>(step)) {
      carried += nest.is_alike(&step) || uniformity.is_uniform(&step) ? 0 : 1;
      continue;
    }
    for (const Value* operand : step.operands()) {
      const auto* from = dyn_cast<Instruction>(operand);
      if (from != nullptr && nest.outer->contains(from) && !inner.contains(from) &&
          !uniformity.is_uniform(from))
        found.insert(from);
    }
  }
  return rounds * carried + kOnTheWay <= registers &&
         rounds * (carried + found.size()) <= registers;
}

/// Runs `rounds` rounds of a nest side by side. What it has becomes the first of them.
class Jammer {
 public:
  Jammer(const LoopNest& nest, const SideBySide& order, unsigned rounds)
      : nest_(nest), order_(order), copies_(rounds) {
    for (BasicBlock* block : nest.between) {
      Steps& steps = parts_.emplace_back();
      for (Instruction& step : *block) {
        if (!isa<PHINode>(step) && !step.isTerminator()) steps.push_back(&step);
      }
    }
    for (const Loop* loop : nest.inner) {
      Steps& steps = loops_.emplace_back();
      for (Instruction& step : *loop->getHeader()) {
        if (!step.isTerminator() && !nest.is_alike(&step)) steps.push_back(&step);
      }
    }
  }

  void run() {
    place_parts(0);
    for (unsigned round = 1; round < copies_.size(); ++round) {
      place_parts(round);
      copy_loops(round);
    }
    for (unsigned round = 1; round < copies_.size(); ++round) connect(round);
    go_on_with_last();
  }

 private:
  using Steps = SmallVector<Instruction*, 32>;

  /// Behind what is there of the rounds before.
  void place_parts(unsigned round) {
    for (unsigned own = 0; own < parts_.size(); ++own) {
      for (Instruction* step : parts_[own]) {
        const unsigned part = order_.part_of(*step, round);
        Instruction* end = nest_.between[part]->getTerminator();
        if (round != 0) {
          add_copy(*step, round, end->getIterator());
        } else if (part != own) {
          step->moveBefore(end->getIterator());
        }
      }
    }
  }

  void copy_loops(unsigned round) {
    for (unsigned loop = 0; loop < loops_.size(); ++loop) {
      BasicBlock* block = nest_.inner[loop]->getHeader();
      for (Instruction* step : loops_[loop])
        add_copy(
            *step, round,
            isa<PHINode>(step) ? block->getFirstNonPHIIt() : block->getTerminator()->getIterator());
    }
  }

  void add_copy(Instruction& step, unsigned round, BasicBlock::iterator place) {
    Instruction* copy = step.clone();
    copy->insertBefore(place);
    copies_[round][&step] = copy;
  }

  /// What `value`, of the first round, is in another.
  Value* in_round(Value* value, unsigned round) const {
    const SideBySide::Source source = order_.source_of(value, round);
    auto* step = dyn_cast<Instruction>(source.value);
    if (step == nullptr || source.round == 0) return source.value;
    Instruction* copy = copies_[source.round].lookup(step);
    return copy == nullptr ? step : copy;
  }

  void connect(unsigned round) {
    for (const auto& [step, copy] : copies_[round]) {
      for (Use& operand : copy->operands()) operand.set(in_round(operand, round));
    }
  }

  /// In the next rounds, and behind the loop.
  void go_on_with_last() {
    const auto last_of = [&](Value* value) {
      return in_round(value, static_cast<unsigned>(copies_.size()) - 1);
    };
    SmallVector<std::pair<Use*, Value*>, 16> changes;
    for (BasicBlock* block : nest_.outer->blocks()) {
      for (Instruction& step : *block) {
        for (Use& use : step.uses()) {
          if (!nest_.outer->contains(cast<Instruction>(use.getUser())))
            changes.emplace_back(&use, last_of(&step));
        }
      }
    }
    BasicBlock* latch = nest_.between.back();
    for (PHINode& phi : nest_.between.front()->phis()) {
      Use& next = phi.getOperandUse(static_cast<unsigned>(phi.getBasicBlockIndex(latch)));
      changes.emplace_back(&next, last_of(next));
    }
    auto* branch = cast<BranchInst>(latch->getTerminator());
    Use& condition = branch->getOperandUse(0);
    changes.emplace_back(&condition, last_of(condition));
    for (const auto& [use, value] : changes) use->set(value);
  }

  const LoopNest& nest_;
  const SideBySide& order_;
  SmallVector<Steps, 4> parts_, loops_;
  /// Of each round but the first.
  SmallVector<MapVector<Instruction*, Instruction*>, 4> copies_;
};

class LoopJam {
 public:
  LoopJam(Function& body, const ModuleState& state) : body_(body), state_(state) {}

  void run() {
    const unsigned before = body_.getInstructionCount();
    SmallVector<LoopNest, 4> nests;
    for (Loop* outer : analyses_.functions.getResult<LoopAnalysis>(body_).getLoopsInPreorder()) {
      if (auto nest = find_nest(*outer); nest && shares_accesses(*nest, any_address))
        nests.push_back(std::move(*nest));
    }
    if (nests.empty()) return;
    const Uniformity uniformity(body_, UniformityScope::kPacket, 2 * state_.target.lanes);
    bool changes = false;
    for (LoopNest& nest : nests) {
      // Packets are 2 * state.target.lanes threads.
      if (!parts_threads(nest, uniformity))
        changes |= jam(nest, rounds_that_fit(nest, uniformity, state_.target.register_values / 2));
    }
    if (!changes) return;
    clean_up();
    const unsigned after = body_.getInstructionCount();
    body_.addFnAttr(kJammedAttribute, std::to_string(after - std::min(before, after)));
  }

 private:
  bool jam(LoopNest& nest, unsigned rounds) {
    auto& all = analyses_.functions.getResult<LoopAnalysis>(body_);
    auto& evolution = analyses_.functions.getResult<ScalarEvolutionAnalysis>(body_);
    auto& tree = analyses_.functions.getResult<DominatorTreeAnalysis>(body_);
    const unsigned count = evolution.getSmallConstantTripCount(nest.outer);
    // What does not divide leaves a copy of the loop, for less than `rounds`.
    while (rounds > 1 && count != 0 && count % rounds != 0 && count < 4 * rounds) rounds /= 2;
    if (rounds < 2) return false;
    simplifyLoop(nest.outer, &tree, &all, &evolution,
                 &analyses_.functions.getResult<AssumptionAnalysis>(body_),
                 /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
    if (!put_in_order(nest) || !SideBySide(nest, rounds).is_possible() ||
        !has_separate_rounds(nest, analyses_.functions.getResult<AAManager>(body_), evolution))
      return false;
    if (evolution.getSmallConstantTripMultiple(nest.outer) % rounds != 0 &&
        !leave_rest(*nest.outer, rounds))
      return false;
    auto whole = find_nest(*nest.outer);  // with what counts rounds up to the rest
    if (!whole || !put_in_order(*whole)) return true;
    const SideBySide order(*whole, rounds);
    if (!order.is_possible()) return true;
    run_side_by_side(*whole, order, rounds);
    evolution.forgetAllLoops();
    return true;
  }

  /// Makes the loop's rounds a multiple of `rounds`, and a loop for the rest behind it.
  bool leave_rest(Loop& loop, unsigned rounds) {
    const TargetTransformInfo costs(body_.getDataLayout());
    constexpr unsigned kBudget = 4;
    auto& all = analyses_.functions.getResult<LoopAnalysis>(body_);
    auto& evolution = analyses_.functions.getResult<ScalarEvolutionAnalysis>(body_);
    auto& tree = analyses_.functions.getResult<DominatorTreeAnalysis>(body_);
    formLCSSARecursively(loop, tree, &all, &evolution);
    return UnrollRuntimeLoopRemainder(
        &loop, rounds, /*AllowExpensiveTripCount=*/false, /*UseEpilogRemainder=*/true,
        /*UnrollRemainder=*/false, /*ForgetAllSCEV=*/true, &all, &evolution, &tree,
        &analyses_.functions.getResult<AssumptionAnalysis>(body_), &costs, /*PreserveLCSSA=*/true,
        kBudget,
        /*RuntimeUnrollMultiExit=*/false);
  }

  /// What one round stores and the next one loads stays in a register.
  void clean_up() {
    analyses_.functions.invalidate(body_, PreservedAnalyses::none());
    FunctionPassManager passes;
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(DSEPass());
    passes.run(body_, analyses_.functions);
  }

  Function& body_;
  const ModuleState& state_;
  PassBuilder builder_;
  Analyses analyses_{builder_};
};

bool has_nests(Function& body) {
  const DominatorTree tree(body);
  const LoopInfo loops(tree);
  return any_of(loops.getLoopsInPreorder(), [](Loop* loop) {
    const auto nest = find_nest(*loop);
    return nest && shares_accesses(*nest, any_address);
  });
}

}  // namespace

bool shares_accesses(const LoopNest& nest, function_ref<bool(const Value&)> counts) {
  return any_of(nest.inner, [&](const Loop* inner) {
    return any_of(*inner->getHeader(), [&](const Instruction& step) {
      const Value* address = getLoadStorePointerOperand(&step);
      return address != nullptr && nest.is_alike(address) && counts(*address);
    });
  });
}

unsigned rounds_that_fit(const LoopNest& nest, const Uniformity& uniformity, unsigned registers) {
  unsigned rounds = kMostRounds;
  while (rounds > 1 &&
         (rounds * nest.size() > kLargestJammed || any_of(nest.inner, [&](const Loop* inner) {
            return !fits(*inner, rounds, nest, uniformity, registers);
          })))
    rounds /= 2;
  return rounds;
}

bool parts_threads(const LoopNest& nest, const Uniformity& uniformity) {
  return any_of(nest.outer->blocks(),
                [&](const BasicBlock* block) { return uniformity.has_divergent_branch(*block); });
}

void run_side_by_side(const LoopNest& nest, const SideBySide& order, unsigned rounds) {
  Jammer(nest, order, rounds).run();
}

unsigned jammed_instructions(const Function& body) {
  return static_cast<unsigned>(body.getFnAttributeAsParsedInteger(kJammedAttribute));
}

void jam_loops(Module& module, ModuleState& state) {
  // Who watches accesses wants them as they are written.
  if (state.for_debugger || is_to_note_accesses(module)) return;
  for (KernelState& kernel : state.kernels) {
    if (has_nests(*kernel.body)) LoopJam(*kernel.body, state).run();
  }
}

}  // namespace riffle::spmd
