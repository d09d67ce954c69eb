// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/flat_blocks.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <bit>
#include <cstddef>

#include "compiler/spmd/abi_access.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Threads of a row that are run before the next row: near rows stay in the first cache.
constexpr std::uint32_t kLongestRow = 2048;

struct Row {
  Value* count;   ///< blocks
  Value* serves;  ///< the body takes them for one block, and there is a packet
  /// Threads of whole packets, behind those before the first one. Of whole blocks null.
  Value *before = nullptr, *packets = nullptr;
  Value* behind = nullptr;  ///< threads
};

/// As far as there is a whole packet: the threads before it and behind the last one.
void measure_ends(IRBuilder<>& builder, const BodyArguments& arguments, unsigned lanes, Row& row) {
  Value* first = builder.CreateMul(arguments[kBlockX], arguments[kExtentX]);
  Value* threads = builder.CreateMul(row.count, arguments[kExtentX], "threads");
  Value* last_lane = builder.getInt32(lanes - 1);
  row.before = builder.CreateAnd(builder.CreateNeg(first), last_lane, "before");
  Value* rest = builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, threads, row.before);
  row.packets = builder.CreateAnd(rest, ~(lanes - 1), "in.packets");
  row.behind = builder.CreateAnd(rest, last_lane, "behind");
  row.serves = builder.CreateIsNotNull(row.packets);
}

/// Rows of packets begin at multiples of `lanes`:
///
///   %together = lanes >> min(cttz(extent), log2(lanes))        blocks that make whole packets
///   %past = block.x % %together
///   %count = min(left, most) & -%together                      if %past == 0
///
/// More than fill a packet, too: rows of 32 threads, one below the other, are short walks through memory, in which
/// processors see no streams. Where ends have code of their own (`has_ends`) a row need neither begin nor end so, but the next
/// one begins so if it can:
///
///   %count = ((min(left, most) + %past) & -%together) - %past  if that is positive, else min(left, most)
Row measure_row(IRBuilder<>& builder, const BodyArguments& arguments, const FlatIndex& index,
                unsigned lanes, bool has_ends, Value* left) {
  Value* extent = arguments[kExtentX];
  const auto log_lanes = static_cast<unsigned>(std::countr_zero(lanes));
  const auto least = [&](Value* one, Value* other) {
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, one, other);
  };
  Value* zeros = builder.CreateBinaryIntrinsic(Intrinsic::cttz, extent, builder.getTrue());
  Value* together = builder.CreateLShr(builder.getInt32(lanes),
                                       least(zeros, builder.getInt32(log_lanes)), "together");
  Value* most = builder.CreateBinaryIntrinsic(
      Intrinsic::umax, builder.CreateUDiv(builder.getInt32(kLongestRow), extent), together);
  Value* some = least(left, most);
  Value* groups = builder.CreateNeg(together);
  Value* past =
      builder.CreateAnd(arguments[kBlockX], builder.CreateSub(together, builder.getInt32(1)));
  Row row{};
  if (has_ends) {
    Value* until =
        builder.CreateSub(builder.CreateAnd(builder.CreateAdd(some, past), groups), past);
    row.count = builder.CreateSelect(builder.CreateICmpSGT(until, builder.getInt32(0)), until, some,
                                     "blocks");
    measure_ends(builder, arguments, lanes, row);
  } else {
    row.count = builder.CreateAnd(some, groups, "blocks");
    row.serves = builder.CreateAnd(builder.CreateIsNull(past), builder.CreateIsNotNull(row.count));
  }
  if (index.extent != 0) {
    Value* as_taken = builder.CreateICmpEQ(extent, builder.getInt32(index.extent));
    row.serves = builder.CreateAnd(row.serves, as_taken);
  }
  if (index.is_long) {
    Type* i64 = builder.getInt64Ty();
    Value* threads = builder.CreateMul(builder.CreateZExt(arguments[kGridX], i64),
                                       builder.CreateZExt(extent, i64));
    Value* fits = builder.CreateICmpULE(threads, builder.getInt64(0x7fffffff));
    row.serves = builder.CreateAnd(row.serves, fits);
  }
  return row;
}

/// The threads before and behind the packets of a row, by one copy of their code.
void emit_ends(IRBuilder<>& builder, const BodyArguments& as_one, Value* first, const Row& row,
               ThreadCode& form, function_ref<void(Value*)> note) {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  BasicBlock* some = BasicBlock::Create(context, "ends", run);
  BasicBlock* done = BasicBlock::Create(context, "ends.end", run);
  Value* is_before = builder.CreateIsNotNull(row.before);
  Value* is_behind = builder.CreateIsNotNull(row.behind);
  builder.CreateCondBr(builder.CreateOr(is_before, is_behind), some, done);
  builder.SetInsertPoint(some);
  Type* i32 = builder.getInt32Ty();
  Value* parts = builder.CreateAdd(builder.CreateZExt(is_before, i32),
                                   builder.CreateZExt(is_behind, i32), "parts");
  Value* behind = builder.CreateAdd(first, builder.CreateAdd(row.before, row.packets));
  emit_loop(builder, parts, "end.of.row", [&](Value* part) {
    Value* now_before = builder.CreateAnd(is_before, builder.CreateIsNull(part));
    BodyArguments here = as_one;
    here[kExtentX] = builder.CreateSelect(now_before, row.before, row.behind);
    form.emit(builder, here, builder.CreateSelect(now_before, first, behind), note);
  });
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

/// Runs the blocks of `row` as one.
void emit_as_one(IRBuilder<>& builder, const BodyArguments& arguments, const Row& row,
                 ThreadCode& form, ThreadCode* ends) {
  BodyArguments as_one = arguments;
  as_one[kExtentX] = builder.CreateMul(row.count, arguments[kExtentX]);
  as_one[kBlockX] = builder.getInt32(0);
  Value* first = builder.CreateMul(arguments[kBlockX], arguments[kExtentX], "first.x");
  // ceil(2^32 / extent): a row's places times this, by 2^32, are the blocks' numbers in it.
  Type* i64 = builder.getInt64Ty();
  Value* blocks_per_thread =
      builder.CreateAdd(builder.CreateUDiv(builder.getInt64(0xffffffffU),
                                           builder.CreateZExt(arguments[kExtentX], i64)),
                        builder.getInt64(1));
  // The block of a packet's first thread, for reports of faults.
  const auto note_block = [&](Value* x) {
    Value* place = builder.CreateZExt(builder.CreateSub(x, first), i64);
    Value* past = builder.CreateLShr(builder.CreateMul(place, blocks_per_thread), 32);
    Value* block = builder.CreateTrunc(past, builder.getInt32Ty());
    store_field(builder, arguments[kFrame], offsetof(abi::Frame, block_index),
                builder.CreateAdd(arguments[kBlockX], block));
  };
  if (ends == nullptr) return form.emit(builder, as_one, first, note_block);
  BodyArguments whole = as_one;
  whole[kExtentX] = row.packets;
  form.emit(builder, whole, builder.CreateAdd(first, row.before), note_block);
  emit_ends(builder, as_one, first, row, *ends, note_block);
}

}  // namespace

Function* make_flat_body(Function& body, const FlatIndex& index) {
  ValueToValueMapTy map;
  Function* flat = CloneFunction(&body, map);
  Argument *block = flat->getArg(kBlockX), *thread = flat->getArg(kThreadX);
  if (index.is_block) {
    block->replaceAllUsesWith(thread);
    Argument* extent = flat->getArg(kExtentX);
    extent->replaceAllUsesWith(ConstantInt::get(extent->getType(), index.extent));
  } else {
    block->replaceAllUsesWith(ConstantInt::get(block->getType(), 0));
  }
  thread->removeAttr(Attribute::Range);
  if (index.is_block && block->hasAttribute(Attribute::Range))
    thread->addAttr(block->getAttribute(Attribute::Range));
  return flat;
}

Value* emit_flat_blocks(IRBuilder<>& builder, const BodyArguments& arguments,
                        const FlatIndex& index, ThreadCode& form, ThreadCode* ends, Value* left,
                        function_ref<Value*()> otherwise) {
  const Row row = measure_row(builder, arguments, index, form.step(), ends != nullptr, left);
  const auto emit_flat = [&] {
    emit_as_one(builder, arguments, row, form, ends);
    return row.count;
  };
  return emit_form(builder, row.serves, "flat", emit_flat, otherwise);
}

}  // namespace riffle::spmd
