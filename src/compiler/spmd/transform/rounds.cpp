// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/rounds.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <bit>
#include <cstddef>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/transform/fix_shape.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Sums of two numbers below it fit into 64 bits.
constexpr std::uint64_t kLargestCount = std::uint64_t{1} << 62;
/// A division rounded up, of which each step is checked, is 7 deep.
constexpr unsigned kDeepest = 8;
/// No launch finds more than that in the caches (platform::cache_share_bytes).
constexpr std::uint64_t kLargestCache = 32 << 20;

/// The same for all threads of the launch, by simple operations that may run at any time.
bool is_same_for_grid(const Value& value, unsigned depth = kDeepest) {
  if (isa<ConstantInt>(value)) return true;
  if (const auto* argument = dyn_cast<Argument>(&value)) {
    const unsigned number = argument->getArgNo();
    return number >= kFirstParameter || (number >= kGridX && number <= kDynamicShared);
  }
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || depth == 0) return false;
  // A division that every thread comes to has its divisor checked.
  const bool is_safe = !instruction->isIntDivRem() || instruction->getParent()->isEntryBlock();
  const bool is_simple = (isa<BinaryOperator>(instruction) && is_safe) ||
                         isa<CastInst>(instruction) || isa<SelectInst>(instruction) ||
                         isa<ICmpInst>(instruction) || isa<GetElementPtrInst>(instruction);
  return is_simple && all_of(instruction->operands(), [&](const Use& operand) {
           return is_same_for_grid(*operand.get(), depth - 1);
         });
}

/// What is_same_for_grid accepts, for a launch's arguments.
Value* evaluated(IRBuilder<>& builder, Value* value, const BodyArguments& arguments) {
  if (isa<Constant>(value)) return value;
  if (auto* argument = dyn_cast<Argument>(value)) return arguments[argument->getArgNo()];
  Instruction* copy = cast<Instruction>(value)->clone();
  for (Use& operand : copy->operands()) operand.set(evaluated(builder, operand.get(), arguments));
  copy->dropPoisonGeneratingFlags();
  copy->setDebugLoc({});
  return builder.Insert(copy);
}

const Value* without_extensions(const Value* value) {
  while (isa<ZExtInst>(value) || isa<SExtInst>(value)) value = cast<CastInst>(value)->getOperand(0);
  return value;
}

bool is_argument(const Value* value, unsigned number) {
  const auto* argument = dyn_cast<Argument>(without_extensions(value));
  return argument != nullptr && argument->getArgNo() == number;
}

/// block.x * extent.x, or block.x times what extent.x is in code for one shape.
bool is_start_of_block(const Value* value) {
  const auto* start = dyn_cast<BinaryOperator>(value);
  if (start == nullptr) return false;
  const Value *left = start->getOperand(0), *right = start->getOperand(1);
  const APInt* number = nullptr;
  if (match(right, m_APInt(number)) && is_argument(left, kBlockX)) {
    const auto shape = shape_of(*start->getFunction());
    if (!shape || number->uge(shape->block.x + 1)) return false;
    const std::uint64_t factor = number->getZExtValue();
    return start->getOpcode() == Instruction::Shl
               ? std::uint64_t{1} << factor % 64 == shape->block.x
               : start->getOpcode() == Instruction::Mul && factor == shape->block.x;
  }
  return start->getOpcode() == Instruction::Mul &&
         ((is_argument(left, kBlockX) && is_argument(right, kExtentX)) ||
          (is_argument(left, kExtentX) && is_argument(right, kBlockX)));
}

/// block.x * extent.x + thread.x
bool is_thread_of_grid(const Value* value) {
  const auto* sum = dyn_cast<BinaryOperator>(without_extensions(value));
  if (sum == nullptr || sum->getOpcode() != Instruction::Add) return false;
  for (const bool swapped : {false, true}) {
    if (!is_argument(sum->getOperand(swapped ? 1 : 0), kThreadX)) continue;
    return is_start_of_block(without_extensions(sum->getOperand(swapped ? 0 : 1)));
  }
  return false;
}

/// Nothing that is kept from iteration to iteration, or for the block.
bool is_free_of_state(const Function& body) {
  if (!body.getArg(kShared)->use_empty() || !body.getArg(kThread)->use_empty()) return false;
  return none_of(instructions(body), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    return isa<AllocaInst>(instruction) || (call != nullptr && suspends(*call));
  });
}

bool may_run_again(const BasicBlock& block) {
  return none_of(block, [](const Instruction& instruction) {
    return isa<PHINode>(instruction) || instruction.mayReadOrWriteMemory() ||
           instruction.mayHaveSideEffects();
  });
}

/// Of a body with a guard, a loop behind it, and nothing else.
struct Outline {
  BranchInst* guard;
  Loop* loop;
  BranchInst* latch;
};

std::optional<Outline> outline(Function& body, const LoopInfo& loops) {
  auto* guard = dyn_cast<BranchInst>(body.getEntryBlock().getTerminator());
  if (guard == nullptr || !guard->isConditional() || range_size(loops) != 1) return {};
  Loop* loop = *loops.begin();
  BasicBlock* latch = loop->getLoopLatch();
  BasicBlock* exit = loop->getExitBlock();
  BasicBlock* before = loop->getLoopPredecessor();
  if (latch == nullptr || exit == nullptr || before == nullptr ||
      loop->getExitingBlock() != latch || !isa<ReturnInst>(exit->front()))
    return {};
  for (BasicBlock& block : body) {
    const bool is_known = &block == guard->getParent() || &block == before || &block == exit;
    if (!loop->contains(&block) && (!is_known || !may_run_again(block))) return {};
  }
  const bool skips = guard->getSuccessor(0) == exit || guard->getSuccessor(1) == exit;
  auto* last = dyn_cast<BranchInst>(latch->getTerminator());
  if (!skips || guard->getSuccessor(0) == guard->getSuccessor(1) || last == nullptr) return {};
  return Outline{guard, loop, last};
}

/// The comparison that lets `branch` go to where `exit` is not, as `index predicate bound`.
struct Comparison {
  CmpInst::Predicate predicate;
  Value* bound;
};

std::optional<Comparison> comparison_of(const BranchInst& branch, const BasicBlock* exit,
                                        const Value* index) {
  const auto* comparison = dyn_cast<ICmpInst>(branch.getCondition());
  if (comparison == nullptr) return {};
  const bool swapped = comparison->getOperand(1) == index;
  if (!swapped && comparison->getOperand(0) != index) return {};
  auto predicate = swapped ? comparison->getSwappedPredicate() : comparison->getPredicate();
  if (branch.getSuccessor(0) == exit) predicate = CmpInst::getInversePredicate(predicate);
  return Comparison{predicate, comparison->getOperand(swapped ? 0 : 1)};
}

bool depends_on_grid(const Value& value, unsigned depth = kDeepest) {
  if (is_argument(&value, kGridX)) return true;
  const auto* instruction = dyn_cast<Instruction>(&value);
  return instruction != nullptr && depth != 0 &&
         any_of(instruction->operands(),
                [&](const Use& operand) { return depends_on_grid(*operand.get(), depth - 1); });
}

/// What counted iterations, in a body of one: `index`, which nothing uses any more, and all that led to it.
void drop_counter(PHINode& phi, Instruction& index) {
  if (&index != &phi) RecursivelyDeleteTriviallyDeadInstructions(&index);
  const SmallVector<WeakTrackingVH, 2> counted(phi.incoming_values());
  phi.replaceAllUsesWith(PoisonValue::get(phi.getType()));
  phi.eraseFromParent();
  for (const WeakTrackingVH& value : counted) {
    if (value.pointsToAliveValue()) RecursivelyDeleteTriviallyDeadInstructions(value);
  }
}

}  // namespace

Value* step_through_grid(const Loop& loop, const PHINode& phi) {
  Value* step = nullptr;
  if (loop.getLoopLatch() == nullptr || !phi.getType()->isIntegerTy() ||
      !match(phi.getIncomingValueForBlock(loop.getLoopLatch()),
             m_c_Add(m_Specific(&phi), m_Value(step))))
    return nullptr;
  return is_same_for_grid(*step) && depends_on_grid(*step) ? step : nullptr;
}

bool goes_through_grid(Function& body) {
  const DominatorTree dominators(body);
  const LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](const Loop* loop) {
    return any_of(loop->getHeader()->phis(),
                  [&](const PHINode& phi) { return step_through_grid(*loop, phi) != nullptr; });
  });
}

/// i = thread of grid; i < bound; i += step
bool Rounds::find_index(Loop& loop, const BranchInst& guard, const BranchInst& latch) {
  Value* start = phi_->getIncomingValueForBlock(loop.getLoopPredecessor());
  Value* next = phi_->getIncomingValueForBlock(loop.getLoopLatch());
  if (!match(next, m_c_Add(m_Specific(phi_), m_Value(step_)))) return false;
  if (!is_thread_of_grid(start) || !is_same_for_grid(*step_)) return false;
  const BasicBlock* exit = loop.getExitBlock();
  const auto enters = comparison_of(guard, exit, start);
  const auto goes_on = comparison_of(latch, exit, next);
  if (!enters || !goes_on || enters->predicate != goes_on->predicate ||
      enters->bound != goes_on->bound || !is_same_for_grid(*enters->bound))
    return false;
  if (!ICmpInst::isLT(enters->predicate) && !ICmpInst::isLE(enters->predicate)) return false;
  index_ = phi_;
  bound_ = enters->bound;
  is_signed_ = CmpInst::isSigned(enters->predicate);
  inclusive_ = ICmpInst::isLE(enters->predicate);
  return true;
}

/// round = 0; round < bound; ++round, and nothing made of it but round * step + thread of grid
bool Rounds::find_counter(Loop& loop, const BranchInst& guard, const BranchInst& latch) {
  Value* next = phi_->getIncomingValueForBlock(loop.getLoopLatch());
  if (!phi_->getType()->isIntegerTy(32) || !match(next, m_c_Add(m_Specific(phi_), m_One())) ||
      !match(phi_->getIncomingValueForBlock(loop.getLoopPredecessor()), m_Zero()))
    return false;
  const auto* enters = dyn_cast<ICmpInst>(guard.getCondition());
  const BasicBlock* exit = loop.getExitBlock();
  const auto goes_on = comparison_of(latch, exit, next);
  if (enters == nullptr || !goes_on || !is_same_for_grid(*goes_on->bound)) return false;
  bound_ = goes_on->bound;
  const auto some = comparison_of(guard, exit, bound_);
  if (!some || !match(some->bound, m_Zero())) return false;
  is_signed_ = some->predicate == CmpInst::ICMP_SGT;
  if (!is_signed_ && some->predicate != CmpInst::ICMP_UGT && some->predicate != CmpInst::ICMP_NE)
    return false;
  const auto less = is_signed_ ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
  if (goes_on->predicate != CmpInst::ICMP_NE && goes_on->predicate != less) return false;
  // The product and the sum, each the only one.
  Instruction* product = nullptr;
  for (User* user : phi_->users()) {
    if (user == next) continue;
    if (product != nullptr) return false;
    product = cast<Instruction>(user);
  }
  if (product == nullptr || !product->hasOneUse() ||
      !match(product, m_c_Mul(m_Specific(phi_), m_Value(step_))) || !is_same_for_grid(*step_))
    return false;
  Value* start = nullptr;
  index_ = dyn_cast<Instruction>(*product->user_begin());
  return index_ != nullptr && match(index_, m_c_Add(m_Specific(product), m_Value(start))) &&
         is_thread_of_grid(start);
}

std::optional<Rounds> Rounds::find(Function& body) {
  if (!is_free_of_state(body)) return {};
  DominatorTree dominators(body);
  const LoopInfo loops(dominators);
  const auto parts = outline(body, loops);
  if (!parts) return {};
  Loop& loop = *parts->loop;
  const auto phis = loop.getHeader()->phis();
  if (range_size(phis) != 1) return {};
  Rounds rounds;
  rounds.phi_ = &*phis.begin();
  if (!rounds.phi_->getType()->isIntegerTy(32) && !rounds.phi_->getType()->isIntegerTy(64))
    return {};
  if (!rounds.find_index(loop, *parts->guard, *parts->latch) &&
      !rounds.find_counter(loop, *parts->guard, *parts->latch))
    return {};
  rounds.guard_ = parts->guard;
  rounds.latch_ = parts->latch;
  rounds.accesses_ = indexed_accesses(loop, *rounds.index_,
                                      [](const Value& base) { return is_same_for_grid(base); });
  return rounds;
}

Value* Rounds::extended(IRBuilder<>& builder, Value* number) const {
  return is_signed_ ? builder.CreateSExt(number, builder.getInt64Ty())
                    : builder.CreateZExt(number, builder.getInt64Ty());
}

/// The first index that is too large: of a launch, or of a body.
Value* Rounds::count(IRBuilder<>& builder, const BodyArguments& arguments) const {
  Value* wide = extended(builder, evaluated(builder, bound_, arguments));
  if (index_ != phi_)
    return builder.CreateMul(wide, extended(builder, evaluated(builder, step_, arguments)));
  return inclusive_ ? builder.CreateAdd(wide, builder.getInt64(1)) : wide;
}

Function* Rounds::make_round() const {
  Function& body = *index_->getFunction();
  SmallVector<Type*, 32> types(body.getFunctionType()->params());
  types.append(2, Type::getInt64Ty(body.getContext()));
  Function* round =
      Function::Create(FunctionType::get(body.getReturnType(), types, false),
                       GlobalValue::InternalLinkage, body.getName() + ".round", body.getParent());
  ValueToValueMapTy map;
  for (Argument& argument : body.args()) {
    Argument* same = round->getArg(argument.getArgNo());
    same->setName(argument.getName());
    map[&argument] = same;
  }
  Argument* start = round->getArg(body.arg_size());
  start->setName("start");
  round->getArg(body.arg_size() + 1)->setName("streams");
  SmallVector<ReturnInst*, 1> returns;
  CloneFunctionInto(round, &body, map, CloneFunctionChangeType::LocalChangesOnly, returns);

  auto* guard = cast<BranchInst>(map[guard_]);
  IRBuilder<> builder(guard);
  Type* i64 = builder.getInt64Ty();
  Value* index = builder.CreateAdd(start, builder.CreateZExt(round->getArg(kThreadX), i64), "index",
                                   /*NUW=*/true, /*NSW=*/true);
  BodyArguments arguments;
  for (Argument& argument : round->args()) arguments.push_back(&argument);
  Value* some = builder.CreateICmpSLT(index, count(builder, arguments), "some");
  auto* phi = cast<PHINode>(map[phi_]);
  auto* latch = cast<BranchInst>(map[latch_]);
  BasicBlock* exit = latch->getSuccessor(latch->getSuccessor(0) == phi->getParent() ? 1 : 0);
  Value* former = guard->getCondition();
  guard->setCondition(guard->getSuccessor(0) == exit ? builder.CreateNot(some) : some);
  RecursivelyDeleteTriviallyDeadInstructions(former);
  former = latch->getCondition();
  BranchInst::Create(exit, latch->getIterator());
  latch->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(former);
  auto* narrow = cast<Instruction>(map[index_]);
  for (User* user : make_early_inc_range(narrow->users())) {
    auto* extension = dyn_cast<CastInst>(user);
    if (extension == nullptr || extension->getType() != i64) continue;
    extension->replaceAllUsesWith(index);
    extension->eraseFromParent();
  }
  narrow->replaceAllUsesWith(builder.CreateTrunc(index, narrow->getType()));
  drop_counter(*phi, *narrow);
  return round;
}

bool Rounds::is_flat(const Function& round) {
  for (const unsigned number : {kFrame, kExtentX, kExtentY, kExtentZ, kThreads, kBlockX, kLinear}) {
    if (!round.getArg(number)->use_empty()) return false;
  }
  return round.getArg(kThreadX)->hasOneUse();  // the index
}

Value* Rounds::serve(IRBuilder<>& builder, const BodyArguments& arguments) const {
  Value* bound = count(builder, arguments);
  Value* step = extended(builder, evaluated(builder, step_, arguments));
  Value* threads = builder.CreateMul(builder.CreateZExt(arguments[kGridX], builder.getInt64Ty()),
                                     builder.CreateZExt(arguments[kExtentX], builder.getInt64Ty()));
  const unsigned bits = phi_->getType()->getIntegerBitWidth();
  const std::uint64_t most = (bits == 64 ? kLargestCount : std::uint64_t{1} << 31) - 2;
  // Threads are counted in 32 bits in most loops of 64, too.
  Value* serves = builder.CreateICmpULT(threads, builder.getInt64(std::uint64_t{1} << 31));
  const auto require = [&](Value* condition) { serves = builder.CreateAnd(serves, condition); };
  require(builder.CreateICmpEQ(step, threads));
  require(builder.CreateICmpSGE(bound, builder.getInt64(0)));
  require(builder.CreateICmpSLE(bound, builder.getInt64(most)));
  require(builder.CreateICmpSLE(builder.CreateAdd(bound, step), builder.getInt64(most)));
  for (const unsigned rows : {kGridY, kGridZ})
    require(builder.CreateICmpEQ(arguments[rows], builder.getInt32(1)));
  return serves;
}

Value* Rounds::take_any(IRBuilder<>& builder, const BodyArguments& arguments) const {
  if (!accesses_) return builder.getFalse();
  SmallVector<Value*, 8> bases;
  for (const IndexedAccess& access : *accesses_)
    bases.push_back(evaluated(builder, access.base, arguments));
  return touch_apart(builder, *accesses_, bases, count(builder, arguments));
}

namespace {

/// How many portions make whole packets, if any may be joined.
Value* joined_portions(IRBuilder<>& builder, Value* extent, const Rounds::Share& share) {
  const auto log_lanes = static_cast<std::uint64_t>(std::countr_zero(share.lanes));
  Value* zeros = builder.CreateBinaryIntrinsic(Intrinsic::cttz, extent, builder.getTrue());
  zeros = builder.CreateBinaryIntrinsic(Intrinsic::umin, zeros, builder.getInt64(log_lanes));
  Value* joined = builder.CreateLShr(builder.getInt64(share.lanes), zeros);
  return builder.CreateSelect(share.any, joined, builder.getInt64(1), "joined");
}

}  // namespace

void Rounds::emit(IRBuilder<>& builder, const BodyArguments& arguments, const Share& share,
                  function_ref<void(IRBuilder<>&, BodyArguments&)> emit_block) const {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  const auto wide = [&](unsigned number) {
    return builder.CreateZExt(arguments[number], builder.getInt64Ty());
  };
  const auto quotient_up = [&](Value* number, Value* by) {
    return builder.CreateUDiv(builder.CreateAdd(number, builder.CreateSub(by, builder.getInt64(1))),
                              by);
  };
  Value* extent = wide(kExtentX);
  Value* blocks = wide(kGridX);
  Value* elements = count(builder, arguments);
  Value* portions = quotient_up(elements, extent);
  portions->setName("portions");
  Value* joined = joined_portions(builder, extent, share);
  Value* streams = load_field(builder, arguments[kLaunch], offsetof(abi::Launch, streams),
                              builder.getInt64Ty(), "streams");
  // The launch counted one iteration.
  Value* written = builder.CreateMul(elements, builder.getInt64(share.streamed_bytes));
  streams = builder.CreateSelect(builder.CreateICmpUGT(written, builder.getInt64(kLargestCache)),
                                 builder.getInt64(1), streams, "streams");
  const auto choose = [&](Value* one, Value* other) {
    return builder.CreateSelect(share.any, one, other);
  };
  // Blocks' shares of all groups of joined portions: as equal as may be.
  Value* groups = quotient_up(portions, joined);
  Value* each = builder.CreateUDiv(groups, blocks);
  Value* rest = builder.CreateURem(groups, blocks);
  const auto begin_of = [&](Value* block) {
    Value* more = builder.CreateUDiv(builder.CreateMul(block, rest), blocks);
    return builder.CreateMul(builder.CreateAdd(builder.CreateMul(block, each), more), joined);
  };
  Value* from = choose(begin_of(share.first), share.first);
  Value* to = choose(begin_of(share.end), portions);
  Value* first_block = builder.CreateURem(from, blocks);
  Value* forward = builder.CreateURem(joined, blocks);
  Value* low = choose(builder.getInt64(0), share.first);
  Value* high = choose(blocks, share.end);
  Value* span = builder.CreateSub(high, low);
  Value* others = builder.CreateSub(blocks, span);
  BasicBlock* before = builder.GetInsertBlock();
  BasicBlock* loop = BasicBlock::Create(context, "portion.of.block", run);
  BasicBlock* done = BasicBlock::Create(context, "portions.done", run);
  builder.CreateCondBr(builder.CreateICmpULT(from, to), loop, done);
  builder.SetInsertPoint(loop);
  PHINode* portion = builder.CreatePHI(builder.getInt64Ty(), 2, "portion");
  PHINode* block = builder.CreatePHI(builder.getInt64Ty(), 2, "block");
  portion->addIncoming(from, before);
  block->addIncoming(first_block, before);
  BodyArguments here = arguments;
  here[kBlockX] = builder.CreateTrunc(block, builder.getInt32Ty(), "block.x");
  here[kBlockY] = here[kBlockZ] = builder.getInt32(0);
  here[kExtentX] =
      builder.CreateTrunc(builder.CreateMul(extent, joined), builder.getInt32Ty(), "extent.x");
  here.push_back(builder.CreateMul(portion, extent, "start", true, true));
  here.push_back(streams);
  store_block_index(builder, here);
  emit_block(builder, here);
  Value* next_block = builder.CreateAdd(block, forward, "", true, true);
  Value* wraps = builder.CreateICmpUGE(next_block, high);
  Value* skipped = builder.CreateSelect(wraps, others, builder.getInt64(0));
  Value* next = builder.CreateAdd(portion, joined, "", true, true);
  next = builder.CreateAdd(next, skipped, "", true, true);
  portion->addIncoming(next, builder.GetInsertBlock());
  next_block = builder.CreateSelect(wraps, builder.CreateSub(next_block, span), next_block);
  block->addIncoming(next_block, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateICmpULT(next, to), loop, done);
  builder.SetInsertPoint(done);
  if (share.streamed_bytes != 0) fence_streamed_stores(builder, streams);
}

}  // namespace riffle::spmd
