// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/widen/prefetch_walks.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/spmd/widen/prefetch_lines.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kDeepest = 8;
constexpr unsigned kUnknown = 2;

bool is_simple(const Instruction& instruction) {
  return isa<BinaryOperator>(instruction) || isa<CastInst>(instruction) ||
         isa<GetElementPtrInst>(instruction) || isa<FreezeInst>(instruction);
}

/// How many loads wait for each other until `value` is known: 0, 1 or more.
unsigned loads_in_turn(Value& value, unsigned depth = kDeepest) {
  auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || isa<PHINode>(instruction)) return 0;
  if (depth == 0) return kUnknown;
  if (Value* address = loaded_address(*instruction)) return 1 + loads_in_turn(*address, depth - 1);
  if (!is_simple(*instruction)) return kUnknown;
  unsigned most = 0;
  for (const Use& operand : instruction->operands())
    most = std::max(most, loads_in_turn(*operand.get(), depth - 1));
  return most;
}

/// The phi of `loop` that counts from a loaded number, if `address` follows from it; else null.
PHINode* walked(Value& address, const Loop& loop, unsigned depth = kDeepest) {
  auto* instruction = dyn_cast<Instruction>(&address);
  if (instruction == nullptr || !loop.contains(instruction) || depth == 0) return nullptr;
  if (auto* phi = dyn_cast<PHINode>(instruction)) {
    const bool counts =
        phi->getParent() == loop.getHeader() &&
        loads_in_turn(*phi->getIncomingValueForBlock(loop.getLoopPredecessor())) == 1;
    return counts ? phi : nullptr;
  }
  if (!is_simple(*instruction)) return nullptr;
  for (const Use& operand : instruction->operands()) {
    if (PHINode* phi = walked(*operand.get(), loop, depth - 1)) return phi;
  }
  return nullptr;
}

class Walks {
 public:
  explicit Walks(const Loop& loop) : loop_(loop) {}

  void run() {
    for (BasicBlock* block : loop_.blocks()) {
      for (Instruction& instruction : *block) find(instruction);
    }
    for (const auto& [load, address] : loads_) prefetch_behind(*load, *address);
    for (const Gather& gather : gathers_) prefetch_side_by_side(gather);
  }

 private:
  struct Gather {
    IntrinsicInst* call;
    PHINode* index;
  };

  void find(Instruction& instruction) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call != nullptr && call->getIntrinsicID() == Intrinsic::masked_gather) {
      PHINode* index = walked(*call->getArgOperand(0), loop_);
      if (index != nullptr && goes_on_by_one(*index)) gathers_.push_back({call, index});
      return;
    }
    Value* address = loaded_address(instruction);
    if (address != nullptr && instruction.getType()->isVectorTy() &&
        is_in_memory_of_parameter(*address) && walked(*address, loop_) != nullptr)
      loads_.emplace_back(&instruction, address);
  }

  bool goes_on_by_one(const PHINode& index) const {
    const Value* next = index.getIncomingValueForBlock(loop_.getLoopLatch());
    return match(next, m_c_Add(m_Specific(&index), m_One()));
  }

  /// The first lane's walk is where the lines of all lanes begin; of each round they take one after the other.
  void prefetch_side_by_side(const Gather& gather) {
    BasicBlock* before = loop_.getLoopPreheader();
    IRBuilder<> builder(before->getTerminator());
    DenseMap<Value*, Value*> at_first = {
        {gather.index, gather.index->getIncomingValueForBlock(before)}};
    Value* places = evaluated_with(builder, *gather.call->getArgOperand(0), at_first, &loop_);
    Value* place = builder.CreateFreeze(builder.CreateExtractElement(places, std::uint64_t{0}));
    Value* later = builder.CreateConstGEP1_64(builder.getInt8Ty(), place, kBytesAhead);

    builder.SetInsertPoint(loop_.getHeader(), loop_.getHeader()->begin());
    PHINode* line = builder.CreatePHI(later->getType(), 2, "ahead");
    line->addIncoming(later, before);
    builder.SetInsertPoint(loop_.getHeader(), loop_.getHeader()->getFirstInsertionPt());
    prefetch_lines(builder, *line, *gather.call->getType());
    const DataLayout& layout = gather.call->getDataLayout();
    const std::uint64_t bytes = layout.getTypeStoreSize(gather.call->getType()).getFixedValue();
    line->addIncoming(builder.CreateConstGEP1_64(builder.getInt8Ty(), line, bytes),
                      loop_.getLoopLatch());
  }

  const Loop& loop_;
  SmallVector<std::pair<Instruction*, Value*>, 8> loads_;
  SmallVector<Gather, 8> gathers_;
};

}  // namespace

void prefetch_walks(Function& packet) {
  const DominatorTree dominators(packet);
  const LoopInfo loops(dominators);
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() && loop->isLoopSimplifyForm()) Walks(*loop).run();
  }
}

void prefetch_walks_of_thread(Function& body) {
  const DominatorTree dominators(body);
  const LoopInfo loops(dominators);
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    BasicBlock* before = loop->getLoopPredecessor();
    if (!loop->isInnermost() || before == nullptr) continue;
    SmallVector<std::pair<Value*, PHINode*>, 8> places;
    for (BasicBlock* block : loop->blocks()) {
      for (Instruction& instruction : *block) {
        Value* address = loaded_address(instruction);
        if (address == nullptr || !is_in_memory_of_parameter(*address)) continue;
        if (PHINode* index = walked(*address, *loop)) places.emplace_back(address, index);
      }
    }
    for (const auto& [address, index] : places) {
      IRBuilder<> builder(before->getTerminator());
      DenseMap<Value*, Value*> at_first = {{index, index->getIncomingValueForBlock(before)}};
      Value* place = evaluated_with(builder, *address, at_first, loop);
      prefetch_lines(builder, *builder.CreateConstGEP1_64(builder.getInt8Ty(), place, kBytesAhead),
                     *builder.getInt8Ty());
    }
  }
}

}  // namespace riffle::spmd
