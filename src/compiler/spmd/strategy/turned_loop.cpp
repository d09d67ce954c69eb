// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/turned_loop.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Of an iteration: where much is computed of an element, memory is not what takes the time.
constexpr std::size_t kLargestLoop = 100;
/// Kept from iteration to iteration by a thread: it goes through the caches in each round.
constexpr std::uint64_t kMostStateBytes = 32;

/// What threads do that have no element, too.
bool is_free(const BasicBlock& block) {
  return all_of(block, [](const Instruction& instruction) {
    return instruction.isTerminator() ||
           (!isa<PHINode>(instruction) && !instruction.mayReadOrWriteMemory() &&
            isSafeToSpeculativelyExecute(&instruction));
  });
}

/// The branch that skips a loop, and where it goes then.
struct LoopGuard {
  BranchInst* branch;
  BasicBlock* past;
};

/// Of `loop`, if nothing but free code is between them.
std::optional<LoopGuard> guard_of(const Loop& loop) {
  const BasicBlock* into = loop.getHeader();
  BasicBlock* block = loop.getLoopPredecessor();
  while (block != nullptr) {
    auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    if (branch == nullptr) return {};
    if (branch->isConditional()) {
      BasicBlock* past = branch->getSuccessor(branch->getSuccessor(0) == into ? 1 : 0);
      if (past == into) return {};
      return LoopGuard{branch, past};
    }
    if (!is_free(*block)) return {};
    into = block;
    block = block->getSinglePredecessor();
  }
  return {};
}

/// Loads from places that move with the loop, and nothing that waits, prints or calls.
bool goes_through_memory(const Loop& loop) {
  std::size_t size = 0;
  bool loads = false;
  for (const BasicBlock* block : loop.blocks()) {
    size += block->size();
    for (const Instruction& instruction : *block) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (call != nullptr && (suspends(*call) || !isa<IntrinsicInst>(call))) return false;
      const auto* load = dyn_cast<LoadInst>(&instruction);
      if (load == nullptr) continue;
      if (load->isVolatile() || load->isAtomic()) return false;
      loads |= !loop.isLoopInvariant(load->getPointerOperand());
    }
  }
  return loads && size <= kLargestLoop;
}

bool keeps_little(const Loop& loop) {
  const DataLayout& layout = loop.getHeader()->getDataLayout();
  std::uint64_t bytes = 0;
  for (const PHINode& phi : loop.getHeader()->phis())
    bytes += layout.getTypeStoreSize(phi.getType()).getFixedValue();
  return bytes <= kMostStateBytes + 8;  // the index is not kept
}

/// Threads that ran the loop come to where the others are at once, or by a way of their own.
bool merges_two_ways(const BasicBlock& exit, const LoopGuard& guard) {
  return exit.getSinglePredecessor() != nullptr || (&exit == guard.past && pred_size(&exit) == 2);
}

/// A counter that is dropped must mean nothing else.
bool counts_for_itself(const GridLoop& loop) {
  const PHINode& phi = loop.phi();
  if (&loop.index() == &phi) return true;
  const Value* next = phi.getIncomingValueForBlock(loop.latch().getParent());
  return all_of(next->users(), [&](const User* user) {
    return user == &phi || user == loop.latch().getCondition();
  });
}

std::optional<GridLoop> turnable(Loop& loop, const PostDominatorTree& post_dominators) {
  BasicBlock* exit = loop.getExitBlock();
  if (!loop.isInnermost() || exit == nullptr || loop.getLoopLatch() == nullptr) return {};
  const auto guard = guard_of(loop);
  if (!guard || !merges_two_ways(*exit, *guard)) return {};
  const BasicBlock* above = guard->branch->getParent();
  if (!post_dominators.dominates(above, &above->getParent()->getEntryBlock())) return {};
  if (!goes_through_memory(loop) || !keeps_little(loop)) return {};
  for (PHINode& phi : loop.getHeader()->phis()) {
    auto found = GridLoop::find(loop, *guard->branch, *guard->past, phi);
    if (found && counts_for_itself(*found)) return found;
  }
  return {};
}

}  // namespace

std::optional<TurnedLoop> TurnedLoop::find(Function& body) {
  if (!body.getArg(kThread)->use_empty()) return {};
  if (any_of(instructions(body), [](const Instruction& each) { return isa<AllocaInst>(each); }))
    return {};
  const DominatorTree dominators(body);
  const LoopInfo loops(dominators);
  if (loops.empty()) return {};
  const PostDominatorTree post_dominators(body);
  for (Loop* loop : loops) {
    const auto found = turnable(*loop, post_dominators);
    if (found) return TurnedLoop(*found);
  }
  return {};
}

namespace {

/// `body` with two arguments more.
Function* copy_of(Function& body, ValueToValueMapTy& map) {
  LLVMContext& context = body.getContext();
  SmallVector<Type*, 32> types(body.getFunctionType()->params());
  types.append({Type::getInt64Ty(context), Type::getInt1Ty(context)});
  Function* copy =
      Function::Create(FunctionType::get(body.getReturnType(), types, false),
                       GlobalValue::InternalLinkage, body.getName() + ".turned", body.getParent());
  for (Argument& argument : body.args()) {
    Argument* same = copy->getArg(argument.getArgNo());
    same->setName(argument.getName());
    map[&argument] = same;
  }
  copy->getArg(body.arg_size())->setName("passed");
  copy->getArg(body.arg_size() + 1)->setName("leave");
  SmallVector<ReturnInst*, 1> returns;
  CloneFunctionInto(copy, &body, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  return copy;
}

/// The copy while it is changed.
class Turning {
 public:
  Turning(Function& copy, ValueToValueMapTy& map, const GridLoop& loop)
      : copy_(copy),
        map_(map),
        loop_(loop),
        guard_(cast<BranchInst>(map[&loop.guard()])),
        latch_(cast<BasicBlock>(map[loop.latch().getParent()])),
        header_(cast<BasicBlock>(map[loop.phi().getParent()])) {
    auto* last = cast<BranchInst>(latch_->getTerminator());
    exit_ = last->getSuccessor(last->getSuccessor(0) == header_ ? 1 : 0);
    into_ = header_;
    before_ = before_of(*header_);
    while (before_of(*into_) != guard_->getParent()) into_ = before_of(*into_);
    past_ = guard_->getSuccessor(guard_->getSuccessor(0) == into_ ? 1 : 0);
    LLVMContext& context = copy.getContext();
    round_ = BasicBlock::Create(context, "round", &copy, header_);
    one_ = BasicBlock::Create(context, "one", &copy, header_);
    next_ = BasicBlock::Create(context, "next", &copy, exit_);
  }

  void run() {
    if (past_ != exit_) bring_values_behind();
    keep_values();
    make_rounds();
    replace_branches();
    loop_.replace_index(map_, at_index_, index_);
  }

 private:
  BasicBlock* before_of(BasicBlock& block) const {
    return *find_if(predecessors(&block), [&](const BasicBlock* other) { return other != latch_; });
  }

  /// `first` before the rounds, and `later` from each in which there is an element.
  PHINode* keep(Value* first, Value* later, const Twine& name) {
    PHINode* kept = PHINode::Create(first->getType(), 2, name, round_->begin());
    PHINode* last = PHINode::Create(first->getType(), 2, name + ".last", next_->begin());
    kept->addIncoming(first, before_);
    kept->addIncoming(last, next_);
    last->addIncoming(kept, one_);
    last->addIncoming(later, latch_);
    return kept;
  }

  /// Through phis of the exit block.
  void bring_values_behind() {
    const DominatorTree dominators(copy_);
    LoopInfo loops(dominators);
    formLCSSARecursively(*loops.getLoopFor(header_), dominators, &loops, nullptr);
  }

  /// What a thread without an element has where `phi`, of the exit block, is.
  Value* without_element(const PHINode& phi) const {
    return past_ == exit_ ? phi.getIncomingValueForBlock(guard_->getParent())
                          : Constant::getNullValue(phi.getType());
  }

  void keep_values() {
    SmallVector<PHINode*, 4> kept;
    auto* counter = cast<PHINode>(map_[&loop_.phi()]);
    for (PHINode& phi : make_early_inc_range(header_->phis())) {
      if (&phi == counter) continue;
      Value* first = phi.getIncomingValueForBlock(before_);
      Value* later = phi.getIncomingValueForBlock(latch_);
      PHINode* mine = keep(first, later, phi.getName());
      kept.push_back(mine);
      phi.replaceAllUsesWith(mine);
      phi.eraseFromParent();
    }
    for (PHINode& phi : make_early_inc_range(exit_->phis())) {
      Value* first = without_element(phi);
      Value* later = phi.getIncomingValueForBlock(latch_);
      const auto* same = find_if(kept, [&](const PHINode* each) {
        const auto* last = cast<PHINode>(each->getIncomingValueForBlock(next_));
        return (past_ != exit_ || each->getIncomingValueForBlock(before_) == first) &&
               last->getIncomingValueForBlock(latch_) == later;
      });
      Value* mine = same != kept.end() ? *same : keep(first, later, phi.getName());
      phi.replaceAllUsesWith(mine);
      phi.eraseFromParent();
    }
  }

  void make_rounds() {
    IRBuilder<> builder(round_);
    Module& module = *copy_.getParent();
    FunctionCallee mark =
        module.getOrInsertFunction(kRoundBarrier, builder.getVoidTy(), builder.getInt32Ty());
    builder.CreateCall(mark, {builder.getInt32(0)})->setConvergent();
    const unsigned extra = copy_.arg_size() - 2;
    BasicBlock* left = past_ == exit_ ? exit_ : choose_exit();
    builder.CreateCondBr(copy_.getArg(extra + 1), left, one_);

    builder.SetInsertPoint(one_);
    SmallVector<Value*, 32> arguments;
    for (Argument& argument : copy_.args()) arguments.push_back(&argument);
    Type* i64 = builder.getInt64Ty();
    const auto wide = [&](unsigned number) { return builder.CreateZExt(arguments[number], i64); };
    Value* start = builder.CreateMul(wide(kBlockX), wide(kExtentX), "", true, true);
    start = builder.CreateAdd(start, copy_.getArg(extra), "start", true, true);
    index_ = builder.CreateAdd(start, wide(kThreadX), "index", true, true);
    Value* some = builder.CreateICmpSLT(index_, loop_.count(builder, arguments), "some");
    at_index_.SetInsertPoint(builder.CreateCondBr(some, header_, next_));
    BranchInst::Create(round_, next_);
  }

  BasicBlock* choose_exit() {
    BasicBlock* left = BasicBlock::Create(copy_.getContext(), "left", &copy_, exit_);
    Value* ran = guard_->getCondition();
    const bool wanted = guard_->getSuccessor(0) == into_;
    BranchInst::Create(wanted ? exit_ : past_, wanted ? past_ : exit_, ran, left);
    past_->replacePhiUsesWith(guard_->getParent(), left);
    return left;
  }

  void replace_branches() {
    Instruction* last = latch_->getTerminator();
    Value* goes_on = cast<BranchInst>(last)->getCondition();
    BranchInst::Create(next_, last->getIterator());
    last->eraseFromParent();
    Value* enters = guard_->getCondition();
    BranchInst::Create(into_, guard_->getIterator());
    guard_->eraseFromParent();
    before_->getTerminator()->replaceSuccessorWith(header_, round_);
    RecursivelyDeleteTriviallyDeadInstructions(goes_on);
    RecursivelyDeleteTriviallyDeadInstructions(enters);
    auto* counter = cast<PHINode>(map_[&loop_.phi()]);
    counter->replaceIncomingBlockWith(before_, one_);
  }

  Function& copy_;
  ValueToValueMapTy& map_;
  const GridLoop& loop_;
  BranchInst* guard_;
  BasicBlock *latch_, *header_;
  BasicBlock *exit_ = nullptr, *before_ = nullptr;
  BasicBlock *into_ = nullptr, *past_ = nullptr;  ///< of the guard's ways: to the loop, and past it
  BasicBlock *round_, *one_, *next_;
  Value* index_ = nullptr;
  IRBuilder<> at_index_{copy_.getContext()};
};

}  // namespace

Function* TurnedLoop::make() const {
  ValueToValueMapTy map;
  Function* copy = copy_of(*loop_.index().getFunction(), map);
  Turning(*copy, map, loop_).run();
  return copy;
}

}  // namespace riffle::spmd
