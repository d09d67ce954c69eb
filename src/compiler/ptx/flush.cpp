// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/flush.h"

#include <cmath>

namespace riffle::ptx {

using namespace llvm;

namespace {

Value* widened(IRBuilderBase& builder, Value* value) {
  return builder.CreateFPExt(value, value->getType()->getWithNewType(builder.getDoubleTy()));
}

/// What lies below rounds to less than the least normal number.
double limit_of(const Type* type) {
  const fltSemantics& format = type->getScalarType()->getFltSemantics();
  const double least = APFloat::getSmallestNormalized(format).convertToDouble();
  return least - std::ldexp(least, -static_cast<int>(APFloat::semanticsPrecision(format)) - 1);
}

}  // namespace

Value* select_normal(IRBuilderBase& builder, Value* rounded, Value* exact, Value* error) {
  Value* size = builder.CreateUnaryIntrinsic(Intrinsic::fabs, exact);
  Constant* limit = ConstantFP::get(exact->getType(), limit_of(rounded->getType()));
  Value* is_tiny = builder.CreateFCmpOLT(size, limit);
  if (error != nullptr) {
    Value* zero = Constant::getNullValue(exact->getType());
    Value* is_below = builder.CreateFCmpOLT(builder.CreateFMul(error, exact), zero);
    Value* on_edge = builder.CreateFCmpOEQ(size, limit);
    is_tiny = builder.CreateOr(is_tiny, builder.CreateAnd(on_edge, is_below));
  }
  Value* zero = builder.CreateBinaryIntrinsic(Intrinsic::copysign,
                                              Constant::getNullValue(rounded->getType()), rounded);
  return builder.CreateSelect(is_tiny, zero, rounded);
}

Value* flushed_product(IRBuilderBase& builder, Value* rounded, Value* left, Value* right) {
  Value* exact = builder.CreateFMul(widened(builder, left), widened(builder, right));
  return select_normal(builder, rounded, exact, nullptr);
}

// The remainder's sign relative to the divisor's tells on which side of `ratio` the quotient is.
Value* flushed_quotient(IRBuilderBase& builder, Value* rounded, Value* number, Value* divisor) {
  number = widened(builder, number);
  divisor = widened(builder, divisor);
  Value* ratio = builder.CreateFDiv(number, divisor);
  Value* remainder = builder.CreateIntrinsic(Intrinsic::fma, {ratio->getType()},
                                             {builder.CreateFNeg(ratio), divisor, number});
  return select_normal(builder, rounded, ratio, builder.CreateFMul(remainder, divisor));
}

// The product is exact in double; the sum's error is, by Knuth's two-sum.
Value* flushed_fused(IRBuilderBase& builder, Value* rounded, Value* left, Value* right,
                     Value* addend) {
  Value* product = builder.CreateFMul(widened(builder, left), widened(builder, right));
  addend = widened(builder, addend);
  Value* sum = builder.CreateFAdd(product, addend);
  Value* right_part = builder.CreateFSub(sum, product);
  Value* left_part = builder.CreateFSub(sum, right_part);
  Value* error = builder.CreateFAdd(builder.CreateFSub(product, left_part),
                                    builder.CreateFSub(addend, right_part));
  return select_normal(builder, rounded, sum, error);
}

}  // namespace riffle::ptx
