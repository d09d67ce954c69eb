// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/rounding.h"

#include <llvm/IR/Module.h>

namespace riffle::ptx {

using namespace llvm;

namespace {

IntegerType* bits_type(Emitter& e, Type* real) {
  return e.int_type(static_cast<unsigned>(real->getPrimitiveSizeInBits().getFixedValue()));
}

Value* bits_of(Emitter& e, Value* real) {
  return e.ir().CreateBitCast(real, bits_type(e, real->getType()));
}

Value* is_negative(Emitter& e, Value* real) {
  Value* bits = bits_of(e, real);
  return e.ir().CreateICmpSLT(bits, Constant::getNullValue(bits->getType()));
}

/// `narrow` or its neighbour, by a step of the bits: in magnitude, `outwards` from zero.
Value* stepped(Emitter& e, Value* narrow, Value* condition, Value* outwards) {
  IRBuilder<>& ir = e.ir();
  Value* bits = bits_of(e, narrow);
  Value* one = ConstantInt::get(bits->getType(), 1);
  Value* next = ir.CreateSelect(outwards, ir.CreateAdd(bits, one), ir.CreateSub(bits, one));
  return ir.CreateBitCast(ir.CreateSelect(condition, next, bits), narrow->getType());
}

/// The nearest value is the wrong one where it lies on the other side.
Value* correct(Emitter& e, Value* wide, Value* narrow, Rounding rounding) {
  if (rounding.nearest()) return narrow;
  IRBuilder<>& ir = e.ir();
  Value* back = narrow;
  if (back->getType()->getPrimitiveSizeInBits() == 16) back = widen_to_float(e, back);
  if (back->getType() != wide->getType()) back = ir.CreateFPExt(back, wide->getType());
  Value* above = ir.CreateFCmpOGT(back, wide);
  Value* below = ir.CreateFCmpOLT(back, wide);
  Value* negative = is_negative(e, wide);
  Value* wrong = rounding.down() ? above
                 : rounding.up() ? below
                                 : ir.CreateSelect(negative, below, above);
  Value* outwards = rounding.towards_zero() ? ir.getFalse()
                    : rounding.down()       ? negative
                                            : ir.CreateNot(negative);
  return stepped(e, narrow, wrong, outwards);
}

/// Where the value is not exact, the last bit of the result is one: rounding it again gives what one rounding would.
Value* to_odd(Emitter& e, Value* wide, Type* type) {
  IRBuilder<>& ir = e.ir();
  Value* nearest = ir.CreateFPTrunc(wide, type);
  Value* back = ir.CreateFPExt(nearest, wide->getType());
  Value* size = ir.CreateUnaryIntrinsic(Intrinsic::fabs, wide);
  Value* back_size = ir.CreateUnaryIntrinsic(Intrinsic::fabs, back);
  Value* bits = bits_of(e, nearest);
  Value* even = ir.CreateIsNull(ir.CreateAnd(bits, 1));
  Value* inexact = ir.CreateFCmpONE(back, wide);
  return stepped(e, nearest, ir.CreateAnd(even, inexact), ir.CreateFCmpOLT(back_size, size));
}

/// a + b to odd. The rounding error of a sum is a number itself (Knuth's two-sum).
Value* add_to_odd(Emitter& e, Value* a, Value* b) {
  IRBuilder<>& ir = e.ir();
  Value* sum = ir.CreateFAdd(a, b);
  Value* part = ir.CreateFSub(sum, a);
  Value* error = ir.CreateFAdd(ir.CreateFSub(a, ir.CreateFSub(sum, part)), ir.CreateFSub(b, part));
  Value* zero = ConstantFP::get(sum->getType(), 0.0);
  Value* inexact = ir.CreateFCmpONE(error, zero);
  Value* even = ir.CreateIsNull(
      ir.CreateAnd(bits_of(e, sum), ConstantInt::get(bits_type(e, sum->getType()), 1)));
  Value* outwards = ir.CreateICmpEQ(is_negative(e, error), is_negative(e, sum));
  return stepped(e, sum, ir.CreateAnd(even, inexact), outwards);
}

/// Rounding down, numbers that cancel give -0.
Value* sum_of(Emitter& e, Value* a, Value* b, Rounding rounding) {
  IRBuilder<>& ir = e.ir();
  Value* sum = add_to_odd(e, a, b);
  if (!rounding.down()) return sum;
  Value* zero = ConstantFP::get(sum->getType(), 0.0);
  Value* cancels = ir.CreateAnd(ir.CreateFCmpOEQ(sum, zero),
                                ir.CreateICmpNE(is_negative(e, a), is_negative(e, b)));
  return ir.CreateSelect(cancels, ConstantFP::getNegativeZero(sum->getType()), sum);
}

/// The root of a double: the nearest, corrected by the sign of what is left, x - root^2. Small numbers are scaled so
/// that this is exact.
Value* root_of_double(Emitter& e, Value* x, Rounding rounding) {
  IRBuilder<>& ir = e.ir();
  Type* type = x->getType();
  Value* root = ir.CreateUnaryIntrinsic(Intrinsic::sqrt, x);
  const auto scaled = [&](Value* value, double by) {
    return ir.CreateFMul(value, ConstantFP::get(type, by));
  };
  Value* small = ir.CreateFCmpOLT(x, ConstantFP::get(type, 0x1p-800));
  Value* left = ir.CreateSelect(small, scaled(x, 0x1p200), x);
  Value* half = ir.CreateSelect(small, scaled(root, 0x1p100), root);
  Value* rest = ir.CreateIntrinsic(Intrinsic::fma, {type}, {ir.CreateFNeg(half), half, left});
  Value* zero = ConstantFP::get(type, 0.0);
  Value* infinite = ir.CreateFCmpOEQ(x, ConstantFP::getInfinity(type));
  Value* wrong = rounding.up() ? ir.CreateFCmpOGT(rest, zero) : ir.CreateFCmpOLT(rest, zero);
  wrong = ir.CreateAnd(wrong, ir.CreateNot(infinite));
  return stepped(e, root, wrong, rounding.up() ? ir.getTrue() : ir.getFalse());
}

}  // namespace

Value* widen_to_float(Emitter& e, Value* narrow) {
  return e.ir().CreateFPExt(narrow, e.ir().getFloatTy());
}

// x86 has no conversion to bfloat, and the C library of this system no function for it.
Value* narrow_to_nearest(Emitter& e, Value* wide, const ScalarType& to) {
  IRBuilder<>& ir = e.ir();
  if (to.kind != ScalarType::Kind::kBfloat) return ir.CreateFPTrunc(wide, e.float_type(to));
  Value* bits = ir.CreateBitCast(wide, ir.getInt32Ty());
  Value* odd = ir.CreateAnd(ir.CreateLShr(bits, 16), 1);
  Value* rounded = ir.CreateLShr(ir.CreateAdd(ir.CreateAdd(bits, ir.getInt32(0x7fff)), odd), 16);
  Value* is_nan = ir.CreateFCmpUNO(wide, wide);
  Value* narrow =
      ir.CreateTrunc(ir.CreateSelect(is_nan, ir.getInt32(0x7fff), rounded), ir.getInt16Ty());
  return ir.CreateBitCast(narrow, ir.getBFloatTy());
}

Value* round_to(Emitter& e, Value* wide, const ScalarType& to, Rounding rounding) {
  IRBuilder<>& ir = e.ir();
  if (to.width == 16) {
    if (!wide->getType()->isFloatTy()) wide = to_odd(e, wide, ir.getFloatTy());
    return correct(e, wide, narrow_to_nearest(e, wide, to), rounding);
  }
  Type* type = e.float_type(to);
  if (wide->getType() == type) return wide;
  return correct(e, wide, ir.CreateFPTrunc(wide, type), rounding);
}

Value* arithmetic(Emitter& e, StringRef name, const ScalarType& type, ArrayRef<Value*> operands,
                  Rounding rounding) {
  IRBuilder<>& ir = e.ir();
  if (name == "sqrt" && type.width == 64) return root_of_double(e, operands[0], rounding);
  // Products of float are exact as double, and quotients and roots never so near to a float that they became it.
  // The same holds for double and 128 bits.
  Type* wide = type.width == 32 ? ir.getDoubleTy() : Type::getFP128Ty(ir.getContext());
  SmallVector<Value*, 3> v;
  for (Value* operand : operands) v.push_back(ir.CreateFPExt(operand, wide));
  Value* result = nullptr;
  if (name == "add" || name == "sub") {
    result = sum_of(e, v[0], name == "sub" ? ir.CreateFNeg(v[1]) : v[1], rounding);
  } else if (name == "fma" || name == "mad") {
    result = sum_of(e, ir.CreateFMul(v[0], v[1]), v[2], rounding);
  } else if (name == "mul") {
    result = ir.CreateFMul(v[0], v[1]);
  } else if (name == "div") {
    result = ir.CreateFDiv(v[0], v[1]);
  } else if (name == "rcp") {
    result = ir.CreateFDiv(ConstantFP::get(wide, 1.0), v[0]);
  } else if (name == "sqrt") {
    result = ir.CreateUnaryIntrinsic(Intrinsic::sqrt, v[0]);
  } else {
    e.refuse("is supported only with rounding to nearest");
  }
  return round_to(e, result, type, rounding);
}

Value* flush(Emitter& e, Value* value) {
  IRBuilder<>& ir = e.ir();
  Type* type = value->getType();
  const APFloat least = APFloat::getSmallestNormalized(type->getFltSemantics());
  Value* small = ir.CreateFCmpOLT(ir.CreateUnaryIntrinsic(Intrinsic::fabs, value),
                                  ConstantFP::get(type, least));
  Value* zero = ir.CreateBinaryIntrinsic(Intrinsic::copysign, ConstantFP::get(type, 0.0), value);
  return ir.CreateSelect(small, zero, value);
}

Value* saturate(Emitter& e, Value* value) {
  IRBuilder<>& ir = e.ir();
  Value* zero = ConstantFP::get(value->getType(), 0.0);
  Value* one = ConstantFP::get(value->getType(), 1.0);
  value = ir.CreateSelect(ir.CreateFCmpOGT(value, zero), value, zero);
  return ir.CreateSelect(ir.CreateFCmpOLT(value, one), value, one);
}

Value* rectify(Emitter& e, Value* value) {
  Value* zero = ConstantFP::get(value->getType(), 0.0);
  return e.ir().CreateSelect(e.ir().CreateFCmpOLE(value, zero), zero, value);
}

}  // namespace riffle::ptx
