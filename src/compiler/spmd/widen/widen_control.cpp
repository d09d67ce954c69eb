// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/widen/widen_control.h"

#include "compiler/spmd/intrinsics.h"

namespace riffle::spmd {

using namespace llvm;

ControlFlow::ControlFlow(Function& body, unsigned lanes)
    : uniformity_(body, UniformityScope::kPacket, lanes),
      dominators_(body),
      post_dominators_(body),
      loops_(dominators_) {
  check(body);
  if (refusal_.empty()) find_blended(body);
}

BasicBlock* ControlFlow::immediate_dominator(const BasicBlock* block) const {
  const auto* node = dominators_.getNode(block);
  return node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
}

bool ControlFlow::is_divergent_latch(const BasicBlock& block) const {
  const Loop* loop = loops_.getLoopFor(&block);
  return loop != nullptr && loop->getLoopLatch() == &block &&
         uniformity_.has_divergent_branch(block);
}

bool ControlFlow::is_divergent_if(const BasicBlock& block) const {
  return uniformity_.has_divergent_branch(block) && !is_divergent_latch(block);
}

bool ControlFlow::is_divergent_loop(const Loop& loop) const {
  const BasicBlock* latch = loop.getLoopLatch();
  return latch != nullptr && is_divergent_latch(*latch);
}

BasicBlock* ControlFlow::then_block(const BasicBlock& block) const {
  const auto* branch = cast<BranchInst>(block.getTerminator());
  const auto* next = post_dominators_.getNode(&block)->getIDom();
  const BasicBlock* join = next == nullptr ? nullptr : next->getBlock();
  return branch->getSuccessor(0) == join ? branch->getSuccessor(1) : branch->getSuccessor(0);
}

void ControlFlow::refuse(const BasicBlock& block, const char* reason) {
  refusal_ = reason;
  refused_ = block.getTerminator();
}

void ControlFlow::check(Function& body) {
  for (const BasicBlock& block : body) {
    if (!isa<BranchInst>(block.getTerminator()) && !isa<ReturnInst>(block.getTerminator())) {
      return refuse(block, "a terminator is neither branch nor return");
    }
    if (!uniformity_.has_divergent_branch(block)) continue;
    const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    const auto* node = post_dominators_.getNode(&block);
    const BasicBlock* join =
        node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
    const Loop* loop = loops_.getLoopFor(&block);
    if (branch == nullptr || !branch->isConditional()) {
      return refuse(block, "a divergent terminator is not a conditional branch");
    }
    if (is_divergent_latch(block)) {
      if (loop->getExitingBlock() == &block && loop->getLoopPreheader() != nullptr) continue;
      return refuse(block, "a divergent loop has several exits");
    }
    const BasicBlock* first = branch->getSuccessor(0);
    const BasicBlock* second = branch->getSuccessor(1);
    const BasicBlock* then = first == join ? second : first;
    if ((first != join && second != join) || first == second || loops_.getLoopFor(join) != loop ||
        then->getSinglePredecessor() != &block) {
      return refuse(block, "a divergent branch is not an if-then");
    }
  }
  for (const Loop* loop : loops_.getLoopsInPreorder()) {
    if (loop->getLoopLatch() == nullptr || loop->getLoopPreheader() == nullptr) {
      return refuse(*loop->getHeader(), "a loop has several latches");
    }
  }
}

BasicBlock* ControlFlow::other_way(BasicBlock* pred, BasicBlock* join) const {
  BasicBlock* limit = immediate_dominator(join);
  const Loop* loop = loops_.getLoopFor(join);
  for (BasicBlock* block = pred; block != limit && block != nullptr;) {
    block = immediate_dominator(block);
    if (block == nullptr) break;
    if (is_divergent_if(*block) && is_contained(successors(block), join) &&
        loops_.getLoopFor(block) == loop)
      return block;
  }
  return nullptr;
}

namespace {

bool reaches_barrier(BasicBlock* start) {
  SmallVector<BasicBlock*, 16> work = {start};
  SmallPtrSet<const BasicBlock*, 16> seen;
  while (!work.empty()) {
    BasicBlock* block = work.pop_back_val();
    if (!seen.insert(block).second) continue;
    const bool waits = any_of(*block, [](const Instruction& instruction) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      return call != nullptr && kind_of(*call) == IntrinsicKind::kBarrier;
    });
    if (waits) return true;
    append_range(work, successors(block));
  }
  return false;
}

}  // namespace

bool ControlFlow::others_may_wait(const BasicBlock& block) const {
  // Lanes turn aside where a branch above diverges, and where they leave a loop before others.
  for (BasicBlock* above = immediate_dominator(&block); above != nullptr;
       above = immediate_dominator(above)) {
    if (!is_divergent_if(*above)) continue;
    const BasicBlock* then = then_block(*above);
    if (!dominators_.dominates(then, &block)) continue;
    const auto* branch = cast<BranchInst>(above->getTerminator());
    const bool inverted = branch->getSuccessor(0) != then;
    if (reaches_barrier(branch->getSuccessor(inverted ? 0 : 1))) return true;
  }
  for (const Loop* loop = loops_.getLoopFor(&block); loop != nullptr;
       loop = loop->getParentLoop()) {
    if (is_divergent_loop(*loop) && reaches_barrier(loop->getExitBlock())) return true;
  }
  return false;
}

SmallVector<PHINode*, 4> ControlFlow::live_outs(const Loop& loop) const {
  SmallVector<PHINode*, 4> found;
  for (PHINode& phi : loop.getExitBlock()->phis()) {
    if (!uniformity_.is_uniform(&phi)) found.push_back(&phi);
  }
  return found;
}

void ControlFlow::find_blended(Function& body) {
  for (BasicBlock& block : body) {
    const Loop* loop = loops_.getLoopFor(&block);
    const bool is_header = loop != nullptr && loop->getHeader() == &block;
    for (PHINode& phi : block.phis()) {
      if (is_header || uniformity_.is_uniform(&phi)) continue;
      if (any_of(phi.blocks(),
                 [&](BasicBlock* pred) { return other_way(pred, &block) != nullptr; }))
        blended_.insert(&phi);
    }
  }
  for (const Loop* loop : loops_.getLoopsInPreorder()) {
    if (!is_divergent_loop(*loop)) continue;
    for (PHINode* phi : live_outs(*loop)) blended_.insert(phi);
  }
}

}  // namespace riffle::spmd
