// SPDX-License-Identifier: Apache-2.0
// Surfaces through surface objects: elements as they stand, and for sust.p as numbers that become the surface's format. A
// position counts bytes along x (elements for sust.p), elements along y and z.
// Source: PTX ISA, "Surface instructions"; include/riffle_device/surface_functions.h does the same for CUDA C++.
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ptx/image.h"
#include "compiler/ptx/instructions.h"
#include "compiler/ptx/rounding.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

constexpr unsigned kMostBytes = 16;  ///< of an element

/// Ends the kernel where the condition holds.
void fault_if(Emitter& e, Value* condition, StringRef fault) {
  IRBuilder<>& ir = e.ir();
  Instruction* const at = &*ir.GetInsertPoint();
  IRBuilder<> inside(SplitBlockAndInsertIfThen(condition, at, /*Unreachable=*/false));
  inside.CreateCall(e.module().getOrInsertFunction(fault, ir.getVoidTy()));
  ir.SetInsertPoint(at);
}

/// Memory that stands for elements outside the image: reads give zero, writes are lost.
Value* nowhere(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  Type* const bytes = ArrayType::get(ir.getInt8Ty(), kMostBytes);
  BasicBlock& entry = ir.GetInsertBlock()->getParent()->getEntryBlock();
  AllocaInst* memory = IRBuilder<>(&entry, entry.begin()).CreateAlloca(bytes);
  memory->setAlignment(Align(kMostBytes));
  ir.CreateStore(Constant::getNullValue(bytes), memory);
  return memory;
}

/// Bytes along x of an element's number, not far outside of the image.
Value* bytes_along(Emitter& e, Value* number, Value* width, Value* element_bytes) {
  IRBuilder<>& ir = e.ir();
  number = ir.CreateBinaryIntrinsic(Intrinsic::smax, number, ir.getInt32(-1));
  number = ir.CreateBinaryIntrinsic(Intrinsic::smin, number, width);
  return ir.CreateMul(number, element_bytes);
}

/// Where an element of `bytes` bytes lies, as the mode (trap, clamp, zero) has it. 0 bytes: a whole element of the surface.
Value* element(Emitter& e, StringRef geometry, StringRef mode, const Operand& operand,
               unsigned bytes) {
  IRBuilder<>& ir = e.ir();
  // The faces of a cube are layers.
  if (geometry == "cube" || geometry == "acube") geometry = "a2d";
  const Coordinates at = coordinates_of(e, geometry, coordinates_in(e, operand));
  Value* handle = image_handle(e, operand);
  const auto extent = [&](std::size_t field) { return image_extent(e, handle, field); };
  Value* element_bytes =
      image_field(e, handle, offsetof(riffle_image, element_bytes), ir.getInt32Ty());
  Value* row = ir.CreateMul(extent(offsetof(riffle_image_level, width)), element_bytes);
  Value* last[3] = {ir.CreateSub(row, bytes == 0 ? element_bytes : ir.getInt32(bytes)),
                    ir.CreateSub(extent(offsetof(riffle_image_level, height)), ir.getInt32(1)),
                    ir.CreateSub(extent(offsetof(riffle_image_level, depth)), ir.getInt32(1))};
  Value* place[3] = {ir.getInt32(0), ir.getInt32(0), ir.getInt32(0)};
  for (std::size_t i = 0; i < at.along.size(); ++i) place[i] = e.read(at.along[i], 32);
  if (bytes == 0)
    place[0] = bytes_along(e, place[0], extent(offsetof(riffle_image_level, width)), element_bytes);
  if (at.layer != nullptr) {
    // Layers below the first count as ones behind the last.
    Value* layer = e.read(*at.layer, 32);
    place[2] =
        ir.CreateSelect(ir.CreateICmpSLT(layer, ir.getInt32(0)), ir.getInt32(0x7fffffff), layer);
  }
  Value* is_inside = ir.getTrue();
  Value* address =
      image_field(e, handle, offsetof(riffle_image, level) + offsetof(riffle_image_level, base),
                  ir.getInt64Ty());
  const auto pitch = [&](std::size_t field) {
    return image_field(e, handle, offsetof(riffle_image, level) + field, ir.getInt64Ty());
  };
  Value* steps[3] = {ir.getInt64(1), pitch(offsetof(riffle_image_level, row_pitch_bytes)),
                     pitch(offsetof(riffle_image_level, slice_pitch_bytes))};
  for (unsigned i = 0; i < 3; ++i) {
    Value* in = ir.CreateBinaryIntrinsic(Intrinsic::smax, place[i], ir.getInt32(0));
    in = ir.CreateBinaryIntrinsic(Intrinsic::smin, in, last[i]);
    is_inside = ir.CreateAnd(is_inside, ir.CreateICmpEQ(in, place[i]));
    address = ir.CreateAdd(address, ir.CreateMul(ir.CreateSExt(in, ir.getInt64Ty()), steps[i]));
  }
  if (bytes != 0)
    fault_if(e, ir.CreateIsNotNull(ir.CreateAnd(place[0], bytes - 1)),
             "__riffle_surface_misaligned");
  Value* kind = image_field(e, handle, offsetof(riffle_image, kind), ir.getInt32Ty());
  Value* is_none = ir.CreateICmpNE(kind, ir.getInt32(RIFFLE_IMAGE_SURFACE));
  if (mode == "trap") is_none = ir.CreateOr(is_none, ir.CreateNot(is_inside));
  fault_if(e, is_none, "__riffle_surface_outside");
  Value* pointer = ir.CreateIntToPtr(address, ir.getPtrTy());
  return mode == "zero" ? ir.CreateSelect(is_inside, pointer, nowhere(e)) : pointer;
}

struct SurfaceAccess {
  StringRef geometry;
  StringRef mode;
  unsigned count = 1;
  ScalarType type;
};

SurfaceAccess take_access(Emitter& e) {
  SurfaceAccess access;
  access.geometry = e.take_any({"1d", "2d", "3d", "a1d", "a2d", "cube", "acube"});
  (void)e.take_any({"ca", "cg", "cs", "cv", "wb", "wt"});
  const StringRef vector = e.take_any({"v2", "v4"});
  if (!vector.empty()) access.count = vector == "v2" ? 2 : 4;
  access.type = e.take_type();
  access.mode = e.take_any({"trap", "clamp", "zero"});
  if (access.geometry.empty() || access.mode.empty()) e.refuse();
  return access;
}

ArrayRef<Operand> values_in(Emitter& e, const Operand& operand, unsigned count) {
  const ArrayRef<Operand> parts =
      operand.kind == Operand::Kind::kVector ? ArrayRef(operand.parts) : ArrayRef(operand);
  if (parts.size() != count) e.reject("has a vector of the wrong length");
  return parts;
}

void load(Emitter& e) {
  if (!e.take("b")) e.refuse();
  const SurfaceAccess access = take_access(e);
  const unsigned bytes = access.type.width / 8;
  Value* base = element(e, access.geometry, access.mode, e.operand(1), bytes * access.count);
  SmallVector<Value*, 4> values;
  for (unsigned i = 0; i < access.count; ++i) {
    Value* at = e.ir().CreateConstGEP1_64(e.ir().getInt8Ty(), base, std::uint64_t{i} * bytes);
    values.push_back(e.ir().CreateAlignedLoad(e.int_type(access.type.width), at, Align(bytes)));
  }
  const ArrayRef<Operand> to = values_in(e, e.operand(0), access.count);
  for (unsigned i = 0; i < access.count; ++i) e.write(to[i], values[i]);
}

/// 32 bits as a channel of the surface has them: integers saturated, half rounded towards zero, as
/// an H100 does it.
Value* formatted(Emitter& e, Value* word, Value* type) {
  IRBuilder<>& ir = e.ir();
  const auto bounded = [&](Intrinsic::ID above, std::uint32_t most) {
    return ir.CreateBinaryIntrinsic(above, word, ir.getInt32(most));
  };
  const auto saturated = [&](std::int32_t most) {
    const auto least = static_cast<std::uint32_t>(-most - 1);
    return ir.CreateBinaryIntrinsic(Intrinsic::smax,
                                    bounded(Intrinsic::smin, static_cast<std::uint32_t>(most)),
                                    ir.getInt32(least));
  };
  Value* half = round_to(e, ir.CreateBitCast(word, ir.getFloatTy()),
                         {ScalarType::Kind::kFloat, 16, 1}, {"rz"});
  const std::pair<unsigned, Value*> forms[] = {
      {RIFFLE_CHANNEL_U8, bounded(Intrinsic::umin, 0xff)},
      {RIFFLE_CHANNEL_S8, saturated(0x7f)},
      {RIFFLE_CHANNEL_U16, bounded(Intrinsic::umin, 0xffff)},
      {RIFFLE_CHANNEL_S16, saturated(0x7fff)},
      {RIFFLE_CHANNEL_F16, ir.CreateZExt(ir.CreateBitCast(half, ir.getInt16Ty()), ir.getInt32Ty())},
  };
  Value* result = word;
  for (const auto& [number, form] : forms)
    result = ir.CreateSelect(ir.CreateICmpEQ(type, ir.getInt32(number)), form, result);
  return result;
}

void store_if(Emitter& e, Value* condition, Value* value, Value* pointer) {
  Instruction* const at = &*e.ir().GetInsertPoint();
  IRBuilder<> inside(SplitBlockAndInsertIfThen(condition, at, /*Unreachable=*/false));
  inside.CreateAlignedStore(value, pointer, Align(value->getType()->getIntegerBitWidth() / 8));
  e.ir().SetInsertPoint(at);
}

/// sust.p: channels that the instruction does not give are 0, those that the surface lacks are lost.
void store_formatted(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const SurfaceAccess access = take_access(e);
  if (access.type.width != 32) e.reject("stores channels of 32 bits");
  const ArrayRef<Operand> from = values_in(e, e.operand(1), access.count);
  Value* base = element(e, access.geometry, access.mode, e.operand(0), 0);
  Value* handle = image_handle(e, e.operand(0));
  const auto field = [&](std::size_t offset) {
    return image_field(e, handle, offset, ir.getInt32Ty());
  };
  Value* channels = field(offsetof(riffle_image, channels));
  Value* type = field(offsetof(riffle_image, type));
  Value* bytes = ir.CreateUDiv(field(offsetof(riffle_image, element_bytes)),
                               ir.CreateBinaryIntrinsic(Intrinsic::umax, channels, ir.getInt32(1)));
  for (unsigned i = 0; i < 4; ++i) {
    Value* word = formatted(e, i < from.size() ? e.read(from[i], 32) : ir.getInt32(0), type);
    Value* is_there = ir.CreateICmpUGT(channels, ir.getInt32(i));
    Value* offset = ir.CreateZExt(ir.CreateMul(bytes, ir.getInt32(i)), ir.getInt64Ty());
    Value* pointer = ir.CreateGEP(ir.getInt8Ty(), base, offset);
    for (unsigned size = 1; size <= 4; size *= 2) {
      Value* fits = ir.CreateICmpEQ(bytes, ir.getInt32(size));
      store_if(e, ir.CreateAnd(is_there, fits), ir.CreateTrunc(word, e.int_type(8 * size)),
               pointer);
    }
  }
}

void store(Emitter& e) {
  if (e.take("p")) return store_formatted(e);
  if (!e.take("b")) e.refuse();
  const SurfaceAccess access = take_access(e);
  const unsigned bytes = access.type.width / 8;
  Value* base = element(e, access.geometry, access.mode, e.operand(0), bytes * access.count);
  const ArrayRef<Operand> from = values_in(e, e.operand(1), access.count);
  for (unsigned i = 0; i < access.count; ++i) {
    Value* at = e.ir().CreateConstGEP1_64(e.ir().getInt8Ty(), base, std::uint64_t{i} * bytes);
    e.ir().CreateAlignedStore(e.read(from[i], access.type.width), at, Align(bytes));
  }
}

void reduce(Emitter& e) {
  if (!e.take("b")) e.refuse();
  const StringRef name = e.take_any({"add", "min", "max", "and", "or"});
  const SurfaceAccess access = take_access(e);
  if (name.empty() || access.count != 1) e.refuse();
  Value* at = element(e, access.geometry, access.mode, e.operand(0), access.type.width / 8);
  (void)update_element(e, at, name, access.type, e.read(1, access.type.width),
                       AtomicOrdering::Monotonic);
}

constexpr Opcode kOpcodes[] = {{"suld", load}, {"sust", store}, {"sured", reduce}};

}  // namespace

ArrayRef<Opcode> surface_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
