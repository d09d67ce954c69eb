// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/turned_blocks.h"

#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <bit>
#include <cstddef>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/analysis/barrier_uniformity.h"
#include "compiler/spmd/strategy/region_driver.h"
#include "compiler/spmd/strategy/thread_code.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Longer walks gain little, and what threads keep has to stay in the second cache beside what is read.
constexpr std::uint32_t kMostThreads = 8192;
constexpr std::uint32_t kLeastThreads = 1024;
constexpr std::uint32_t kMostKeptBytes = 128 << 10;
/// Before AVX-512: in the first cache (8192 threads with two sums of 64 bits 16.0 ms a walk, 1024 13.8; with one of 32 bits 10.3, 8.0).
constexpr std::uint32_t kMostKeptBytesInFirst = 8 << 10;

/// Whether all threads come to the mark.
bool all_come_to_round(const Regions& regions) {
  if (regions.round == kFinished) return false;
  SmallVector<int, 8> work = {0};
  SmallVector<bool, 8> seen(regions.states, false);
  while (!work.empty()) {
    const int state = work.pop_back_val();
    if (state == kFinished) return false;
    if (state == regions.round || seen[static_cast<unsigned>(state)]) continue;
    seen[static_cast<unsigned>(state)] = true;
    append_range(work, regions.next[static_cast<unsigned>(state)]);
  }
  return true;
}

}  // namespace

std::optional<TurnedBlocks> TurnedBlocks::make(const TurnedLoop& loop, Function& packet,
                                               unsigned lanes, Masks masks) {
  put_loop_values_behind_loops(packet);
  const Uniformity uniformity(packet, UniformityScope::kBlock);
  if (!barriers_are_uniform(packet, uniformity)) {
    packet.eraseFromParent();
    return {};
  }
  Regions regions = split_regions(packet, lanes, &uniformity);
  packet.eraseFromParent();
  if (!all_come_to_round(regions)) {
    regions.function->eraseFromParent();
    return {};
  }
  return TurnedBlocks(loop, lanes, masks, std::move(regions));
}

std::uint32_t TurnedBlocks::threads_together() const {
  const std::uint32_t most = masks_ == Masks::kDear ? kMostKeptBytesInFirst : kMostKeptBytes;
  const std::uint32_t fitting = most / std::max(regions_.dense_bytes_per_thread, 1U);
  return std::clamp(std::bit_floor(fitting), kLeastThreads, kMostThreads);
}

/// In and out.
std::uint32_t TurnedBlocks::common_bytes() const {
  return static_cast<std::uint32_t>(alignTo(2 * alignTo(regions_.common_bytes, 16), 64));
}

Value* TurnedBlocks::serves(IRBuilder<>& builder, const BodyArguments& arguments) const {
  Type* i64 = builder.getInt64Ty();
  Value* rest = builder.CreateAnd(arguments[kExtentX], lanes_ - 1);
  Value* serves = builder.CreateIsNull(rest);
  const auto require = [&](Value* condition) { serves = builder.CreateAnd(serves, condition); };
  Value* threads = builder.CreateMul(builder.CreateZExt(arguments[kGridX], i64),
                                     builder.CreateZExt(arguments[kExtentX], i64));
  require(builder.CreateICmpULT(threads, builder.getInt64(std::uint64_t{1} << 31)));
  require(loop_.stays_in_range(builder, arguments));
  require(builder.CreateICmpSGT(loop_.count(builder, arguments), loop_.step(builder, arguments)));
  serves->setName("serves");
  return serves;
}

TurnedBlocks::Group TurnedBlocks::measure(IRBuilder<>& builder, const BodyArguments& arguments,
                                          const KernelState& kernel, Value* left) const {
  const auto rounded = [&](Value* number, std::uint32_t to) {
    return builder.CreateAnd(builder.CreateAdd(number, builder.getInt32(to - 1)),
                             builder.getInt32(~(to - 1)));
  };
  const auto least = [&](Value* one, Value* other) {
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, one, other);
  };
  const auto at_least_one = [&](Value* number) {
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, number, builder.getInt32(1));
  };
  Value* threads = rounded(arguments[kThreads], 64);
  Value* most = builder.CreateUDiv(builder.getInt32(threads_together()), threads);
  // As the device lays them out.
  Value* shared = builder.CreateAdd(
      rounded(arguments[kDynamicShared], 128),
      builder.getInt32(static_cast<std::uint32_t>(alignTo(kernel.static_shared_bytes, 128))));
  most = least(
      most, builder.CreateUDiv(builder.getInt32(abi::kSharedBytesOfRange), at_least_one(shared)));
  Value* kept =
      builder.CreateMul(threads, builder.getInt32(regions_.dense_bytes_per_thread), "kept");
  Value* scratch = builder.CreateAdd(kept, builder.getInt32(common_bytes()), "scratch.of.block");
  return {least(left, at_least_one(most)), shared, scratch, kept};
}

void TurnedBlocks::emit_group(IRBuilder<>& builder, const BodyArguments& arguments,
                              const Group& group) {
  BodyArguments here = arguments;
  here.append({builder.getInt64(0), builder.getFalse()});
  Value*& passed = here[here.size() - 2];
  Value*& leave = here[here.size() - 1];
  RegionDriver driver(builder, here, regions_, lanes_);
  const auto mark = static_cast<unsigned>(regions_.round);
  Type* byte = builder.getInt8Ty();
  Type* i64 = builder.getInt64Ty();
  Value* scratch = load_field(builder, arguments[kFrame], offsetof(abi::Frame, scratch),
                              builder.getPtrTy(), "scratch");
  const auto for_each_block = [&](const char* name, function_ref<void()> emit) {
    emit_loop(builder, group.count, name, [&](Value* number) {
      here[kBlockX] = builder.CreateAdd(arguments[kBlockX], number, "block.x");
      store_field(builder, arguments[kFrame], offsetof(abi::Frame, block_index), here[kBlockX]);
      const auto offset = [&](Value* bytes) {
        return builder.CreateMul(builder.CreateZExt(number, i64), builder.CreateZExt(bytes, i64));
      };
      here[kShared] = builder.CreateGEP(byte, arguments[kShared],
                                        builder.CreateNeg(offset(group.shared_bytes)), "shared");
      Value* place = builder.CreateInBoundsGEP(byte, scratch, offset(group.scratch_bytes));
      driver.move_to(place, builder.CreateInBoundsGEP(
                                byte, place, builder.CreateZExt(group.kept_bytes, i64), "common"));
      emit();
    });
  };
  for_each_block("before.rounds", [&] { driver.emit_uniform(0, regions_.round); });

  Value* elements = loop_.count(builder, arguments);
  Value* step = loop_.step(builder, arguments);
  Function* run = builder.GetInsertBlock()->getParent();
  BasicBlock* before = builder.GetInsertBlock();
  BasicBlock* round = BasicBlock::Create(builder.getContext(), "round", run);
  BasicBlock* behind = BasicBlock::Create(builder.getContext(), "rounds.end", run);
  builder.CreateBr(round);
  builder.SetInsertPoint(round);
  PHINode* past = builder.CreatePHI(i64, 2, "passed");
  past->addIncoming(builder.getInt64(0), before);
  passed = past;
  for_each_block("block.of.round", [&] { driver.emit_state(mark); });
  Value* next = builder.CreateAdd(past, step, "", true, true);
  past->addIncoming(next, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateICmpSLT(next, elements), round, behind);

  builder.SetInsertPoint(behind);
  passed = builder.getInt64(0);
  leave = builder.getTrue();
  for_each_block("behind.rounds", [&] { driver.emit_uniform(mark, regions_.round); });
  calls_.append(driver.calls().begin(), driver.calls().end());
}

Value* TurnedBlocks::emit(IRBuilder<>& builder, const BodyArguments& arguments,
                          const KernelState& kernel, Value* left,
                          function_ref<Value*()> otherwise) {
  const auto emit_turned = [&] {
    const Group group = measure(builder, arguments, kernel, left);
    emit_group(builder, arguments, group);
    return group.count;
  };
  return emit_form(builder, serves(builder, arguments), "turned", emit_turned, otherwise);
}

void TurnedBlocks::finish(KernelState& kernel) {
  const std::uint32_t blocks = std::max(threads_together() / 64, 1U);
  const std::uint32_t bytes =
      threads_together() * regions_.dense_bytes_per_thread + blocks * common_bytes();
  kernel.scratch_bytes_per_block = std::max(kernel.scratch_bytes_per_block, bytes);
  kernel.scratch_bytes_per_thread =
      std::max(kernel.scratch_bytes_per_thread, regions_.bytes_per_thread);
  inline_calls(calls_, *regions_.function);
}

}  // namespace riffle::spmd
