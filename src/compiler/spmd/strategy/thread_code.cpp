// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/thread_code.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/analysis/barrier_uniformity.h"
#include "compiler/spmd/strategy/region_driver.h"
#include "compiler/spmd/strategy/strategies.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Threads of a block without barriers are independent: LLVM's vectoriser needs no dependence
/// checks.
MDNode* mark_parallel(Function& body) {
  MDNode* group = MDNode::getDistinct(body.getContext(), {});
  for (Instruction& instruction : instructions(body)) {
    const Value* pointer = nullptr;
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      pointer = load->isSimple() ? load->getPointerOperand() : nullptr;
    if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      pointer = store->isSimple() ? store->getPointerOperand() : nullptr;
    }
    // Local memory is one slot that all threads use in turn: not parallel.
    if (pointer == nullptr) continue;
    SmallVector<const Value*, 4> objects;
    getUnderlyingObjects(pointer, objects, nullptr, 0);
    if (any_of(objects, [](const Value* object) { return isa<AllocaInst>(object); })) continue;
    instruction.setMetadata(LLVMContext::MD_access_group, group);
  }
  return group;
}

void mark_loop(Instruction& latch, ArrayRef<Metadata*> properties) {
  LLVMContext& context = latch.getContext();
  SmallVector<Metadata*, 4> operands = {nullptr};
  operands.append(properties.begin(), properties.end());
  MDNode* loop = MDNode::getDistinct(context, operands);
  loop->replaceOperandWith(0, loop);
  latch.setMetadata(LLVMContext::MD_loop, loop);
}

MDNode* parallel_accesses(LLVMContext& context, MDNode* group) {
  return MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"), group});
}

MDNode* no_vectorization(LLVMContext& context) {
  Metadata* off = ConstantAsMetadata::get(ConstantInt::getFalse(context));
  return MDNode::get(context, {MDString::get(context, "llvm.loop.vectorize.enable"), off});
}

MDNode* no_unrolling(LLVMContext& context) {
  return MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable"));
}

/// Instructions of all copies of a body together.
constexpr std::size_t kMostInlined = 400'000;

}  // namespace

ThreadCode::ThreadCode(Function& body, unsigned step, bool cut, bool vectorize,
                       std::optional<InnerCode> inner)
    : function_(&body), step_(step), cut_(cut), vectorize_(vectorize), inner_(inner) {
  if (!cut) {
    parallel_ = mark_parallel(body);
    return;
  }
  put_loop_values_behind_loops(body);
  const Uniformity uniformity(body, UniformityScope::kBlock);
  uniform_ = barriers_are_uniform(body, uniformity);
  regions_ = split_regions(body, step, uniform_ ? &uniformity : nullptr);
  function_ = regions_.function;
  scratch_bytes_ = regions_.bytes_per_thread + (uniform_ ? 0U : 4U);
  body.eraseFromParent();
}

ThreadCode::ThreadCode(SomePackets some, unsigned step)
    : ThreadCode(*some.packet, step, false, false) {
  thread_ = some.thread;
}

void ThreadCode::emit(IRBuilder<>& builder, BodyArguments& arguments, Value* first,
                      function_ref<void(Value*)> note) {
  if (inner_) return emit_rows_with_inner(builder, arguments, first, note);
  if (!cut_) return emit_loop_over_threads(builder, arguments, first, note);
  RegionDriver driver(builder, arguments, regions_, step_);
  if (uniform_) {
    driver.emit_uniform();
  } else {
    driver.emit_general(regions_.bytes_per_thread);
  }
  calls_.append(driver.calls().begin(), driver.calls().end());
}

namespace {

CallInst* emit_call(IRBuilder<>& builder, Function& function, ArrayRef<Value*> arguments,
                    SmallVectorImpl<CallInst*>& calls) {
  CallInst* call = builder.CreateCall(&function, arguments);
  if (DISubprogram* subprogram = call->getFunction()->getSubprogram()) {
    call->setDebugLoc(DILocation::get(builder.getContext(), subprogram->getLine(), 0, subprogram));
  }
  calls.push_back(call);
  return call;
}

}  // namespace

namespace {

/// In packets: in what is left of shorter rows, looking ahead costs more than asking each.
constexpr unsigned kLongRow = 12;

}  // namespace

/// How many of the `left` packets of a row, from the one of `arguments` on, are inner ones, as far as few questions tell:
/// none, all, all but the last, this one. Goes to `edge` if none.
Value* ThreadCode::inner_from(IRBuilder<>& builder, const BodyArguments& arguments, Value* left,
                              BasicBlock* edge) {
  LLVMContext& context = builder.getContext();
  Function* run = edge->getParent();
  const auto serves = [&](Value* packets) -> Value* {
    BodyArguments extended = arguments;
    extended.push_back(builder.CreateMul(packets, builder.getInt32(step_)));
    return emit_call(builder, *inner_->question, extended, questions_);
  };
  BasicBlock* here = BasicBlock::Create(context, "here", run);
  BasicBlock* further = BasicBlock::Create(context, "further", run);
  BasicBlock* counted = BasicBlock::Create(context, "counted", run);
  BasicBlock* ahead = BasicBlock::Create(context, "ahead", run);
  builder.CreateCondBr(serves(builder.getInt32(0)), here, edge);
  builder.SetInsertPoint(here);
  builder.CreateCondBr(builder.CreateICmpULT(left, builder.getInt32(kLongRow)), counted, ahead);
  builder.SetInsertPoint(ahead);
  Value* but_last = builder.CreateSub(left, builder.getInt32(1));
  builder.CreateCondBr(serves(but_last), counted, further);
  builder.SetInsertPoint(further);
  Value* most = serves(builder.CreateSub(but_last, builder.getInt32(1)));
  Value* some = builder.CreateSelect(most, but_last, builder.getInt32(1));
  builder.CreateBr(counted);
  builder.SetInsertPoint(counted);
  PHINode* inner = builder.CreatePHI(left->getType(), 3, "inner");
  inner->addIncoming(builder.getInt32(1), here);
  inner->addIncoming(left, ahead);
  inner->addIncoming(some, further);
  return inner;
}

///   for (packet = 0; packet < packets;)
///     edge:   one packet, as any
///     inner:  so many as inner_from(packet) says, one after the other without asking
void ThreadCode::emit_rows_with_inner(IRBuilder<>& builder, BodyArguments& arguments, Value* first,
                                      function_ref<void(Value*)> note) {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  Value* packets = packets_of_row(builder, arguments, step_);
  const auto reads = [&](unsigned number) {
    return !inner_->question->getArg(number)->use_empty();
  };
  const bool reads_row = reads(kThreadY) || reads(kThreadZ);
  emit_rows(builder, arguments, reads_row ? *inner_->question : *function_, [&](Value* row_start) {
    const auto emit_packet = [&](Value* number, Function& function,
                                 SmallVectorImpl<CallInst*>& calls) {
      enter_packet(builder, arguments, {number, row_start, first, step_});
      if (note) note(arguments[kThreadX]);
      emit_call(builder, function, arguments, calls);
    };
    const auto block = [&](const char* name) { return BasicBlock::Create(context, name, run); };
    BasicBlock* before = builder.GetInsertBlock();
    BasicBlock *part = block("part.of.row"), *inner = block("inner"), *edge = block("edge"),
               *next = block("part.next"), *done = block("row.end");
    builder.CreateBr(part);
    builder.SetInsertPoint(part);
    PHINode* packet = builder.CreatePHI(packets->getType(), 2, "packet");
    packet->addIncoming(builder.getInt32(0), before);
    enter_packet(builder, arguments, {packet, row_start, first, step_});
    Value* count = inner_from(builder, arguments, builder.CreateSub(packets, packet), edge);
    builder.CreateBr(inner);
    builder.SetInsertPoint(edge);
    emit_packet(packet, *function_, calls_);
    BasicBlock* behind_edge = builder.GetInsertBlock();
    builder.CreateBr(next);
    builder.SetInsertPoint(inner);
    Instruction* latch = emit_loop(builder, count, "inner.packets", [&](Value* number) {
      emit_packet(builder.CreateAdd(packet, number, "", true, true), *inner_->packet, inner_calls_);
    });
    mark_loop(*latch, {no_vectorization(context), no_unrolling(context)});
    BasicBlock* behind_inner = builder.GetInsertBlock();
    builder.CreateBr(next);
    builder.SetInsertPoint(next);
    PHINode* passed = builder.CreatePHI(packets->getType(), 2, "passed");
    passed->addIncoming(builder.getInt32(1), behind_edge);
    passed->addIncoming(count, behind_inner);
    Value* reached = builder.CreateAdd(packet, passed, "reached", true, true);
    packet->addIncoming(reached, next);
    builder.CreateCondBr(builder.CreateICmpEQ(reached, packets), done, part);
    builder.SetInsertPoint(done);
  });
}

void ThreadCode::emit_loop_over_threads(IRBuilder<>& builder, BodyArguments& arguments,
                                        Value* first, function_ref<void(Value*)> note) {
  Instruction* latch = emit_thread_loops(builder, arguments, step_, first, *function_, [&] {
    if (note) note(arguments[kThreadX]);
    if (thread_ != nullptr) return emit_packet_or_threads(builder, arguments);
    emit_call(builder, *function_, arguments, calls_);
  });
  LLVMContext& context = builder.getContext();
  if (vectorize_) {
    mark_loop(*latch, {parallel_accesses(context, parallel_)});
  } else if (unrolls_ && isa<ConstantInt>(arguments[kExtentX])) {
    mark_loop(*latch, {no_vectorization(context)});
  } else {
    mark_loop(*latch, {no_vectorization(context), no_unrolling(context)});
  }
}

///   serves = 1; packet(..., &serves); if (!serves) for (lane = 0; lane < step; ++lane) thread(...)
void ThreadCode::emit_packet_or_threads(IRBuilder<>& builder, const BodyArguments& arguments) {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  IRBuilder<> entry(&*run->getEntryBlock().getFirstInsertionPt());
  Value* serves = entry.CreateAlloca(entry.getInt8Ty(), nullptr, "serves");
  builder.CreateStore(builder.getInt8(1), serves);
  BodyArguments extended = arguments;
  extended.push_back(serves);
  emit_call(builder, *function_, extended, calls_);
  BasicBlock* apart = BasicBlock::Create(context, "apart", run);
  BasicBlock* done = BasicBlock::Create(context, "packet.end", run);
  builder.CreateCondBr(builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), serves)),
                       done, apart);
  builder.SetInsertPoint(apart);
  Instruction* latch = emit_loop(builder, builder.getInt32(step_), "lane", [&](Value* lane) {
    BodyArguments one = arguments;
    for (const unsigned place : {kThreadX, kLinear})
      one[place] = builder.CreateAdd(arguments[place], lane, "", true, true);
    emit_call(builder, *thread_, one, thread_calls_);
  });
  mark_loop(*latch, {no_vectorization(context), no_unrolling(context)});
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

void ThreadCode::finish() {
  inline_calls(calls_, *function_);
  if (thread_ != nullptr) inline_calls(thread_calls_, *thread_);
  if (!inner_) return;
  inline_calls(inner_calls_, *inner_->packet);
  inline_calls(questions_, *inner_->question);
}

void inline_calls(ArrayRef<CallInst*> calls, Function& function) {
  // A copy for each state of a long body would take minutes to make: there a call does not count.
  if (calls.size() * std::size_t{function.getInstructionCount()} > kMostInlined) {
    function.setLinkage(GlobalValue::InternalLinkage);
    function.addFnAttr(Attribute::NoInline);
    return;
  }
  for (CallInst* call : calls) inline_body(*call);
  function.eraseFromParent();
}

}  // namespace riffle::spmd
