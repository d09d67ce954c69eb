// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/check_accesses.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/spmd/abi_access.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::uint64_t kPieceBytes = 64;

/// A block for what hardly ever happens, in front of `before`: its end.
Instruction* rarely(Value* condition, Instruction* before) {
  MDNode* const rare = MDBuilder(before->getContext()).createUnlikelyBranchWeights();
  return SplitBlockAndInsertIfThen(condition, before, false, rare);
}

AllocaInst* room_for(const Instruction& at, Type* type, const Twine& name) {
  IRBuilder<> entry(
      &*const_cast<Function*>(at.getFunction())->getEntryBlock().getFirstInsertionPt());
  return entry.CreateAlloca(type, nullptr, name);
}

Value* number_of(IRBuilder<>& builder, Value* pointer) {
  return builder.CreatePtrToInt(pointer, builder.getInt64Ty());
}

/// Lanes, of which any may be the one.
Value* any_of_lanes(IRBuilder<>& builder, Value* lanes, Value* mask) {
  if (!lanes->getType()->isVectorTy()) return lanes;
  return builder.CreateOrReduce(builder.CreateAnd(lanes, mask));
}

}  // namespace

/// Of `access_bytes` that a mask's lanes have in equal shares; with no mask all of them.
SmallVector<Value*, 4> NotedBits::make(IRBuilder<>& builder, Value* mask,
                                       std::uint64_t access_bytes) {
  SmallVector<Value*, 4> words;
  for (std::uint64_t begin = 0; begin < access_bytes; begin += kPieceBytes) {
    const std::uint64_t bytes = std::min(access_bytes - begin, kPieceBytes);
    if (mask == nullptr) {
      words.push_back(
          builder.getInt64(bytes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes) - 1));
      continue;
    }
    const unsigned lanes = cast<FixedVectorType>(mask->getType())->getNumElements();
    const auto lane = static_cast<unsigned>(access_bytes / lanes);
    SmallVector<int, 64> which;
    for (std::uint64_t byte = 0; byte < bytes; byte += lane)
      which.push_back(static_cast<int>((begin + byte) / lane));
    Value* part = which.size() == lanes ? mask : builder.CreateShuffleVector(mask, which);
    if (lane != 1) {
      part = builder.CreateSExt(part, FixedVectorType::get(builder.getIntNTy(8 * lane),
                                                           static_cast<unsigned>(which.size())));
      part = builder.CreateBitCast(
          part, FixedVectorType::get(builder.getInt8Ty(), static_cast<unsigned>(bytes)));
      part = builder.CreateICmpSLT(part, Constant::getNullValue(part->getType()));
    }
    words.push_back(builder.CreateZExt(
        builder.CreateBitCast(part, builder.getIntNTy(static_cast<unsigned>(bytes))),
        builder.getInt64Ty()));
  }
  return words;
}

/// Made once, behind the mask itself: many accesses have the same.
const NotedBits::Words& NotedBits::of_mask(IRBuilder<>& builder, Value* mask, std::uint64_t bytes) {
  Words& words = known_[{mask, bytes}];
  if (!words.empty()) return words;
  const IRBuilder<>::InsertPointGuard guard(builder);
  const DebugLoc line = builder.getCurrentDebugLocation();
  if (auto* const instruction = dyn_cast<Instruction>(mask))
    builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
  else
    builder.SetInsertPoint(entry_->getFirstInsertionPt());
  builder.SetCurrentDebugLocation(line);
  return words = make(builder, mask, bytes);
}

NotedBits::Words NotedBits::of(IRBuilder<>& builder, const NotedAccess& access) {
  const auto part = [&](std::uint64_t bytes) {
    return access.mask == nullptr ? make(builder, nullptr, bytes)
                                  : of_mask(builder, access.mask, bytes);
  };
  if (access.parts.empty()) return part(access.bytes);
  Words all((access.bytes + kPieceBytes - 1) / kPieceBytes, builder.getInt64(0));
  for (const NotedAccess::Part& each : access.parts) {
    const std::uint64_t first = each.offset / kPieceBytes, shift = each.offset % kPieceBytes;
    const Words words = part(each.bytes);
    for (std::size_t i = 0; i < words.size(); ++i) {
      Value*& low = all[first + i];
      low = builder.CreateOr(low, builder.CreateShl(words[i], shift));
      if (shift == 0 || first + i + 1 == all.size()) continue;
      Value*& high = all[first + i + 1];
      high = builder.CreateOr(high, builder.CreateLShr(words[i], kPieceBytes - shift));
    }
  }
  return all;
}

std::pair<Value*, Value*> put_lanes(IRBuilder<>& builder, const NotedAccess& access) {
  const unsigned lanes = cast<FixedVectorType>(access.address->getType())->getNumElements();
  Type* const numbers = FixedVectorType::get(builder.getInt64Ty(), lanes);
  AllocaInst* const room = room_for(*access.at, numbers, "noted");
  builder.CreateStore(builder.CreatePtrToInt(access.address, numbers), room);
  Value* const mask = builder.CreateZExt(
      builder.CreateBitCast(access.mask, builder.getIntNTy(lanes)), builder.getInt64Ty());
  return {room, mask};
}

Constant* AccessChecks::constant_of(const NotedAccess& access) {
  using abi::AccessCheck;
  static_assert(offsetof(AccessCheck, bytes) == 8 && offsetof(AccessCheck, alignment) == 12 &&
                offsetof(AccessCheck, kind) == 16 && offsetof(AccessCheck, reads) == 17 &&
                offsetof(AccessCheck, writes) == 18 && offsetof(AccessCheck, lane_bytes) == 19 &&
                offsetof(AccessCheck, first_lane) == 20 && offsetof(AccessCheck, object) == 24 &&
                offsetof(AccessCheck, object_bytes) == 32 && sizeof(AccessCheck) == 40);
  LLVMContext& context = module_.getContext();
  const auto number = [&](unsigned bits, std::uint64_t value) -> Constant* {
    return ConstantInt::get(IntegerType::get(context, bits), value);
  };
  return keep_for_notes(
      module_,
      ConstantStruct::getAnon(
          {sites_.of(*access.at), number(32, access.bytes), number(32, access.alignment.value()),
           number(8, static_cast<std::uint64_t>(access.kind)), number(8, access.reads),
           number(8, access.writes), number(8, access.lane_bytes), number(32, access.first_lane),
           number(32, static_cast<std::uint64_t>(access.object)), number(32, 0),
           number(64, access.object_bytes)}));
}

void AccessChecks::call_piece(Instruction* before, const NotedAccess& access, Value* table,
                              Value* address, ArrayRef<Value*> words, Value* base) {
  IRBuilder<> builder(before);
  Value* room = ConstantPointerNull::get(builder.getPtrTy());
  if (access.mask != nullptr) {
    Type* const word = builder.getInt64Ty();
    room = room_for(*access.at, ArrayType::get(word, words.size()), "checked");
    for (unsigned i = 0; i < words.size(); ++i)
      builder.CreateStore(words[i], builder.CreateConstGEP1_32(word, room, i));
  }
  calls_.emit(builder, "riffle.check.piece", offsetof(abi::AccessRuntime, check_piece),
              {table, constant_of(access), address, room, base});
}

void AccessChecks::piece(const NotedAccess& access, Value* table, Instruction* before,
                         Value* address, ArrayRef<Value*> words, Value* odd) {
  IRBuilder<> builder(before);
  if (access.alignment.value() > 1)
    odd = builder.CreateOr(odd, builder.CreateAnd(address, access.alignment.value() - 1));
  call_piece(rarely(builder.CreateIsNotNull(odd), before), access, table, address, words,
             builder.getInt64(0));
}

void AccessChecks::call_lanes(IRBuilder<>& builder, const NotedAccess& access, Value* table,
                              Value* base) {
  const auto [addresses, mask] = put_lanes(builder, access);
  calls_.emit(builder, "riffle.check.lanes", offsetof(abi::AccessRuntime, check_lanes),
              {table, constant_of(access), addresses, mask, base});
}

void AccessChecks::lanes(const NotedAccess& access, Value* table) {
  IRBuilder<> builder(access.at);
  call_lanes(builder, access, table, builder.getInt64(0));
}

/// Of one address or a vector of them, whether it leads out of the object.
Value* AccessChecks::is_out(IRBuilder<>& builder, const NotedAccess& access, Value* table,
                            Value* address) {
  Type* const type = address->getType();
  const auto all = [&](Value* value) -> Value* {
    const auto* const vector = dyn_cast<FixedVectorType>(type);
    return vector == nullptr ? value : builder.CreateVectorSplat(vector->getNumElements(), value);
  };
  Value* const offset = builder.CreateSub(address, all(number_of(builder, access.base)), "offset");
  if (access.object == abi::CheckedObject::kLocal) {
    if (access.bytes > access.object_bytes) return Constant::getAllOnesValue(offset->getType());
    return builder.CreateICmpUGT(offset,
                                 ConstantInt::get(type, access.object_bytes - access.bytes));
  }
  Value* const limit = all(load_field(builder, table, offsetof(abi::AccessTable, shared_bytes),
                                      builder.getInt64Ty(), "shared.bytes"));
  Value* const end = builder.CreateAdd(offset, ConstantInt::get(type, access.bytes));
  Value* const out =
      builder.CreateOr(builder.CreateICmpUGE(offset, limit), builder.CreateICmpUGT(end, limit));
  Value* const odd =
      builder.CreateAnd(address, ConstantInt::get(type, access.alignment.value() - 1));
  return builder.CreateOr(out, builder.CreateICmpNE(odd, Constant::getNullValue(type)));
}

void AccessChecks::bounds(const NotedAccess& access, Value* table) {
  IRBuilder<> builder(access.at);
  Type* const number = builder.getInt64Ty();
  if (access.form == NotedAccess::Form::kLanes) {
    const unsigned lanes = cast<FixedVectorType>(access.address->getType())->getNumElements();
    Value* const addresses =
        builder.CreatePtrToInt(access.address, FixedVectorType::get(number, lanes));
    Value* const out = is_out(builder, access, table, addresses);
    builder.SetInsertPoint(rarely(any_of_lanes(builder, out, access.mask), access.at));
    return call_lanes(builder, access, table, number_of(builder, access.base));
  }
  const NotedBits::Words words = NotedBits(*access.at->getFunction()).of(builder, access);
  Value* const address = number_of(builder, access.address);
  Value* const base = number_of(builder, access.base);
  Value* out = is_out(builder, access, table, address);
  if (access.mask != nullptr) out = builder.CreateAnd(out, builder.CreateOrReduce(access.mask));
  call_piece(rarely(out, access.at), access, table, address, words, base);
}

}  // namespace riffle::spmd
