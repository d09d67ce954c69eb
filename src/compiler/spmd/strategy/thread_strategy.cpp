// SPDX-License-Identifier: Apache-2.0
// Threads as loops: over packets of threads in vector registers where the body can be widened and
// the block's shape allows it, else over single threads.
//
//   for each block of the range
//     blocks from here on, of one row, make whole packets ? for z, y, packets along all of them
//       (only where the kernel cannot tell blocks apart: flat_blocks.h)
//     : extent.x % 128 == 0  ? for z, y, packets of 128 along x: packet body (only where latency rules)
//     : extent.x % 64 == 0   ? the same with packets of 64 (only where latency rules)
//     : extent.x % 32 == 0 ? the same with packets of 32
//     : extent.x % 16 == 0 ? the same with packets of 16 (only in two dimensions)
//       (in code for one shape of which that is not so, of 8 or 4)
//                          : for z, y, x: body
//
// A loop over the grid's elements is run in rounds if the launch allows it (rounds.h), or turned round (turned_blocks.h).
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "compiler/spmd/analysis/access_axes.h"
#include "compiler/spmd/body/join_rows.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/pipeline/pipeline.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/strategy/flat_blocks.h"
#include "compiler/spmd/strategy/inner_packets.h"
#include "compiler/spmd/strategy/packet_forms.h"
#include "compiler/spmd/strategy/packet_widths.h"
#include "compiler/spmd/strategy/range_function.h"
#include "compiler/spmd/strategy/rounds.h"
#include "compiler/spmd/strategy/short_walks.h"
#include "compiler/spmd/strategy/strategies.h"
#include "compiler/spmd/strategy/strategy_remarks.h"
#include "compiler/spmd/widen/prefetch_walks.h"
#include "compiler/spmd/widen/widen.h"

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
    throw KernelCompileError("cannot inline " + name + ": " + result.getFailureReason());
}

namespace {

/// Another way for packets of `body` away from edges, if that is of use.
std::optional<InnerCode> inner_code(Function& body, unsigned lanes, const ModuleState& state) {
  if (!state.pipeline->allows(Choice::kInnerPackets)) return {};
  const auto inner = InnerPackets::make(body, lanes);
  if (inner == nullptr) return {};
  const Widened wide = widen(inner->body(), {lanes, state.target}, *state.pipeline);
  if (wide.packet == nullptr) return {};
  return InnerCode{wide.packet, inner->make_question()};
}

/// Packets of `thread` whose walks are short, with its threads one by one for the rest.
std::optional<ThreadCode> short_walks(KernelState& kernel, Function& thread, unsigned lanes,
                                      const ModuleState& state) {
  Function* with_answer = make_short_walks(thread);
  if (with_answer == nullptr) return {};
  Function* packet = packet_body(kernel, *with_answer, lanes, state);
  with_answer->eraseFromParent();
  if (packet == nullptr) return {};
  ValueToValueMapTy map;
  Function* single = CloneFunction(&thread, map);
  prefetch_walks_of_thread(*single);
  return ThreadCode(SomePackets{packet, single}, lanes);
}

/// Whether packets of `lanes` may be of use: where the shape is known they must divide the block's rows.
bool may_divide(const KernelState& kernel, unsigned lanes) {
  const auto shape = shape_of(*kernel.body);
  return !shape || shape->block.x % lanes == 0;
}

/// Fewer do not make up for masks and for what a packet does once.
constexpr unsigned kFewestLanes = 4;

/// In code for one shape, packets of as many threads as divide the block's rows, if none of `widths` does: all that a packet loads
/// lies in one row still.
void fit_to_rows(const KernelState& kernel, Widths& widths) {
  const auto shape = shape_of(*kernel.body);
  const auto divides = [&](unsigned lanes) { return may_divide(kernel, lanes); };
  if (!shape || any_of(widths.lanes, divides)) return;
  const unsigned lanes = 1U << static_cast<unsigned>(std::countr_zero(shape->block.x));
  if (lanes >= kFewestLanes) widths = {{lanes}, "the largest number that divides the block's rows"};
}

/// The same for several blocks; returns how many are run.
Value* emit_flat_forms(IRBuilder<>& builder, BodyArguments& arguments,
                       const std::optional<FlatIndex>& index, MutableArrayRef<ThreadCode> forms,
                       ThreadCode* ends, Value* left, function_ref<Value*()> otherwise) {
  if (forms.empty()) return otherwise();
  ThreadCode* own_ends = forms.size() == 1 ? ends : nullptr;
  return emit_flat_blocks(builder, arguments, *index, forms.front(), own_ends, left, [&] {
    return emit_flat_forms(builder, arguments, index, forms.drop_front(), ends, left, otherwise);
  });
}

/// A kernel whose loop goes through the grid's elements, in rounds of packets.
struct RoundsForm {
  Rounds rounds;
  bool is_flat;  ///< Rounds::is_flat
  ThreadCode packets;
  std::uint32_t streamed_bytes;

  static std::optional<RoundsForm> make(KernelState& kernel, const ModuleState& state) {
    if (!state.pipeline->allows(Choice::kRounds)) return {};
    const auto rounds = Rounds::find(*kernel.body);
    if (!rounds) return {};
    Function* round = rounds->make_round();
    const bool is_flat = Rounds::is_flat(*round);
    // Memory is walked in order: wider packets are for long chains, and where blocks' portions join.
    const unsigned widest = packet_widths(*round, state, false).lanes.front();
    const bool is_free = is_flat || state.forced_width != 0;
    const unsigned lanes = is_free ? widest : std::min(widest, 2 * state.target.lanes);
    Function* packet = packet_body(kernel, *round, lanes, state);
    round->eraseFromParent();
    if (packet == nullptr) return {};
    Argument* streams = packet->getArg(packet->arg_size() - 1);
    for (Instruction& instruction : instructions(*packet))
      if (instruction.hasMetadata(kStreams)) instruction.replaceAllUsesWith(streams);
    return RoundsForm{*rounds, is_flat, ThreadCode(*packet, lanes, false, false),
                      kernel.streamed_bytes_per_thread};
  }

  void emit(IRBuilder<>& builder, BodyArguments& arguments, Value* first, Value* end,
            BasicBlock* done) {
    LLVMContext& context = builder.getContext();
    Function* run = builder.GetInsertBlock()->getParent();
    BasicBlock* in_rounds = BasicBlock::Create(context, "in.rounds", run);
    BasicBlock* otherwise = BasicBlock::Create(context, "otherwise", run);
    Value* any = rounds.take_any(builder, arguments);
    Value* rest = builder.CreateAnd(arguments[kExtentX], packets.step() - 1);
    Value* whole = builder.CreateIsNull(rest);
    if (is_flat) whole = builder.CreateOr(whole, any);
    Value* serves = builder.CreateAnd(rounds.serve(builder, arguments), whole, "serves");
    builder.CreateCondBr(serves, in_rounds, otherwise);
    builder.SetInsertPoint(in_rounds);
    rounds.emit(builder, arguments, {first, end, any, is_flat ? packets.step() : 1, streamed_bytes},
                [&](IRBuilder<>& inner, BodyArguments& here) { packets.emit(inner, here); });
    builder.CreateBr(done);
    builder.SetInsertPoint(otherwise);
  }
};

/// Not if that would show (kOrderIsVisible).
bool may_run_in_bands(const KernelState& kernel, const ModuleState& state) {
  return state.pipeline->allows(Choice::kGridTiles) && (kernel.flags & kOrderIsVisible) == 0 &&
         (kernel.flags & abi::kKernelEnds) != 0 && !is_to_note_accesses(*kernel.body->getParent());
}

/// Of a body whose blocks share lines of memory with those below them as well as with those beside them.
std::optional<unsigned> length_of_bands(Function& flat) {
  const auto length = find_row_length(flat);
  const bool wants = length && length->axes.along_x != 0 && length->axes.along_y != 0;
  return wants ? std::optional(length->argument) : std::nullopt;
}

}  // namespace

void build_thread_strategy(Module& module, ModuleState& state, KernelState& kernel, bool cut,
                           Packets allowed) {
  SmallVector<ThreadCode, 3> flat_forms, forms;
  std::optional<ThreadCode> ends;  // of rows of blocks, thread by thread
  const bool walks = allowed == Packets::kOfShortWalks;
  const bool has_short_walks = walks && state.target.gathers_fast && !is_to_note_accesses(module) &&
                               state.pipeline->allows(Choice::kShortWalks);
  const bool simd = allowed == Packets::kAny || has_short_walks;
  const bool may_join_blocks = simd && !cut && !is_to_check_accesses(module);
  // Rounds first: in code for one shape, their loop does not tell blocks apart either.
  std::optional<RoundsForm> in_rounds;
  const bool follows = followed_together(*kernel.body) != FollowedTogether::kNowhere;
  if (may_join_blocks && !walks) in_rounds = RoundsForm::make(kernel, state);
  const std::optional<FlatIndex> flat =
      may_join_blocks && !in_rounds && state.pipeline->allows(Choice::kFlatBlocks)
          ? find_flat_index(*kernel.body)
          : std::nullopt;
  std::optional<unsigned> row_length;  // a parameter: blocks run in bands of rows (emit_bands)
  std::optional<PassedForm> passed;
  std::optional<TurnedBlocks> turned;
  Widths widths{};
  SmallVector<unsigned, 3> made;
  if (simd) {
    Function* body = flat ? make_flat_body(*kernel.body, *flat) : nullptr;
    if (body != nullptr && may_run_in_bands(kernel, state)) row_length = length_of_bands(*body);
    widths = walks ? Widths{{state.target.lanes}, "if all of their walks along memory are short"}
                   : packet_widths(flat && flat->is_block ? *body : *kernel.body, state, cut);
    if (row_length && state.forced_width == 0)
      widths = {{state.target.lanes}, "one line of memory for each lane of a register"};
    if (follows) widths.lanes = {std::min(widths.lanes.back(), kMostFollowedLanes)};
    if (!in_rounds && !walks) turned = turn_loop(module, state, kernel, widths.lanes.front());
    // One more form is enough for what is left.
    if (turned) {
      made.push_back(widths.lanes.front());
      widths.lanes.erase(widths.lanes.begin(), std::prev(widths.lanes.end()));
    }
    if (!in_rounds && !walks && !flat && state.forced_width == 0) fit_to_rows(kernel, widths);
    if (cut && !has_uniform_barriers(*kernel.body))
      passed = PassedForm::make(kernel, *kernel.body, widths.lanes.front(), state, cut);
    // Two copies of the code are for kernels that have run for long.
    const bool has_inner =
        !cut && shape_of(*kernel.body).has_value() && joined_rows(*kernel.body) == 1;
    const auto add_form = [&](unsigned lanes, bool combines) {
      Function& thread = combines ? *body : *kernel.body;
      SmallVectorImpl<ThreadCode>& list = combines ? flat_forms : forms;
      if (walks) {
        auto form = short_walks(kernel, thread, lanes, state);
        if (form) list.push_back(std::move(*form));
        return form.has_value();
      }
      Function* packet = packet_body(kernel, thread, lanes, state,
                                     combines ? RowExtent::kLong : RowExtent::kOfBlocks);
      if (packet == nullptr) return false;
      if (!is_contained(made, lanes)) made.push_back(lanes);
      std::optional<InnerCode> inner;
      if (has_inner) inner = inner_code(thread, lanes, state);
      list.emplace_back(*packet, lanes, cut, false, inner);
      return true;
    };
    for (const unsigned lanes : widths.lanes) {
      // Blocks are combined by wide packets; one that is left over may be narrow.
      const bool combines = flat && (lanes > state.target.lanes || flat_forms.empty());
      if (combines && !add_form(lanes, true)) break;
      // Blocks of one thread are no other ones than those of many for the code that serves these.
      const bool is_apart = !combines || flat->is_block;
      if (is_apart && may_divide(kernel, lanes) && !add_form(lanes, false)) break;
    }
    // Only where it is known that blocks are no whole packets, narrow ones neither: one more copy of the code.
    if (!flat_forms.empty() && forms.empty() && !walks && shape_of(*kernel.body) &&
        !may_divide(kernel, flat_forms.back().step())) {
      ends.emplace(*body, 1U, false, false);
    } else if (body != nullptr) {
      body->eraseFromParent();
    }
  }
  if (walks && forms.empty() && flat_forms.empty())
    kernel.why_not_simd = "each thread walks along memory of its own";
  if (flat_forms.empty() || walks) row_length.reset();
  if (!flat_forms.empty())
    kernel.joined_threads = row_length ? kThreadsOfBands : flat_forms.back().step();
  const bool packets = !forms.empty() || !flat_forms.empty() || passed || turned;
  kernel.strategy = packets ? abi::Strategy::kSimd
                    : cut   ? abi::Strategy::kRegion
                            : abi::Strategy::kLoop;
  if (packets) {
    if (made.empty()) made.push_back(widths.lanes.front());  // of blocks with a guard alone
    remark_packets(kernel, {made, widths.why, !flat_forms.empty(), in_rounds.has_value(),
                            turned.has_value(), passed.has_value(), false});
  } else {
    remark_threads(kernel, cut, !state.forced_strategy.empty());
  }
  if (cut) remark_regions(kernel);
  materialize_thread_at_uses(*kernel.body);
  const bool needs_thread = needs_thread_slot(kernel);
  ValueToValueMapTy map;
  Function* single = CloneFunction(kernel.body, map);  // kernel.body still describes the parameters
  if (walks) prefetch_walks_of_thread(*single);
  forms.emplace_back(*single, 1U, cut, !packets);
  ThreadCode& one_by_one = forms.back();

  const auto emit_blocks = [&](IRBuilder<>& builder, BodyArguments& arguments, Value* left) {
    arguments[kThread] = thread_argument(builder, kernel, needs_thread);
    const auto one_block = [&]() -> Value* {
      BasicBlock* done = BasicBlock::Create(builder.getContext(), "one.end", kernel.run);
      if (follows) begin_followed_block(builder, kernel, arguments);
      if (passed) passed->emit(builder, arguments, done);
      emit_forms(builder, arguments, MutableArrayRef(forms).drop_back(),
                 [&] { one_by_one.emit(builder, arguments); });
      builder.CreateBr(done);
      builder.SetInsertPoint(done);
      if (follows) call_follow(builder, kFollowEnd, {});
      return nullptr;
    };
    const auto without_bands = [&] {
      return emit_flat_forms(builder, arguments, flat, flat_forms, ends ? &*ends : nullptr, left,
                             one_block);
    };
    const auto all_forms = [&] {
      if (!row_length) return without_bands();
      return emit_bands(builder, arguments, *flat, flat_forms.front(), arguments[*row_length], left,
                        without_bands);
    };
    return turned ? turned->emit(builder, arguments, kernel, left, all_forms) : all_forms();
  };
  emit_range_function(module, kernel, emit_blocks,
                      [&](IRBuilder<>& builder, BodyArguments& arguments, Value* first, Value* end,
                          BasicBlock* done) {
                        if (!in_rounds) return;
                        arguments[kThread] = PoisonValue::get(builder.getPtrTy());
                        in_rounds->emit(builder, arguments, first, end, done);
                      });
  if (in_rounds) in_rounds->packets.finish();
  if (turned) turned->finish(kernel);
  if (passed) passed->finish(kernel);
  finish(kernel, flat_forms);
  if (ends) ends->finish();
  finish(kernel, forms);
}

}  // namespace riffle::spmd
