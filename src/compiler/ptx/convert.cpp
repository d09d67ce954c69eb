// SPDX-License-Identifier: Apache-2.0
// cvt: between integers, floating-point types, and both.
#include "compiler/ptx/flush.h"
#include "compiler/ptx/instructions.h"
#include "compiler/ptx/rounding.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

Value* round_to_integer(Emitter& e, Value* value, Rounding rounding) {
  const Intrinsic::ID id = rounding.towards_zero() ? Intrinsic::trunc
                           : rounding.down()       ? Intrinsic::floor
                           : rounding.up()         ? Intrinsic::ceil
                                                   : Intrinsic::roundeven;
  return e.ir().CreateUnaryIntrinsic(id, value);
}

Value* float_to_float(Emitter& e, const ScalarType& to, const ScalarType& from, Value* value,
                      Rounding rounding, bool saturated, bool rectified) {
  if (from.width == 16) value = widen_to_float(e, value);
  if (rounding.name.ends_with("i")) value = round_to_integer(e, value, rounding);
  if (rectified) value = rectify(e, value);
  if (saturated) value = saturate(e, value);
  if (to.width > from.width && to.width > 16) return e.ir().CreateFPCast(value, e.float_type(to));
  return round_to(e, value, to, rounding);
}

Value* integer_to_integer(Emitter& e, const ScalarType& to, const ScalarType& from, Value* value,
                          bool saturated) {
  IRBuilder<>& ir = e.ir();
  const auto resize = [&](unsigned width) {
    return from.is_signed() ? ir.CreateSExtOrTrunc(value, e.int_type(width))
                            : ir.CreateZExtOrTrunc(value, e.int_type(width));
  };
  if (!saturated) return resize(to.width);
  const unsigned wide = std::max(to.width, from.width) + 1;
  Value* exact = resize(wide);
  const APInt least =
      to.is_signed() ? APInt::getSignedMinValue(to.width).sext(wide) : APInt(wide, 0);
  const APInt most = to.is_signed() ? APInt::getSignedMaxValue(to.width).zext(wide)
                                    : APInt::getMaxValue(to.width).zext(wide);
  exact = ir.CreateBinaryIntrinsic(Intrinsic::smax, exact, ir.getInt(least));
  exact = ir.CreateBinaryIntrinsic(Intrinsic::smin, exact, ir.getInt(most));
  return ir.CreateTrunc(exact, e.int_type(to.width));
}

Value* float_to_integer(Emitter& e, const ScalarType& to, const ScalarType& from, Value* value,
                        Rounding rounding) {
  if (from.width == 16) value = widen_to_float(e, value);
  value = round_to_integer(e, value, rounding);
  const Intrinsic::ID id = to.is_signed() ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  // Narrow types by way of 32 bits, which every step after this one saturates at the right bounds.
  const unsigned width = std::max(to.width, 32U);
  Value* wide = e.ir().CreateIntrinsic(id, {e.int_type(width), value->getType()}, {value});
  return to.width == width ? wide : integer_to_integer(e, to, {to.kind, width, 1}, wide, true);
}

Value* integer_to_float(Emitter& e, const ScalarType& to, const ScalarType& from, Value* value,
                        Rounding rounding) {
  IRBuilder<>& ir = e.ir();
  const auto convert = [&](Type* type) {
    return from.is_signed() ? ir.CreateSIToFP(value, type) : ir.CreateUIToFP(value, type);
  };
  if (rounding.nearest() && to.width != 16) return convert(e.float_type(to));
  Type* exact = from.width > 32 ? Type::getFP128Ty(ir.getContext()) : ir.getDoubleTy();
  return round_to(e, convert(exact), to, rounding);
}

/// cvt.rn.f16x2.f32 d, a, b: a becomes the upper half.
void pack(Emitter& e, const ScalarType& to, const ScalarType& from, Rounding rounding,
          bool rectified) {
  const ScalarType element{to.kind, to.width, 1};
  Value* all = e.ir().getInt32(0);
  for (unsigned i = 0; i < 2; ++i) {
    Value* value = e.read_float(e.operand(2 - i), from);
    Value* narrow = float_to_float(e, element, from, value, rounding, false, rectified);
    Value* bits =
        e.ir().CreateZExt(e.ir().CreateBitCast(narrow, e.ir().getInt16Ty()), e.ir().getInt32Ty());
    all = e.ir().CreateOr(all, e.ir().CreateShl(bits, std::uint64_t{16} * i));
  }
  e.write(0, all);
}

/// tf32 is float with 10 bits of fraction: the lower 13 become zero.
void to_tf32(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const bool away = e.take("rna");
  const StringRef rounding = e.take_any({"rn", "rz"});
  const bool rectified = e.take("relu");
  if (!away && rounding.empty()) e.refuse();
  e.take_type();
  Value* bits = e.read(1, 32);
  if (rectified) {
    Value* value = rectify(e, ir.CreateBitCast(bits, ir.getFloatTy()));
    bits = ir.CreateBitCast(value, ir.getInt32Ty());
  }
  Value* is_nan = ir.CreateICmpUGT(ir.CreateAnd(bits, 0x7fffffff), ir.getInt32(0x7f800000));
  Value* add = away ? static_cast<Value*>(ir.getInt32(0x1000))
               : rounding == "rn"
                   ? ir.CreateAdd(ir.getInt32(0xfff), ir.CreateAnd(ir.CreateLShr(bits, 13), 1))
                   : static_cast<Value*>(ir.getInt32(0));
  Value* rounded = ir.CreateAnd(ir.CreateAdd(bits, add), ~0x1fffU);
  Value* quiet = ir.CreateAnd(ir.CreateOr(bits, 0x400000), ~0x1fffU);
  e.write(0, ir.CreateSelect(is_nan, quiet, rounded));
}

/// cvt.pack.sat.s8.s32.b32 d, a, b, c: b in the lowest bits, a above it, above them the lower bits of c. Of 16 bits the
/// two fill d. Source: PTX ISA, cvt.pack.
void pack_integers(Emitter& e) {
  if (!e.take("sat")) e.refuse();
  const StringRef name = e.take_any({"u16", "s16", "u8", "s8", "u4", "s4", "u2", "s2"});
  unsigned width = 0;
  if (name.empty() || name.drop_front().getAsInteger(10, width) || !e.take("s32")) e.refuse();
  const bool has_rest = e.take("b32");
  if (has_rest == (width == 16)) e.refuse();
  const ScalarType from{ScalarType::Kind::kSigned, 32, 1};
  const ScalarType to{name.front() == 's' ? ScalarType::Kind::kSigned : ScalarType::Kind::kUnsigned,
                      width, 1};
  IRBuilder<>& ir = e.ir();
  const auto narrow = [&](unsigned operand) {
    Value* value = integer_to_integer(e, to, from, e.read(operand, 32), true);
    return ir.CreateZExt(value, ir.getInt32Ty());
  };
  Value* all = ir.CreateOr(ir.CreateShl(narrow(1), width), narrow(2));
  if (has_rest) all = ir.CreateOr(all, ir.CreateShl(e.read(3, 32), 2 * width));
  e.write(0, all);
}

void convert(Emitter& e) {
  if (e.take("pack")) return pack_integers(e);
  if (e.take("tf32")) return to_tf32(e);
  if (convert_bytes(e)) return;
  const Rounding rounding{e.take_any({"rni", "rzi", "rmi", "rpi", "rn", "rz", "rm", "rp"})};
  const bool saturated = !e.take_any({"sat", "satfinite"}).empty(), rectified = e.take("relu");
  const bool flushed = e.take("ftz");
  const ScalarType to = e.take_type(), from = e.take_type();
  if (to.count == 2 && from.width == 32) return pack(e, to, from, rounding, rectified);
  if (to.count != 1 || from.count != 1) e.refuse();
  if (from.is_float()) {
    Value* value = e.read_float(e.operand(1), from);
    if (flushed && from.width == 32) value = flush(e, value);
    if (to.is_float()) {
      Value* result = float_to_float(e, to, from, value, rounding, saturated, rectified);
      if (!flushed || to.width != 32) return e.write(0, result);
      const bool narrows = from.width == 64 && rounding.nearest();
      return e.write(0, narrows ? select_normal(e.ir(), result, value, nullptr) : flush(e, result));
    }
    return e.write(0, float_to_integer(e, to, from, value, rounding), to.is_signed());
  }
  Value* value = e.read(1, from.width);
  if (to.is_float()) return e.write(0, integer_to_float(e, to, from, value, rounding));
  e.write(0, integer_to_integer(e, to, from, value, saturated), to.is_signed());
}

constexpr Opcode kOpcodes[] = {{"cvt", convert}};

}  // namespace

ArrayRef<Opcode> convert_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
