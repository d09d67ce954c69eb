// SPDX-License-Identifier: Apache-2.0
// Floating-point arithmetic; opcodes that also have integer forms hand those on. Approximate instructions are computed
// exactly: their contract is a largest error.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include "compiler/ptx/instructions.h"
#include "compiler/ptx/rounding.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// What 16-bit elements are computed as.
enum class Computed { kAsFloat, kAsTheyAre };

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
    if (type.width != 16) value = flush_if(value);
    if (saturated) value = saturate(e, value);
    return rectified ? rectify(e, value) : value;
  };
  if (type.width != 16) {
    for (Value*& value : whole) value = flush_if(value);
    return e.write(0, finish(operation(ArrayRef<Value*>(whole))));
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
    if (is_narrow && (saturated || rectified)) result = widen_to_float(e, result);
    if (result->getType()->isFloatTy()) result = round_to(e, finish(result), element, {});
    Value* narrow = flush_if(result);
    Value* bits = ir.CreateZExt(ir.CreateBitCast(narrow, ir.getInt16Ty()), all->getType());
    all = ir.CreateOr(all, ir.CreateShl(bits, std::uint64_t{16} * i));
  }
  e.write(0, all);
}

/// rn, and what is computed as if it were: approximations.
Rounding take_rounding(Emitter& e) {
  (void)e.take_any({"rn", "approx", "full"});
  return {e.take_any({"rz", "rm", "rp"})};
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
  const Rounding rounding = take_rounding(e);
  const ScalarType type = e.take_type();
  if (with_carry) return emit_carry(e, type);
  if (!type.is_float()) return emit_integer(e, type);
  if (e.contracts()) e.note_product();
  elementwise(e, type, 2, Computed::kAsTheyAre, [&](ArrayRef<Value*> v) {
    if (!rounding.nearest()) return arithmetic(e, name, type, v, rounding);
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

void sign(Emitter& e) {
  const bool is_neg = e.statement().opcode == "neg";
  const ScalarType type = e.take_type();
  if (!type.is_float()) return emit_integer(e, type);
  const bool flushed = e.take("ftz");
  // On the bits: also right for packed types and NaN.
  const unsigned total = type.total();
  APInt mask(total, 0);
  for (unsigned i = 0; i < type.count; ++i) mask.setBit(i * type.width + type.width - 1);
  Value* bits = e.read(1, total);
  if (flushed && type.count == 1) {
    Value* value = flush(e, e.ir().CreateBitCast(bits, e.float_type(type)));
    bits = e.ir().CreateBitCast(value, e.int_type(total));
  }
  e.write(0, is_neg ? e.ir().CreateXor(bits, e.ir().getInt(mask))
                    : e.ir().CreateAnd(bits, e.ir().getInt(~mask)));
}

void function(Emitter& e) {
  const StringRef name = e.statement().opcode;
  const Rounding rounding = take_rounding(e);
  const ScalarType type = e.take_type();
  if (!type.is_float()) e.refuse();
  elementwise(e, type, 1, Computed::kAsFloat, [&](ArrayRef<Value*> v) -> Value* {
    if (!rounding.nearest()) return arithmetic(e, name, type, v, rounding);
    Value* x = v[0];
    Value* one = ConstantFP::get(x->getType(), 1.0);
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
    {"neg", sign},     {"abs", sign},      {"sqrt", function},      {"rsqrt", function},
    {"rcp", function}, {"sin", function},  {"cos", function},       {"lg2", function},
    {"ex2", function}, {"tanh", function}, {"copysign", copy_sign}, {"testp", test_property},
};

}  // namespace

ArrayRef<Opcode> float_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
