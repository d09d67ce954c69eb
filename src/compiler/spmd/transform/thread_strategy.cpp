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
//
// With warp operations only packets of 32 will do, along rows or, of blocks whose rows are no whole warps, from row to row
// (warps_across_rows.h), and fibers take the place of the single threads.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "compiler/spmd/analysis/barrier_uniformity.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/transform/fix_shape.h"
#include "compiler/spmd/transform/flat_blocks.h"
#include "compiler/spmd/transform/follow_packets.h"
#include "compiler/spmd/transform/guarded_blocks.h"
#include "compiler/spmd/transform/inner_packets.h"
#include "compiler/spmd/transform/note_accesses.h"
#include "compiler/spmd/transform/packet_widths.h"
#include "compiler/spmd/transform/prefetch_next_block.h"
#include "compiler/spmd/transform/prefetch_packets.h"
#include "compiler/spmd/transform/prefetch_strides.h"
#include "compiler/spmd/transform/prefetch_walks.h"
#include "compiler/spmd/transform/range_function.h"
#include "compiler/spmd/transform/rounds.h"
#include "compiler/spmd/transform/short_walks.h"
#include "compiler/spmd/transform/strategies.h"
#include "compiler/spmd/transform/strategy_remarks.h"
#include "compiler/spmd/transform/thread_code.h"
#include "compiler/spmd/transform/turned_blocks.h"
#include "compiler/spmd/transform/warps_across_rows.h"
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

/// Another way for packets of `body` away from edges, if that is of use.
std::optional<InnerCode> inner_code(Function& body, unsigned lanes, Masks masks) {
  const auto inner = InnerPackets::make(body, lanes);
  if (inner == nullptr) return {};
  const Widened wide = widen(inner->body(), lanes, masks);
  if (wide.packet == nullptr) return {};
  return InnerCode{wide.packet, inner->make_question()};
}

/// Between them packets walk through memory, and then do something else for a while.
bool has_barriers(const Function& body) {
  return any_of(instructions(body), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    return call != nullptr && kind_of(*call) == Kind::kBarrier;
  });
}

/// Null when the body, the kernel's or one round of it, is better run thread by thread. People are told of the first
/// form that there is: others differ in width.
Function* packet_body(KernelState& kernel, Function& body, unsigned lanes, const ModuleState& state,
                      Rows rows = Rows::kOfBlocks) {
  Remarks remarks;
  const bool tells = kernel.remarks && !kernel.code_is_told;
  Widened wide = widen(body, lanes, state.masks, tells ? &remarks : nullptr);
  if (wide.packet != nullptr) {
    prefetch_strides(*wide.packet);
    prefetch_walks(*wide.packet);
    if (state.masks == Masks::kDear) prefetch_next_block(*wide.packet);
    if (!state.reads_ahead || has_barriers(body)) prefetch_packets(*wide.packet, rows);
  }
  kernel.why_not_simd = wide.why_not;
  if (tells) kernel.remarks->append(std::move(remarks));
  kernel.code_is_told |= wide.packet != nullptr;
  kernel.streamed_bytes_per_thread =
      std::max(kernel.streamed_bytes_per_thread, wide.streamed_bytes_per_thread);
  return wide.packet;
}

/// Packets of `thread` whose walks are short, with its threads one by one for the rest.
std::optional<ThreadCode> short_walks(KernelState& kernel, Function& thread, unsigned lanes,
                                      const ModuleState& state) {
  Function* asking = make_short_walks(thread);
  if (asking == nullptr) return {};
  Function* packet = packet_body(kernel, *asking, lanes, state);
  asking->eraseFromParent();
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
  if (lanes >= kFewestLanes) widths = {{lanes}, "as many as divide the block's rows"};
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
    Value* divides = builder.CreateIsNull(rest);
    builder.CreateCondBr(divides, whole, narrower);
    builder.SetInsertPoint(whole);
    form.emit(builder, arguments);
    builder.CreateBr(done);
    builder.SetInsertPoint(narrower);
    if (!PatternMatch::match(divides, PatternMatch::m_One())) continue;
    builder.CreateUnreachable();  // the shape is known, and all others for nothing
    builder.SetInsertPoint(done);
    return;
  }
  otherwise();
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
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

/// Whether threads tell what they call, out of line, who they are.
bool needs_thread_slot(const KernelState& kernel) {
  return !kernel.body->getArg(kThread)->use_empty();
}

Value* thread_argument(IRBuilder<>& builder, const KernelState& kernel, bool needs_slot) {
  return needs_slot ? thread_slot(*kernel.run) : PoisonValue::get(builder.getPtrTy());
}

void finish(KernelState& kernel, MutableArrayRef<ThreadCode> forms) {
  for (ThreadCode& form : forms) {
    kernel.scratch_bytes_per_thread =
        std::max(kernel.scratch_bytes_per_thread, form.scratch_bytes_per_thread());
    form.finish();
  }
}

/// Packets of blocks whose threads all pass the kernel's guard.
struct PassedForm {
  ThreadCode question, packets;

  static std::optional<PassedForm> make(KernelState& kernel, Function& body, unsigned lanes,
                                        const ModuleState& state, bool cut) {
    const auto guard = split_block_guard(body);
    if (!guard) return {};
    // In this order: what people are told is the code behind the guard.
    Function* packet = packet_body(kernel, *guard->passed, lanes, state);
    Function* question = packet_body(kernel, *guard->question, lanes, state);
    guard->question->eraseFromParent();
    guard->passed->eraseFromParent();
    if (question != nullptr && packet != nullptr) {
      PassedForm form{ThreadCode(*question, lanes, false, false),
                      ThreadCode(*packet, lanes, cut, false)};
      form.question.allow_unrolling();
      return form;
    }
    for (Function* unused : {question, packet})
      if (unused != nullptr) unused->eraseFromParent();
    return {};
  }

  /// Code for one block that goes to `done` behind it; the builder ends up where this form does not serve.
  void emit(IRBuilder<>& builder, BodyArguments& arguments, BasicBlock* done) {
    LLVMContext& context = builder.getContext();
    Function* run = builder.GetInsertBlock()->getParent();
    BasicBlock* ask = BasicBlock::Create(context, "ask", run);
    BasicBlock* passed = BasicBlock::Create(context, "passed", run);
    BasicBlock* otherwise = BasicBlock::Create(context, "otherwise", run);
    IRBuilder<> entry(&*run->getEntryBlock().getFirstInsertionPt());
    Value* passes = entry.CreateAlloca(entry.getInt8Ty(), nullptr, "passes");
    Value* rest = builder.CreateAnd(arguments[kExtentX], packets.step() - 1);
    builder.CreateCondBr(builder.CreateIsNull(rest), ask, otherwise);
    builder.SetInsertPoint(ask);
    builder.CreateStore(builder.getInt8(1), passes);
    BodyArguments asked = arguments;
    asked.push_back(passes);
    question.emit(builder, asked);
    Value* all = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), passes));
    builder.CreateCondBr(all, passed, otherwise);
    builder.SetInsertPoint(passed);
    packets.emit(builder, arguments);
    builder.CreateBr(done);
    builder.SetInsertPoint(otherwise);
  }

  void finish(KernelState& kernel) {
    kernel.scratch_bytes_per_thread =
        std::max(kernel.scratch_bytes_per_thread, packets.scratch_bytes_per_thread());
    question.finish();
    packets.finish();
  }
};

bool has_uniform_barriers(Function& body) {
  return barriers_are_uniform(body, Uniformity(body, Scope::kBlock));
}

void tell_regions(KernelState& kernel) {
  if (!kernel.remarks) return;
  tell_barriers(kernel,
                has_uniform_barriers(*kernel.body)
                    ? "barrier: a region ends here; the block's packets run each region one "
                      "after the other"
                    : "barrier: a region ends here; threads may be at different ones, so "
                      "that each has a state");
}

/// A kernel whose loop goes through the grid's elements, in rounds of packets.
struct RoundsForm {
  Rounds rounds;
  bool is_flat;  ///< Rounds::is_flat
  ThreadCode packets;
  std::uint32_t streamed_bytes;

  static std::optional<RoundsForm> make(KernelState& kernel, const ModuleState& state) {
    const auto rounds = Rounds::find(*kernel.body);
    if (!rounds) return {};
    Function* round = rounds->make_round();
    const bool is_flat = Rounds::is_flat(*round);
    // Memory is walked in order: wider packets are for long chains, and where blocks' portions join.
    const unsigned widest = packet_widths(*round, state, false).lanes.front();
    const bool is_free = is_flat || state.forced_width != 0;
    const unsigned lanes = is_free ? widest : std::min(widest, 2 * state.lanes);
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

std::optional<TurnedBlocks> turn_loop(const Module& module, const ModuleState& state,
                                      KernelState& kernel, unsigned lanes) {
  if (is_to_check_accesses(module)) return {};
  const auto loop = TurnedLoop::find(*kernel.body, state.masks);
  if (!loop) return {};
  Function* turned = loop->make();
  Function* packet =
      has_uniform_barriers(*turned) ? packet_body(kernel, *turned, lanes, state) : nullptr;
  turned->eraseFromParent();
  if (packet == nullptr) return {};
  prefetch_next_round(*packet, *packet->getArg(kernel.body->arg_size()), loop->loop());
  return TurnedBlocks::make(*loop, *packet, lanes);
}

}  // namespace

void build_thread_strategy(Module& module, ModuleState& state, KernelState& kernel, bool cut,
                           Packets allowed) {
  SmallVector<ThreadCode, 3> flat_forms, forms;
  std::optional<ThreadCode> ends;  // of rows of blocks, thread by thread
  const bool walks = allowed == Packets::kOfShortWalks;
  const bool has_short_walks = walks && state.gathers_fast && !is_to_note_accesses(module);
  const bool simd = allowed == Packets::kAny || has_short_walks;
  const bool may_join_blocks = simd && !cut && !is_to_check_accesses(module);
  // Rounds first: in code for one shape, their loop does not tell blocks apart either.
  std::optional<RoundsForm> in_rounds;
  const bool follows = followed_together(*kernel.body) != FollowedTogether::kNowhere;
  if (may_join_blocks && !walks) in_rounds = RoundsForm::make(kernel, state);
  const std::optional<FlatIndex> flat =
      may_join_blocks && !in_rounds ? find_flat_index(*kernel.body) : std::nullopt;
  std::optional<PassedForm> passed;
  std::optional<TurnedBlocks> turned;
  Widths widths{};
  SmallVector<unsigned, 3> made;
  if (simd) {
    Function* body = flat ? make_flat_body(*kernel.body, *flat) : nullptr;
    widths = walks ? Widths{{state.lanes}, "where all their walks along memory are short"}
                   : packet_widths(flat && flat->is_block ? *body : *kernel.body, state, cut);
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
    const bool has_inner = !cut && shape_of(*kernel.body).has_value();
    const auto add_form = [&](unsigned lanes, bool combines) {
      Function& thread = combines ? *body : *kernel.body;
      SmallVectorImpl<ThreadCode>& list = combines ? flat_forms : forms;
      if (walks) {
        auto form = short_walks(kernel, thread, lanes, state);
        if (form) list.push_back(std::move(*form));
        return form.has_value();
      }
      Function* packet =
          packet_body(kernel, thread, lanes, state, combines ? Rows::kLong : Rows::kOfBlocks);
      if (packet == nullptr) return false;
      if (!is_contained(made, lanes)) made.push_back(lanes);
      std::optional<InnerCode> inner;
      if (has_inner) inner = inner_code(thread, lanes, state.masks);
      list.emplace_back(*packet, lanes, cut, false, inner);
      return true;
    };
    for (const unsigned lanes : widths.lanes) {
      // Blocks are combined by wide packets; one that is left over may be narrow.
      const bool combines = flat && (lanes > state.lanes || flat_forms.empty());
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
  if (!flat_forms.empty()) kernel.joined_threads = flat_forms.back().step();
  const bool packets = !forms.empty() || !flat_forms.empty() || passed || turned;
  kernel.strategy = packets ? abi::Strategy::kSimd
                    : cut   ? abi::Strategy::kRegion
                            : abi::Strategy::kLoop;
  if (packets) {
    if (made.empty()) made.push_back(widths.lanes.front());  // of blocks with a guard alone
    tell_packets(kernel, {made, widths.why, !flat_forms.empty(), in_rounds.has_value(),
                          turned.has_value(), passed.has_value(), false});
  } else {
    tell_threads(kernel, cut, !state.forced_strategy.empty());
  }
  if (cut) tell_regions(kernel);
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
    const auto all_forms = [&] {
      return emit_flat_forms(builder, arguments, flat, flat_forms, ends ? &*ends : nullptr, left,
                             one_block);
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

namespace {

/// Packets that are warps, of `body`, the kernel's or what makes rows of whole warps of its blocks.
struct WarpForm {
  std::optional<PassedForm> passed;
  SmallVector<ThreadCode, 1> warps;

  static WarpForm make(KernelState& kernel, Function& body, const ModuleState& state, bool cut) {
    WarpForm form;
    if (followed_together(body) != FollowedTogether::kInBlocksThatPass)
      if (Function* packet = packet_body(kernel, body, kWarpLanes, state))
        form.warps.emplace_back(*packet, kWarpLanes, cut, false);
    if (form.warps.empty() || (cut && !has_uniform_barriers(body)))
      form.passed = PassedForm::make(kernel, body, kWarpLanes, state, cut);
    return form;
  }

  [[nodiscard]] bool is_there() const { return !warps.empty() || passed; }

  void emit(IRBuilder<>& builder, BodyArguments& arguments, function_ref<void()> otherwise) {
    BasicBlock* done =
        BasicBlock::Create(builder.getContext(), "one.end", builder.GetInsertBlock()->getParent());
    if (passed) passed->emit(builder, arguments, done);
    emit_forms(builder, arguments, warps, otherwise);
    builder.CreateBr(done);
    builder.SetInsertPoint(done);
  }

  void finish(KernelState& kernel) {
    if (passed) passed->finish(kernel);
    spmd::finish(kernel, warps);
  }
};

/// Blocks whose warps go from row to row have code beside that of others where the body asks for rows: who does not seldom
/// has such blocks. In code for one shape, one of both. Not where functions out of line are told each lane's place (widen_thread_calls.cpp),
/// which is along a row there.
bool may_go_across_rows(const KernelState& kernel) {
  const Function& body = *kernel.body;
  if (!body.getArg(kThread)->use_empty()) return false;
  if (followed_together(body) != FollowedTogether::kNowhere) return false;
  if (const auto shape = shape_of(body))
    return shape->block.x % kWarpLanes != 0 && shape->block.count() % kWarpLanes == 0;
  return !body.getArg(kThreadY)->use_empty() || !body.getArg(kThreadZ)->use_empty();
}

WarpForm make_warps_across_rows(KernelState& kernel, const ModuleState& state, bool cut) {
  Function* row = make_body_of_one_row(*kernel.body);
  WarpForm form = WarpForm::make(kernel, *row, state, cut);
  row->eraseFromParent();
  return form;
}

/// One block by warps that go on in the next row, if it is such a one; else what `otherwise` emits.
void emit_across_rows(IRBuilder<>& builder, BodyArguments& arguments, WarpForm& form,
                      bool takes_planes, function_ref<void()> otherwise) {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  BasicBlock* across = BasicBlock::Create(context, "across.rows", run);
  BasicBlock* other = BasicBlock::Create(context, "otherwise", run);
  BasicBlock* done = BasicBlock::Create(context, "across.end", run);
  builder.CreateCondBr(serve_one_row(builder, arguments, takes_planes), across, other);
  builder.SetInsertPoint(across);
  BodyArguments row = as_one_row(arguments);
  form.emit(builder, row, otherwise);
  builder.CreateBr(done);
  builder.SetInsertPoint(other);
  otherwise();
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

}  // namespace

bool build_warp_strategy(Module& module, ModuleState& state, KernelState& kernel, bool cut) {
  std::optional<TurnedBlocks> turned = turn_loop(module, state, kernel, kWarpLanes);
  const bool is_followed = followed_together(*kernel.body) != FollowedTogether::kNowhere;
  const bool may_go_across = may_go_across_rows(kernel);
  const bool goes_across = may_go_across && shape_of(*kernel.body);
  const bool takes_planes = spmd::takes_planes(*kernel.body);
  WarpForm in_rows, across;
  if (!goes_across) in_rows = WarpForm::make(kernel, *kernel.body, state, cut);
  if (goes_across || (may_go_across && in_rows.is_there())) {
    const std::string why_not = kernel.why_not_simd;
    across = make_warps_across_rows(kernel, state, cut);
    if (in_rows.is_there()) kernel.why_not_simd = why_not;
  }
  if (!in_rows.is_there() && !across.is_there()) {
    if (turned) turned->finish(kernel);
    return false;
  }
  kernel.strategy = abi::Strategy::kSimd;
  tell_packets(kernel, {kWarpLanes, "a warp, for its operations", false, false, turned.has_value(),
                        in_rows.passed || across.passed, across.is_there()});
  if (cut) tell_regions(kernel);
  follow_apart(*kernel.body);
  const bool needs_thread = needs_thread_slot(kernel);
  Function* fiber = make_fiber_function(module, state, kernel);
  const auto one_block = [&](IRBuilder<>& builder, BodyArguments& arguments) -> Value* {
    // Fibers are followed by themselves: then there is nothing between the two.
    if (is_followed) begin_followed_block(builder, kernel, arguments);
    const auto fibers = [&] { emit_fibers(builder, state, arguments, *fiber); };
    in_rows.emit(builder, arguments, [&] {
      if (!across.is_there()) return fibers();
      emit_across_rows(builder, arguments, across, takes_planes, fibers);
    });
    if (is_followed) call_follow(builder, kFollowEnd, {});
    return nullptr;
  };
  const auto emit = [&](IRBuilder<>& builder, BodyArguments& arguments, Value* left) {
    arguments[kThread] = thread_argument(builder, kernel, needs_thread);
    const auto otherwise = [&] { return one_block(builder, arguments); };
    return turned ? turned->emit(builder, arguments, kernel, left, otherwise) : otherwise();
  };
  emit_range_function(module, kernel, emit);
  if (turned) turned->finish(kernel);
  in_rows.finish(kernel);
  across.finish(kernel);
  return true;
}

}  // namespace riffle::spmd
