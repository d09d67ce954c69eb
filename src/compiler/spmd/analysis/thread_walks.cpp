// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/thread_walks.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/spmd/analysis/uniformity.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr std::uint64_t kLongestStep = 16;  // of loops that are unrolled

class ThreadWalks {
 public:
  ThreadWalks(Function& body, unsigned lanes)
      : uniformity_(body, UniformityScope::kPacket, lanes), tree_(body), loops_(tree_) {}

  bool run() {
    bool found = false;
    for (const Loop* loop : loops_.getLoopsInPreorder()) {
      if (!loop->isInnermost()) continue;
      if ((!is_walk(*loop) && !is_row(*loop)) || is_flagged(*loop)) return false;
      found = true;
    }
    return found;
  }

 private:
  [[nodiscard]] bool is_walk(const Loop& loop) const {
    SmallVector<BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    if (none_of(exiting,
                [&](const BasicBlock* block) { return uniformity_.has_divergent_branch(*block); }))
      return false;
    unsigned loads = 0, arithmetic = 0;
    bool in_order = false;
    for (const BasicBlock* block : loop.blocks()) {
      for (const Instruction& instruction : *block) {
        const auto* call = dyn_cast<CallBase>(&instruction);
        if (call != nullptr && !is_simple(*call)) return false;
        const bool is_float = instruction.getType()->isFloatingPointTy();
        if (is_float && (isa<BinaryOperator>(instruction) || call != nullptr)) ++arithmetic;
        const auto* load = dyn_cast<LoadInst>(&instruction);
        if (load == nullptr) continue;
        ++loads;
        in_order |= is_in_order(*load, loop);
      }
    }
    return in_order && arithmetic <= loads;
  }

  /// Writes a row of the thread's own, and reads nothing but such rows and what all threads share: the loop vectoriser makes
  /// vectors along it, where sums of floats do not forbid that.
  [[nodiscard]] bool is_row(const Loop& loop) const {
    if (loop.getNumBlocks() != 1) return false;
    bool writes = false;
    for (const Instruction& instruction : *loop.getHeader()) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (call != nullptr && !is_simple(*call)) return false;
      if (isa<PHINode>(instruction) && !instruction.getType()->isIntegerTy()) return false;
      const Value* pointer = getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) {
        if (instruction.mayReadOrWriteMemory()) return false;
        continue;
      }
      if (instruction.isVolatile() || instruction.isAtomic()) return false;
      if (isa<LoadInst>(instruction) && uniformity_.is_uniform(pointer)) continue;
      if (!is_place_in_row(*pointer, loop)) return false;
      writes |= isa<StoreInst>(instruction);
    }
    return writes;
  }

  /// `row * width + count`, the loop's count.
  [[nodiscard]] bool is_place_in_row(const Value& pointer, const Loop& loop) const {
    const auto* address = dyn_cast<GetElementPtrInst>(&pointer);
    if (address == nullptr || address->getNumIndices() != 1) return false;
    const auto is_count = [&](const Value* value) {
      match(value, m_ZExtOrSExt(m_Value(value)));
      const auto* count = dyn_cast<PHINode>(value);
      return count != nullptr && count->getParent() == loop.getHeader() &&
             uniformity_.is_uniform(count) &&
             match(count->getIncomingValueForBlock(loop.getLoopLatch()),
                   m_c_Add(m_Specific(count), m_One()));
    };
    const auto is_row_begin = [&](const Value* value) {
      return loop.isLoopInvariant(value) && !uniformity_.is_uniform(value);
    };
    const Value* index = address->getOperand(1);
    match(index, m_ZExtOrSExt(m_Value(index)));
    if (is_count(index)) return is_row_begin(address->getPointerOperand());
    const Value *left = nullptr, *right = nullptr;
    return loop.isLoopInvariant(address->getPointerOperand()) &&
           match(index, m_Add(m_Value(left), m_Value(right))) &&
           ((is_count(left) && is_row_begin(right)) || (is_count(right) && is_row_begin(left)));
  }

  static bool is_simple(const CallBase& call) {
    const auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
    return intrinsic != nullptr &&
           (intrinsic->isAssumeLikeIntrinsic() || intrinsic->getIntrinsicID() == Intrinsic::fma);
  }

  /// One element behind the other of what all threads share.
  [[nodiscard]] bool is_in_order(const LoadInst& load, const Loop& loop) const {
    const auto* address = dyn_cast<GetElementPtrInst>(load.getPointerOperand());
    if (address == nullptr || address->getNumIndices() != 1 ||
        !uniformity_.is_uniform(address->getPointerOperand()))
      return false;
    const Value* index = address->getOperand(1);
    match(index, m_ZExtOrSExt(m_Value(index)));
    const Value* count_of_unrolled = nullptr;
    if (match(index, m_Add(m_Value(count_of_unrolled), m_ConstantInt()))) index = count_of_unrolled;
    const auto* count = dyn_cast<PHINode>(index);
    const BasicBlock* latch = loop.getLoopLatch();
    if (count == nullptr || latch == nullptr || count->getParent() != loop.getHeader() ||
        uniformity_.is_uniform(count))
      return false;
    const APInt* step = nullptr;
    return match(count->getIncomingValueForBlock(latch), m_Add(m_Specific(count), m_APInt(step))) &&
           step->isStrictlyPositive() && step->ule(kLongestStep);
  }

  [[nodiscard]] bool is_flagged(const Loop& loop) const {
    const auto* node = tree_.getNode(loop.getHeader())->getIDom();
    for (; node != nullptr; node = node->getIDom()) {
      const auto* branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
      if (branch != nullptr && branch->isConditional() &&
          uniformity_.has_divergent_branch(*node->getBlock()) &&
          tests_flag(*branch->getCondition()))
        return true;
    }
    return false;
  }

  /// A loaded value that is compared with what all threads share.
  [[nodiscard]] bool tests_flag(const Value& condition) const {
    const Value *left = nullptr, *right = nullptr;
    if (match(&condition, m_And(m_Value(left), m_Value(right))) ||
        match(&condition, m_Or(m_Value(left), m_Value(right))) ||
        match(&condition, m_Select(m_Value(left), m_Value(right), m_Value())))
      return tests_flag(*left) || tests_flag(*right);
    const auto is_loaded = [](const Value* value) {
      match(value, m_ZExtOrSExtOrSelf(m_Value(value)));
      match(value, m_Trunc(m_Value(value)));
      return isa<LoadInst>(value);
    };
    const auto* comparison = dyn_cast<CmpInst>(&condition);
    if (comparison == nullptr) return is_loaded(&condition);
    left = comparison->getOperand(0);
    right = comparison->getOperand(1);
    return (is_loaded(left) && uniformity_.is_uniform(right)) ||
           (is_loaded(right) && uniformity_.is_uniform(left));
  }

  Uniformity uniformity_;
  DominatorTree tree_;
  LoopInfo loops_;
};

}  // namespace

bool walks_by_thread(Function& body, unsigned lanes) { return ThreadWalks(body, lanes).run(); }

}  // namespace riffle::spmd
