// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/split_branches.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/spmd/analysis/bounds.h"
#include "compiler/spmd/form/split_guard.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/widen/widen_control.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr std::size_t kLargest = 24;
/// Each doubles what it is around.
constexpr std::size_t kMost = 16;

struct Branch {
  BasicBlock *above, *then, *join;
};

bool is_simple_access(const Instruction& instruction) {
  const auto* store = dyn_cast<StoreInst>(&instruction);
  const auto* load = dyn_cast<LoadInst>(&instruction);
  return (store != nullptr && store->isSimple()) || (load != nullptr && load->isSimple());
}

/// Whether it accesses memory, and is little, and nothing waits in it.
bool is_worth_it(const BasicBlock& then) {
  if (then.size() > kLargest) return false;
  bool accesses = false;
  for (const Instruction& instruction : then) {
    if (is_simple_access(instruction)) {
      accesses = true;
    } else if (instruction.mayReadOrWriteMemory() || isa<AllocaInst>(instruction)) {
      return false;
    }
  }
  return accesses;
}

/// Whether scalar comparisons tell that `condition` is as `wanted` in all lanes (Widener::all_by_ends).
bool ends_decide_all(const Value& condition, bool wanted, const Shapes& shapes) {
  const Value *left = nullptr, *right = nullptr;
  if (shapes.of(&condition).is_uniform()) return true;
  if (match(&condition, m_Not(m_Value(left)))) return ends_decide_all(*left, !wanted, shapes);
  if (match(&condition, m_LogicalAnd(m_Value(left), m_Value(right))) ||
      match(&condition, m_LogicalOr(m_Value(left), m_Value(right))))
    return ends_decide_all(*left, wanted, shapes) && ends_decide_all(*right, wanted, shapes);
  const auto shape_of = [&](const Value& value) { return shapes.of(&value); };
  const auto comparison = find_ends_comparison(condition, wanted, Lines::kLinear, shape_of);
  return comparison && comparison->may_hold_in_all(shape_of);
}

/// Whether `block` is run under a mask.
bool is_masked(const BasicBlock& block, const ControlFlow& control) {
  const Loop* loop = control.loops().getLoopFor(&block);
  for (; loop != nullptr; loop = loop->getParentLoop())
    if (control.is_divergent_loop(*loop)) return true;
  const BasicBlock* below = &block;
  for (const BasicBlock* above = control.immediate_dominator(below); above != nullptr;
       below = above, above = control.immediate_dominator(above)) {
    if (control.is_divergent_if(*above) && control.then_block(*above) == below) return true;
  }
  return false;
}

/// Whether split_guard has already asked.
bool is_tested(const BasicBlock& block, const ControlFlow& control) {
  const BasicBlock* above = control.immediate_dominator(&block);
  const auto* branch = above == nullptr ? nullptr : dyn_cast<BranchInst>(above->getTerminator());
  return branch != nullptr && branch->isConditional() && tests_all_lanes(*branch->getCondition()) &&
         branch->getSuccessor(1) == &block;
}

/// Whether it compares integers.
bool compares(const Value& condition) {
  const Value *left = nullptr, *right = nullptr;
  if (match(&condition, m_Not(m_Value(left)))) return compares(*left);
  if (match(&condition, m_LogicalAnd(m_Value(left), m_Value(right))) ||
      match(&condition, m_LogicalOr(m_Value(left), m_Value(right))))
    return compares(*left) || compares(*right);
  return isa<ICmpInst>(condition);
}

/// Before anything is analysed.
bool may_be_one(const BasicBlock& block) {
  const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional() || !compares(*branch->getCondition()))
    return false;
  return any_of(successors(&block), [&](const BasicBlock* then) {
    const BasicBlock* join = then->getSingleSuccessor();
    return join != nullptr && join != then && is_contained(successors(&block), join) &&
           is_worth_it(*then);
  });
}

SmallVector<Branch, 8> find_branches(Function& body, unsigned lanes, Masks masks) {
  if (none_of(body, may_be_one)) return {};
  const ControlFlow control(body, lanes);
  if (!control.refusal().empty()) return {};
  SmallVector<Branch, 8> found;
  std::optional<Shapes> shapes;
  for (BasicBlock& block : body) {
    if (!control.is_divergent_if(block) || is_tested(block, control)) continue;
    BasicBlock* then = control.then_block(block);
    BasicBlock* join = then->getSingleSuccessor();
    if (join == nullptr || !is_contained(successors(&block), join) || !is_worth_it(*then)) continue;
    if (masks == Masks::kDear ? is_masked(block, control)
                              : control.loops().getLoopFor(&block) == nullptr)
      continue;
    const auto& branch = *cast<BranchInst>(block.getTerminator());
    if (!shapes) shapes.emplace(body, control.uniformity(), lanes, control.blended());
    if (ends_decide_all(*branch.getCondition(), branch.getSuccessor(0) == then, *shapes))
      found.push_back({&block, then, join});
  }
  return found.size() <= kMost ? found : SmallVector<Branch, 8>{};
}

void split(Function& body, const Branch& branch) {
  ValueToValueMapTy map;
  BasicBlock* all = CloneBasicBlock(branch.then, map, ".all", &body);
  for (Instruction& instruction : *all) {
    if (isa<StoreInst>(instruction))
      instruction.setMetadata(kCopyOfStore, MDNode::get(body.getContext(), {}));
  }
  remapInstructionsInBlocks({all}, map);
  BasicBlock* some = BasicBlock::Create(body.getContext(), "some", &body, branch.then);
  auto* terminator = cast<BranchInst>(branch.above->getTerminator());
  IRBuilder<> builder(terminator);
  builder.CreateCondBr(test_whole_packet(builder, terminator->getCondition(),
                                         terminator->getSuccessor(0) == branch.then),
                       all, some);
  terminator->moveBefore(*some, some->end());
  branch.then->replacePhiUsesWith(branch.above, some);
  for (PHINode& phi : branch.join->phis()) {
    phi.replaceIncomingBlockWith(branch.above, some);
    Value* value = phi.getIncomingValueForBlock(branch.then);
    const auto copied = map.find(value);
    phi.addIncoming(copied == map.end() ? value : static_cast<Value*>(copied->second), all);
  }
}

}  // namespace

void split_branches(Function& body, unsigned lanes, Masks masks) {
  for (const Branch& branch : find_branches(body, lanes, masks)) split(body, branch);
}

}  // namespace riffle::spmd
