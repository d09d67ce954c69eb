// SPDX-License-Identifier: Apache-2.0
// Loops in which each thread goes along a row of memory of its own, while all run equally often:
//
//   for (k = 0; k < n; ++k)                        p = &row[i * n];
//     sum += row[i * n + k] * x[k];         ->     for (k = 0; k + 8 <= n; k += 8) {
//                                                    r0 = p[k], r1 = p[k + 1], ... r7 = p[k + 7];
//                                                    sum += r0 * x[k];  sum += r1 * x[k + 1]; ...
//                                                  }
//                                                  for (; k < n; ++k) sum += row[i * n + k] * x[k];
//
// A packet would gather from as many lines of memory as it has lanes in each round, and again in the next, when the caches may have
// lost them: lanes are often a power of two apart. What follows each other is loaded at once (widen_rows.cpp). Each value is computed
// from the same ones by the same operations as before.
//
// What is stored that way is stored at once, too, behind the rounds' loads. Where a thread may read what it has written a few rounds
// before, it is asked in front of the loop whether it does (walk_order.h); packets of which one does go through the loop as it was.
#include "compiler/spmd/body/unroll_walks.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/analysis/shape.h"
#include "compiler/spmd/analysis/thread_walks.h"
#include "compiler/spmd/analysis/uniformity.h"
#include "compiler/spmd/body/copy_loop.h"
#include "compiler/spmd/body/walk_order.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kLeastRounds = 8;
constexpr unsigned kLineBytes = 64;
constexpr std::size_t kLargestRound = 80;  ///< instructions

/// One block that only computes, loads and stores.
bool is_simple(const Loop& loop) {
  if (loop.getBlocks().size() != 1 || loop.getHeader()->size() > kLargestRound) return false;
  return none_of(*loop.getHeader(), [](const Instruction& step) {
    if (const auto* load = dyn_cast<LoadInst>(&step)) return !load->isSimple();
    if (const auto* store = dyn_cast<StoreInst>(&step)) return !store->isSimple();
    const auto* call = dyn_cast<CallBase>(&step);
    return step.mayHaveSideEffects() || (call != nullptr && call->isConvergent());
  });
}

bool stores(const BasicBlock& block) {
  return any_of(block, [](const Instruction& step) { return isa<StoreInst>(step); });
}

class WalkUnroll {
 public:
  WalkUnroll(Function& body, const ModuleState& state)
      : body_(body), lanes_(2 * state.target.lanes) {}

  void run() {
    const Uniformity uniformity(body_, UniformityScope::kPacket, lanes_);
    const SmallPtrSet<const PHINode*, 1> none;
    const Shapes shapes(body_, uniformity, lanes_, none);
    SmallVector<std::pair<BasicBlock*, SmallVector<Instruction*, 4>>, 4> found;
    for (Loop* loop : get<LoopAnalysis>().getLoopsInPreorder()) {
      if (!is_simple(*loop) || uniformity.has_divergent_branch(*loop->getHeader())) continue;
      if (auto walks = walks_of(*loop, shapes); !walks.empty())
        found.emplace_back(loop->getHeader(), std::move(walks));
    }
    for (auto& [header, walks] : found) {
      Loop* loop = get<LoopAnalysis>().getLoopFor(header);
      if (stores(*header)) loop = loop_in_new_order(*loop, walks);
      if (loop != nullptr) unroll(*loop, walks);
    }
  }

 private:
  template <class Analysis>
  Analysis::Result& get() {
    return analyses_.functions.getResult<Analysis>(body_);
  }

  /// Accesses to elements that follow each other round by round, in other rows for other lanes.
  SmallVector<Instruction*, 4> walks_of(const Loop& loop, const Shapes& shapes) {
    auto& evolution = get<ScalarEvolutionAnalysis>();
    SmallVector<Instruction*, 4> walks;
    if (isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop))) return walks;
    const unsigned count = evolution.getSmallConstantTripCount(&loop);
    if (count != 0 && count < kLeastRounds) return walks;
    for (Instruction& step : *loop.getHeader()) {
      Value* pointer = getLoadStorePointerOperand(&step);
      if (pointer == nullptr) continue;
      const Type* type = getLoadStoreType(&step);
      const std::int64_t bytes = bytes_of(step);
      if ((bytes != 4 && bytes != 8) || type->isVectorTy()) continue;
      if (start_of_walk(step, loop, evolution) != nullptr && is_apart(shapes.of(pointer), bytes))
        walks.push_back(&step);
    }
    return walks;
  }

  [[nodiscard]] static std::int64_t bytes_of(const Instruction& access) {
    return static_cast<std::int64_t>(
        access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
  }

  /// `loop`, or a copy of it for threads that may load first and store last in several rounds; `walks` are then those of the copy.
  /// Null if it is not known who may.
  Loop* loop_in_new_order(Loop& loop, MutableArrayRef<Instruction*> walks) {
    auto& evolution = get<ScalarEvolutionAnalysis>();
    const SmallPtrSet<Instruction*, 8> moved(walks.begin(), walks.end());
    const auto conflicts = find_conflicts(loop, moved, evolution, get<AAManager>());
    if (!conflicts) return nullptr;
    if (conflicts->empty()) return &loop;
    simplify(loop);
    if (!loop.isLoopSimplifyForm()) return nullptr;
    IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
    Value* apart = test_conflicts(builder, *conflicts, rounds_of(walks), loop, evolution);
    ValueToValueMapTy map;
    const LoopCopy copy = copy_loop(loop, *apart, "apart", map);
    for (Instruction*& walk : walks) walk = cast<Instruction>(map[walk]);
    analyses_.functions.invalidate(body_, PreservedAnalyses::none());
    return get<LoopAnalysis>().getLoopFor(copy.block);
  }

  /// Whether a packet would gather: lanes are neither at one place nor close together.
  static bool is_apart(const LaneShape& address, std::int64_t bytes) {
    if (address.is_uniform()) return false;
    constexpr std::int64_t kClose = 4;
    return address.kind != LaneShape::kLinear || std::abs(address.stride) > kClose * bytes;
  }

  void simplify(Loop& loop) {
    auto& all = get<LoopAnalysis>();
    auto& evolution = get<ScalarEvolutionAnalysis>();
    auto& tree = get<DominatorTreeAnalysis>();
    simplifyLoop(&loop, &tree, &all, &evolution, &get<AssumptionAnalysis>(), /*MSSAU=*/nullptr,
                 /*PreserveLCSSA=*/false);
    formLCSSARecursively(loop, tree, &all, &evolution);
  }

  void unroll(Loop& loop, ArrayRef<Instruction*> walks) {
    auto& evolution = get<ScalarEvolutionAnalysis>();
    simplify(loop);
    // ScalarEvolution may no longer know that a counter does not wrap, now that loops around this one have changed.
    if (any_of(walks,
               [&](Instruction* walk) { return start_of_walk(*walk, loop, evolution) == nullptr; }))
      return;
    go_by_distance(loop, walks, evolution);
    const TargetTransformInfo costs(body_.getDataLayout());
    OptimizationRemarkEmitter remarks(&body_);
    UnrollLoopOptions options{};
    options.Count = rounds_of(walks);
    options.Force = true;
    options.Runtime = true;
    options.ForgetAllSCEV = true;
    options.AllowExpensiveTripCount = true;
    BasicBlock* header = loop.getHeader();
    UnrollLoop(&loop, options, &get<LoopAnalysis>(), &evolution, &get<DominatorTreeAnalysis>(),
               &get<AssumptionAnalysis>(), &costs, &remarks, /*PreserveLCSSA=*/true);
    bring_together(*header, walks.size());
    body_.addFnAttr(kWalksAttribute);
  }

  /// A line's elements. Rows far apart, and powers of two too, fight for the same places in the cache: of a line that they come back
  /// for, little is left.
  unsigned rounds_of(ArrayRef<Instruction*> walks) const {
    return kLineBytes / static_cast<unsigned>(bytes_of(*walks.front()));
  }

  /// Numbers the walks' accesses, so that their copies are known, and has them count the bytes from where the walk begins. That the
  /// loop has such a counter, from 0 on, also makes LLVM put the rounds that are left over behind the others.
  void go_by_distance(const Loop& loop, ArrayRef<Instruction*> walks, ScalarEvolution& evolution) {
    LLVMContext& context = body_.getContext();
    BasicBlock* round = loop.getHeader();
    BasicBlock* before = loop.getLoopPreheader();
    // All starts are expanded before any address is replaced, because that removes code by which others are known.
    SmallVector<Value*, 4> starts;
    for (Instruction* walk : walks) {
      SCEVExpander expander(evolution, "walk");
      starts.push_back(expander.expandCodeFor(start_of_walk(*walk, loop, evolution),
                                              getLoadStorePointerOperand(walk)->getType(),
                                              before->getTerminator()));
    }
    for (const auto& [number, walk, start] : enumerate(walks, starts)) {
      auto* index = ConstantInt::get(Type::getInt32Ty(context), number);
      walk->setMetadata(kWalk, MDNode::get(context, ConstantAsMetadata::get(index)));
      IRBuilder<> builder(round, round->begin());
      PHINode* way = builder.CreatePHI(builder.getInt64Ty(), 2, "way");
      builder.SetInsertPoint(round->getTerminator());
      Value* next =
          builder.CreateAdd(way, builder.getInt64(static_cast<std::uint64_t>(bytes_of(*walk))));
      way->addIncoming(builder.getInt64(0), before);
      way->addIncoming(next, round);
      builder.SetInsertPoint(walk);
      set_place(*walk, builder.CreatePtrAdd(start, way));
    }
  }

  static void set_place(Instruction& access, Value* address) {
    Value* before = getLoadStorePointerOperand(&access);
    access.setOperand(isa<StoreInst>(access) ? StoreInst::getPointerOperandIndex()
                                             : LoadInst::getPointerOperandIndex(),
                      address);
    RecursivelyDeleteTriviallyDeadInstructions(before);
  }

  /// The loads of each walk in `block`, which is several rounds of its loop, behind the first, its stores before the last.
  void bring_together(BasicBlock& block, std::size_t count) {
    SmallVector<SmallVector<Instruction*, 16>, 4> walks(count);
    for (BasicBlock& any : body_) {
      for (Instruction& step : any) {
        const MDNode* number = step.getMetadata(kWalk);
        if (number == nullptr) continue;
        const auto walk = mdconst::extract<ConstantInt>(number->getOperand(0))->getZExtValue();
        if (&any == &block) walks[walk].push_back(&step);
        step.setMetadata(kWalk, nullptr);
      }
    }
    if (walks.front().size() < kLeastRounds) return;  // it was left as it is
    for (const auto& walk : walks) go_together(walk);
  }

  static void go_together(ArrayRef<Instruction*> walk) {
    const auto bytes = static_cast<std::uint64_t>(bytes_of(*walk.front()));
    if (isa<StoreInst>(walk.front())) {
      for (Instruction* store : drop_end(walk)) store->moveBefore(walk.back()->getIterator());
    } else {
      for (const auto& [before, load] : zip(drop_end(walk), drop_begin(walk)))
        load->moveAfter(before);
    }
    Value* place = getLoadStorePointerOperand(walk.front());
    for (const auto& [round, access] : enumerate(walk)) {
      if (round == 0) continue;
      IRBuilder<> builder(access);
      set_place(*access, builder.CreateConstGEP1_64(builder.getInt8Ty(), place, round * bytes));
    }
  }

  Function& body_;
  unsigned lanes_;
  PassBuilder builder_;
  Analyses analyses_{builder_};
};

bool has_simple_loops(Function& body) {
  const DominatorTree tree(body);
  const LoopInfo loops(tree);
  return any_of(loops.getLoopsInPreorder(), [](const Loop* loop) { return is_simple(*loop); });
}

}  // namespace

bool has_unrolled_walks(const Function& body) { return body.hasFnAttribute(kWalksAttribute); }

void unroll_walks(Module& module, ModuleState& state) {
  // Who watches accesses wants them as they are written.
  if (state.for_debugger || is_to_note_accesses(module)) return;
  for (KernelState& kernel : state.kernels) {
    // Threads that go one by one have each row in order.
    if (has_simple_loops(*kernel.body) && !walks_by_thread(*kernel.body, state.target.lanes))
      WalkUnroll(*kernel.body, state).run();
  }
}

}  // namespace riffle::spmd
