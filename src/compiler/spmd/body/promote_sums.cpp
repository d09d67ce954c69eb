// SPDX-License-Identifier: Apache-2.0
// Sums that a loop keeps in memory, beside what it reads there:
//
//   for (k = 0; k < n; ++k)                   if (&y[i] is apart from row[0 ... n) and x[0 ... n)) {
//     y[i] += row[k] * x[k];                    sum = y[i];
//                                       ->      for (k = 0; k < n; ++k) sum += row[k] * x[k];
//                                               y[i] = sum;
//                                             } else { as before }
//
// Without the question each round has to store its sum before the next one reads. What lies in memory between the rounds is nobody's
// business: other threads may not look at it without waiting for this one, which it does not let them do in the loop.
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <cstdint>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/body/copy_loop.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kLeastRounds = 8;
constexpr std::size_t kLargestLoop = 100;
constexpr unsigned kMostQuestions = 8;
constexpr std::uint64_t kNear = 256;  ///< bytes

bool is_simple_access(const Instruction& step) {
  if (const auto* load = dyn_cast<LoadInst>(&step)) return load->isSimple();
  if (const auto* store = dyn_cast<StoreInst>(&step)) return store->isSimple();
  return false;
}

/// Such a loop is run in order of elements (rounds.h), or turned round.
bool goes_through_grid(const Loop& loop) {
  return any_of(loop.getHeader()->phis(),
                [&](const PHINode& phi) { return step_through_grid(loop, phi) != nullptr; });
}

/// Whether `loop` is one block that only computes and accesses memory, and stores at one place in all rounds.
bool keeps_sum_in_memory(const Loop& loop) {
  const BasicBlock& block = *loop.getHeader();
  if (loop.getNumBlocks() != 1 || block.size() > kLargestLoop) return false;
  bool keeps = false, reads = false;
  for (const Instruction& step : block) {
    if (isa<DbgInfoIntrinsic>(step)) continue;
    if (!step.mayReadOrWriteMemory()) {
      if (step.mayHaveSideEffects()) return false;
      continue;
    }
    if (!is_simple_access(step)) return false;
    const bool moves = !loop.isLoopInvariant(getLoadStorePointerOperand(&step));
    keeps |= isa<StoreInst>(step) && !moves;
    reads |= isa<LoadInst>(step) && moves;
  }
  return keeps && reads && !goes_through_grid(loop);
}

/// What a loop touches by its accesses at one address, in all rounds, and by those that stay as far apart from it.
struct TouchedRange {
  Value* pointer;
  Type* type;
  bool moves;                       ///< from round to round
  std::int64_t first = 0, end = 0;  ///< bytes from there
  bool is_sum = false;              ///< stored at one place in all rounds
};

/// Where the addresses of a loop's accesses are in its first and in its last round; in between they are nowhere else. They are sums
/// and products of what goes up or down round by round, which do not wrap: not where they are narrow, as the code says, and not around
/// memory, because there is none.
class LoopRanges {
 public:
  LoopRanges(const Loop& loop, ScalarEvolution& evolution)
      : loop_(loop), evolution_(evolution), expander_(evolution, "touched") {}

  [[nodiscard]] bool are_known(const Value& pointer) const { return is_even(pointer, Wraps::kAny); }

  struct Range {
    Value *begin, *end;
  };
  /// In front of the loop.
  Range range(IRBuilder<>& builder, const TouchedRange& touched);

 private:
  enum class Wraps : std::uint8_t { kAny, kNotSigned, kNotUnsigned };

  [[nodiscard]] bool is_even(const Value& value, Wraps wraps) const;
  [[nodiscard]] bool is_even(const BinaryOperator& operation, Wraps wraps) const;
  Value* at(IRBuilder<>& builder, Value& value, ValueToValueMapTy& known, bool last);

  const Loop& loop_;
  ScalarEvolution& evolution_;
  SCEVExpander expander_;
  ValueToValueMapTy first_, last_;
};

bool LoopRanges::is_even(const Value& value, Wraps wraps) const {
  if (loop_.isLoopInvariant(&value)) return true;
  if (const auto* phi = dyn_cast<PHINode>(&value)) {
    const auto* place = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(const_cast<PHINode*>(phi)));
    return place != nullptr && place->getLoop() == &loop_ && place->isAffine() &&
           (wraps != Wraps::kNotSigned || place->hasNoSignedWrap()) &&
           (wraps != Wraps::kNotUnsigned || place->hasNoUnsignedWrap());
  }
  if (const auto* address = dyn_cast<GetElementPtrInst>(&value)) {
    return all_of(address->operands(), [&](const Use& use) {
      const bool is_narrow = use->getType()->isIntegerTy() && !use->getType()->isIntegerTy(64);
      return (!is_narrow || isa<Constant>(use)) && is_even(*use, Wraps::kAny);
    });
  }
  if (const auto* cast = dyn_cast<SExtInst>(&value))
    return is_even(*cast->getOperand(0), Wraps::kNotSigned);
  if (const auto* cast = dyn_cast<ZExtInst>(&value))
    return is_even(*cast->getOperand(0),
                   cast->hasNonNeg() ? Wraps::kNotSigned : Wraps::kNotUnsigned);
  const auto* operation = dyn_cast<BinaryOperator>(&value);
  return operation != nullptr && is_even(*operation, wraps);
}

bool LoopRanges::is_even(const BinaryOperator& operation, Wraps wraps) const {
  switch (operation.getOpcode()) {
    case Instruction::Mul:
    case Instruction::Shl:
      if (!loop_.isLoopInvariant(operation.getOperand(1)) &&
          (operation.getOpcode() == Instruction::Shl ||
           !loop_.isLoopInvariant(operation.getOperand(0))))
        return false;
      break;
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(operation).isDisjoint() &&
             is_even(*operation.getOperand(0), wraps) && is_even(*operation.getOperand(1), wraps);
    case Instruction::Add:
    case Instruction::Sub:
      break;
    default:
      return false;
  }
  return (wraps != Wraps::kNotSigned || operation.hasNoSignedWrap()) &&
         (wraps != Wraps::kNotUnsigned || operation.hasNoUnsignedWrap()) &&
         is_even(*operation.getOperand(0), wraps) && is_even(*operation.getOperand(1), wraps);
}

Value* LoopRanges::at(IRBuilder<>& builder, Value& value, ValueToValueMapTy& known, bool last) {
  if (loop_.isLoopInvariant(&value)) return &value;
  if (const auto found = known.find(&value); found != known.end()) return found->second;
  Value* here = nullptr;
  if (isa<PHINode>(value)) {
    const auto* place = cast<SCEVAddRecExpr>(evolution_.getSCEV(&value));
    const SCEV* number =
        last ? place->evaluateAtIteration(evolution_.getBackedgeTakenCount(&loop_), evolution_)
             : place->getStart();
    here = expander_.expandCodeFor(number, value.getType(), builder.GetInsertPoint());
  } else {
    Instruction* copy = cast<Instruction>(value).clone();
    for (Use& operand : copy->operands()) operand.set(at(builder, *operand, known, last));
    here = builder.Insert(copy, "touched");
  }
  known[&value] = here;
  return here;
}

LoopRanges::Range LoopRanges::range(IRBuilder<>& builder, const TouchedRange& touched) {
  const auto number = [&](Value* place) {
    return builder.CreatePtrToInt(place, builder.getInt64Ty());
  };
  Value* begin = number(at(builder, *touched.pointer, first_, false));
  Value* end = begin;
  if (touched.moves) {
    Value* last = number(at(builder, *touched.pointer, last_, true));
    end = builder.CreateBinaryIntrinsic(Intrinsic::umax, begin, last);
    begin = builder.CreateBinaryIntrinsic(Intrinsic::umin, begin, last);
  }
  const auto behind = [&](Value* place, std::int64_t bytes) {
    return builder.CreateAdd(place, builder.getInt64(static_cast<std::uint64_t>(bytes)));
  };
  return {behind(begin, touched.first), behind(end, touched.end)};
}

class SumPromotion {
 public:
  explicit SumPromotion(Function& body) : body_(body) {}

  void run() {
    FunctionPassManager forms;
    forms.addPass(LoopSimplifyPass());
    forms.addPass(LCSSAPass());
    forms.run(body_, analyses_.functions);
    SmallVector<BasicBlock*, 4> found;
    for (const Loop* loop : get<LoopAnalysis>().getLoopsInPreorder())
      if (keeps_sum_in_memory(*loop)) found.push_back(loop->getHeader());
    for (BasicBlock* header : found) {
      if (promote(*get<LoopAnalysis>().getLoopFor(header)))
        analyses_.functions.invalidate(body_, PreservedAnalyses::none());
    }
  }

 private:
  using Pair = std::pair<const TouchedRange*, const TouchedRange*>;

  template <class Analysis>
  Analysis::Result& get() {
    return analyses_.functions.getResult<Analysis>(body_);
  }

  bool promote(Loop& loop) {
    auto& evolution = get<ScalarEvolutionAnalysis>();
    const unsigned count = evolution.getSmallConstantTripCount(&loop);
    if ((count != 0 && count < kLeastRounds) || !loop.isLoopSimplifyForm() ||
        isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)))
      return false;
    LoopRanges places(loop, evolution);
    const SmallVector<TouchedRange, 8> all = touched_by(loop, places);
    const SmallVector<Pair, 8> pairs = pairs_that_may_meet(all);
    if (pairs.empty() || pairs.size() > kMostQuestions) return false;
    IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
    Value* apart = are_apart(builder, all, pairs, places);
    ValueToValueMapTy map;
    const LoopCopy copy = copy_loop(loop, *apart, "apart", map);
    for (const TouchedRange& place : all)
      if (place.is_sum) keep_in_register(*place.pointer, *copy.before, *copy.block, *copy.behind);
    return true;
  }

  /// Empty if one is not known.
  SmallVector<TouchedRange, 8> touched_by(const Loop& loop, const LoopRanges& places) {
    SmallVector<TouchedRange, 8> all;
    for (Instruction& step : *loop.getHeader()) {
      Value* pointer = getLoadStorePointerOperand(&step);
      if (pointer == nullptr) continue;
      Type* type = getLoadStoreType(&step);
      auto* known = find_if(all, [&](const TouchedRange& one) { return one.pointer == pointer; });
      if (known != all.end() && known->type != type) return {};
      if (known == all.end()) {
        const bool moves = !loop.isLoopInvariant(pointer);
        if (moves && !places.are_known(*pointer)) return {};
        const auto size =
            static_cast<std::int64_t>(body_.getDataLayout().getTypeStoreSize(type).getFixedValue());
        if (moves && add_beside(all, *pointer, size)) continue;
        all.push_back({pointer, type, moves, 0, size});
        known = std::prev(all.end());
      }
      known->is_sum |= isa<StoreInst>(step) && !known->moves;
    }
    return all;
  }

  /// To what moves along with `pointer`, a constant number of bytes away: as clang unrolls loops.
  bool add_beside(MutableArrayRef<TouchedRange> all, Value& pointer, std::int64_t size) {
    auto& evolution = get<ScalarEvolutionAnalysis>();
    for (TouchedRange& touched : all) {
      if (!touched.moves) continue;
      const auto* distance = dyn_cast<SCEVConstant>(
          evolution.getMinusSCEV(evolution.getSCEV(&pointer), evolution.getSCEV(touched.pointer)));
      if (distance == nullptr || distance->getAPInt().abs().ugt(kNear)) continue;
      const std::int64_t offset = distance->getAPInt().getSExtValue();
      touched.first = std::min(touched.first, offset);
      touched.end = std::max(touched.end, offset + size);
      return true;
    }
    return false;
  }

  /// Each of a sum and something else.
  SmallVector<Pair, 8> pairs_that_may_meet(ArrayRef<TouchedRange> all) {
    BatchAAResults aliases(get<AAManager>());
    SmallVector<Pair, 8> pairs;
    for (const TouchedRange& sum : all) {
      for (const TouchedRange& other : all) {
        const bool is_compared = &other == &sum || (other.is_sum && &other < &sum);
        if (sum.is_sum && !is_compared &&
            !aliases.isNoAlias(MemoryLocation::getBeforeOrAfter(sum.pointer),
                               MemoryLocation::getBeforeOrAfter(other.pointer)))
          pairs.emplace_back(&sum, &other);
      }
    }
    return pairs;
  }

  static Value* are_apart(IRBuilder<>& builder, ArrayRef<TouchedRange> all, ArrayRef<Pair> pairs,
                          LoopRanges& places) {
    SmallDenseMap<const TouchedRange*, LoopRanges::Range> ranges;
    for (const TouchedRange& touched : all) ranges[&touched] = places.range(builder, touched);
    Value* apart = nullptr;
    for (const auto& [one, other] : pairs) {
      const auto [begin, end] = ranges[one];
      const auto [other_begin, other_end] = ranges[other];
      Value* here = builder.CreateOr(builder.CreateICmpULE(end, other_begin),
                                     builder.CreateICmpULE(other_end, begin));
      apart = apart == nullptr ? here : builder.CreateAnd(apart, here, "apart");
    }
    return apart;
  }

  static void keep_in_register(Value& pointer, BasicBlock& before, BasicBlock& loop,
                               BasicBlock& behind) {
    SmallVector<Instruction*, 4> accesses;
    for (Instruction& step : loop)
      if (getLoadStorePointerOperand(&step) == &pointer) accesses.push_back(&step);
    PHINode* begun = nullptr;
    Value* sum = nullptr;
    StoreInst* last = nullptr;
    for (Instruction* access : accesses) {
      if (auto* store = dyn_cast<StoreInst>(access)) {
        sum = store->getValueOperand();
        if (last != nullptr) last->eraseFromParent();
        last = store;
        continue;
      }
      if (sum == nullptr) {
        Instruction* first = access->clone();
        first->insertBefore(before.getTerminator()->getIterator());
        begun = PHINode::Create(access->getType(), 2, "sum", loop.begin());
        begun->addIncoming(first, &before);
        sum = begun;
      }
      access->replaceAllUsesWith(sum);
      access->eraseFromParent();
    }
    if (begun != nullptr) begun->addIncoming(last->getValueOperand(), &loop);
    last->moveBefore(behind.getTerminator()->getIterator());
  }

  Function& body_;
  PassBuilder builder_;
  Analyses analyses_{builder_};
};

bool has_sums_in_memory(Function& body) {
  const DominatorTree tree(body);
  const LoopInfo loops(tree);
  return any_of(loops.getLoopsInPreorder(),
                [](const Loop* loop) { return keeps_sum_in_memory(*loop); });
}

}  // namespace

void promote_sums(Module& module, ModuleState& state) {
  // Who watches accesses wants them as they are written.
  if (state.for_debugger || is_to_note_accesses(module)) return;
  for (KernelState& kernel : state.kernels) {
    if (has_sums_in_memory(*kernel.body)) SumPromotion(*kernel.body).run();
  }
}

}  // namespace riffle::spmd
