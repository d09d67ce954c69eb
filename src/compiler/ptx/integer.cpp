// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic.
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "compiler/ptx/instructions.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

Value* widen(Emitter& e, Value* value, unsigned width, bool is_signed) {
  return is_signed ? e.ir().CreateSExt(value, e.int_type(width))
                   : e.ir().CreateZExt(value, e.int_type(width));
}

/// mul.lo, mul.hi, mul.wide; the result's width is the caller's to write.
Value* multiply(Emitter& e, const ScalarType& type, Value* a, Value* b, StringRef part) {
  if (part == "lo") return e.ir().CreateMul(a, b);
  Value* product = e.ir().CreateMul(widen(e, a, 2 * type.width, type.is_signed()),
                                    widen(e, b, 2 * type.width, type.is_signed()));
  if (part == "wide") return product;
  return e.ir().CreateTrunc(e.ir().CreateLShr(product, type.width), e.int_type(type.width));
}

/// Elements of s16x2 and the like, one after the other.
template <class Operation>
void per_element(Emitter& e, const ScalarType& type, unsigned sources, Operation operation) {
  Value* all = e.ir().getInt(APInt(type.total(), 0));
  SmallVector<Value*, 3> whole;
  for (unsigned i = 0; i < sources; ++i) whole.push_back(e.read(i + 1, type.total()));
  for (unsigned element = 0; element < type.count; ++element) {
    SmallVector<Value*, 3> parts;
    for (Value* value : whole) {
      parts.push_back(e.ir().CreateTrunc(
          e.ir().CreateLShr(value, std::uint64_t{element} * type.width), e.int_type(type.width)));
    }
    Value* one = e.ir().CreateZExt(operation(ArrayRef<Value*>(parts)), e.int_type(type.total()));
    all = e.ir().CreateOr(all, e.ir().CreateShl(one, std::uint64_t{element} * type.width));
  }
  e.write(0, all, type.is_signed());
}

Value* add_or_subtract(Emitter& e, bool subtract, bool saturate, ArrayRef<Value*> v) {
  if (!saturate) return subtract ? e.ir().CreateSub(v[0], v[1]) : e.ir().CreateAdd(v[0], v[1]);
  return e.ir().CreateBinaryIntrinsic(subtract ? Intrinsic::ssub_sat : Intrinsic::sadd_sat, v[0],
                                      v[1]);
}

/// a * b + c with the parts that mad has.
void multiply_add(Emitter& e, const ScalarType& type) {
  const StringRef part = e.take_any({"lo", "hi", "wide"});
  if (part.empty()) e.refuse("needs .lo, .hi or .wide");
  const bool saturate = e.take("sat");
  const unsigned width = part == "wide" ? 2 * type.width : type.width;
  Value* product = multiply(e, type, e.read(1, type.width), e.read(2, type.width), part);
  Value* addend = e.read(3, width);
  e.write(0, add_or_subtract(e, false, saturate, {product, addend}), type.is_signed());
}

void dot_product(Emitter& e, unsigned narrow_width) {
  const ScalarType a_type = e.take_type(), b_type = e.take_type();
  const bool high = narrow_width == 16 && e.take_any({"lo", "hi"}) == "hi";
  Value* a = e.read(1, 32);
  Value* b = e.read(2, 32);
  Value* sum = e.read(3, 32);
  for (unsigned i = 0; i < 32 / narrow_width; ++i) {
    const auto element = [&](Value* from, const ScalarType& type, unsigned width, unsigned at) {
      Value* part = e.ir().CreateTrunc(e.ir().CreateLShr(from, at), e.int_type(width));
      return widen(e, part, 32, type.is_signed());
    };
    // dp2a multiplies halves of a with bytes of b's chosen half.
    Value* x = element(a, a_type, narrow_width, narrow_width * i);
    Value* y = element(b, b_type, 8, 8 * i + (high ? 16 : 0));
    sum = e.ir().CreateAdd(sum, e.ir().CreateMul(x, y));
  }
  e.write(0, sum);
}

/// Quotients and remainders by 0 and -1, too, as GPUs have them: an optimiser would take such divisors for impossible.
void divide(Emitter& e, const ScalarType& type, bool is_remainder) {
  IRBuilder<>& ir = e.ir();
  Value* a = e.read(1, type.width);
  Value* b = e.read(2, type.width);
  Type* word = b->getType();
  Value* is_zero = ir.CreateIsNull(b);
  Value* safe = ir.CreateSelect(is_zero, ConstantInt::get(word, 1), b);
  Value* result = nullptr;
  if (type.is_signed()) {
    Value* is_minus_one = ir.CreateICmpEQ(b, Constant::getAllOnesValue(word));
    safe = ir.CreateSelect(is_minus_one, ConstantInt::get(word, 1), safe);
    result = is_remainder ? ir.CreateSRem(a, safe) : ir.CreateSDiv(a, safe);
    if (!is_remainder) result = ir.CreateSelect(is_minus_one, ir.CreateNeg(a), result);
  } else {
    result = is_remainder ? ir.CreateURem(a, safe) : ir.CreateUDiv(a, safe);
  }
  Value* by_zero = is_remainder ? a : Constant::getAllOnesValue(word);
  e.write(0, ir.CreateSelect(is_zero, by_zero, result), type.is_signed());
}

void multiply_24(Emitter& e) {
  const StringRef part = e.take_any({"lo", "hi"});
  const ScalarType type = e.take_type();
  const auto factor = [&](std::size_t index) {
    Value* low = e.ir().CreateTrunc(e.read(index, 32), e.int_type(24));
    return widen(e, low, 64, type.is_signed());
  };
  Value* product = e.ir().CreateMul(factor(1), factor(2));
  if (part == "hi") product = e.ir().CreateLShr(product, 16);
  Value* result = e.ir().CreateTrunc(product, e.int_type(32));
  if (e.statement().opcode == "mad24") result = e.ir().CreateAdd(result, e.read(3, 32));
  e.write(0, result, type.is_signed());
}

void absolute_difference_sum(Emitter& e) {
  const ScalarType type = e.take_type();
  Value* a = e.read(1, type.width);
  Value* b = e.read(2, type.width);
  Value* less = type.is_signed() ? e.ir().CreateICmpSLT(a, b) : e.ir().CreateICmpULT(a, b);
  Value* difference = e.ir().CreateSelect(less, e.ir().CreateSub(b, a), e.ir().CreateSub(a, b));
  e.write(0, e.ir().CreateAdd(difference, e.read(3, type.width)), type.is_signed());
}

/// szext: the lower b bits of a with their sign, or zeros.
void extend_from(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const bool wraps = e.take_any({"clamp", "wrap"}) == "wrap";
  const ScalarType type = e.take_type();
  Value* value = e.read(1, 32);
  Value* length = e.read(2, 32);
  length = wraps ? ir.CreateAnd(length, 31)
                 : ir.CreateBinaryIntrinsic(Intrinsic::umin, length, ir.getInt32(32));
  Value* none = ir.CreateIsNull(length);
  Value* by = ir.CreateSelect(none, ir.getInt32(0), ir.CreateSub(ir.getInt32(32), length));
  Value* up = ir.CreateShl(value, by);
  Value* result = type.is_signed() ? ir.CreateAShr(up, by) : ir.CreateLShr(up, by);
  e.write(0, ir.CreateSelect(none, ir.getInt32(0), result));
}

/// fns: the n-th set bit from a position on, upwards or (n < 0) downwards; n = 0 asks for the bit at the position.
void find_nth_set(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  e.take_type();
  Value* mask = e.read(1, 32);
  Value* base = e.read(2, 32);
  Value* count = e.read(3, 32);
  // Downwards is upwards in the reversed word.
  Value* down = ir.CreateICmpSLT(count, ir.getInt32(0));
  const auto reversed = [&](Value* word) {
    return ir.CreateUnaryIntrinsic(Intrinsic::bitreverse, word);
  };
  Value* bits = ir.CreateSelect(down, reversed(mask), mask);
  Value* from = ir.CreateAnd(ir.CreateSelect(down, ir.CreateSub(ir.getInt32(31), base), base), 31);
  Value* steps = ir.CreateSelect(down, ir.CreateNeg(count), count);
  bits = ir.CreateAnd(bits, ir.CreateShl(ir.getInt32(~0U), from));
  // The lowest bits go, one by one: where the n-th is, n - 1 are gone.
  Value* found = ir.getInt32(~0U);
  for (unsigned n = 1; n <= 32; ++n) {
    Value* place = ir.CreateBinaryIntrinsic(Intrinsic::cttz, bits, ir.getFalse());
    Value* here = ir.CreateAnd(ir.CreateICmpEQ(steps, ir.getInt32(n)), ir.CreateIsNotNull(bits));
    found = ir.CreateSelect(here, place, found);
    bits = ir.CreateAnd(bits, ir.CreateSub(bits, ir.getInt32(1)));
  }
  Value* turned = ir.CreateSelect(ir.CreateICmpEQ(found, ir.getInt32(~0U)), found,
                                  ir.CreateSub(ir.getInt32(31), found));
  found = ir.CreateSelect(down, turned, found);
  Value* at_base = ir.CreateAnd(ir.CreateLShr(mask, ir.CreateAnd(base, 31)), 1);
  Value* own = ir.CreateSelect(ir.CreateIsNull(at_base), ir.getInt32(~0U), base);
  e.write(0, ir.CreateSelect(ir.CreateIsNull(count), own, found));
}

constexpr Opcode kOpcodes[] = {
    {"szext", extend_from},
    {"fns", find_nth_set},
    {"rem", [](Emitter& e) { divide(e, e.take_type(), true); }},
    {"mul24", multiply_24},
    {"mad24", multiply_24},
    {"sad", absolute_difference_sum},
    {"dp4a", [](Emitter& e) { dot_product(e, 8); }},
    {"dp2a", [](Emitter& e) { dot_product(e, 16); }},
};

}  // namespace

void emit_integer(Emitter& e, const ScalarType& type) {
  const StringRef name = e.statement().opcode;
  IRBuilder<>& ir = e.ir();
  if (name == "add" || name == "sub") {
    const bool saturate = e.take("sat");
    return per_element(e, type, 2, [&](ArrayRef<Value*> v) {
      return add_or_subtract(e, name == "sub", saturate, v);
    });
  }
  if (name == "mul") {
    const StringRef part = e.take_any({"lo", "hi", "wide"});
    if (part.empty()) e.refuse("needs .lo, .hi or .wide");
    Value* product = multiply(e, type, e.read(1, type.width), e.read(2, type.width), part);
    return e.write(0, product, type.is_signed());
  }
  if (name == "mad") return multiply_add(e, type);
  if (name == "div") return divide(e, type, false);
  if (name == "min" || name == "max") {
    const Intrinsic::ID id = name == "min" ? (type.is_signed() ? Intrinsic::smin : Intrinsic::umin)
                                           : (type.is_signed() ? Intrinsic::smax : Intrinsic::umax);
    const bool rectify = e.take("relu");
    return per_element(e, type, 2, [&](ArrayRef<Value*> v) -> Value* {
      Value* result = ir.CreateBinaryIntrinsic(id, v[0], v[1]);
      if (!rectify) return result;
      return ir.CreateBinaryIntrinsic(Intrinsic::smax, result,
                                      Constant::getNullValue(result->getType()));
    });
  }
  if (name == "neg") return e.write(0, ir.CreateNeg(e.read(1, type.width)), true);
  if (name == "abs") {
    Value* value = e.read(1, type.width);
    return e.write(0,
                   ir.CreateIntrinsic(Intrinsic::abs, {value->getType()}, {value, ir.getFalse()}));
  }
  e.refuse();
}

ArrayRef<Opcode> integer_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
