// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/flat_blocks.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <bit>
#include <cstddef>
#include <functional>

#include "compiler/spmd/abi_access.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Threads of a row that are run before the next row: near rows stay in the first cache.
constexpr std::uint32_t kLongestRow = 2048;
/// Of a band: a line of floats.
constexpr std::uint32_t kRowsOfBand = 16;
constexpr std::uint64_t kLongestRowOfBand = 1U << 24;

struct BlockRow {
  Value* count;   ///< blocks
  Value* serves;  ///< the body takes them for one block, and there is a packet
  /// Threads of whole packets, behind those before the first one. Of whole blocks null.
  Value *before = nullptr, *packets = nullptr;
  Value* behind = nullptr;  ///< threads
};

/// Whether a flat body does for several blocks what they do.
Value* takes_as_one(IRBuilder<>& builder, const BodyArguments& arguments, const FlatIndex& index) {
  Value* extent = arguments[kExtentX];
  Value* takes = builder.getTrue();
  if (index.extent != 0) takes = builder.CreateICmpEQ(extent, builder.getInt32(index.extent));
  if (index.is_long) {
    Type* i64 = builder.getInt64Ty();
    Value* threads = builder.CreateMul(builder.CreateZExt(arguments[kGridX], i64),
                                       builder.CreateZExt(extent, i64));
    Value* fits = builder.CreateICmpULE(threads, builder.getInt64(0x7fffffff));
    takes = builder.CreateAnd(takes, fits);
  }
  return takes;
}

/// As far as there is a whole packet: the threads before it and behind the last one.
void measure_ends(IRBuilder<>& builder, const BodyArguments& arguments, unsigned lanes,
                  BlockRow& row) {
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
BlockRow measure_row(IRBuilder<>& builder, const BodyArguments& arguments, const FlatIndex& index,
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
  BlockRow row{};
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
  row.serves = builder.CreateAnd(row.serves, takes_as_one(builder, arguments, index));
  return row;
}

/// The threads before and behind the packets of a row, by one copy of their code.
void emit_ends(IRBuilder<>& builder, const BodyArguments& as_one, Value* first, const BlockRow& row,
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

/// Notes the block of a packet's first thread, for reports of faults. `first`: of the blocks that run as one.
std::function<void(Value*)> note_of_block(IRBuilder<>& builder, const BodyArguments& arguments,
                                          Value* first) {
  // ceil(2^32 / extent): a row's places times this, by 2^32, are the blocks' numbers in it.
  Type* i64 = builder.getInt64Ty();
  Value* blocks_per_thread =
      builder.CreateAdd(builder.CreateUDiv(builder.getInt64(0xffffffffU),
                                           builder.CreateZExt(arguments[kExtentX], i64)),
                        builder.getInt64(1));
  return [&builder, &arguments, first, i64, blocks_per_thread](Value* x) {
    Value* place = builder.CreateZExt(builder.CreateSub(x, first), i64);
    Value* past = builder.CreateLShr(builder.CreateMul(place, blocks_per_thread), 32);
    Value* block = builder.CreateTrunc(past, builder.getInt32Ty());
    store_field(builder, arguments[kFrame], offsetof(abi::Frame, block_index),
                builder.CreateAdd(arguments[kBlockX], block));
  };
}

/// Runs the blocks of `row` as one.
void emit_as_one(IRBuilder<>& builder, const BodyArguments& arguments, const BlockRow& row,
                 ThreadCode& form, ThreadCode* ends) {
  BodyArguments as_one = arguments;
  as_one[kExtentX] = builder.CreateMul(row.count, arguments[kExtentX]);
  as_one[kBlockX] = builder.getInt32(0);
  Value* first = builder.CreateMul(arguments[kBlockX], arguments[kExtentX], "first.x");
  const auto note_block = note_of_block(builder, arguments, first);
  if (ends == nullptr) return form.emit(builder, as_one, first, note_block);
  BodyArguments whole = as_one;
  whole[kExtentX] = row.packets;
  form.emit(builder, whole, builder.CreateAdd(first, row.before), note_block);
  emit_ends(builder, as_one, first, row, *ends, note_block);
}

/// Threads [first, first + rows * length), which are `rows` whole rows, wherever in one they begin.
void emit_band(IRBuilder<>& builder, const BodyArguments& arguments, ThreadCode& form,
               Value* length) {
  BodyArguments as_one = arguments;
  as_one[kExtentX] = builder.getInt32(form.step());
  as_one[kBlockX] = builder.getInt32(0);
  Value* first = builder.CreateMul(arguments[kBlockX], arguments[kExtentX], "first.x");
  const auto note_block = note_of_block(builder, arguments, first);
  Value* columns = builder.CreateUDiv(length, builder.getInt32(form.step()), "columns");
  emit_loop(builder, columns, "column", [&](Value* column) {
    Value* top = builder.CreateAdd(first, builder.CreateMul(column, as_one[kExtentX]));
    emit_loop(builder, builder.getInt32(kRowsOfBand), "row.of.band", [&](Value* row) {
      BodyArguments here = as_one;
      Value* place = builder.CreateAdd(top, builder.CreateMul(row, length));
      form.emit(builder, here, place, note_block);
    });
  });
}

}  // namespace

Value* emit_bands(IRBuilder<>& builder, const BodyArguments& arguments, const FlatIndex& index,
                  ThreadCode& form, Value* length, Value* left, function_ref<Value*()> otherwise) {
  Type* i64 = builder.getInt64Ty();
  Value* long_length = builder.CreateSExt(length, i64);
  Value* extent = builder.CreateZExt(arguments[kExtentX], i64);
  Value* threads = builder.CreateMul(long_length, builder.getInt64(kRowsOfBand));
  Value* count = builder.CreateUDiv(threads, extent, "blocks.of.band");
  Value* first = builder.CreateMul(builder.CreateZExt(arguments[kBlockX], i64), extent);
  const auto no_rest = [&](Value* number) {
    return builder.CreateIsNull(builder.CreateAnd(number, form.step() - 1));
  };
  Value* serves = takes_as_one(builder, arguments, index);
  for (Value* also :
       {builder.CreateICmpSGT(long_length, builder.getInt64(form.step())),
        builder.CreateICmpSLT(long_length, builder.getInt64(kLongestRowOfBand)),
        builder.CreateIsNull(builder.CreateURem(threads, extent)), no_rest(long_length),
        no_rest(first), builder.CreateICmpULE(count, builder.CreateZExt(left, i64))})
    serves = builder.CreateAnd(serves, also);
  Type* i32 = builder.getInt32Ty();
  const auto emit = [&]() -> Value* {
    emit_band(builder, arguments, form, builder.CreateTrunc(long_length, i32));
    return builder.CreateTrunc(count, i32);
  };
  return emit_form(builder, serves, "band", emit, otherwise);
}

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
  const BlockRow row = measure_row(builder, arguments, index, form.step(), ends != nullptr, left);
  const auto emit_flat = [&] {
    emit_as_one(builder, arguments, row, form, ends);
    return row.count;
  };
  return emit_form(builder, row.serves, "flat", emit_flat, otherwise);
}

}  // namespace riffle::spmd
