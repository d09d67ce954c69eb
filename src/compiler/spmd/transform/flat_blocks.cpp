// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/flat_blocks.h"

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
  Value* count;     ///< blocks
  Value* is_whole;  ///< they make whole packets, and the body takes them for one block
};

/// Rows of packets begin at multiples of `lanes`:
///
///   %together = lanes >> min(cttz(extent), log2(lanes))        blocks that make whole packets
///   %count = min(left, most) & -%together                      if block.x % %together == 0
///
/// More than fill a packet, too: rows of 32 threads, one below the other, are short walks through memory, in which
/// processors see no streams.
Row measure_row(IRBuilder<>& builder, const BodyArguments& arguments, const FlatIndex& index,
                unsigned lanes, Value* left) {
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
  Value* count = builder.CreateAnd(least(left, most), builder.CreateNeg(together), "blocks");
  Value* past =
      builder.CreateAnd(arguments[kBlockX], builder.CreateSub(together, builder.getInt32(1)));
  Value* whole = builder.CreateAnd(builder.CreateIsNull(past), builder.CreateIsNotNull(count));
  if (index.extent != 0) {
    Value* as_taken = builder.CreateICmpEQ(extent, builder.getInt32(index.extent));
    whole = builder.CreateAnd(whole, as_taken);
  }
  if (index.is_long) {
    Type* i64 = builder.getInt64Ty();
    Value* threads = builder.CreateMul(builder.CreateZExt(arguments[kGridX], i64),
                                       builder.CreateZExt(extent, i64));
    Value* fits = builder.CreateICmpULE(threads, builder.getInt64(0x7fffffff));
    whole = builder.CreateAnd(whole, fits);
  }
  return {count, whole};
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
                        const FlatIndex& index, ThreadCode& form, Value* left,
                        function_ref<Value*()> otherwise) {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  BasicBlock* flat = BasicBlock::Create(context, "flat", run);
  BasicBlock* apart = BasicBlock::Create(context, "apart", run);
  BasicBlock* done = BasicBlock::Create(context, "blocks.end", run);
  const Row row = measure_row(builder, arguments, index, form.step(), left);
  builder.CreateCondBr(row.is_whole, flat, apart);
  builder.SetInsertPoint(flat);
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
  form.emit(builder, as_one, first, note_block);
  BasicBlock* behind_flat = builder.GetInsertBlock();
  builder.CreateBr(done);
  builder.SetInsertPoint(apart);
  Value* others = otherwise();
  BasicBlock* behind_others = builder.GetInsertBlock();
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  PHINode* count = builder.CreatePHI(builder.getInt32Ty(), 2, "blocks.run");
  count->addIncoming(row.count, behind_flat);
  count->addIncoming(others == nullptr ? builder.getInt32(1) : others, behind_others);
  return count;
}

}  // namespace riffle::spmd
