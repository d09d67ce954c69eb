// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/thread_code.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/analysis/barrier_uniformity.h"
#include "compiler/spmd/transform/region_driver.h"
#include "compiler/spmd/transform/strategies.h"

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

ThreadCode::ThreadCode(Function& body, unsigned step, bool cut, bool vectorize)
    : function_(&body), step_(step), cut_(cut), vectorize_(vectorize) {
  if (!cut) {
    parallel_ = mark_parallel(body);
    return;
  }
  put_loop_values_behind_loops(body);
  const Uniformity uniformity(body, Scope::kBlock);
  uniform_ = barriers_are_uniform(body, uniformity);
  regions_ = split_regions(body, step, uniform_ ? &uniformity : nullptr);
  function_ = regions_.function;
  scratch_bytes_ = regions_.bytes_per_thread + (uniform_ ? 0U : 4U);
  body.eraseFromParent();
}

void ThreadCode::emit(IRBuilder<>& builder, BodyArguments& arguments, Value* first,
                      function_ref<void(Value*)> note) {
  if (!cut_) return emit_loop_over_threads(builder, arguments, first, note);
  RegionDriver driver(builder, arguments, regions_, step_);
  if (uniform_) {
    driver.emit_uniform();
  } else {
    driver.emit_general(regions_.bytes_per_thread);
  }
  calls_.append(driver.calls().begin(), driver.calls().end());
}

void ThreadCode::emit_loop_over_threads(IRBuilder<>& builder, BodyArguments& arguments,
                                        Value* first, function_ref<void(Value*)> note) {
  Instruction* latch = emit_thread_loops(builder, arguments, step_, first, *function_, [&] {
    if (note) note(arguments[kThreadX]);
    CallInst* call = builder.CreateCall(function_, arguments);
    if (DISubprogram* subprogram = call->getFunction()->getSubprogram()) {
      call->setDebugLoc(
          DILocation::get(builder.getContext(), subprogram->getLine(), 0, subprogram));
    }
    calls_.push_back(call);
  });
  LLVMContext& context = builder.getContext();
  if (vectorize_) {
    mark_loop(*latch, {parallel_accesses(context, parallel_)});
  } else {
    mark_loop(*latch, {no_vectorization(context), no_unrolling(context)});
  }
}

void ThreadCode::finish() { inline_calls(calls_, *function_); }

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
