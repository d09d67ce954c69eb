// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/rounds.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <bit>
#include <cstddef>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/intrinsics.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// No launch finds more than that in the caches (platform::cache_share_bytes).
constexpr std::uint64_t kLargestCache = 32 << 20;

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
  if (!skips || guard->getSuccessor(0) == guard->getSuccessor(1)) return {};
  return Outline{guard, loop};
}

}  // namespace

std::optional<Rounds> Rounds::find(Function& body) {
  if (!is_free_of_state(body)) return {};
  DominatorTree dominators(body);
  const LoopInfo loops(dominators);
  const auto parts = outline(body, loops);
  if (!parts) return {};
  Loop& loop = *parts->loop;
  const auto phis = loop.getHeader()->phis();
  if (range_size(phis) != 1) return {};
  const auto grid_loop = GridLoop::find(loop, *parts->guard, *loop.getExitBlock(), *phis.begin());
  if (!grid_loop) return {};
  return Rounds(*grid_loop, indexed_accesses(loop, grid_loop->index(), [](const Value& base) {
    return is_same_for_grid(base);
  }));
}

Function* Rounds::make_round() const {
  Function& body = *loop_.index().getFunction();
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

  auto* guard = cast<BranchInst>(map[&loop_.guard()]);
  IRBuilder<> builder(guard);
  Type* i64 = builder.getInt64Ty();
  Value* index = builder.CreateAdd(start, builder.CreateZExt(round->getArg(kThreadX), i64), "index",
                                   /*NUW=*/true, /*NSW=*/true);
  BodyArguments arguments;
  for (Argument& argument : round->args()) arguments.push_back(&argument);
  Value* some = builder.CreateICmpSLT(index, loop_.count(builder, arguments), "some");
  auto* header = cast<BasicBlock>(map[loop_.phi().getParent()]);
  auto* latch = cast<BranchInst>(map[&loop_.latch()]);
  BasicBlock* exit = latch->getSuccessor(latch->getSuccessor(0) == header ? 1 : 0);
  Value* former = guard->getCondition();
  guard->setCondition(guard->getSuccessor(0) == exit ? builder.CreateNot(some) : some);
  RecursivelyDeleteTriviallyDeadInstructions(former);
  former = latch->getCondition();
  BranchInst::Create(exit, latch->getIterator());
  latch->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(former);
  loop_.replace_index(map, builder, index);
  return round;
}

bool Rounds::is_flat(const Function& round) {
  for (const unsigned number : {kFrame, kExtentX, kExtentY, kExtentZ, kThreads, kBlockX, kLinear}) {
    if (!round.getArg(number)->use_empty()) return false;
  }
  return round.getArg(kThreadX)->hasOneUse();  // the index
}

Value* Rounds::serve(IRBuilder<>& builder, const BodyArguments& arguments) const {
  Value* threads = builder.CreateMul(builder.CreateZExt(arguments[kGridX], builder.getInt64Ty()),
                                     builder.CreateZExt(arguments[kExtentX], builder.getInt64Ty()));
  // Threads are counted in 32 bits in most loops of 64, too.
  Value* serves = builder.CreateICmpULT(threads, builder.getInt64(std::uint64_t{1} << 31));
  const auto require = [&](Value* condition) { serves = builder.CreateAnd(serves, condition); };
  require(builder.CreateICmpEQ(loop_.step(builder, arguments), threads));
  require(loop_.stays_in_range(builder, arguments));
  for (const unsigned rows : {kGridY, kGridZ})
    require(builder.CreateICmpEQ(arguments[rows], builder.getInt32(1)));
  return serves;
}

Value* Rounds::take_any(IRBuilder<>& builder, const BodyArguments& arguments) const {
  if (!accesses_) return builder.getFalse();
  SmallVector<Value*, 8> bases;
  for (const IndexedAccess& access : *accesses_)
    bases.push_back(evaluated(builder, access.base, arguments));
  return touch_apart(builder, *accesses_, bases, loop_.count(builder, arguments));
}

namespace {

Value* quotient_up(IRBuilder<>& builder, Value* number, Value* by) {
  return builder.CreateUDiv(builder.CreateAdd(number, builder.CreateSub(by, builder.getInt64(1))),
                            by);
}

/// How many portions make whole packets, if any may be joined.
Value* joined_portions(IRBuilder<>& builder, Value* extent, const Rounds::Share& share) {
  const auto log_lanes = static_cast<std::uint64_t>(std::countr_zero(share.lanes));
  Value* zeros = builder.CreateBinaryIntrinsic(Intrinsic::cttz, extent, builder.getTrue());
  zeros = builder.CreateBinaryIntrinsic(Intrinsic::umin, zeros, builder.getInt64(log_lanes));
  Value* joined = builder.CreateLShr(builder.getInt64(share.lanes), zeros);
  return builder.CreateSelect(share.any, joined, builder.getInt64(1), "joined");
}

/// Whether the launch writes past the caches: as it was counted, for one iteration, or by all that the loop writes.
Value* streams_of_loop(IRBuilder<>& builder, const BodyArguments& arguments, Value* elements,
                       std::uint32_t streamed_bytes) {
  Value* streams = load_field(builder, arguments[kLaunch], offsetof(abi::GridLaunch, streams),
                              builder.getInt64Ty(), "streams");
  Value* written = builder.CreateMul(elements, builder.getInt64(streamed_bytes));
  return builder.CreateSelect(builder.CreateICmpUGT(written, builder.getInt64(kLargestCache)),
                              builder.getInt64(1), streams, "streams");
}

/// The portions that a range of blocks runs, and how it goes from one to the next: `joined` at a time.
struct PortionWalk {
  Value* from;
  Value* to;
  Value* first_block;
  Value* forward;  ///< blocks from one portion's to the next one's
  Value* high;     ///< the end of the blocks; after it, the first of them is `span` back
  Value* span;
  Value* others;  ///< portions of blocks outside the range, skipped there
};

PortionWalk walk_portions(IRBuilder<>& builder, Value* portions, Value* joined, Value* blocks,
                          const Rounds::Share& share) {
  const auto choose = [&](Value* one, Value* other) {
    return builder.CreateSelect(share.any, one, other);
  };
  // Blocks' shares of all groups of joined portions: as equal as may be.
  Value* groups = quotient_up(builder, portions, joined);
  Value* each = builder.CreateUDiv(groups, blocks);
  Value* rest = builder.CreateURem(groups, blocks);
  const auto begin_of = [&](Value* block) {
    Value* more = builder.CreateUDiv(builder.CreateMul(block, rest), blocks);
    return builder.CreateMul(builder.CreateAdd(builder.CreateMul(block, each), more), joined);
  };
  PortionWalk walk{};
  walk.from = choose(begin_of(share.first), share.first);
  walk.to = choose(begin_of(share.end), portions);
  walk.first_block = builder.CreateURem(walk.from, blocks);
  walk.forward = builder.CreateURem(joined, blocks);
  Value* low = choose(builder.getInt64(0), share.first);
  walk.high = choose(blocks, share.end);
  walk.span = builder.CreateSub(walk.high, low);
  walk.others = builder.CreateSub(blocks, walk.span);
  return walk;
}

}  // namespace

void Rounds::emit(IRBuilder<>& builder, const BodyArguments& arguments, const Share& share,
                  function_ref<void(IRBuilder<>&, BodyArguments&)> emit_block) const {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  Value* extent = builder.CreateZExt(arguments[kExtentX], builder.getInt64Ty());
  Value* blocks = builder.CreateZExt(arguments[kGridX], builder.getInt64Ty());
  Value* elements = loop_.count(builder, arguments);
  Value* portions = quotient_up(builder, elements, extent);
  portions->setName("portions");
  Value* joined = joined_portions(builder, extent, share);
  Value* streams = streams_of_loop(builder, arguments, elements, share.streamed_bytes);
  const PortionWalk walk = walk_portions(builder, portions, joined, blocks, share);

  BasicBlock* before = builder.GetInsertBlock();
  BasicBlock* loop = BasicBlock::Create(context, "portion.of.block", run);
  BasicBlock* done = BasicBlock::Create(context, "portions.done", run);
  builder.CreateCondBr(builder.CreateICmpULT(walk.from, walk.to), loop, done);
  builder.SetInsertPoint(loop);
  PHINode* portion = builder.CreatePHI(builder.getInt64Ty(), 2, "portion");
  PHINode* block = builder.CreatePHI(builder.getInt64Ty(), 2, "block");
  portion->addIncoming(walk.from, before);
  block->addIncoming(walk.first_block, before);
  BodyArguments here = arguments;
  here[kBlockX] = builder.CreateTrunc(block, builder.getInt32Ty(), "block.x");
  here[kBlockY] = here[kBlockZ] = builder.getInt32(0);
  here[kExtentX] =
      builder.CreateTrunc(builder.CreateMul(extent, joined), builder.getInt32Ty(), "extent.x");
  here.push_back(builder.CreateMul(portion, extent, "start", true, true));
  here.push_back(streams);
  store_block_index(builder, here);
  emit_block(builder, here);

  Value* next_block = builder.CreateAdd(block, walk.forward, "", true, true);
  Value* wraps = builder.CreateICmpUGE(next_block, walk.high);
  Value* skipped = builder.CreateSelect(wraps, walk.others, builder.getInt64(0));
  Value* next = builder.CreateAdd(portion, joined, "", true, true);
  next = builder.CreateAdd(next, skipped, "", true, true);
  portion->addIncoming(next, builder.GetInsertBlock());
  next_block = builder.CreateSelect(wraps, builder.CreateSub(next_block, walk.span), next_block);
  block->addIncoming(next_block, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateICmpULT(next, walk.to), loop, done);
  builder.SetInsertPoint(done);
  if (share.streamed_bytes != 0) fence_streamed_stores(builder, streams);
}

}  // namespace riffle::spmd
