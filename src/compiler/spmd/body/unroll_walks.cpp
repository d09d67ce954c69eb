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
#include "compiler/spmd/analysis/uniformity.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kLeastRounds = 8;
constexpr unsigned kLineBytes = 64;
constexpr std::size_t kLargestUnrolled = 300;
/// Rows far apart, and powers of two too, fight for the same places in the cache: of a line that they come back for, little is left.
constexpr std::size_t kLargestLine = 600;

struct Walk {
  LoadInst* load;
  const SCEV* start;
};

/// One block that only computes and loads.
bool is_simple(const Loop& loop) {
  if (loop.getBlocks().size() != 1 || kLeastRounds * loop.getHeader()->size() > kLargestUnrolled)
    return false;
  return none_of(*loop.getHeader(), [](const Instruction& step) {
    const auto* load = dyn_cast<LoadInst>(&step);
    const auto* call = dyn_cast<CallBase>(&step);
    return step.mayHaveSideEffects() || (load != nullptr && !load->isSimple()) ||
           (call != nullptr && call->isConvergent());
  });
}

class Pass {
 public:
  Pass(Function& body, const ModuleState& state) : body_(body), lanes_(2 * state.target.lanes) {}

  void run() {
    const Uniformity uniformity(body_, Scope::kPacket, lanes_);
    const SmallPtrSet<const PHINode*, 1> none;
    const Shapes shapes(body_, uniformity, lanes_, none);
    SmallVector<std::pair<Loop*, SmallVector<Walk, 4>>, 4> found;
    for (Loop* loop : analyses_.functions.getResult<LoopAnalysis>(body_).getLoopsInPreorder()) {
      if (!is_simple(*loop) || uniformity.has_divergent_branch(*loop->getHeader())) continue;
      if (auto walks = walks_of(*loop, shapes); !walks.empty())
        found.emplace_back(loop, std::move(walks));
    }
    for (auto& [loop, walks] : found) unroll(*loop, walks);
  }

 private:
  /// Loads of elements that follow each other round by round, of other rows for other lanes.
  SmallVector<Walk, 4> walks_of(const Loop& loop, const Shapes& shapes) {
    auto& evolution = analyses_.functions.getResult<ScalarEvolutionAnalysis>(body_);
    SmallVector<Walk, 4> walks;
    if (isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop))) return walks;
    const unsigned count = evolution.getSmallConstantTripCount(&loop);
    if (count != 0 && count < kLeastRounds) return walks;
    for (Instruction& step : *loop.getHeader()) {
      auto* load = dyn_cast<LoadInst>(&step);
      if (load == nullptr) continue;
      const auto bytes = static_cast<std::int64_t>(
          body_.getDataLayout().getTypeStoreSize(load->getType()).getFixedValue());
      if ((bytes != 4 && bytes != 8) || load->getType()->isVectorTy()) continue;
      const SCEV* start = start_of(load->getPointerOperand(), bytes, loop, evolution);
      if (start != nullptr && is_apart(shapes.of(load->getPointerOperand()), bytes))
        walks.push_back({load, start});
    }
    return walks;
  }

  /// Where an address that goes up by `bytes` each round begins; null: it is no such one.
  static const SCEV* start_of(Value* pointer, std::int64_t bytes, const Loop& loop,
                              ScalarEvolution& evolution) {
    const auto* place = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(pointer));
    if (place == nullptr || place->getLoop() != &loop || !place->isAffine()) return nullptr;
    const auto* step = dyn_cast<SCEVConstant>(place->getStepRecurrence(evolution));
    if (step == nullptr || step->getAPInt() != static_cast<std::uint64_t>(bytes)) return nullptr;
    const SCEV* start = place->getStart();
    const SCEVExpander expander(evolution, "walk");
    return expander.isSafeToExpand(start) ? start : nullptr;
  }

  /// Whether a packet would gather: lanes are neither at one place nor close together.
  static bool is_apart(const Shape& address, std::int64_t bytes) {
    if (address.is_uniform()) return false;
    constexpr std::int64_t kClose = 4;
    return address.kind != Shape::kLinear || std::abs(address.stride) > kClose * bytes;
  }

  void unroll(Loop& loop, ArrayRef<Walk> walks) {
    auto& all = analyses_.functions.getResult<LoopAnalysis>(body_);
    auto& evolution = analyses_.functions.getResult<ScalarEvolutionAnalysis>(body_);
    auto& tree = analyses_.functions.getResult<DominatorTreeAnalysis>(body_);
    auto& assumptions = analyses_.functions.getResult<AssumptionAnalysis>(body_);
    simplifyLoop(&loop, &tree, &all, &evolution, &assumptions, /*MSSAU=*/nullptr,
                 /*PreserveLCSSA=*/false);
    formLCSSARecursively(loop, tree, &all, &evolution);
    const SmallVector<Value*, 4> starts = name(loop, walks, evolution);
    const TargetTransformInfo costs(body_.getDataLayout());
    OptimizationRemarkEmitter remarks(&body_);
    UnrollLoopOptions options{};
    options.Count = rounds_of(loop, walks);
    options.Force = true;
    options.Runtime = true;
    options.ForgetAllSCEV = true;
    options.SCEVExpansionBudget = 4;
    BasicBlock* header = loop.getHeader();
    UnrollLoop(&loop, options, &all, &evolution, &tree, &assumptions, &costs, &remarks,
               /*PreserveLCSSA=*/true);
    bring_together(*header, starts);
    body_.addFnAttr(kWalksAttribute);
  }

  /// A line's elements, if that is not too much code.
  unsigned rounds_of(const Loop& loop, ArrayRef<Walk> walks) const {
    const unsigned in_line =
        kLineBytes / static_cast<unsigned>(
                         body_.getDataLayout().getTypeStoreSize(walks.front().load->getType()));
    return in_line * loop.getHeader()->size() > kLargestLine ? kLeastRounds : in_line;
  }

  /// Numbers the walks' loads, so that their copies are known, and says in front of the loop where they begin.
  SmallVector<Value*, 4> name(const Loop& loop, ArrayRef<Walk> walks, ScalarEvolution& evolution) {
    LLVMContext& context = body_.getContext();
    SmallVector<Value*, 4> starts;
    for (const auto& [number, walk] : enumerate(walks)) {
      auto* index = ConstantInt::get(Type::getInt32Ty(context), number);
      walk.load->setMetadata(kWalk, MDNode::get(context, ConstantAsMetadata::get(index)));
      SCEVExpander expander(evolution, "walk");
      starts.push_back(expander.expandCodeFor(walk.start, walk.load->getPointerOperandType(),
                                              loop.getLoopPreheader()->getTerminator()));
    }
    return starts;
  }

  /// The loads of each walk in `block`, which is several rounds of its loop, behind the first.
  void bring_together(BasicBlock& block, ArrayRef<Value*> starts) {
    SmallVector<SmallVector<LoadInst*, 16>, 4> walks(starts.size());
    for (BasicBlock& any : body_) {
      for (Instruction& step : any) {
        const MDNode* number = step.getMetadata(kWalk);
        if (number == nullptr) continue;
        const auto walk = mdconst::extract<ConstantInt>(number->getOperand(0))->getZExtValue();
        if (&any == &block) walks[walk].push_back(cast<LoadInst>(&step));
        step.setMetadata(kWalk, nullptr);
      }
    }
    if (walks.front().size() < kLeastRounds) return;  // it was left as it is
    for (const auto& [walk, start] : zip_equal(walks, starts)) go_from(*start, walk, block);
  }

  void go_from(Value& start, ArrayRef<LoadInst*> walk, BasicBlock& block) {
    const std::uint64_t bytes =
        body_.getDataLayout().getTypeStoreSize(walk.front()->getType()).getFixedValue();
    IRBuilder<> builder(&block, block.begin());
    PHINode* way = builder.CreatePHI(builder.getInt64Ty(), 2, "way");
    builder.SetInsertPoint(walk.front());
    Value* place = builder.CreatePtrAdd(&start, way);
    LoadInst* last = walk.front();
    for (const auto& [round, load] : enumerate(walk)) {
      if (load != last) load->moveAfter(last);
      last = load;
      builder.SetInsertPoint(load);
      Value* address = round == 0
                           ? place
                           : builder.CreateConstGEP1_64(builder.getInt8Ty(), place, round * bytes);
      Value* before = load->getPointerOperand();
      load->setOperand(LoadInst::getPointerOperandIndex(), address);
      RecursivelyDeleteTriviallyDeadInstructions(before);
    }
    builder.SetInsertPoint(block.getTerminator());
    Value* next = builder.CreateAdd(way, builder.getInt64(walk.size() * bytes));
    for (BasicBlock* from : predecessors(&block))
      way->addIncoming(from == &block ? next : builder.getInt64(0), from);
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
    if (has_simple_loops(*kernel.body)) Pass(*kernel.body, state).run();
  }
}

}  // namespace riffle::spmd
