// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/hoist_notes.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace riffle::spmd {

using namespace llvm;

namespace {

class Hoister {
 public:
  explicit Hoister(Function& function)
      : library_(function.getParent()->getTargetTriple()),
        functions_(library_, &function),
        assumptions_(function),
        dominators_(function),
        loops_(dominators_),
        evolution_(function, functions_, assumptions_, dominators_, loops_),
        expander_(evolution_, "noted") {}

  [[nodiscard]] bool has_loops() const { return !loops_.empty(); }

  void hoist(NotedAccess& access) {
    if (access.form != NotedAccess::Form::kPiece || access.mask != nullptr ||
        access.is_followed_only)
      return;
    Loop* const loop = loops_.getLoopFor(access.at->getParent());
    if (loop == nullptr || !runs_each_time(*access.at, *loop)) return;
    const SCEV* const last = evolution_.getBackedgeTakenCount(loop);
    if (isa<SCEVCouldNotCompute>(last) || !last->getType()->isIntegerTy()) return;
    const SCEV* const address = evolution_.getSCEV(access.address);
    if (evolution_.isLoopInvariant(address, loop)) return place(access, *loop, *address);
    const auto* const steps = dyn_cast<SCEVAddRecExpr>(address);
    if (steps == nullptr || steps->getLoop() != loop || !steps->isAffine()) return;
    const auto* const step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution_));
    if (step == nullptr || !step->getAPInt().abs().ule(access.bytes)) return;
    place_range(access, *loop, *steps, step->getAPInt().getSExtValue(), *last);
  }

 private:
  /// As often as the loop's end is come to.
  [[nodiscard]] bool runs_each_time(const Instruction& at, const Loop& loop) const {
    const BasicBlock* const latch = loop.getLoopLatch();
    return latch != nullptr && loop.getExitingBlock() == latch &&
           dominators_.dominates(at.getParent(), latch);
  }

  Instruction* front_of(Loop& loop) {
    BasicBlock* before = loop.getLoopPreheader();
    if (before == nullptr)
      before = InsertPreheaderForLoop(&loop, &dominators_, &loops_, nullptr, false);
    return before == nullptr ? nullptr : before->getTerminator();
  }

  void place(NotedAccess& access, Loop& loop, const SCEV& address) {
    Instruction* const front = front_of(loop);
    if (front == nullptr || !expander_.isSafeToExpandAt(&address, front)) return;
    access.address = expander_.expandCodeFor(&address, access.address->getType(), front);
    access.place = front;
  }

  void place_range(NotedAccess& access, Loop& loop, const SCEVAddRecExpr& steps, std::int64_t step,
                   const SCEV& last) {
    Instruction* const front = front_of(loop);
    const SCEV* const start = steps.getStart();
    Type* const number =
        Type::getInt64Ty(front == nullptr ? loop.getHeader()->getContext() : front->getContext());
    const SCEV* const count = evolution_.getTruncateOrZeroExtend(&last, number);
    if (front == nullptr || !expander_.isSafeToExpandAt(start, front) ||
        !expander_.isSafeToExpandAt(count, front))
      return;
    IRBuilder<> builder(front);
    Value* const first = builder.CreatePtrToInt(
        expander_.expandCodeFor(start, access.address->getType(), front), number);
    Value* const way =
        builder.CreateMul(expander_.expandCodeFor(count, number, front),
                          builder.getInt64(static_cast<std::uint64_t>(step < 0 ? -step : step)));
    Value* const begin = step < 0 ? builder.CreateSub(first, way) : first;
    access.address = builder.CreateIntToPtr(begin, builder.getPtrTy());
    access.length = builder.CreateAdd(way, builder.getInt64(access.bytes));
    access.form = NotedAccess::Form::kRange;
    access.bytes = 0;
    access.place = front;
  }

  TargetLibraryInfoImpl library_;
  TargetLibraryInfo functions_;
  AssumptionCache assumptions_;
  DominatorTree dominators_;
  LoopInfo loops_;
  ScalarEvolution evolution_;
  SCEVExpander expander_;
};

}  // namespace

void hoist_notes(Function& function, SmallVectorImpl<NotedAccess>& accesses) {
  if (accesses.empty()) return;
  Hoister hoister(function);
  if (!hoister.has_loops()) return;
  for (NotedAccess& access : accesses) hoister.hoist(access);
}

}  // namespace riffle::spmd
