// SPDX-License-Identifier: Apache-2.0
// cvt to and from pairs of 8-bit floats, e4m3 and e5m2.
#include "compiler/ptx/instructions.h"
#include "compiler/ptx/rounding.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

struct SmallFloatFormat {
  unsigned fraction_bits;
  int bias;
  double largest;
};
constexpr SmallFloatFormat kE4m3 = {3, 7, 448.0};
constexpr SmallFloatFormat kE5m2 = {2, 15, 57344.0};

/// The nearest number, the largest for what lies beyond; 8 bits.
Value* encoded(Emitter& e, Value* value, const SmallFloatFormat& format) {
  IRBuilder<>& ir = e.ir();
  Type* real = ir.getFloatTy();
  Value* sign = ir.CreateAnd(ir.CreateLShr(ir.CreateBitCast(value, ir.getInt32Ty()), 24), 0x80);
  Value* size = ir.CreateUnaryIntrinsic(Intrinsic::fabs, value);
  size = ir.CreateBinaryIntrinsic(Intrinsic::minnum, size, ConstantFP::get(real, format.largest));
  // Normal numbers: the float's bits, rounded to fewer and moved to the other bias. What carries is right.
  const unsigned dropped = 23 - format.fraction_bits;
  Value* bits = ir.CreateBitCast(size, ir.getInt32Ty());
  Value* odd = ir.CreateAnd(ir.CreateLShr(bits, dropped), 1);
  Value* rounded = ir.CreateAdd(ir.CreateAdd(bits, ir.getInt32((1U << (dropped - 1)) - 1)), odd);
  Value* normal =
      ir.CreateSub(ir.CreateLShr(rounded, dropped),
                   ir.getInt32(static_cast<unsigned>(127 - format.bias) << format.fraction_bits));
  // Denormal ones: a multiple of the smallest.
  const int unit = format.bias - 1 + static_cast<int>(format.fraction_bits);
  Value* steps = ir.CreateFMul(size, ConstantFP::get(real, static_cast<double>(1 << unit)));
  Value* denormal =
      ir.CreateFPToUI(ir.CreateUnaryIntrinsic(Intrinsic::roundeven, steps), ir.getInt32Ty());
  Value* small = ir.CreateFCmpOLT(
      size, ConstantFP::get(real, 1.0 / static_cast<double>(1 << (format.bias - 1))));
  Value* code = ir.CreateOr(ir.CreateSelect(small, denormal, normal), sign);
  return ir.CreateSelect(ir.CreateFCmpUNO(value, value), ir.getInt32(0x7f), code);
}

/// As half, which holds them all; 16 bits.
Value* decoded(Emitter& e, Value* code, bool is_e4m3) {
  IRBuilder<>& ir = e.ir();
  if (!is_e4m3) return ir.CreateShl(code, 8);
  Value* sign = ir.CreateShl(ir.CreateAnd(code, 0x80), 8);
  Value* magnitude = ir.CreateTrunc(ir.CreateShl(ir.CreateAnd(code, 0x7f), 7), ir.getInt16Ty());
  // The same digits with half's bias are smaller by 2^8.
  Value* wide = widen_to_float(e, ir.CreateBitCast(magnitude, ir.getHalfTy()));
  Value* half = ir.CreateFPTrunc(ir.CreateFMul(wide, ConstantFP::get(ir.getFloatTy(), 256.0)),
                                 ir.getHalfTy());
  Value* bits = ir.CreateZExt(ir.CreateBitCast(half, ir.getInt16Ty()), ir.getInt32Ty());
  bits = ir.CreateSelect(ir.CreateICmpEQ(ir.CreateAnd(code, 0x7f), ir.getInt32(0x7f)),
                         ir.getInt32(0x7fff), bits);
  return ir.CreateOr(bits, sign);
}

Value* half_of(Emitter& e, Value* pair, unsigned index) {
  IRBuilder<>& ir = e.ir();
  Value* bits = ir.CreateTrunc(ir.CreateLShr(pair, std::uint64_t{16} * index), ir.getInt16Ty());
  return ir.CreateBitCast(bits, ir.getHalfTy());
}

void from_bytes(Emitter& e, bool is_e4m3, bool rectified) {
  IRBuilder<>& ir = e.ir();
  Value* codes = ir.CreateZExt(e.read(1, 16), ir.getInt32Ty());
  Value* all = ir.getInt32(0);
  for (unsigned i = 0; i < 2; ++i) {
    Value* code = ir.CreateAnd(ir.CreateLShr(codes, std::uint64_t{8} * i), 0xff);
    Value* half = decoded(e, code, is_e4m3);
    if (rectified) {
      Value* is_nan = ir.CreateICmpUGT(ir.CreateAnd(half, 0x7fff), ir.getInt32(0x7c00));
      Value* negative = ir.CreateICmpUGE(half, ir.getInt32(0x8000));
      half = ir.CreateSelect(ir.CreateAnd(negative, ir.CreateNot(is_nan)), ir.getInt32(0), half);
    }
    all = ir.CreateOr(all, ir.CreateShl(half, std::uint64_t{16} * i));
  }
  e.write(0, all);
}

void to_bytes(Emitter& e, const SmallFloatFormat& format, bool rectified) {
  IRBuilder<>& ir = e.ir();
  const bool from_halves = e.take("f16x2");
  if (!from_halves && !e.take("f32")) e.refuse();
  const ScalarType real{ScalarType::Kind::kFloat, 32, 1};
  Value* all = ir.getInt32(0);
  for (unsigned i = 0; i < 2; ++i) {
    Value* value = from_halves ? widen_to_float(e, half_of(e, e.read(1, 32), i))
                               : e.read_float(e.operand(2 - i), real);
    if (rectified) value = rectify(e, value);
    all = ir.CreateOr(all, ir.CreateShl(encoded(e, value, format), std::uint64_t{8} * i));
  }
  e.write(0, ir.CreateTrunc(all, ir.getInt16Ty()));
}

}  // namespace

bool convert_bytes(Emitter& e) {
  const StringRef byte = e.take_any({"e4m3x2", "e5m2x2"});
  if (byte.empty()) return false;
  const bool is_e4m3 = byte == "e4m3x2";
  (void)e.take("rn");
  const bool rectified = e.take("relu"), to = e.take("satfinite");
  if (to) {
    to_bytes(e, is_e4m3 ? kE4m3 : kE5m2, rectified);
  } else if (e.take("f16x2")) {
    from_bytes(e, is_e4m3, rectified);
  } else {
    e.refuse();
  }
  return true;
}

}  // namespace riffle::ptx
