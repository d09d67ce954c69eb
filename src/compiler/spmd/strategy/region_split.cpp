// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/region_split.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/strategy/recomputation.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Instructions of a packet beyond which its slots lie together. An array's address takes three instructions for each slot, in
/// front of all regions; of thousands of them most are spilled, and giving out registers takes longer than all else.
constexpr unsigned kLargePacket = 2000;

class RegionSplitter {
 public:
  RegionSplitter(Function& body, unsigned lanes, const Uniformity* uniformity)
      : old_(body),
        lanes_(lanes),
        is_together_(lanes > 1 && body.getInstructionCount() > kLargePacket),
        uniformity_(uniformity),
        recomputation_(uniformity != nullptr) {}

  Regions run() {
    note_uniform_values();
    make_function();
    cut();
    persist_local_memory();
    persist_values();
    place_slots();
    return {function_,
            static_cast<unsigned>(resumes_.size()) + 1,
            static_cast<std::uint32_t>(alignTo(thread_bytes_, 64)),
            static_cast<std::uint32_t>(common_bytes_),
            static_cast<std::uint32_t>(thread_bytes_),
            round_,
            next_states()};
  }

 private:
  // Before anything moves, while the analysis still describes the function.
  void note_uniform_values() {
    if (uniformity_ == nullptr) return;
    for (Instruction& instruction : instructions(old_)) {
      if (!instruction.getType()->isVoidTy() && uniformity_->is_uniform(&instruction))
        uniform_.insert(&instruction);
    }
  }

  void make_function() {
    LLVMContext& context = old_.getContext();
    SmallVector<Type*, 32> types(old_.getFunctionType()->params());
    Type* pointer = PointerType::getUnqual(context);
    Type* i32 = Type::getInt32Ty(context);
    types.append({i32, pointer, Type::getInt64Ty(context), pointer, pointer, pointer});
    function_ = Function::Create(FunctionType::get(i32, types, false), GlobalValue::InternalLinkage,
                                 old_.getName() + ".regions", old_.getParent());
    function_->setAttributes(old_.getAttributes());
    function_->splice(function_->begin(), &old_);
    function_->copyMetadata(&old_, 0);
    for (Argument& argument : old_.args()) {
      Argument* moved = function_->getArg(argument.getArgNo());
      moved->takeName(&argument);
      argument.replaceAllUsesWith(moved);
    }
    const unsigned extra = old_.arg_size();
    state_ = function_->getArg(extra);
    scratch_ = function_->getArg(extra + 1);
    stride_ = function_->getArg(extra + 2);
    reduction_ = function_->getArg(extra + 3);
    common_in_ = function_->getArg(extra + 4);
    common_out_ = function_->getArg(extra + 5);
    common_in_->setName("common.in");
    common_out_->setName("common.out");
    state_->setName("state");
    scratch_->setName("scratch");
    stride_->setName("stride");
    reduction_->setName("reduction");
  }

  /// Of slots that lie together: where those of the packet do. place_slots() knows how many bytes they are.
  void begin_slots(Instruction& dispatch) {
    IRBuilder<> builder(&dispatch);
    Value* linear = builder.CreateZExt(function_->getArg(kLinear), builder.getInt64Ty());
    slots_before_ = cast<Instruction>(
        builder.Insert(BinaryOperator::CreateMul(linear, builder.getInt64(0)), "slots.before"));
    slots_ = builder.CreateInBoundsGEP(builder.getInt8Ty(), scratch_, slots_before_, "slots");
  }

  void place_slots() {
    if (!is_together_) return;
    // A packet begins with a line of memory.
    thread_bytes_ = alignTo(thread_bytes_, std::max(64 / lanes_, 1U));
    slots_before_->setOperand(1, ConstantInt::get(slots_before_->getType(), thread_bytes_));
  }

  void cut() {
    LLVMContext& context = function_->getContext();
    BasicBlock* start = &function_->getEntryBlock();
    dispatch_ = BasicBlock::Create(context, "dispatch", function_, start);
    SmallVector<CallInst*, 8> barriers;
    for (Instruction& instruction : make_early_inc_range(instructions(*function_))) {
      if (auto* call = dyn_cast<CallInst>(&instruction);
          call != nullptr && kind_of(*call) == IntrinsicKind::kBarrier) {
        barriers.push_back(call);
      }
      if (auto* exit = dyn_cast<ReturnInst>(&instruction)) {
        ReturnInst::Create(context, word(kFinished), exit->getIterator());
        exit->eraseFromParent();
      }
    }
    BasicBlock* nowhere = BasicBlock::Create(context, "no.state", function_);
    new UnreachableInst(context, nowhere);
    IRBuilder<> builder(dispatch_);
    SwitchInst* dispatch = builder.CreateSwitch(state_, nowhere, barriers.size() + 1);
    dispatch->addCase(word(0), start);
    // The last first: what follows a barrier in its block is moved, and should be moved once.
    for (CallInst* call : reverse(barriers)) call->getParent()->splitBasicBlock(call, "resume");
    for (CallInst* call : barriers) {
      BasicBlock* resume = call->getParent();
      BasicBlock* before = resume->getSinglePredecessor();
      before->getTerminator()->eraseFromParent();
      // A block of its own for what is reloaded: SSAUpdater takes a block's value to be its last.
      BasicBlock* reload = BasicBlock::Create(context, "reload", function_, resume);
      BranchInst::Create(resume, reload);
      resumes_.push_back(reload);
      if (call->getCalledFunction()->getName() == kRoundBarrier)
        round_ = static_cast<int>(resumes_.size());
      dispatch->addCase(word(static_cast<int>(resumes_.size())), reload);
      IRBuilder<> arrival(before);
      arrive(arrival, *call);
      arrival.CreateRet(word(static_cast<int>(resumes_.size())));
      IRBuilder<> departure(call);
      Value* result = reduced(departure, *call);
      if (result != nullptr) call->replaceAllUsesWith(result);
      call->eraseFromParent();
    }
    // Static allocas belong into the entry block, which is the dispatch block now.
    for (Instruction& instruction : make_early_inc_range(*start)) {
      if (isa<AllocaInst>(instruction)) instruction.moveBefore(dispatch->getIterator());
    }
    if (is_together_) begin_slots(*dispatch);
  }

  ConstantInt* word(int value) {
    return ConstantInt::getSigned(Type::getInt32Ty(function_->getContext()), value);
  }

  Value* reduction_word(IRBuilder<>& builder, ReductionWord which) {
    return builder.CreateConstInBoundsGEP1_32(builder.getInt32Ty(), reduction_, which);
  }

  void arrive(IRBuilder<>& builder, CallInst& call) {
    const BarrierCall barrier = barrier_call(call);
    if (barrier.reduce == abi::BarrierReduce::kNone) return;
    const auto add = [&](ReductionWord which, Value* amount) {
      Value* address = reduction_word(builder, which);
      builder.CreateStore(
          builder.CreateAdd(builder.CreateLoad(builder.getInt32Ty(), address), amount), address);
    };
    add(kOutTrue, builder.CreateZExt(barrier.predicate, builder.getInt32Ty()));
    add(kOutArrived, barrier.arrived == nullptr ? builder.getInt32(1) : barrier.arrived);
  }

  Value* reduced(IRBuilder<>& builder, CallInst& call) {
    const BarrierCall barrier = barrier_call(call);
    if (barrier.reduce == abi::BarrierReduce::kNone) return nullptr;
    Value* count = builder.CreateLoad(builder.getInt32Ty(), reduction_word(builder, kInTrue));
    if (barrier.reduce == abi::BarrierReduce::kPopc) return count;
    if (barrier.reduce == abi::BarrierReduce::kOr) return builder.CreateIsNotNull(count);
    return builder.CreateICmpEQ(
        count, builder.CreateLoad(builder.getInt32Ty(), reduction_word(builder, kInArrived)));
  }

  /// Local memory that threads carry over a barrier moves to scratch, contiguous per thread.
  void persist_local_memory() {
    const SmallPtrSet<BasicBlock*, 32> later = reachable_from(resumes_);
    SmallVector<AllocaInst*, 8> persistent;
    for (Instruction& instruction : *dispatch_) {
      auto* alloca = dyn_cast<AllocaInst>(&instruction);
      if (alloca == nullptr || alloca->hasMetadata(kTemporary)) continue;
      if (is_used_in(*alloca, later)) persistent.push_back(alloca);
    }
    for (AllocaInst* alloca : persistent) {
      const DataLayout& layout = function_->getDataLayout();
      // A packet's local memory is its lanes' copies one behind the other, as they lie in scratch.
      const std::uint64_t bytes = alloca->getAllocationSize(layout)->getFixedValue() / lanes_;
      const Align alignment = lanes_ == 1 ? alloca->getAlign() : commonAlignment(Align(64), bytes);
      for (User* user : make_early_inc_range(alloca->users())) {
        auto* marker = dyn_cast<IntrinsicInst>(user);
        if (marker != nullptr && marker->isLifetimeStartOrEnd()) marker->eraseFromParent();
      }
      IRBuilder<> builder(dispatch_->getTerminator());
      alloca->replaceAllUsesWith(
          thread_slot_address(builder, alignTo(bytes, alignment), alignment.value()));
      alloca->eraseFromParent();
    }
  }

  /// Directly or through addresses derived from it, as numbers too; one that is stored may come back anywhere.
  static bool is_used_in(const AllocaInst& alloca, const SmallPtrSetImpl<BasicBlock*>& blocks) {
    SmallVector<const Instruction*, 16> work = {&alloca};
    SmallPtrSet<const Instruction*, 16> seen;
    while (!work.empty()) {
      const Instruction* value = work.pop_back_val();
      for (const User* user : value->users()) {
        const auto* instruction = cast<Instruction>(user);
        if (!seen.insert(instruction).second) continue;
        if (blocks.contains(instruction->getParent())) return true;
        const auto* store = dyn_cast<StoreInst>(instruction);
        if (store != nullptr && store->getValueOperand() == value) return true;
        const bool computes = isa<CastInst, BinaryOperator, SelectInst, PHINode, InsertElementInst,
                                  ExtractElementInst, ShuffleVectorInst, FreezeInst>(instruction);
        if (instruction->getType()->isPtrOrPtrVectorTy() || computes) work.push_back(instruction);
      }
    }
    return false;
  }

  static SmallPtrSet<BasicBlock*, 32> reachable_from(ArrayRef<BasicBlock*> starts) {
    SmallPtrSet<BasicBlock*, 32> seen;
    SmallVector<BasicBlock*, 16> work(starts);
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (seen.insert(block).second) append_range(work, successors(block));
    }
    return seen;
  }

  SmallVector<SmallVector<int, 2>, 8> next_states() {
    auto* dispatch = cast<SwitchInst>(dispatch_->getTerminator());
    SmallVector<SmallVector<int, 2>, 8> next;
    for (unsigned state = 0; state <= resumes_.size(); ++state) {
      SmallVector<int, 2>& found = next.emplace_back();
      for (const BasicBlock* block : reachable_from(
               dispatch->findCaseValue(word(static_cast<int>(state)))->getCaseSuccessor())) {
        const auto* exit = dyn_cast<ReturnInst>(block->getTerminator());
        if (exit == nullptr) continue;
        const auto* number = cast<ConstantInt>(exit->getReturnValue());
        found.push_back(static_cast<int>(number->getSExtValue()));
      }
      llvm::sort(found);
      found.erase(llvm::unique(found), found.end());
    }
    return next;
  }

  /// `bytes` per thread in scratch: an array, or, where they lie together, a part of the packet's slots. The address of this
  /// thread's element.
  Value* thread_slot_address(IRBuilder<>& builder, std::uint64_t bytes, std::uint64_t alignment) {
    thread_bytes_ = alignTo(thread_bytes_, alignment);
    const std::uint64_t before = std::exchange(thread_bytes_, thread_bytes_ + bytes);
    if (is_together_)
      return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), slots_, before * lanes_,
                                                "slot");
    Value* array = builder.CreateMul(stride_, builder.getInt64(before));
    Value* linear = builder.CreateZExt(function_->getArg(kLinear), builder.getInt64Ty());
    Value* offset = builder.CreateAdd(array, builder.CreateMul(linear, builder.getInt64(bytes)));
    return builder.CreateInBoundsGEP(builder.getInt8Ty(), scratch_, offset, "slot");
  }

  void persist_values() {
    SmallVector<Instruction*, 32> values;
    for (BasicBlock& block : *function_) {
      if (&block == dispatch_) continue;
      for (Instruction& instruction : block) {
        if (!instruction.getType()->isVoidTy() && !instruction.use_empty())
          values.push_back(&instruction);
      }
    }
    for (Instruction* value : values) persist(*value);
  }

  /// Resume blocks where `value` is needed and not defined on the way.
  SmallVector<BasicBlock*, 8> live_resumes(Instruction& value) {
    SmallVector<BasicBlock*, 16> work;
    SmallPtrSet<BasicBlock*, 16> seen;
    BasicBlock* home = value.getParent();
    for (Use& use : value.uses()) {
      auto* user = cast<Instruction>(use.getUser());
      auto* phi = dyn_cast<PHINode>(user);
      BasicBlock* block = phi == nullptr ? user->getParent() : phi->getIncomingBlock(use);
      // A use in the home block comes after the definition, unless it is a phi fed around a loop.
      if (block != home) work.push_back(block);
    }
    SmallVector<BasicBlock*, 8> found;
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (block == home || !seen.insert(block).second) continue;
      if (is_contained(resumes_, block)) found.push_back(block);
      for (BasicBlock* before : predecessors(block)) {
        if (before != dispatch_) work.push_back(before);
      }
    }
    return found;
  }

  void persist(Instruction& value) {
    const SmallVector<BasicBlock*, 8> resumes = live_resumes(value);
    if (resumes.empty()) return;
    SSAUpdater updater;
    updater.Initialize(value.getType(), value.getName());
    updater.AddAvailableValue(value.getParent(), &value);
    Value* address = nullptr;
    const bool recompute = recomputation_.is_worth_it(value, resumes, *dispatch_);
    if (!recompute) address = make_slot(value);
    for (BasicBlock* resume : resumes) {
      IRBuilder<> builder(resume->getTerminator());
      Value* again = recompute ? recomputation_.make(builder, value, *resume)
                               : reload(builder, value.getType(), address);
      updater.AddAvailableValue(resume, again);
    }
    SmallVector<Use*, 16> uses;
    for (Use& use : value.uses()) {
      auto* user = cast<Instruction>(use.getUser());
      if (user->getParent() == value.getParent() && !isa<PHINode>(user)) continue;
      uses.push_back(&use);
    }
    for (Use* use : uses) updater.RewriteUse(*use);
  }

  /// A slot and the store that fills it, right behind the definition. Returns where to reload from.
  Value* make_slot(Instruction& value) {
    const DataLayout& layout = function_->getDataLayout();
    Type* type = memory_type(value.getType());
    IRBuilder<> entry(dispatch_->getTerminator());
    Value* source = nullptr;
    Value* target = nullptr;
    if (uniform_.contains(&value)) {
      const std::uint64_t bytes = layout.getTypeAllocSize(type);
      common_bytes_ = alignTo(common_bytes_, slot_alignment(type));
      source = entry.CreateConstInBoundsGEP1_64(entry.getInt8Ty(), common_in_, common_bytes_);
      target = entry.CreateConstInBoundsGEP1_64(entry.getInt8Ty(), common_out_, common_bytes_);
      common_bytes_ += bytes;
    } else {
      const std::uint64_t bytes = layout.getTypeAllocSize(type->getScalarType());
      source = target = thread_slot_address(entry, bytes, slot_alignment(type).value());
    }
    IRBuilder<> builder(&*(isa<PHINode>(value) ? value.getParent()->getFirstInsertionPt()
                                               : std::next(value.getIterator())));
    Value* stored =
        type == value.getType() ? static_cast<Value*>(&value) : builder.CreateZExt(&value, type);
    builder.CreateAlignedStore(stored, target, slot_alignment(type));
    return source;
  }

  /// Truth values take a byte each.
  static Type* memory_type(Type* type) {
    return type->isIntOrIntVectorTy(1) ? type->getWithNewBitWidth(8) : type;
  }

  Align slot_alignment(Type* type) {
    return function_->getDataLayout().getABITypeAlign(type->getScalarType());
  }

  Value* reload(IRBuilder<>& builder, Type* type, Value* address) {
    Type* stored = memory_type(type);
    Value* value = builder.CreateAlignedLoad(stored, address, slot_alignment(stored), "reload");
    return stored == type ? value : builder.CreateTrunc(value, type);
  }

  Function& old_;
  unsigned lanes_;
  bool is_together_;  ///< slots lie by packets, and not each as an array
  const Uniformity* uniformity_;
  SmallPtrSet<const Value*, 32> uniform_;
  Function* function_ = nullptr;
  BasicBlock* dispatch_ = nullptr;
  SmallVector<BasicBlock*, 8> resumes_;
  Recomputation recomputation_;
  Argument* state_ = nullptr;
  Argument* scratch_ = nullptr;
  Argument* stride_ = nullptr;
  Instruction* slots_before_ = nullptr;
  Value* slots_ = nullptr;
  Argument* reduction_ = nullptr;
  Argument* common_in_ = nullptr;
  Argument* common_out_ = nullptr;
  int round_ = kFinished;
  std::uint64_t thread_bytes_ = 0;
  std::uint64_t common_bytes_ = 0;
};

}  // namespace

void put_loop_values_behind_loops(Function& body) {
  DominatorTree dominators(body);
  LoopInfo loops(dominators);
  for (Loop* loop : loops) formLCSSARecursively(*loop, dominators, &loops, nullptr);
}

Regions split_regions(Function& body, unsigned lanes, const Uniformity* uniformity) {
  return RegionSplitter(body, lanes, uniformity).run();
}

}  // namespace riffle::spmd
