// SPDX-License-Identifier: Apache-2.0
// Threads as loops: over packets of threads in vector registers where the body can be widened and
// the block's shape allows it, else over single threads.
//
//   for each block of the range
//     extent.x % 64 == 0   ? for z, y, packets of 64 along x: packet body (only where latency rules)
//     : extent.x % 32 == 0 ? the same with packets of 32
//     : extent.x % 16 == 0 ? the same with packets of 16 (only in two dimensions)
//                          : for z, y, x: body
//
// With warp operations only packets of 32 will do, and fibers take the place of the single threads.
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "compiler/spmd/analysis/latency_bound.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/transform/range_function.h"
#include "compiler/spmd/transform/strategies.h"
#include "compiler/spmd/transform/thread_code.h"
#include "compiler/spmd/transform/widen.h"

namespace riffle::spmd {

using namespace llvm;

Value* thread_slot(Function& run) {
  IRBuilder<> builder(&*run.getEntryBlock().getFirstInsertionPt());
  AllocaInst* slot = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), sizeof(abi::Thread)),
                                          nullptr, "thread");
  slot->setAlignment(Align(alignof(abi::Thread)));
  return slot;
}

void inline_body(CallInst& call) {
  const std::string name = call.getCalledFunction()->getName().str();
  InlineFunctionInfo context;
  const InlineResult result = InlineFunction(call, context);
  if (!result.isSuccess())
    throw CompileError("cannot inline " + name + ": " + result.getFailureReason());
}

namespace {

constexpr unsigned kLargestWideBody = 300;
constexpr unsigned kLargestJammedBody = 100;

/// Null when the body is better run thread by thread.
Function* packet_body(KernelState& kernel, unsigned lanes, Masks masks) {
  Function& body = *kernel.body;
  Widened wide;
  if (body.getArg(kThread)->use_empty()) {
    wide = widen(body, lanes, masks);
  } else {
    wide.why_not = "a call needs the thread's position in memory";
  }
  kernel.why_not_simd = wide.why_not;
  kernel.streamed_bytes_per_thread =
      std::max(kernel.streamed_bytes_per_thread, wide.streamed_bytes_per_thread);
  return wide.packet;
}

/// Widths to make packets of, widest first. Two registers per value hide the latency of dependent
/// arithmetic, four where a loop is nothing else and needs few values; in a large body they would spill
/// instead. Blocks of two dimensions are often 16 wide, so that these bodies get the narrow form as well.
SmallVector<unsigned, 2> packet_widths(Function& body, const ModuleState& state, bool cut) {
  const unsigned lanes = state.lanes;
  const unsigned size = body.getInstructionCount();
  if (size > kLargestWideBody) return {lanes};
  const bool rows = !body.getArg(kThreadY)->use_empty() || !body.getArg(kThreadZ)->use_empty();
  if (rows) return {2 * lanes, lanes};
  const unsigned most_live = (state.register_values - 1) / 4;  // one is left for what is uniform
  if (!cut && size <= kLargestJammedBody && is_latency_bound(body, 4 * lanes, most_live))
    return {4 * lanes, 2 * lanes};
  return {2 * lanes};
}

/// Code for one block, the first form whose lanes divide the block's rows; if none, what `otherwise`
/// emits.
void emit_forms(IRBuilder<>& builder, BodyArguments& arguments, MutableArrayRef<ThreadCode> forms,
                function_ref<void()> otherwise) {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  BasicBlock* done = BasicBlock::Create(context, "block.end", run);
  for (ThreadCode& form : forms) {
    BasicBlock* whole = BasicBlock::Create(context, "packets", run);
    BasicBlock* narrower = BasicBlock::Create(context, "narrower", run);
    Value* rest = builder.CreateAnd(arguments[kExtentX], form.step() - 1);
    builder.CreateCondBr(builder.CreateIsNull(rest), whole, narrower);
    builder.SetInsertPoint(whole);
    form.emit(builder, arguments);
    builder.CreateBr(done);
    builder.SetInsertPoint(narrower);
  }
  otherwise();
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

void finish(KernelState& kernel, MutableArrayRef<ThreadCode> forms) {
  for (ThreadCode& form : forms) {
    kernel.scratch_bytes_per_thread =
        std::max(kernel.scratch_bytes_per_thread, form.scratch_bytes_per_thread());
    form.finish();
  }
}

}  // namespace

void build_thread_strategy(Module& module, ModuleState& state, KernelState& kernel, bool cut,
                           bool simd) {
  SmallVector<ThreadCode, 3> forms;
  if (simd) {
    for (const unsigned lanes : packet_widths(*kernel.body, state, cut)) {
      Function* packet = packet_body(kernel, lanes, state.masks);
      if (packet == nullptr) break;
      forms.emplace_back(*packet, lanes, cut, false);
    }
  }
  const bool packets = !forms.empty();
  kernel.strategy = packets ? abi::Strategy::kSimd
                    : cut   ? abi::Strategy::kRegion
                            : abi::Strategy::kLoop;
  materialize_thread_at_uses(*kernel.body);
  const bool needs_thread = !kernel.body->getArg(kThread)->use_empty();
  ValueToValueMapTy map;
  Function* single = CloneFunction(kernel.body, map);  // kernel.body still describes the parameters
  forms.emplace_back(*single, 1U, cut, !packets);
  ThreadCode& one_by_one = forms.back();

  emit_range_function(module, kernel, [&](IRBuilder<>& builder, BodyArguments& arguments) {
    arguments[kThread] =
        needs_thread ? thread_slot(*kernel.run) : PoisonValue::get(builder.getPtrTy());
    emit_forms(builder, arguments, MutableArrayRef(forms).drop_back(),
               [&] { one_by_one.emit(builder, arguments); });
  });
  finish(kernel, forms);
}

bool build_warp_strategy(Module& module, ModuleState& state, KernelState& kernel, bool cut) {
  Function* packet = packet_body(kernel, kWarpLanes, state.masks);
  if (packet == nullptr) return false;
  kernel.strategy = abi::Strategy::kSimd;
  ThreadCode warps(*packet, kWarpLanes, cut, false);
  Function* fiber = make_fiber_function(module, state, kernel);
  emit_range_function(module, kernel, [&](IRBuilder<>& builder, BodyArguments& arguments) {
    arguments[kThread] = PoisonValue::get(builder.getPtrTy());
    emit_forms(builder, arguments, warps, [&] { emit_fibers(builder, state, arguments, *fiber); });
  });
  finish(kernel, warps);
  return true;
}

}  // namespace riffle::spmd
