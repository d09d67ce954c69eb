// SPDX-License-Identifier: Apache-2.0
// What a packet's threads say of themselves (follow_packets.h): once for all lanes that are on.
#include <llvm/IR/Module.h>

#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

/// Where the lanes' values lie, one behind the other.
Value* Widener::put_values(Value* value, std::uint64_t bytes) {
  IRBuilder<> entry(&out_->getEntryBlock(), out_->getEntryBlock().getFirstInsertionPt());
  AllocaInst* const place =
      entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), bytes * lanes_), nullptr, "values");
  place->setAlignment(Align(64));
  Type* const type = value->getType();
  const bool has_vector = VectorType::isValidElementType(type) && !type->isIntegerTy(1) &&
                          body_.getDataLayout().getTypeSizeInBits(type) == 8 * bytes;
  if (has_vector) {
    builder_.CreateAlignedStore(vector(value), place, Align(64));
    return place;
  }
  for (unsigned i = 0; i < lanes_; ++i)
    builder_.CreateAlignedStore(lane(builder_, value, i),
                                builder_.CreateConstGEP1_64(builder_.getInt8Ty(), place, i * bytes),
                                Align(1));
  return place;
}

void Widener::emit_followed(CallInst& call) {
  constexpr unsigned kBytes = 1, kWhat = 2, kValue = 3;
  Value* const address = call.getArgOperand(0);
  Value* const bytes = call.getArgOperand(kBytes);
  Value* const what = call.getArgOperand(kWhat);
  Value* mask = mask_ == nullptr ? Constant::getAllOnesValue(builder_.getIntNTy(lanes_))
                                 : builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_));
  mask = builder_.CreateZExt(mask, builder_.getInt64Ty());
  Value* const values =
      call.arg_size() > kValue
          ? put_values(call.getArgOperand(kValue), cast<ConstantInt>(bytes)->getZExtValue())
          : ConstantPointerNull::get(builder_.getPtrTy());
  const LaneShape form = shape(address);
  const auto together = [&]() -> Value* {
    call_follow(
        builder_, kFollowPacket,
        {lane_zero(address), mask, values, bytes, what,
         builder_.getInt64(static_cast<std::uint64_t>(form.is_uniform() ? 0 : form.stride))});
    return nullptr;
  };
  const auto apart = [&]() -> Value* {
    Value* const addresses = vector(address);
    IRBuilder<> entry(&out_->getEntryBlock(), out_->getEntryBlock().getFirstInsertionPt());
    AllocaInst* const place = entry.CreateAlloca(addresses->getType(), nullptr, "addresses");
    place->setAlignment(Align(64));
    builder_.CreateAlignedStore(addresses, place, Align(64));
    call_follow(builder_, kFollowLanes, {place, mask, values, bytes, what});
    return nullptr;
  };
  if (form.is_uniform() || form.is_linear()) {
    together();
  } else if (form.is_linear_if_guarded()) {
    branch_on(guards_hold(form, nullptr), together, apart);
  } else {
    apart();
  }
}

}  // namespace riffle::spmd
