// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/short_walks.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <optional>

#include "compiler/spmd/form/split_guard.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Iterations. On an Intel Xeon rows of a sparse matrix, three gathers for each 16 entries, gain a quarter and more up to
/// here; beyond twice as many, threads one by one are faster.
constexpr std::uint64_t kLongest = 16;

/// A loop that counts from `first` to `end` by one.
struct Walk {
  Value *first, *end;
  BasicBlock* before;
  bool is_signed;
};

std::optional<Walk> find_walk(const Loop& loop) {
  BasicBlock* latch = loop.getLoopLatch();
  BasicBlock* before = loop.getLoopPredecessor();
  if (latch == nullptr || before == nullptr || loop.getExitingBlock() != latch) return {};
  const auto* branch = dyn_cast<BranchInst>(latch->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return {};
  const auto* comparison = dyn_cast<ICmpInst>(branch->getCondition());
  if (comparison == nullptr) return {};
  for (PHINode& count : loop.getHeader()->phis()) {
    Value* next = count.getIncomingValueForBlock(latch);
    if (!match(next, m_Add(m_Specific(&count), m_One()))) continue;
    for (const unsigned side : {0U, 1U}) {
      Value* end = comparison->getOperand(1 - side);
      if (comparison->getOperand(side) != next || !loop.isLoopInvariant(end)) continue;
      return Walk{count.getIncomingValueForBlock(before), end, before, !comparison->isUnsigned()};
    }
  }
  return {};
}

/// Whether a thread that comes to `block` has changed nothing yet, and may start over.
bool is_untouched_until(BasicBlock& block) {
  SmallVector<BasicBlock*, 8> work = {&block};
  SmallPtrSet<const BasicBlock*, 8> seen;
  while (!work.empty()) {
    BasicBlock* above = work.pop_back_val();
    if (!seen.insert(above).second) continue;
    if (any_of(*above, [](const Instruction& instruction) {
          return instruction.mayHaveSideEffects() ||
                 (instruction.mayReadFromMemory() && instruction.isVolatile());
        }))
      return false;
    append_range(work, predecessors(above));
  }
  return true;
}

Function* copy_with_answer(Function& body, ValueToValueMapTy& map) {
  LLVMContext& context = body.getContext();
  SmallVector<Type*, 32> types(body.getFunctionType()->params());
  types.push_back(PointerType::getUnqual(context));
  Function* copy =
      Function::Create(FunctionType::get(body.getReturnType(), types, false),
                       GlobalValue::InternalLinkage, body.getName() + ".short", body.getParent());
  for (Argument& argument : body.args()) {
    Argument* same = copy->getArg(argument.getArgNo());
    same->setName(argument.getName());
    map[&argument] = same;
  }
  copy->getArg(body.arg_size())->setName("serves");
  SmallVector<ReturnInst*, 1> returns;
  CloneFunctionInto(copy, &body, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  return copy;
}

/// Whether this thread's walk is no longer than kLongest.
Value* is_short(IRBuilder<>& builder, Value* first, Value* end, bool is_signed) {
  Value* count = builder.CreateSub(end, first);
  Value* is_little = builder.CreateICmpULE(count, ConstantInt::get(count->getType(), kLongest));
  Value* is_none =
      is_signed ? builder.CreateICmpSLE(end, first) : builder.CreateICmpULE(end, first);
  return builder.CreateOr(is_little, is_none, "short");
}

}  // namespace

Function* make_short_walks(Function& body) {
  const DominatorTree tree(body);
  const LoopInfo loops(tree);
  const auto all = loops.getLoopsInPreorder();
  if (all.size() != 1) return nullptr;
  const std::optional<Walk> walk = find_walk(*all.front());
  if (!walk || !is_untouched_until(*walk->before)) return nullptr;
  ValueToValueMapTy map;
  Function* copy = copy_with_answer(body, map);
  const auto same = [&](Value* value) -> Value* {
    const auto found = map.find(value);
    return found == map.end() ? value : static_cast<Value*>(found->second);
  };
  auto* before = cast<BasicBlock>(same(walk->before));
  Instruction* branch = before->getTerminator();
  IRBuilder<> builder(branch);
  Value* fits = test_all_lanes(
      builder, is_short(builder, same(walk->first), same(walk->end), walk->is_signed), true);
  BasicBlock* test = before->splitBasicBlock(branch, "test");
  BasicBlock* apart = BasicBlock::Create(body.getContext(), "apart", copy);
  before->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(before);
  builder.CreateCondBr(fits, test, apart);
  builder.SetInsertPoint(apart);
  builder.CreateStore(builder.getInt8(0), copy->getArg(body.arg_size()));
  builder.CreateRetVoid();
  return copy;
}

}  // namespace riffle::spmd
