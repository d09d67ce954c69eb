// SPDX-License-Identifier: Apache-2.0
// Textures through texture objects: tex and tld4 are calls of the texture unit, queries are loads from the object.
// Source: PTX ISA, "Texture instructions".
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Module.h>

#include "compiler/ptx/image.h"
#include "compiler/ptx/instructions.h"
#include "compiler/ptx/rounding.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

StringRef take_geometry(Emitter& e) {
  const StringRef name = e.take_any({"1d", "2d", "3d", "a1d", "a2d", "cube", "acube"});
  if (name.empty()) e.refuse("has a geometry that is not supported");
  return name;
}

unsigned request_of(StringRef geometry) {
  return StringSwitch<unsigned>(geometry)
      .Case("1d", RIFFLE_SAMPLE_1D)
      .Case("2d", RIFFLE_SAMPLE_2D)
      .Case("3d", RIFFLE_SAMPLE_3D)
      .Case("a1d", RIFFLE_SAMPLE_1D_LAYERED)
      .Case("a2d", RIFFLE_SAMPLE_2D_LAYERED)
      .Case("cube", RIFFLE_SAMPLE_CUBE)
      .Default(RIFFLE_SAMPLE_CUBE_LAYERED);
}

Type* real(Emitter& e) { return e.ir().getFloatTy(); }
Value* zero(Emitter& e) { return ConstantFP::get(real(e), 0.0); }

Value* read_real(Emitter& e, const Operand& operand) {
  return e.read_float(operand, {ScalarType::Kind::kFloat, 32, 1});
}

/// The parts of a vector; a scalar is one.
ArrayRef<Operand> parts_of(const Operand& operand) {
  return operand.kind == Operand::Kind::kVector ? ArrayRef(operand.parts) : ArrayRef(operand);
}

/// What the texture unit is asked.
struct TextureQuery {
  Value* object;
  Value* request;
  Value* place[3];
  Value* layer;
  Value* level;
};

/// The four channels that it answers, 32 bits each.
SmallVector<Value*, 4> sample(Emitter& e, const TextureQuery& query) {
  IRBuilder<>& ir = e.ir();
  Type* const channels = ArrayType::get(ir.getInt32Ty(), 4);
  BasicBlock& entry = ir.GetInsertBlock()->getParent()->getEntryBlock();
  AllocaInst* result = IRBuilder<>(&entry, entry.begin()).CreateAlloca(channels);
  result->setAlignment(Align(16));
  FunctionCallee unit = e.module().getOrInsertFunction(
      "__riffle_sample_texture", ir.getVoidTy(), ir.getInt64Ty(), ir.getInt32Ty(), real(e), real(e),
      real(e), ir.getInt32Ty(), real(e), ir.getPtrTy());
  ir.CreateCall(unit, {query.object, query.request, query.place[0], query.place[1], query.place[2],
                       query.layer, query.level, result});
  SmallVector<Value*, 4> values;
  for (unsigned i = 0; i < 4; ++i)
    values.push_back(ir.CreateLoad(ir.getInt32Ty(), ir.CreateConstGEP2_32(channels, result, 0, i)));
  return values;
}

/// Texels of half: two in a register, or one.
SmallVector<Value*, 4> narrowed(Emitter& e, ArrayRef<Value*> channels, const ScalarType& type) {
  IRBuilder<>& ir = e.ir();
  SmallVector<Value*, 4> halves;
  for (Value* channel : channels) {
    Value* half = narrow_to_nearest(e, ir.CreateBitCast(channel, real(e)), {type.kind, 16, 1});
    halves.push_back(ir.CreateBitCast(half, ir.getInt16Ty()));
  }
  if (type.count == 1) return halves;
  SmallVector<Value*, 4> pairs;
  for (unsigned i = 0; i < halves.size(); i += 2) {
    Value* high = ir.CreateShl(ir.CreateZExt(halves[i + 1], ir.getInt32Ty()), 16);
    pairs.push_back(ir.CreateOr(ir.CreateZExt(halves[i], ir.getInt32Ty()), high));
  }
  return pairs;
}

/// Into the first operand, which may be a pair with a predicate: whether the memory is there. It always is.
void write_texel(Emitter& e, ArrayRef<Value*> channels, const ScalarType& type) {
  const Operand* to = &e.operand(0);
  if (to->kind == Operand::Kind::kPair) {
    e.write(to->parts[1], e.ir().getTrue());
    to = &to->parts[0];
  }
  SmallVector<Value*, 4> halves;
  if (type.kind == ScalarType::Kind::kFloat && type.width == 16) {
    halves = narrowed(e, channels, type);
    channels = halves;
  } else if (type.width != 32 || type.count != 1) {
    e.refuse("has texels of a type that is not supported");
  }
  const ArrayRef<Operand> parts = parts_of(*to);
  if (parts.size() != channels.size())
    e.reject("has a vector whose length differs from its texels'");
  for (std::size_t i = 0; i < parts.size(); ++i) e.write(parts[i], channels[i]);
}

void read_place(Emitter& e, const Coordinates& at, TextureQuery& query, bool are_whole = false) {
  for (unsigned i = 0; i < 3; ++i) {
    query.place[i] = i >= at.along.size() ? zero(e)
                     : are_whole          ? e.ir().CreateSIToFP(e.read(at.along[i], 32), real(e))
                                          : read_real(e, at.along[i]);
  }
  query.layer = at.layer != nullptr ? e.read(*at.layer, 32) : e.ir().getInt32(0);
}

/// The level for a place and the gradients that the operands after it give.
Value* level_by_gradients(Emitter& e, const TextureQuery& query) {
  IRBuilder<>& ir = e.ir();
  Type* const numbers = ArrayType::get(real(e), 9);
  BasicBlock& entry = ir.GetInsertBlock()->getParent()->getEntryBlock();
  AllocaInst* all = IRBuilder<>(&entry, entry.begin()).CreateAlloca(numbers);
  for (unsigned i = 0; i < 9; ++i) {
    Value* number = i < 3 ? query.place[i] : zero(e);
    const ArrayRef<Operand> gradient = i < 3 ? ArrayRef<Operand>() : parts_of(e.operand(1 + i / 3));
    if (i >= 3 && i % 3 < gradient.size()) number = read_real(e, gradient[i % 3]);
    ir.CreateStore(number, ir.CreateConstGEP2_32(numbers, all, 0, i));
  }
  FunctionCallee unit = e.module().getOrInsertFunction(
      "__riffle_texture_level", real(e), ir.getInt64Ty(), ir.getInt32Ty(), ir.getPtrTy());
  return ir.CreateCall(unit, {query.object, query.request, all});
}

/// The operands behind the first `count`: an offset in elements, and what depths are compared with. Textures of CUDA have no
/// comparison, and hardware answers as if none were asked for. An offset along an axis has four bits, of what registers hold too;
/// that of a line has four more, which are along the axis that lines do not have.
Value* take_offset(Emitter& e, std::size_t count, StringRef geometry) {
  IRBuilder<>& ir = e.ir();
  Value* request = ir.getInt32(0);
  if (e.operand_count() > count && e.operand(count).kind == Operand::Kind::kVector) {
    const ArrayRef<Operand> offsets = e.operand(count++).parts;
    const unsigned bits = geometry == "1d" ? 255 : 15;
    (void)geometry.consume_front("a");
    const std::size_t axes = geometry == "1d" ? 1 : geometry == "2d" ? 2 : 3;
    if (geometry.contains("cube")) e.reject("has an offset, which cubes do not take");
    if (offsets.size() < axes) e.reject("has an offset along too few axes");
    for (std::size_t i = 0; i < axes; ++i) {
      Value* const along = ir.CreateAnd(e.read(offsets[i], 32), bits);
      request = ir.CreateOr(request, ir.CreateShl(along, RIFFLE_SAMPLE_OFFSET_SHIFT + 4 * i));
    }
  }
  if (e.operand_count() > count + 1) e.reject("has too many operands");
  return request;
}

unsigned element_request_of(Emitter& e, StringRef geometry) {
  if (geometry.contains("cube") || geometry == "a1d")
    e.refuse("has integer coordinates for a geometry that does not support them");
  return geometry == "a2d"  ? RIFFLE_SAMPLE_ELEMENT_LAYERED
         : geometry == "3d" ? RIFFLE_SAMPLE_ELEMENT_3D
                            : RIFFLE_SAMPLE_ELEMENT_2D;
}

/// A line by a whole number is linear memory.
Value* fetched_index(Emitter& e, const Operand& operand, Value* offset) {
  IRBuilder<>& ir = e.ir();
  constexpr unsigned kBehind = 28 - RIFFLE_SAMPLE_OFFSET_SHIFT;
  return ir.CreateAdd(e.read(operand, 32), ir.CreateAShr(ir.CreateShl(offset, kBehind), 28));
}

void texture(Emitter& e) {
  const StringRef mipmap = e.take_any({"base", "level", "grad"});
  const StringRef geometry = take_geometry(e);
  (void)e.take_any({"v4", "v2"});
  const ScalarType type = e.take_type(), coordinate = e.take_type();
  const std::size_t expected = mipmap == "level" ? 3 : mipmap == "grad" ? 4 : 2;
  IRBuilder<>& ir = e.ir();
  Value* const offset = take_offset(e, expected, geometry);
  const Coordinates at = coordinates_of(e, geometry, coordinates_in(e, e.operand(1)));
  TextureQuery query = {.object = image_handle(e, e.operand(1)),
                        .request = ir.CreateOr(offset, request_of(geometry)),
                        .place = {zero(e), zero(e), zero(e)},
                        .layer = ir.getInt32(0),
                        .level = zero(e)};
  if (!coordinate.is_float()) {
    if (mipmap == "grad") e.reject("has gradients with integer coordinates");
    if (geometry == "1d") {
      query.request = ir.getInt32(RIFFLE_SAMPLE_FETCH);
      query.layer = fetched_index(e, at.along[0], offset);
      return write_texel(e, sample(e, query), type);
    }
    query.request = ir.CreateOr(offset, element_request_of(e, geometry));
    read_place(e, at, query, true);
    if (mipmap == "level") query.level = ir.CreateSIToFP(e.read(2, 32), real(e));
    return write_texel(e, sample(e, query), type);
  }
  read_place(e, at, query);
  if (mipmap == "level") query.level = read_real(e, e.operand(2));
  if (mipmap == "grad") query.level = level_by_gradients(e, query);
  if (mipmap == "level" || mipmap == "grad")
    query.request = ir.CreateOr(query.request, RIFFLE_SAMPLE_LEVEL);
  write_texel(e, sample(e, query), type);
}

/// tld4: one channel of the four elements around a place.
void gather(Emitter& e) {
  const StringRef channel = e.take_any({"r", "g", "b", "a"});
  const StringRef geometry = take_geometry(e);
  if (channel.empty() || (geometry != "2d" && geometry != "a2d") || !e.take("v4")) e.refuse();
  const ScalarType type = e.take_type();
  (void)e.take_type();
  const unsigned shape = geometry == "2d" ? RIFFLE_SAMPLE_GATHER : RIFFLE_SAMPLE_GATHER_LAYERED;
  const auto number = static_cast<unsigned>(StringRef("rgba").find(channel));
  TextureQuery query = {.object = image_handle(e, e.operand(1)),
                        .request = e.ir().CreateOr(take_offset(e, 2, geometry),
                                                   shape | number << RIFFLE_SAMPLE_CHANNEL_SHIFT),
                        .place = {},
                        .layer = e.ir().getInt32(0),
                        .level = zero(e)};
  read_place(e, coordinates_of(e, geometry, coordinates_in(e, e.operand(1))), query);
  write_texel(e, sample(e, query), type);
}

/// txq and suq.
void query(Emitter& e) {
  const StringRef name = e.take_any(
      {"width", "height", "depth", "array_size", "num_mipmap_levels", "normalized_coords"});
  (void)e.take_type();
  if (name.empty() || e.operand_count() != 2) e.refuse();
  Value* handle = image_handle(e, e.operand(1));
  const auto field = [&](std::size_t offset) {
    return image_field(e, handle, offset, e.ir().getInt32Ty());
  };
  if (name == "num_mipmap_levels") return e.write(0, field(offsetof(riffle_image, level_count)));
  if (name == "normalized_coords") return e.write(0, field(offsetof(riffle_image, is_normalized)));
  if (name == "width")
    return e.write(0, image_extent(e, handle, offsetof(riffle_image_level, width)));
  if (name == "height")
    return e.write(0, image_extent(e, handle, offsetof(riffle_image_level, height)));
  // Layers and slices lie in the same way.
  Value* slices = image_extent(e, handle, offsetof(riffle_image_level, depth));
  Value* has_layers = e.ir().CreateIsNotNull(field(offsetof(riffle_image, has_layers)));
  Value* applies = name == "depth" ? e.ir().CreateNot(has_layers) : has_layers;
  e.write(0, e.ir().CreateSelect(applies, slices, e.ir().getInt32(name == "depth" ? 1 : 0)));
}

constexpr Opcode kOpcodes[] = {{"tex", texture}, {"tld4", gather}, {"txq", query}, {"suq", query}};

}  // namespace

Value* image_handle(Emitter& e, const Operand& operand) {
  const bool is_object = operand.kind == Operand::Kind::kAddress ||
                         (operand.kind == Operand::Kind::kList && operand.parts.size() == 2);
  if (!is_object) e.refuse("needs a texture or surface object, and no sampler beside it");
  return e.read(operand.parts[0], 64);
}

Value* image_field(Emitter& e, Value* handle, std::size_t offset, Type* type) {
  IRBuilder<>& ir = e.ir();
  Value* object = ir.CreateIntToPtr(handle, ir.getPtrTy());
  return ir.CreateLoad(type, ir.CreateConstGEP1_64(ir.getInt8Ty(), object, offset));
}

Value* image_extent(Emitter& e, Value* handle, std::size_t field) {
  return image_field(e, handle, offsetof(riffle_image, level) + field, e.ir().getInt32Ty());
}

const Operand& coordinates_in(Emitter& e, const Operand& operand) {
  if (operand.kind != Operand::Kind::kList || operand.parts.size() != 2)
    e.refuse("needs a texture or surface object, and no sampler beside it");
  return operand.parts[1];
}

Coordinates coordinates_of(Emitter& e, StringRef geometry, const Operand& operand) {
  const bool has_layer = geometry.consume_front("a");
  const std::size_t count = geometry == "1d" ? 1 : geometry == "2d" ? 2 : 3;
  ArrayRef<Operand> parts = parts_of(operand);
  Coordinates made;
  if (has_layer) {
    if (parts.empty()) e.reject("has too few coordinates");
    made.layer = &parts.front();
    parts = parts.drop_front();
  }
  // Vectors of three are written as four.
  if (parts.size() < count) e.reject("has too few coordinates");
  for (const Operand& part : parts.take_front(count)) made.along.push_back(part);
  return made;
}

ArrayRef<Opcode> texture_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
