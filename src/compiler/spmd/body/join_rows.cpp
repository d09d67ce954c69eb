// SPDX-License-Identifier: Apache-2.0
// Rows of a block's threads that go through a loop together, in code for one block shape: what threads one below the other load
// alike is loaded once, and gathered and turned once if it has to be (unroll_walks.cpp).
//
//   if (x < n && y < n) {                           if (x < n && y < n && y + 1 < n) {
//     sum = 0;                                        sum0 = sum1 = 0;
//     for (k = 0; k < n; ++k)                         for (k = 0; k < n; ++k) {
//       sum += a[y][k] * b[k][x];           ->          sum0 += a[y][k] * b[k][x];
//     c[y][x] = sum;                                    sum1 += a[y + 1][k] * b[k][x];
//   }                                                 }
//                                                     c[y][x] = sum0;  c[y + 1][x] = sum1;
//                                                   } else { one row, then the other, as before }
//
// Together run rows whose threads all take the way through the loops. Threads without barriers come in any order, and step by step in
// turn: one does not see what another stores.
#include "compiler/spmd/body/join_rows.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <optional>
#include <string>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/analysis/loop_nest.h"
#include "compiler/spmd/analysis/uniformity.h"
#include "compiler/spmd/body/jam_loops.h"
#include "compiler/spmd/form/one_way.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kMostRows = 4;
constexpr std::size_t kLargestBody = 300;

/// Whether threads of `body` can go in any order, step by step, and know nothing of their place but what is said to them.
bool has_independent_threads(const Function& body) {
  if (!body.getArg(kLinear)->use_empty() || !body.getArg(kThread)->use_empty() ||
      body.getArg(kThreadY)->use_empty() || body.getInstructionCount() > kLargestBody)
    return false;
  return all_of(instructions(body), [](const Instruction& step) {
    if (const auto* load = dyn_cast<LoadInst>(&step)) return load->isSimple();
    if (const auto* store = dyn_cast<StoreInst>(&step)) return store->isSimple();
    const auto* call = dyn_cast<CallBase>(&step);
    return !isa<AllocaInst>(step) && !step.mayReadOrWriteMemory() && !step.mayHaveSideEffects() &&
           (call == nullptr || !call->isConvergent());
  });
}

/// A loop in which rows might share what they load.
bool is_simple(const Loop& loop) {
  return loop.getNumBlocks() == 1 && none_of(*loop.getHeader(), [](const Instruction& step) {
           return step.mayWriteToMemory();
         });
}

/// The way of a thread from its beginning to its end, through loops.
class ThreadPath {
 public:
  static std::optional<ThreadPath> find(Function& body, const LoopInfo& loops,
                                        const DominatorTree& tree);

  /// A copy of it, whose thread.y is `row`, from `begin` to `end`.
  SmallVector<BasicBlock*, 8> copy(Value& row, BasicBlock& end) const;
  /// Whether the thread of `row` takes it; null: it always does.
  Value* emit_test(IRBuilder<>& builder, Value& row) const;

 private:
  struct Question {
    BranchInst* branch;
    BasicBlock* next;
  };

  static BasicBlock* next_of(BasicBlock& block, const LoopInfo& loops, const DominatorTree& tree);
  [[nodiscard]] bool is_testable() const;
  [[nodiscard]] bool can_compute(const Value& value) const;
  Value* compute(IRBuilder<>& builder, Value& value, ValueToValueMapTy& known) const;
  Value* on_way(PHINode& phi) const;
  void leave_what_is_on_way(PHINode& phi, const BasicBlock& block) const;

  Function* body_;
  SmallVector<BasicBlock*, 8> blocks_;
  SmallPtrSet<const BasicBlock*, 4> loops_;  ///< those of them that are loops
  SmallVector<Question, 4> questions_;
};

std::optional<ThreadPath> ThreadPath::find(Function& body, const LoopInfo& loops,
                                           const DominatorTree& tree) {
  ThreadPath way;
  way.body_ = &body;
  for (BasicBlock* block = &body.getEntryBlock(); block != nullptr;) {
    way.blocks_.push_back(block);
    const Loop* loop = loops.getLoopFor(block);
    if (loop != nullptr) {
      if (!is_simple(*loop) || loop->getLoopDepth() != 1 || loop->getUniqueExitBlock() == nullptr)
        return {};
      way.loops_.insert(block);
      block = loop->getUniqueExitBlock();
      continue;
    }
    if (isa<ReturnInst>(block->getTerminator()))
      return way.loops_.empty() || !way.is_testable() ? std::nullopt
                                                      : std::optional(std::move(way));
    BasicBlock* next = next_of(*block, loops, tree);
    if (next != nullptr && block->getSingleSuccessor() == nullptr)
      way.questions_.push_back({cast<BranchInst>(block->getTerminator()), next});
    block = next;
  }
  return {};
}

/// Of a branch, where the loops are.
BasicBlock* ThreadPath::next_of(BasicBlock& block, const LoopInfo& loops,
                                const DominatorTree& tree) {
  if (BasicBlock* only = block.getSingleSuccessor()) return only;
  auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  if (branch == nullptr) return nullptr;
  if (goes_one_way(*branch)) return branch->getSuccessor(0);
  BasicBlock* found = nullptr;
  for (BasicBlock* next : successors(branch)) {
    const BasicBlockEdge edge(&block, next);
    const bool leads =
        any_of(loops, [&](const Loop* loop) { return tree.dominates(edge, loop->getHeader()); });
    if (!leads) continue;
    if (found != nullptr) return nullptr;
    found = next;
  }
  return found;
}

/// What tells whether a thread takes the way is known in front of it.
bool ThreadPath::is_testable() const {
  return all_of(questions_, [&](const Question& question) {
    return can_compute(*question.branch->getCondition());
  });
}

bool ThreadPath::can_compute(const Value& value) const {
  const auto* step = dyn_cast<Instruction>(&value);
  if (step == nullptr) return true;
  if (loops_.contains(step->getParent()) || !is_contained(blocks_, step->getParent())) return false;
  if (const auto* phi = dyn_cast<PHINode>(step))
    return can_compute(*on_way(const_cast<PHINode&>(*phi)));
  return !step->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(step) &&
         all_of(step->operands(), [&](const Use& use) { return can_compute(*use); });
}

/// What it is for those who come along the way.
Value* ThreadPath::on_way(PHINode& phi) const {
  const auto* here = llvm::find(blocks_, phi.getParent());
  return phi.getIncomingValueForBlock(*std::prev(here));
}

Value* ThreadPath::compute(IRBuilder<>& builder, Value& value, ValueToValueMapTy& known) const {
  auto* step = dyn_cast<Instruction>(&value);
  if (const auto found = known.find(&value); found != known.end()) return found->second;
  if (step == nullptr) return &value;
  if (auto* phi = dyn_cast<PHINode>(step)) return compute(builder, *on_way(*phi), known);
  Instruction* copy = step->clone();
  for (Use& operand : copy->operands()) operand.set(compute(builder, *operand, known));
  builder.Insert(copy);
  known[step] = copy;
  return copy;
}

Value* ThreadPath::emit_test(IRBuilder<>& builder, Value& row) const {
  ValueToValueMapTy known;
  known[body_->getArg(kThreadY)] = &row;
  Value* all = nullptr;
  for (const auto& [branch, next] : questions_) {
    Value* takes = compute(builder, *branch->getCondition(), known);
    if (branch->getSuccessor(0) != next) takes = builder.CreateNot(takes);
    all = all == nullptr ? takes : builder.CreateLogicalAnd(all, takes);
  }
  return all;
}

/// Of a copy in `block`'s, whose operands are the original's: what comes along the way, or around a loop.
void ThreadPath::leave_what_is_on_way(PHINode& phi, const BasicBlock& block) const {
  const BasicBlock* before = *std::prev(llvm::find(blocks_, &block));
  for (unsigned i = phi.getNumIncomingValues(); i-- > 0;) {
    const BasicBlock* from = phi.getIncomingBlock(i);
    if (from != before && from != &block) phi.removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
  }
}

SmallVector<BasicBlock*, 8> ThreadPath::copy(Value& row, BasicBlock& end) const {
  ValueToValueMapTy map;
  map[body_->getArg(kThreadY)] = &row;
  SmallVector<BasicBlock*, 8> copies;
  for (BasicBlock* block : blocks_) {
    BasicBlock* copy = CloneBasicBlock(block, map, ".together", body_);
    map[block] = copy;
    copies.push_back(copy);
  }
  for (const auto& [block, copy] : zip_equal(blocks_, copies)) {
    for (PHINode& phi : copy->phis()) leave_what_is_on_way(phi, *block);
    if (loops_.contains(block)) continue;
    const auto* here = llvm::find(blocks_, block);
    BasicBlock* next = std::next(here) == blocks_.end() ? &end : *std::next(here);
    Instruction* terminator = copy->getTerminator();
    IRBuilder<>(terminator).CreateBr(next);
    terminator->eraseFromParent();
  }
  remapInstructionsInBlocks(copies, map);
  return copies;
}

/// A loop over rows, whose body is still missing: from `begin` to `next`. Behind it the thread ends.
struct RowLoop {
  BasicBlock *begin, *next;
  PHINode* index;
  Value* row;

  RowLoop(Function& body, unsigned count, const Twine& name)
      : begin(BasicBlock::Create(body.getContext(), name, &body)),
        next(BasicBlock::Create(body.getContext(), name + ".next", &body)) {
    IRBuilder<> builder(begin);
    index = builder.CreatePHI(builder.getInt32Ty(), 2, name + ".index");
    row = builder.CreateAdd(body.getArg(kThreadY), index, name + ".row", /*HasNUW=*/true,
                            /*HasNSW=*/true);
    builder.SetInsertPoint(next);
    Value* more = builder.CreateAdd(index, builder.getInt32(1), "", true, true);
    index->addIncoming(more, next);
    BasicBlock* done = BasicBlock::Create(body.getContext(), name + ".end", &body);
    builder.CreateCondBr(builder.CreateICmpEQ(more, builder.getInt32(count)), done, begin);
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
  }

  void enter_from(BasicBlock& before, BasicBlock& first) {
    index->addIncoming(ConstantInt::get(index->getType(), 0), &before);
    BranchInst::Create(&first, begin);
  }
};

/// Makes of a body's clone one that runs `rows` rows.
class Joiner {
 public:
  Joiner(Function& body, unsigned rows, const ModuleState& state)
      : body_(body), rows_(rows), state_(state) {}

  /// False: that is of no use, or not possible; the body is no good any more.
  bool run() {
    FunctionPassManager forms;
    forms.addPass(LoopSimplifyPass());
    forms.run(body_, analyses_.functions);
    const auto way = ThreadPath::find(body_, get<LoopAnalysis>(), get<DominatorTreeAnalysis>());
    if (!way) return false;
    BasicBlock& together = add_ways(*way);
    analyses_.functions.invalidate(body_, PreservedAnalyses::none());
    if (!run_side_by_side(together)) return false;
    analyses_.functions.invalidate(body_, PreservedAnalyses::none());
    FunctionPassManager passes;
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.run(body_, analyses_.functions);
    body_.addFnAttr(kRowsAttribute, std::to_string(rows_));
    return true;
  }

 private:
  template <class Analysis>
  Analysis::Result& get() {
    return analyses_.functions.getResult<Analysis>(body_);
  }

  /// In front of the body: the question, and a loop that goes the way; around the body another one. Returns where the
  /// first of them begins.
  BasicBlock& add_ways(const ThreadPath& way) {
    BasicBlock* first = &body_.getEntryBlock();
    SmallVector<BasicBlock*, 16> whole;
    for (BasicBlock& block : body_) whole.push_back(&block);
    BasicBlock* begin = BasicBlock::Create(body_.getContext(), "rows", &body_, first);
    IRBuilder<> builder(begin);
    Value* all = emit_test(builder, way);
    RowLoop together(body_, rows_, "together");
    const SmallVector<BasicBlock*, 8> copies = way.copy(*together.row, *together.next);
    together.enter_from(*begin, *copies.front());
    for (BasicBlock* copy : copies) MergeBlockIntoPredecessor(copy);
    MergeBlockIntoPredecessor(together.next);
    if (all == nullptr) {
      builder.CreateBr(together.begin);
      removeUnreachableBlocks(body_);
      return *together.begin;
    }
    RowLoop apart(body_, rows_, "apart");
    mark_one_way(*builder.CreateCondBr(all, together.begin, apart.begin));
    apart.enter_from(*begin, *first);
    go_row_by_row(whole, apart);
    return *together.begin;
  }

  Value* emit_test(IRBuilder<>& builder, const ThreadPath& way) {
    Value* all = nullptr;
    for (unsigned row = 0; row < rows_; ++row) {
      Value* here =
          builder.CreateAdd(body_.getArg(kThreadY), builder.getInt32(row), "", true, true);
      Value* takes = way.emit_test(builder, *here);
      if (takes == nullptr) return nullptr;
      all = all == nullptr ? takes : builder.CreateLogicalAnd(all, takes);
    }
    return all;
  }

  void go_row_by_row(ArrayRef<BasicBlock*> whole, const RowLoop& apart) {
    const SmallPtrSet<const BasicBlock*, 16> blocks(whole.begin(), whole.end());
    body_.getArg(kThreadY)->replaceUsesWithIf(apart.row, [&](const Use& use) {
      return blocks.contains(cast<Instruction>(use.getUser())->getParent());
    });
    for (BasicBlock* block : whole) {
      for (Instruction& step : *block) {
        const bool writes = isa<StoreInst>(step);
        if (writes || isa<LoadInst>(step))
          step.setMetadata(writes ? kCopyOfStore : kCopyOfAccess,
                           MDNode::get(body_.getContext(), {}));
      }
      if (!isa<ReturnInst>(block->getTerminator())) continue;
      block->getTerminator()->eraseFromParent();
      BranchInst::Create(apart.next, block);
    }
  }

  bool run_side_by_side(BasicBlock& together) {
    Loop* outer = get<LoopAnalysis>().getLoopFor(&together);
    auto& evolution = get<ScalarEvolutionAnalysis>();
    simplifyLoop(outer, &get<DominatorTreeAnalysis>(), &get<LoopAnalysis>(), &evolution,
                 &get<AssumptionAnalysis>(), /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
    hoist_what_rows_share(*outer);
    auto nest = find_nest(*outer);
    if (!nest || !put_in_order(*nest) || !is_worth_it(*nest) || !go_equally_far(*nest, evolution))
      return false;
    const SideBySide order(*nest, rows_);
    if (!order.is_possible()) return false;
    spmd::run_side_by_side(*nest, order, rows_);
    go_once(*nest);
    return true;
  }

  static void hoist_what_rows_share(Loop& outer) {
    bool changes = false;
    for (BasicBlock* block : outer.blocks()) {
      for (Instruction& step : make_early_inc_range(*block))
        if (!step.isTerminator() && !isa<PHINode>(step)) outer.makeLoopInvariant(&step, changes);
    }
  }

  /// Rows load the same vectors, and registers hold what each keeps.
  bool is_worth_it(const LoopNest& nest) {
    const unsigned lanes = lanes_of_joined_rows(state_);
    const Uniformity uniformity(body_, UniformityScope::kPacket, lanes);
    const bool shares = shares_accesses(
        nest, [&](const Value& address) { return !uniformity.is_uniform(&address); });
    return shares && !parts_threads(nest, uniformity) &&
           rounds_that_fit(nest, uniformity,
                           state_.target.register_values * state_.target.lanes / lanes) >= rows_;
  }

  static bool go_equally_far(const LoopNest& nest, ScalarEvolution& evolution) {
    return all_of(nest.inner, [&](const Loop* inner) {
      const SCEV* rounds = evolution.getBackedgeTakenCount(inner);
      return !isa<SCEVCouldNotCompute>(rounds) && evolution.isLoopInvariant(rounds, nest.outer);
    });
  }

  /// All rows are done by the first round.
  static void go_once(const LoopNest& nest) {
    BasicBlock* header = nest.between.front();
    BasicBlock* latch = nest.between.back();
    auto* branch = cast<BranchInst>(latch->getTerminator());
    BasicBlock* done = branch->getSuccessor(branch->getSuccessor(0) == header ? 1 : 0);
    header->removePredecessor(latch);
    BranchInst::Create(done, branch->getIterator());
    branch->eraseFromParent();
  }

  Function& body_;
  unsigned rows_;
  const ModuleState& state_;
  PassBuilder builder_;
  Analyses analyses_{builder_};
};

bool has_simple_loops(Function& body) {
  const DominatorTree tree(body);
  const LoopInfo loops(tree);
  return any_of(loops, [](const Loop* loop) { return is_simple(*loop); });
}

/// As many rows as divide the block and pass; null: none do.
Function* join(Function& body, unsigned extent, const ModuleState& state) {
  for (unsigned rows = kMostRows; rows > 1; rows /= 2) {
    if (extent % rows != 0) continue;
    ValueToValueMapTy map;
    Function* joined = CloneFunction(&body, map);
    if (Joiner(*joined, rows, state).run()) return joined;
    joined->eraseFromParent();
  }
  return nullptr;
}

}  // namespace

unsigned joined_rows(const Function& body) {
  return static_cast<unsigned>(body.getFnAttributeAsParsedInteger(kRowsAttribute, 1));
}

unsigned lanes_of_joined_rows(const ModuleState& state) {
  return state.target.register_values < state.target.lanes ? state.target.lanes
                                                           : 2 * state.target.lanes;
}

void join_rows(Module& module, ModuleState& state) {
  // Who watches accesses wants them as they are written. Fibers have one thread each.
  if (state.for_debugger || is_to_note_accesses(module) || state.forced_strategy == "fiber") return;
  for (KernelState& kernel : state.kernels) {
    const auto shape = shape_of(*kernel.body);
    if (!shape || shape->block.y < 2 || !has_independent_threads(*kernel.body) ||
        !has_simple_loops(*kernel.body))
      continue;
    Function* joined = join(*kernel.body, shape->block.y, state);
    if (joined == nullptr) continue;
    joined->takeName(kernel.body);
    kernel.body->eraseFromParent();
    kernel.body = joined;
  }
}

}  // namespace riffle::spmd
