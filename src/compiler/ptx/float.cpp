// SPDX-License-Identifier: Apache-2.0
// Floating-point arithmetic; opcodes that also have integer forms hand those on. Approximate instructions are computed
// exactly: their contract is a largest error.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include "compiler/ptx/flush.h"
#include "compiler/ptx/instructions.h"
#include "compiler/ptx/rounding.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// What 16-bit elements are computed as.
enum class Computed { kAsFloat, kAsTheyAre };

/// A result of the statement's operation on numbers without denormals.
Value* flush_result(Emitter& e, ArrayRef<Value*> v, Value* result) {
  if (result->getType()->isDoubleTy()) return result;
  IRBuilder<>& ir = e.ir();
  const StringRef name = e.statement().opcode;
  if (name == "mul") return flushed_product(ir, result, v[0], v[1]);
  if (name == "div") return flushed_quotient(ir, result, v[0], v[1]);
  if (name == "rcp")
    return flushed_quotient(ir, result, ConstantFP::get(v[0]->getType(), 1.0), v[0]);
  if (name == "fma" || name == "mad") return flushed_fused(ir, result, v[0], v[1], v[2]);
  return flush(e, result);  // sums that are denormal are exact
}

/// Applies `operation` to each element of the sources.
template <class Operation>
void elementwise(Emitter& e, const ScalarType& type, unsigned sources, Computed computed,
                 Operation operation) {
  const bool saturated = e.take("sat"), rectified = e.take("relu"), flushed = e.take("ftz");
  IRBuilder<>& ir = e.ir();
  const ScalarType element{type.kind, type.width, 1};
  SmallVector<Value*, 3> whole;
  for (unsigned i = 0; i < sources; ++i) {
    whole.push_back(type.width == 16 ? e.read(i + 1, type.total())
                                     : e.read_float(e.operand(i + 1), type));
  }
  // f64 has no such modifier.
  const auto flush_if = [&](Value* value) {
    return flushed && type.width != 64 ? flush(e, value) : value;
  };
  const auto finish = [&](Value* value) {
    if (saturated) value = saturate(e, value);
    return rectified ? rectify(e, value) : value;
  };
  if (type.width != 16) {
    for (Value*& value : whole) value = flush_if(value);
    Value* result = operation(ArrayRef<Value*>(whole));
    return e.write(0, finish(flushed ? flush_result(e, whole, result) : result));
  }
  Value* all = ir.getInt(APInt(type.total(), 0));
  for (unsigned i = 0; i < type.count; ++i) {
    SmallVector<Value*, 3> parts;
    for (Value* value : whole) {
      Value* bits = ir.CreateTrunc(ir.CreateLShr(value, std::uint64_t{16} * i), ir.getInt16Ty());
      Value* part = flush_if(ir.CreateBitCast(bits, e.float_type(element)));
      parts.push_back(computed == Computed::kAsFloat ? widen_to_float(e, part) : part);
    }
    Value* result = operation(ArrayRef<Value*>(parts));
    const bool is_narrow = computed == Computed::kAsTheyAre;
    if (is_narrow && flushed) result = flush_result(e, parts, result);
    if (is_narrow && (saturated || rectified)) result = widen_to_float(e, result);
    if (result->getType()->isFloatTy()) result = round_to(e, finish(result), element, {});
    Value* narrow = is_narrow ? result : flush_if(result);
    Value* bits = ir.CreateZExt(ir.CreateBitCast(narrow, ir.getInt16Ty()), all->getType());
    all = ir.CreateOr(all, ir.CreateShl(bits, std::uint64_t{16} * i));
  }
  e.write(0, all);
}

/// Computed as if it were rounded to the nearest, except where the manual promises something else.
bool take_approximation(Emitter& e) { return e.take("approx"); }

/// rn, and what is computed as if it were.
Rounding take_rounding(Emitter& e) {
  (void)e.take_any({"rn", "full"});
  return {e.take_any({"rz", "rm", "rp"})};
}

/// div.approx multiplies by the reciprocal, which is 0 beyond 2^126: 0, and NaN for an infinite dividend.
Value* approximate_quotient(Emitter& e, Value* number, Value* divisor) {
  IRBuilder<>& ir = e.ir();
  Type* type = divisor->getType();
  Value* size = ir.CreateUnaryIntrinsic(Intrinsic::fabs, divisor);
  Value* is_large = ir.CreateAnd(ir.CreateFCmpOGT(size, ConstantFP::get(type, 0x1p126)),
                                 ir.CreateFCmpOLT(size, ConstantFP::getInfinity(type)));
  Value* zero = ir.CreateBinaryIntrinsic(Intrinsic::copysign, ConstantFP::get(type, 0.0), divisor);
  return ir.CreateSelect(is_large, ir.CreateFMul(number, zero), ir.CreateFDiv(number, divisor));
}

/// rcp and rsqrt of double with .approx.ftz work on the upper words alone: 20 bits of a fraction.
Value* upper_word(Emitter& e, Value* value) {
  IRBuilder<>& ir = e.ir();
  Value* bits = ir.CreateBitCast(value, ir.getInt64Ty());
  return ir.CreateBitCast(ir.CreateAnd(bits, ~std::uint64_t{0xffffffff}), ir.getDoubleTy());
}

Value* rounded_to_upper_word(Emitter& e, Value* value) {
  IRBuilder<>& ir = e.ir();
  Value* bits = ir.CreateBitCast(value, ir.getInt64Ty());
  Value* up = ir.CreateAdd(bits, ir.getInt64(0x80000000));
  Value* is_number = ir.CreateFCmpORD(value, value);
  Value* rounded = ir.CreateSelect(is_number, up, ir.getInt64(0x7fffffffffffffff));
  return ir.CreateBitCast(ir.CreateAnd(rounded, ~std::uint64_t{0xffffffff}), ir.getDoubleTy());
}

/// Whether the statement's product or sum may become part of a fused operation: not with a rounding, nor a product that
/// is saturated.
bool may_fuse(Emitter& e) {
  const StringRef name = e.statement().opcode;
  const bool is_product = name == "mul";
  return name != "div" && e.contracts() &&
         none_of(e.statement().modifiers, [&](StringRef modifier) {
           return modifier == "rn" || (is_product && modifier == "sat");
         });
}

void binary(Emitter& e) {
  const StringRef name = e.statement().opcode;
  const bool fuses = may_fuse(e);
  const bool with_carry = e.take("cc");
  const bool is_approximate = take_approximation(e);
  const Rounding rounding = take_rounding(e);
  const ScalarType type = e.take_type();
  if (with_carry) return emit_carry(e, type);
  if (!type.is_float()) return emit_integer(e, type);
  if (e.contracts()) e.note_product();
  elementwise(e, type, 2, Computed::kAsTheyAre, [&](ArrayRef<Value*> v) {
    if (!rounding.nearest()) return arithmetic(e, name, type, v, rounding);
    if (is_approximate) return approximate_quotient(e, v[0], v[1]);
    const auto opcode = StringSwitch<Instruction::BinaryOps>(name)
                            .Case("add", Instruction::FAdd)
                            .Case("sub", Instruction::FSub)
                            .Case("mul", Instruction::FMul)
                            .Default(Instruction::FDiv);
    Value* result = e.ir().CreateBinOp(opcode, v[0], v[1]);
    auto* operation = dyn_cast<Instruction>(result);
    if (fuses && operation != nullptr) operation->setHasAllowContract(true);
    return result;
  });
}

void fused(Emitter& e) {
  for (const std::string& modifier : e.statement().modifiers) {
    if (modifier == "cc") return emit_multiply_add_carry(e);
  }
  const Rounding rounding = take_rounding(e);
  const ScalarType type = e.take_type();
  if (!type.is_float()) return emit_integer(e, type);
  (void)e.take("oob");
  elementwise(e, type, 3, Computed::kAsTheyAre, [&](ArrayRef<Value*> v) -> Value* {
    if (!rounding.nearest()) return arithmetic(e, "fma", type, v, rounding);
    return e.ir().CreateIntrinsic(Intrinsic::fma, {v[0]->getType()}, {v[0], v[1], v[2]});
  });
}

void extreme(Emitter& e) {
  const bool is_min = e.statement().opcode == "min";
  const bool nan_wins = e.take("NaN");
  const ScalarType type = e.take_type();
  if (!type.is_float()) return emit_integer(e, type);
  const bool xor_sign = e.take("xorsign");
  if (xor_sign && !e.take("abs")) e.refuse("needs .xorsign.abs");
  const Intrinsic::ID id = nan_wins ? (is_min ? Intrinsic::minimum : Intrinsic::maximum)
                                    : (is_min ? Intrinsic::minimumnum : Intrinsic::maximumnum);
  elementwise(e, type, 2, Computed::kAsFloat, [&](ArrayRef<Value*> v) -> Value* {
    if (!xor_sign) return e.ir().CreateBinaryIntrinsic(id, v[0], v[1]);
    Value* sign =
        e.ir().CreateFMul(e.ir().CreateBinaryIntrinsic(Intrinsic::copysign,
                                                       ConstantFP::get(v[0]->getType(), 1.0), v[0]),
                          e.ir().CreateBinaryIntrinsic(
                              Intrinsic::copysign, ConstantFP::get(v[0]->getType(), 1.0), v[1]));
    Value* a = e.ir().CreateUnaryIntrinsic(Intrinsic::fabs, v[0]);
    Value* b = e.ir().CreateUnaryIntrinsic(Intrinsic::fabs, v[1]);
    return e.ir().CreateBinaryIntrinsic(Intrinsic::copysign, e.ir().CreateBinaryIntrinsic(id, a, b),
                                        sign);
  });
}

void negate(Emitter& e) {
  const ScalarType type = e.take_type();
  if (!type.is_float()) return emit_integer(e, type);
  elementwise(e, type, 1, Computed::kAsTheyAre, [&](ArrayRef<Value*> v) { return e.negate(v[0]); });
}

/// On the bits: also right for packed types and NaN.
void absolute(Emitter& e) {
  const ScalarType type = e.take_type();
  if (!type.is_float()) return emit_integer(e, type);
  const bool flushed = e.take("ftz");
  const unsigned total = type.total();
  APInt mask(total, 0);
  for (unsigned i = 0; i < type.count; ++i) mask.setBit(i * type.width + type.width - 1);
  Value* bits = e.read(1, total);
  if (flushed && type.count == 1) {
    Value* value = flush(e, e.ir().CreateBitCast(bits, e.float_type(type)));
    bits = e.ir().CreateBitCast(value, e.int_type(total));
  }
  e.write(0, e.ir().CreateAnd(bits, e.ir().getInt(~mask)));
}

void function(Emitter& e) {
  const StringRef name = e.statement().opcode;
  const bool is_approximate = take_approximation(e);
  const Rounding rounding = take_rounding(e);
  const ScalarType type = e.take_type();
  if (!type.is_float()) e.refuse();
  const bool by_upper_word =
      type.width == 64 && is_approximate && is_contained(e.statement().modifiers, "ftz");
  elementwise(e, type, 1, Computed::kAsFloat, [&](ArrayRef<Value*> v) -> Value* {
    if (!rounding.nearest()) return arithmetic(e, name, type, v, rounding);
    Value* x = by_upper_word ? flush(e, upper_word(e, v[0])) : v[0];
    Value* one = ConstantFP::get(x->getType(), 1.0);
    if (by_upper_word) {
      Value* root = name == "rsqrt" ? e.ir().CreateUnaryIntrinsic(Intrinsic::sqrt, x) : x;
      return rounded_to_upper_word(e, flush(e, e.ir().CreateFDiv(one, root)));
    }
    const auto unary = [&](Intrinsic::ID id) { return e.ir().CreateUnaryIntrinsic(id, x); };
    if (name == "sqrt") return unary(Intrinsic::sqrt);
    if (name == "rsqrt" && type.width == 32)
      return e.ir().CreateIntrinsic(Intrinsic::nvvm_rsqrt_approx_f, {}, {x});
    if (name == "rsqrt") return e.ir().CreateFDiv(one, unary(Intrinsic::sqrt));
    if (name == "rcp") return e.ir().CreateFDiv(one, x);
    if (name == "sin") return unary(Intrinsic::sin);
    if (name == "cos") return unary(Intrinsic::cos);
    if (name == "lg2") return unary(Intrinsic::log2);
    if (name == "ex2") return unary(Intrinsic::exp2);
    FunctionCallee tanh = e.module().getOrInsertFunction("tanhf", x->getType(), x->getType());
    return e.ir().CreateCall(tanh, {x});
  });
}

void copy_sign(Emitter& e) {
  const ScalarType type = e.take_type();
  Value* sign = e.read_float(e.operand(1), type);
  Value* size = e.read_float(e.operand(2), type);
  e.write(0, e.ir().CreateBinaryIntrinsic(Intrinsic::copysign, size, sign));
}

void test_property(Emitter& e) {
  const StringRef what =
      e.take_any({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  const ScalarType type = e.take_type();
  Value* value = e.read_float(e.operand(1), type);
  const auto test = [&](FPClassTest classes) { return e.ir().createIsFPClass(value, classes); };
  e.write(0, what == "finite"       ? test(fcFinite)
             : what == "infinite"   ? test(fcInf)
             : what == "number"     ? test(~fcNan & fcAllFlags)
             : what == "notanumber" ? test(fcNan)
             : what == "normal"     ? test(fcNormal)
                                    : test(fcSubnormal));
}

constexpr Opcode kOpcodes[] = {
    {"add", binary},   {"sub", binary},    {"mul", binary},         {"div", binary},
    {"fma", fused},    {"mad", fused},     {"min", extreme},        {"max", extreme},
    {"neg", negate},   {"abs", absolute},  {"sqrt", function},      {"rsqrt", function},
    {"rcp", function}, {"sin", function},  {"cos", function},       {"lg2", function},
    {"ex2", function}, {"tanh", function}, {"copysign", copy_sign}, {"testp", test_property},
};

}  // namespace

ArrayRef<Opcode> float_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
