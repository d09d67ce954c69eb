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

/// One kernel's threads as loops: first the forms of its code are made, then the range function that chooses among them.
class ThreadStrategy {
 public:
  ThreadStrategy(Module& module, ModuleState& state, KernelState& kernel, bool cut, Packets allowed)
      : module_(module),
        state_(state),
        kernel_(kernel),
        cut_(cut),
        walks_(allowed == Packets::kOfShortWalks),
        follows_(followed_together(*kernel.body) != FollowedTogether::kNowhere) {
    const bool has_short_walks = walks_ && state.target.gathers_fast &&
                                 !is_to_note_accesses(module) &&
                                 state.pipeline->allows(Choice::kShortWalks);
    simd_ = allowed == Packets::kAny || has_short_walks;
    const bool may_join_blocks = simd_ && !cut && !is_to_check_accesses(module);
    // Rounds first: in code for one shape, their loop does not tell blocks apart either.
    if (may_join_blocks && !walks_) in_rounds_ = RoundsForm::make(kernel, state);
    if (may_join_blocks && !in_rounds_ && state.pipeline->allows(Choice::kFlatBlocks))
      flat_ = find_flat_index(*kernel.body);
  }

  void build() {
    if (simd_) make_packets();
    describe();
    make_single_threads();
    emit();
    finish_forms();
  }

 private:
  void make_packets() {
    if (flat_) flat_body_ = make_flat_body(*kernel_.body, *flat_);
    if (flat_body_ != nullptr && may_run_in_bands(kernel_, state_))
      row_length_ = length_of_bands(*flat_body_);
    choose_widths();
    if (!in_rounds_ && !walks_)
      turned_ = turn_loop(module_, state_, kernel_, widths_.lanes.front());
    // One more form is enough for what is left.
    if (turned_) {
      made_.push_back(widths_.lanes.front());
      widths_.lanes.erase(widths_.lanes.begin(), std::prev(widths_.lanes.end()));
    }
    if (!in_rounds_ && !walks_ && !flat_ && state_.forced_width == 0) fit_to_rows(kernel_, widths_);
    if (cut_ && !has_uniform_barriers(*kernel_.body))
      passed_ = PassedForm::make(kernel_, *kernel_.body, widths_.lanes.front(), state_, cut_);
    add_forms();
    keep_ends();
  }

  void choose_widths() {
    widths_ = walks_ ? Widths{{state_.target.lanes}, "if all of their walks along memory are short"}
                     : packet_widths(flat_ && flat_->is_block ? *flat_body_ : *kernel_.body, state_,
                                     cut_);
    if (row_length_ && state_.forced_width == 0)
      widths_ = {{state_.target.lanes}, "one line of memory for each lane of a register"};
    if (follows_) widths_.lanes = {std::min(widths_.lanes.back(), kMostFollowedLanes)};
  }

  void add_forms() {
    for (const unsigned lanes : widths_.lanes) {
      // Blocks are combined by wide packets; one that is left over may be narrow.
      const bool combines = flat_ && (lanes > state_.target.lanes || flat_forms_.empty());
      if (combines && !add_form(lanes, true)) break;
      // Blocks of one thread are no other ones than those of many for the code that serves these.
      const bool is_apart = !combines || flat_->is_block;
      if (is_apart && may_divide(kernel_, lanes) && !add_form(lanes, false)) break;
    }
  }

  /// False if packets of this many lanes cannot be made; then narrower ones cannot be made either.
  bool add_form(unsigned lanes, bool combines) {
    Function& thread = combines ? *flat_body_ : *kernel_.body;
    SmallVectorImpl<ThreadCode>& list = combines ? flat_forms_ : forms_;
    if (walks_) {
      auto form = short_walks(kernel_, thread, lanes, state_);
      if (form) list.push_back(std::move(*form));
      return form.has_value();
    }
    Function* packet = packet_body(kernel_, thread, lanes, state_,
                                   combines ? RowExtent::kLong : RowExtent::kOfBlocks);
    if (packet == nullptr) return false;
    if (!is_contained(made_, lanes)) made_.push_back(lanes);
    // Two copies of the code are for kernels that have run for long.
    std::optional<InnerCode> inner;
    if (!cut_ && shape_of(*kernel_.body).has_value() && joined_rows(*kernel_.body) == 1)
      inner = inner_code(thread, lanes, state_);
    list.emplace_back(*packet, lanes, cut_, false, inner);
    return true;
  }

  /// Only where it is known that blocks are no whole packets, narrow ones neither: one more copy of the code.
  void keep_ends() {
    if (!flat_forms_.empty() && forms_.empty() && !walks_ && shape_of(*kernel_.body) &&
        !may_divide(kernel_, flat_forms_.back().step())) {
      ends_.emplace(*flat_body_, 1U, false, false);
    } else if (flat_body_ != nullptr) {
      flat_body_->eraseFromParent();
    }
  }

  /// What others need to know of the kernel, and remarks.
  void describe() {
    if (walks_ && forms_.empty() && flat_forms_.empty())
      kernel_.why_not_simd = "each thread walks along memory of its own";
    if (flat_forms_.empty() || walks_) row_length_.reset();
    if (!flat_forms_.empty())
      kernel_.joined_threads = row_length_ ? kThreadsOfBands : flat_forms_.back().step();
    has_packets_ = !forms_.empty() || !flat_forms_.empty() || passed_ || turned_;
    kernel_.strategy = has_packets_ ? abi::Strategy::kSimd
                       : cut_       ? abi::Strategy::kRegion
                                    : abi::Strategy::kLoop;
    if (has_packets_) {
      if (made_.empty()) made_.push_back(widths_.lanes.front());  // of blocks with a guard alone
      remark_packets(kernel_, {made_, widths_.why, !flat_forms_.empty(), in_rounds_.has_value(),
                               turned_.has_value(), passed_.has_value(), false});
    } else {
      remark_threads(kernel_, cut_, !state_.forced_strategy.empty());
    }
    if (cut_) remark_regions(kernel_);
  }

  void make_single_threads() {
    materialize_thread_at_uses(*kernel_.body);
    needs_thread_ = needs_thread_slot(kernel_);
    ValueToValueMapTy map;
    // kernel.body still describes the parameters.
    Function* single = CloneFunction(kernel_.body, map);
    if (walks_) prefetch_walks_of_thread(*single);
    forms_.emplace_back(*single, 1U, cut_, !has_packets_);
  }

  void emit() {
    emit_range_function(
        module_, kernel_,
        [&](IRBuilder<>& builder, BodyArguments& arguments, Value* left) {
          arguments[kThread] = thread_argument(builder, kernel_, needs_thread_);
          const auto all_forms = [&] { return emit_all_forms(builder, arguments, left); };
          return turned_ ? turned_->emit(builder, arguments, kernel_, left, all_forms)
                         : all_forms();
        },
        [&](IRBuilder<>& builder, BodyArguments& arguments, Value* first, Value* end,
            BasicBlock* done) {
          if (!in_rounds_) return;
          arguments[kThread] = PoisonValue::get(builder.getPtrTy());
          in_rounds_->emit(builder, arguments, first, end, done);
        });
  }

  Value* emit_all_forms(IRBuilder<>& builder, BodyArguments& arguments, Value* left) {
    const auto without_bands = [&] {
      return emit_flat_forms(builder, arguments, flat_, flat_forms_, ends_ ? &*ends_ : nullptr,
                             left, [&] { return emit_one_block(builder, arguments); });
    };
    if (!row_length_) return without_bands();
    return emit_bands(builder, arguments, *flat_, flat_forms_.front(), arguments[*row_length_],
                      left, without_bands);
  }

  Value* emit_one_block(IRBuilder<>& builder, BodyArguments& arguments) {
    BasicBlock* done = BasicBlock::Create(builder.getContext(), "one.end", kernel_.run);
    if (follows_) begin_followed_block(builder, kernel_, arguments);
    if (passed_) passed_->emit(builder, arguments, done);
    emit_forms(builder, arguments, MutableArrayRef(forms_).drop_back(),
               [&] { forms_.back().emit(builder, arguments); });
    builder.CreateBr(done);
    builder.SetInsertPoint(done);
    if (follows_) call_follow(builder, kFollowEnd, {});
    return nullptr;
  }

  void finish_forms() {
    if (in_rounds_) in_rounds_->packets.finish();
    if (turned_) turned_->finish(kernel_);
    if (passed_) passed_->finish(kernel_);
    finish(kernel_, flat_forms_);
    if (ends_) ends_->finish();
    finish(kernel_, forms_);
  }

  Module& module_;
  ModuleState& state_;
  KernelState& kernel_;
  const bool cut_;
  const bool walks_;    ///< packets of short walks alone
  const bool follows_;  ///< a check follows the threads of blocks
  bool simd_ = false;
  std::optional<RoundsForm> in_rounds_;
  std::optional<FlatIndex> flat_;
  Function* flat_body_ = nullptr;
  std::optional<unsigned> row_length_;  ///< a parameter: blocks run in bands of rows (emit_bands)
  Widths widths_{};
  SmallVector<unsigned, 3> made_;  ///< lanes of the packets that there are
  std::optional<TurnedBlocks> turned_;
  std::optional<PassedForm> passed_;
  SmallVector<ThreadCode, 3> flat_forms_;
  SmallVector<ThreadCode, 3> forms_;  ///< the last one: thread by thread
  std::optional<ThreadCode> ends_;    ///< of rows of blocks, thread by thread
  bool has_packets_ = false;
  bool needs_thread_ = false;
};

}  // namespace

void build_thread_strategy(Module& module, ModuleState& state, KernelState& kernel, bool cut,
                           Packets allowed) {
  ThreadStrategy(module, state, kernel, cut, allowed).build();
}

}  // namespace riffle::spmd
