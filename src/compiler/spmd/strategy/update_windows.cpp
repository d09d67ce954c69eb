// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/update_windows.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/analysis/deferrable_updates.h"
#include "compiler/spmd/analysis/suspension.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/strategy/range_function.h"
#include "compiler/spmd/strategy/touched_spans.h"
#include "compiler/spmd/widen/reductions.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kMostWindows = 4;        // of a kernel
constexpr std::uint64_t kPageBytes = 4096;  // what is accessible as a whole or not at all
// More places would be flushed as often as they are updated: a worker's range takes a tenth of a millisecond.
constexpr std::uint64_t kWindowBytes = 8 * kPageBytes;
constexpr std::uint64_t kVectorBytes = 32;

/// An UpdateWindow, and what stays the same.
struct WindowState {
  UpdateWindow window;
  std::uint64_t memory;  ///< of kWindowBytes
  const abi::GridLaunch* launch;
};

/// One of the functions that a kernel's windows share, while it is made.
class FunctionMaker {
 public:
  FunctionMaker(Module& module, const KernelState& kernel, const Twine& name, unsigned pointers,
                AtomicRMWInst::BinOp operation, Type* type)
      : builder(module.getContext()), operation_(operation), type_(type) {
    const SmallVector<Type*, 2> types(pointers, builder.getPtrTy());
    function = Function::Create(FunctionType::get(builder.getVoidTy(), types, false),
                                GlobalValue::InternalLinkage, kernel.name + name, &module);
    function->addFnAttr(Attribute::NoUnwind);
    function->addFnAttr(Attribute::NoInline);  // seldom run, and not to be looked through
    function->addFnAttr(Attribute::NullPointerIsValid);
    builder.SetInsertPoint(block("entry"));
    exit = block("exit");
    IRBuilder<>(exit).CreateRetVoid();
  }

  [[nodiscard]] BasicBlock* block(const Twine& name) {
    return BasicBlock::Create(builder.getContext(), name, function);
  }
  /// Goes on only if `condition` holds.
  void require(Value* condition) {
    BasicBlock* const next = block("next");
    builder.CreateCondBr(condition, next, exit);
    builder.SetInsertPoint(next);
  }
  [[nodiscard]] Value* field(std::size_t offset) {
    return load_field(builder, function->getArg(0), offset, builder.getInt64Ty(), "", false);
  }
  void set_field(std::size_t offset, Value* value) {
    store_field(builder, function->getArg(0), offset, value);
  }
  /// As many elements as a register has.
  [[nodiscard]] VectorType* vector() const {
    return FixedVectorType::get(
        type_, static_cast<unsigned>(8 * kVectorBytes) / type_->getIntegerBitWidth());
  }
  [[nodiscard]] Constant* nothing() const { return neutral(operation_, vector()); }
  [[nodiscard]] Value* at(Value* address) {
    return builder.CreateIntToPtr(address, builder.getPtrTy());
  }
  /// For each of the vectors in [low, high), which is not empty.
  void for_vectors(Value* low, Value* high, function_ref<void(Value*)> emit) {
    Value* const count = builder.CreateUDiv(builder.CreateSub(high, low), number(kVectorBytes));
    emit_loop(builder, count, "vector", [&](Value* which) {
      emit(builder.CreateAdd(low, builder.CreateMul(which, number(kVectorBytes))));
    });
  }
  [[nodiscard]] ConstantInt* number(std::uint64_t value) { return builder.getInt64(value); }

  IRBuilder<> builder;
  Function* function;
  BasicBlock* exit;

 private:
  AtomicRMWInst::BinOp operation_;
  Type* type_;
};

constexpr std::size_t kLow = offsetof(WindowState, window.low),
                      kRoom = offsetof(WindowState, window.room),
                      kShift = offsetof(WindowState, window.shift),
                      kMisses = offsetof(WindowState, window.misses),
                      kMemory = offsetof(WindowState, memory),
                      kStateLaunch = offsetof(WindowState, launch);

/// Ends `maker`'s function if some span of `behind` has a byte of the page, or nobody knows.
void require_nobody_looks(FunctionMaker& maker, Function& behind, Value* page, Value* end) {
  IRBuilder<>& ir = maker.builder;
  IRBuilder<> entry(&*maker.function->getEntryBlock().getFirstInsertionPt());
  Type* const words =
      ArrayType::get(ir.getInt64Ty(), abi::kMostSpans * sizeof(abi::TouchedSpan) / 8);
  Value* const spans = entry.CreateAlloca(words, nullptr, "spans");
  Value* const launch = maker.at(maker.field(kStateLaunch));
  Value* blocks = maker.number(1);
  for (unsigned axis = 0; axis < 3; ++axis) {
    const std::size_t place = offsetof(abi::GridLaunch, grid) + sizeof(std::uint32_t) * axis;
    Value* const extent = load_field(ir, launch, place, ir.getInt32Ty(), "grid");
    blocks = ir.CreateMul(blocks, ir.CreateZExt(extent, ir.getInt64Ty()));
  }
  Value* const count = ir.CreateCall(&behind, {launch, maker.number(0), blocks, spans});
  maker.require(ir.CreateIsNotNull(count));
  BasicBlock* const before = ir.GetInsertBlock();
  BasicBlock* const span = maker.block("span");
  BasicBlock* const apart = maker.block("apart");
  BasicBlock* const all = maker.block("all.apart");
  ir.CreateBr(span);
  ir.SetInsertPoint(span);
  PHINode* const which = ir.CreatePHI(ir.getInt32Ty(), 2, "which");
  which->addIncoming(ir.getInt32(0), before);
  Value* const place =
      ir.CreateGEP(ArrayType::get(ir.getInt8Ty(), sizeof(abi::TouchedSpan)), spans, which);
  const auto bound = [&](std::size_t offset) {
    return load_field(ir, place, offset, ir.getInt64Ty(), "bound", false);
  };
  Value* const is_apart =
      ir.CreateOr(ir.CreateICmpULE(bound(offsetof(abi::TouchedSpan, end)), page),
                  ir.CreateICmpUGE(bound(offsetof(abi::TouchedSpan, begin)), end));
  ir.CreateCondBr(is_apart, apart, maker.exit);
  ir.SetInsertPoint(apart);
  Value* const next = ir.CreateAdd(which, ir.getInt32(1));
  which->addIncoming(next, apart);
  ir.CreateCondBr(ir.CreateICmpULT(next, count), span, all);
  ir.SetInsertPoint(all);
}

/// void grow(state, address): the window gets the page of `address` if it is empty, in the middle of its memory, or if the page is the
/// next one on either side and there is memory left.
Function* make_grow(FunctionMaker maker, Function* behind, std::uint64_t bytes) {
  IRBuilder<>& ir = maker.builder;
  Value* const address = ir.CreatePtrToInt(maker.function->getArg(1), ir.getInt64Ty());
  Value* const page = ir.CreateAnd(address, ~(kPageBytes - 1), "page");
  Value* const end = ir.CreateAdd(page, maker.number(kPageBytes), "page.end");
  Value* const memory = maker.field(kMemory);
  Value* const is_new = ir.CreateIsNull(maker.field(kRoom));
  const auto either = [&](Value* at_first, Value* later) {
    return ir.CreateSelect(is_new, at_first, later);
  };
  Value* const middle = ir.CreateAdd(memory, maker.number(kWindowBytes / 2));
  Value* const shift = either(ir.CreateSub(middle, page), maker.field(kShift));
  Value* const low = either(page, maker.field(kLow));
  Value* const high = either(page, ir.CreateAdd(ir.CreateAdd(maker.field(kLow), maker.field(kRoom)),
                                                maker.number(bytes - 1)));
  maker.require(ir.CreateOr(ir.CreateICmpEQ(page, high), ir.CreateICmpEQ(end, low)));
  Value* const place = ir.CreateAdd(page, shift, "place");
  maker.require(ir.CreateICmpULT(ir.CreateSub(place, memory), maker.number(kWindowBytes)));
  if (behind != nullptr) require_nobody_looks(maker, *behind, page, end);
  maker.for_vectors(place, ir.CreateAdd(place, maker.number(kPageBytes)), [&](Value* part) {
    ir.CreateAlignedStore(maker.nothing(), maker.at(part), Align(kVectorBytes));
  });
  Value* const from = ir.CreateBinaryIntrinsic(Intrinsic::umin, low, page);
  Value* const to = ir.CreateBinaryIntrinsic(Intrinsic::umax, high, end);
  maker.set_field(kLow, from);
  maker.set_field(kRoom, ir.CreateSub(ir.CreateSub(to, from), maker.number(bytes - 1)));
  maker.set_field(kShift, shift);
  maker.set_field(kMisses, maker.number(kFirstMiss - kMissesAPage));
  ir.CreateBr(maker.exit);
  return maker.function;
}

/// What memory is updated by of what a window has: from nothing, each update has been subtracted there.
AtomicRMWInst::BinOp of_kept(AtomicRMWInst::BinOp operation) {
  return operation == AtomicRMWInst::Sub ? AtomicRMWInst::Add : operation;
}

/// void flush(state): what the window, which is not empty, has goes to memory.
Function* make_flush(FunctionMaker maker, AtomicRMWInst::BinOp operation, std::uint64_t bytes) {
  IRBuilder<>& ir = maker.builder;
  Value* const room = maker.field(kRoom);
  Value* const low = maker.field(kLow);
  Value* const shift = maker.field(kShift);
  Value* const high = ir.CreateAdd(ir.CreateAdd(low, room), maker.number(bytes - 1));
  maker.for_vectors(low, high, [&](Value* part) {
    Value* const kept = ir.CreateAlignedLoad(maker.vector(), maker.at(ir.CreateAdd(part, shift)),
                                             Align(kVectorBytes));
    Value* const changed = ir.CreateOrReduce(ir.CreateICmpNE(kept, maker.nothing()));
    BasicBlock* const some = maker.block("some");
    BasicBlock* const done = maker.block("done");
    ir.CreateCondBr(changed, some, done);
    ir.SetInsertPoint(some);
    for (std::uint64_t lane = 0; lane < kVectorBytes / bytes; ++lane) {
      BasicBlock* const update = maker.block("update");
      BasicBlock* const next = maker.block("next");
      Value* const value = ir.CreateExtractElement(kept, lane);
      Value* const same = maker.nothing()->getSplatValue();
      ir.CreateCondBr(ir.CreateICmpNE(value, same), update, next);
      ir.SetInsertPoint(update);
      Value* const to = maker.at(ir.CreateAdd(part, maker.number(lane * bytes)));
      ir.CreateAtomicRMW(of_kept(operation), to, value, Align(bytes), AtomicOrdering::Monotonic);
      ir.CreateBr(next);
      ir.SetInsertPoint(next);
    }
    ir.CreateBr(done);
    ir.SetInsertPoint(done);
  });
  ir.CreateBr(maker.exit);
  return maker.function;
}

/// Of `function`'s calls of the function of this name.
SmallVector<CallInst*, 8> calls_in(Function& function, StringRef name) {
  SmallVector<CallInst*, 8> calls;
  for (Instruction& instruction : instructions(function)) {
    auto* const call = dyn_cast<CallInst>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr &&
        call->getCalledFunction()->getName() == name)
      calls.push_back(call);
  }
  return calls;
}

/// Behind all else that the kernel keeps in its scratch memory.
Value* window_memory(IRBuilder<>& builder, KernelState& kernel, unsigned windows) {
  using abi::Frame, abi::GridLaunch;
  Value* const launch = kernel.run->getArg(0);
  Value* const scratch = load_field(builder, kernel.run->getArg(1), offsetof(Frame, scratch),
                                    builder.getPtrTy(), "scratch");
  Value* const threads =
      load_field(builder, launch, offsetof(GridLaunch, threads), builder.getInt32Ty(), "threads");
  Value* const rounded =
      builder.CreateAnd(builder.CreateAdd(threads, builder.getInt32(63)), ~std::uint64_t{63});
  Value* const of_threads = builder.CreateMul(builder.CreateZExt(rounded, builder.getInt64Ty()),
                                              builder.getInt64(kernel.scratch_bytes_per_thread));
  const std::uint64_t of_block = alignTo(kernel.scratch_bytes_per_block, 64);
  kernel.scratch_bytes_per_block = static_cast<std::uint32_t>(of_block + windows * kWindowBytes);
  return builder.CreatePtrAdd(builder.CreatePtrAdd(scratch, of_threads), builder.getInt64(of_block),
                              "windows");
}

}  // namespace

std::optional<UpdateWindows> UpdateWindows::find(Module& module, KernelState& kernel) {
  const SuspensionSummary summary = summarize_suspensions(*kernel.body);
  if (summary.odd_barriers || summary.in_callees || summary.spins) return {};
  const DeferrableUpdates found = find_deferrable_updates(kernel);
  if (found.updates.empty() || found.updates.size() > kMostWindows) return {};
  UpdateWindows made;
  if (!found.behind.empty()) {
    made.behind_ = make_spans_of(module, kernel, found.behind, ".behind.updates");
    if (made.behind_ == nullptr) return {};
  }
  IRBuilder<> builder(module.getContext());
  for (AtomicRMWInst* update : found.updates) {
    auto* const number = ConstantAsMetadata::get(builder.getInt32(made.count_++));
    update->setMetadata(kWindow, MDNode::get(module.getContext(), number));
  }
  made.type_ = found.updates.front()->getType();
  made.operation_ = found.updates.front()->getOperation();
  return made;
}

void UpdateWindows::lower(KernelState& kernel) {
  Function& run = *kernel.run;
  Module& module = *run.getParent();
  keep_in_windows(run);
  const auto calls = calls_in(run, kWindow);
  if (calls.empty()) {
    if (behind_ != nullptr) behind_->eraseFromParent();
    return;
  }
  const std::uint64_t bytes = type_->getIntegerBitWidth() / 8;
  Function* const grow = make_grow(
      FunctionMaker(module, kernel, ".grow.window", 2, operation_, type_), behind_, bytes);
  Function* const flush = make_flush(
      FunctionMaker(module, kernel, ".flush.window", 1, operation_, type_), operation_, bytes);

  IRBuilder<> entry(&*run.getEntryBlock().getFirstInsertionPt());
  SmallVector<Value*, kMostWindows> states;
  for (unsigned i = 0; i < count_; ++i) {
    AllocaInst* const state = entry.CreateAlloca(
        ArrayType::get(entry.getInt64Ty(), sizeof(WindowState) / 8), nullptr, "window");
    state->setAlignment(Align(kVectorBytes));
    states.push_back(state);
  }
  Value* const memory = window_memory(entry, kernel, count_);
  for (const auto& [number, state] : enumerate(states)) {
    for (const std::size_t field : {kLow, kRoom, kShift, kMisses})
      store_field(entry, state, field, entry.getInt64(0));
    store_field(entry, state, kMemory,
                entry.CreatePtrAdd(memory, entry.getInt64(number * kWindowBytes)));
    store_field(entry, state, kStateLaunch, run.getArg(0));
  }
  for (CallInst* call : calls) {
    call->replaceAllUsesWith(states[cast<ConstantInt>(call->getArgOperand(0))->getZExtValue()]);
    call->eraseFromParent();
  }
  for (CallInst* call : calls_in(run, kGrowWindow)) call->setCalledFunction(grow);
  SmallVector<Instruction*, 1> ends;
  for (BasicBlock& block : run)
    if (isa<ReturnInst>(block.getTerminator())) ends.push_back(block.getTerminator());
  for (Instruction* end : ends) {
    for (Value* state : states) {
      IRBuilder<> builder(end);
      Value* const room = load_field(builder, state, kRoom, builder.getInt64Ty(), "room", false);
      Value* const is_open = builder.CreateIsNotNull(room);
      IRBuilder<>(SplitBlockAndInsertIfThen(is_open, end, false)).CreateCall(flush, {state});
    }
  }
}

}  // namespace riffle::spmd
