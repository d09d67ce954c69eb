// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/guarded_blocks.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/spmd/analysis/barrier_uniformity.h"
#include "compiler/spmd/form/split_guard.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// A branch of which one way is the end.
struct ReturnGuard {
  BranchInst* branch;
  bool goes_on_if;  ///< the condition's value with which the thread stays
};

/// What a launch says is there for all.
bool reads_launch(const Instruction& instruction) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  if (load == nullptr || !load->hasMetadata(LLVMContext::MD_invariant_load)) return false;
  return getUnderlyingObject(load->getPointerOperand()) == load->getFunction()->getArg(kLaunch);
}

/// What all threads may compute, those that have returned as well.
bool is_free(const BasicBlock& block) {
  return all_of(block, [](const Instruction& instruction) {
    return instruction.isTerminator() || reads_launch(instruction) ||
           (!isa<PHINode>(instruction) && !instruction.mayReadOrWriteMemory() &&
            isSafeToSpeculativelyExecute(&instruction));
  });
}

SmallVector<ReturnGuard, 2> find_guards(Function& body) {
  SmallVector<ReturnGuard, 2> guards;
  BasicBlock* block = &body.getEntryBlock();
  while (is_free(*block)) {
    BasicBlock* next = block->getSingleSuccessor();
    if (next == nullptr) {
      auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (branch == nullptr || !branch->isConditional()) break;
      const bool goes_on_if = leads_out(branch->getSuccessor(1));
      if (!goes_on_if && !leads_out(branch->getSuccessor(0))) break;
      guards.push_back({branch, goes_on_if});
      next = branch->getSuccessor(goes_on_if ? 0 : 1);
    }
    if (next->getSinglePredecessor() == nullptr) break;
    block = next;
  }
  return guards;
}

void drop_guard(BranchInst& guard, bool goes_on_if) {
  BranchInst::Create(guard.getSuccessor(goes_on_if ? 0 : 1), guard.getIterator());
  guard.eraseFromParent();
}

Function* make_passed(Function& body, ArrayRef<ReturnGuard> guards) {
  ValueToValueMapTy map;
  Function* passed = CloneFunction(&body, map);
  for (const auto& [branch, goes_on_if] : guards)
    drop_guard(*cast<BranchInst>(map[branch]), goes_on_if);
  EliminateUnreachableBlocks(*passed);
  return passed;
}

Function* make_question(Function& body, ArrayRef<ReturnGuard> guards) {
  LLVMContext& context = body.getContext();
  SmallVector<Type*, 32> types(body.getFunctionType()->params());
  types.push_back(PointerType::getUnqual(context));
  Function* question = Function::Create(FunctionType::get(body.getReturnType(), types, false),
                                        GlobalValue::InternalLinkage, body.getName() + ".question",
                                        body.getParent());
  ValueToValueMapTy map;
  for (Argument& argument : body.args()) {
    Argument* same = question->getArg(argument.getArgNo());
    same->setName(argument.getName());
    map[&argument] = same;
  }
  Argument* passes = question->getArg(body.arg_size());
  passes->setName("passes");
  SmallVector<ReturnInst*, 1> returns;
  CloneFunctionInto(question, &body, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  IRBuilder<> builder(context);
  Value* all = builder.getTrue();
  for (const auto& [branch, goes_on_if] : guards) {
    auto* copy = cast<BranchInst>(map[branch]);
    builder.SetInsertPoint(copy);
    // What comes after a guard may be poison for those that are gone.
    all = builder.CreateLogicalAnd(all, test_all_lanes(builder, copy->getCondition(), goes_on_if));
    if (branch != guards.back().branch) {
      drop_guard(*copy, goes_on_if);
      continue;
    }
    Type* byte = builder.getInt8Ty();
    Value* before = builder.CreateLoad(byte, passes);
    builder.CreateStore(builder.CreateAnd(before, builder.CreateZExt(all, byte)), passes);
    builder.CreateRetVoid();
    copy->eraseFromParent();
  }
  EliminateUnreachableBlocks(*question);
  return question;
}

}  // namespace

std::optional<BlockGuard> split_block_guard(Function& body) {
  const SmallVector<ReturnGuard, 2> guards = find_guards(body);
  if (guards.empty()) return {};
  Function* passed = make_passed(body, guards);
  if (!barriers_are_uniform(*passed, Uniformity(*passed, UniformityScope::kBlock))) {
    passed->eraseFromParent();
    return {};
  }
  return BlockGuard{make_question(body, guards), passed};
}

}  // namespace riffle::spmd
