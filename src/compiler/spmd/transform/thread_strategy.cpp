// SPDX-License-Identifier: Apache-2.0
// Threads as loops: over packets of threads in vector registers where the body can be widened and
// the block's shape allows it, else over single threads.
//
//   for each block of the range
//     blocks from here on, of one row, make whole packets ? for z, y, packets along all of them
//       (only where the kernel cannot tell blocks apart: flat_blocks.h)
//     : extent.x % 64 == 0   ? for z, y, packets of 64 along x: packet body (only where latency rules)
//     : extent.x % 32 == 0 ? the same with packets of 32
//     : extent.x % 16 == 0 ? the same with packets of 16 (only in two dimensions)
//                          : for z, y, x: body
//
// A loop over the grid's elements is run in rounds if the launch allows it (rounds.h).
//
// With warp operations only packets of 32 will do, and fibers take the place of the single threads.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <optional>

#include "compiler/spmd/analysis/latency_bound.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/transform/flat_blocks.h"
#include "compiler/spmd/transform/range_function.h"
#include "compiler/spmd/transform/rounds.h"
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

/// One that takes the whole index along x for thread.x.
Function* flat_body(Function& body) {
  ValueToValueMapTy map;
  Function* flat = CloneFunction(&body, map);
  Argument* block = flat->getArg(kBlockX);
  block->replaceAllUsesWith(ConstantInt::get(block->getType(), 0));
  flat->getArg(kThreadX)->removeAttr(Attribute::Range);
  return flat;
}

/// Null when the body, the kernel's or one round of it, is better run thread by thread.
Function* packet_body(KernelState& kernel, Function& body, unsigned lanes, Masks masks) {
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
/// arithmetic, four where a loop is nothing else and needs few values, or jumps by the grid's size, so that more
/// is read of a page at a time; in a large body they would spill instead. Blocks of two dimensions are often 16 wide, so that these bodies get the narrow form as well.
SmallVector<unsigned, 2> packet_widths(Function& body, const ModuleState& state, bool cut) {
  const unsigned lanes = state.lanes;
  const unsigned size = body.getInstructionCount();
  if (size > kLargestWideBody) return {lanes};
  const bool rows = !body.getArg(kThreadY)->use_empty() || !body.getArg(kThreadZ)->use_empty();
  if (rows) return {2 * lanes, lanes};
  const unsigned most_live = (state.register_values - 1) / 4;  // one is left for what is uniform
  const bool is_small = size <= kLargestJammedBody;
  if (!cut && is_small && is_latency_bound(body, 4 * lanes, most_live))
    return {4 * lanes, 2 * lanes};
  if (is_small && goes_through_grid(body)) return {4 * lanes, 2 * lanes};
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

/// The same for several blocks; returns how many are run.
Value* emit_flat_forms(IRBuilder<>& builder, BodyArguments& arguments,
                       const std::optional<FlatIndex>& index, MutableArrayRef<ThreadCode> forms,
                       Value* left, function_ref<Value*()> otherwise) {
  if (forms.empty()) return otherwise();
  return emit_flat_blocks(builder, arguments, *index, forms.front(), left, [&] {
    return emit_flat_forms(builder, arguments, index, forms.drop_front(), left, otherwise);
  });
}

void finish(KernelState& kernel, MutableArrayRef<ThreadCode> forms) {
  for (ThreadCode& form : forms) {
    kernel.scratch_bytes_per_thread =
        std::max(kernel.scratch_bytes_per_thread, form.scratch_bytes_per_thread());
    form.finish();
  }
}

/// A kernel whose loop goes through the grid's elements, in rounds of packets.
struct RoundsForm {
  Rounds rounds;
  ThreadCode packets;
  std::uint32_t streamed_bytes;

  static std::optional<RoundsForm> make(KernelState& kernel, unsigned lanes, Masks masks) {
    const auto rounds = Rounds::find(*kernel.body);
    if (!rounds) return {};
    Function* round = rounds->make_round();
    Function* packet = packet_body(kernel, *round, lanes, masks);
    round->eraseFromParent();
    if (packet == nullptr) return {};
    Argument* streams = packet->getArg(packet->arg_size() - 1);
    for (Instruction& instruction : instructions(*packet))
      if (instruction.hasMetadata(kStreams)) instruction.replaceAllUsesWith(streams);
    return RoundsForm{*rounds, ThreadCode(*packet, lanes, false, false),
                      kernel.streamed_bytes_per_thread};
  }

  void emit(IRBuilder<>& builder, BodyArguments& arguments, Value* first, Value* end,
            BasicBlock* done) {
    LLVMContext& context = builder.getContext();
    Function* run = builder.GetInsertBlock()->getParent();
    BasicBlock* in_rounds = BasicBlock::Create(context, "in.rounds", run);
    BasicBlock* otherwise = BasicBlock::Create(context, "otherwise", run);
    Value* rest = builder.CreateAnd(arguments[kExtentX], packets.step() - 1);
    Value* serves =
        builder.CreateAnd(rounds.serve(builder, arguments), builder.CreateIsNull(rest), "serves");
    builder.CreateCondBr(serves, in_rounds, otherwise);
    builder.SetInsertPoint(in_rounds);
    rounds.emit(builder, arguments, first, end, streamed_bytes,
                [&](IRBuilder<>& inner, BodyArguments& here) { packets.emit(inner, here); });
    builder.CreateBr(done);
    builder.SetInsertPoint(otherwise);
  }
};

}  // namespace

void build_thread_strategy(Module& module, ModuleState& state, KernelState& kernel, bool cut,
                           bool simd) {
  SmallVector<ThreadCode, 3> flat_forms, forms;
  const std::optional<FlatIndex> flat = simd && !cut ? find_flat_index(*kernel.body) : std::nullopt;
  std::optional<RoundsForm> in_rounds;
  if (simd) {
    const SmallVector<unsigned, 2> widths = packet_widths(*kernel.body, state, cut);
    if (!cut && !flat)
      in_rounds = RoundsForm::make(kernel, std::min(widths.front(), 2 * state.lanes), state.masks);
    Function* body = flat ? flat_body(*kernel.body) : nullptr;
    for (const unsigned lanes : widths) {
      // Blocks are combined by wide packets; one that is left over may be narrow.
      const bool combines = flat && (lanes > state.lanes || flat_forms.empty());
      Function* packet = packet_body(kernel, combines ? *body : *kernel.body, lanes, state.masks);
      if (packet == nullptr) break;
      (combines ? flat_forms : forms).emplace_back(*packet, lanes, cut, false);
    }
    if (body != nullptr) body->eraseFromParent();
  }
  const bool packets = !forms.empty() || !flat_forms.empty();
  kernel.strategy = packets ? abi::Strategy::kSimd
                    : cut   ? abi::Strategy::kRegion
                            : abi::Strategy::kLoop;
  materialize_thread_at_uses(*kernel.body);
  const bool needs_thread = !kernel.body->getArg(kThread)->use_empty();
  ValueToValueMapTy map;
  Function* single = CloneFunction(kernel.body, map);  // kernel.body still describes the parameters
  forms.emplace_back(*single, 1U, cut, !packets);
  ThreadCode& one_by_one = forms.back();

  const auto emit_blocks = [&](IRBuilder<>& builder, BodyArguments& arguments, Value* left) {
    arguments[kThread] =
        needs_thread ? thread_slot(*kernel.run) : PoisonValue::get(builder.getPtrTy());
    const auto one_block = [&]() -> Value* {
      emit_forms(builder, arguments, MutableArrayRef(forms).drop_back(),
                 [&] { one_by_one.emit(builder, arguments); });
      return nullptr;
    };
    return emit_flat_forms(builder, arguments, flat, flat_forms, left, one_block);
  };
  emit_range_function(module, kernel, emit_blocks,
                      [&](IRBuilder<>& builder, BodyArguments& arguments, Value* first, Value* end,
                          BasicBlock* done) {
                        if (!in_rounds) return;
                        arguments[kThread] = PoisonValue::get(builder.getPtrTy());
                        in_rounds->emit(builder, arguments, first, end, done);
                      });
  if (in_rounds) in_rounds->packets.finish();
  finish(kernel, flat_forms);
  finish(kernel, forms);
}

bool build_warp_strategy(Module& module, ModuleState& state, KernelState& kernel, bool cut) {
  Function* packet = packet_body(kernel, *kernel.body, kWarpLanes, state.masks);
  if (packet == nullptr) return false;
  kernel.strategy = abi::Strategy::kSimd;
  ThreadCode warps(*packet, kWarpLanes, cut, false);
  Function* fiber = make_fiber_function(module, state, kernel);
  const auto emit = [&](IRBuilder<>& builder, BodyArguments& arguments, Value*) -> Value* {
    arguments[kThread] = PoisonValue::get(builder.getPtrTy());
    emit_forms(builder, arguments, warps, [&] { emit_fibers(builder, state, arguments, *fiber); });
    return nullptr;
  };
  emit_range_function(module, kernel, emit);
  finish(kernel, warps);
  return true;
}

}  // namespace riffle::spmd
