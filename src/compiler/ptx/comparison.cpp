// SPDX-License-Identifier: Apache-2.0
// Comparisons and selections: a predicate, a value that stands for it, or one of two values.
#include <llvm/ADT/StringSwitch.h>

#include "compiler/ptx/instructions.h"
#include "compiler/ptx/rounding.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// Null if `name` is no comparison. `flushed`: denormals of float and half count as zeros.
Value* compare(Emitter& e, StringRef name, const ScalarType& type, const Operand& left,
               const Operand& right, bool flushed) {
  IRBuilder<>& ir = e.ir();
  if (type.is_float()) {
    const auto predicate = StringSwitch<CmpInst::Predicate>(name)
                               .Case("eq", CmpInst::FCMP_OEQ)
                               .Case("ne", CmpInst::FCMP_ONE)
                               .Case("lt", CmpInst::FCMP_OLT)
                               .Case("le", CmpInst::FCMP_OLE)
                               .Case("gt", CmpInst::FCMP_OGT)
                               .Case("ge", CmpInst::FCMP_OGE)
                               .Case("equ", CmpInst::FCMP_UEQ)
                               .Case("neu", CmpInst::FCMP_UNE)
                               .Case("ltu", CmpInst::FCMP_ULT)
                               .Case("leu", CmpInst::FCMP_ULE)
                               .Case("gtu", CmpInst::FCMP_UGT)
                               .Case("geu", CmpInst::FCMP_UGE)
                               .Case("num", CmpInst::FCMP_ORD)
                               .Case("nan", CmpInst::FCMP_UNO)
                               .Default(CmpInst::BAD_FCMP_PREDICATE);
    if (predicate == CmpInst::BAD_FCMP_PREDICATE) return nullptr;
    Value* a = e.read_float(left, type);
    Value* b = e.read_float(right, type);
    if (flushed && type.width != 64) {
      a = flush(e, a);
      b = flush(e, b);
    }
    if (type.width == 16) {
      a = widen_to_float(e, a);
      b = widen_to_float(e, b);
    }
    return ir.CreateFCmp(predicate, a, b);
  }
  const bool is_signed = type.is_signed();
  const auto predicate = StringSwitch<CmpInst::Predicate>(name)
                             .Case("eq", CmpInst::ICMP_EQ)
                             .Case("ne", CmpInst::ICMP_NE)
                             .Case("lt", is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT)
                             .Case("le", is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                             .Case("gt", is_signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT)
                             .Case("ge", is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE)
                             .Case("lo", CmpInst::ICMP_ULT)
                             .Case("ls", CmpInst::ICMP_ULE)
                             .Case("hi", CmpInst::ICMP_UGT)
                             .Case("hs", CmpInst::ICMP_UGE)
                             .Default(CmpInst::BAD_ICMP_PREDICATE);
  if (predicate == CmpInst::BAD_ICMP_PREDICATE) return nullptr;
  return ir.CreateICmp(predicate, e.read(left, type.width), e.read(right, type.width));
}

StringRef take_comparison(Emitter& e) {
  return e.take_any({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu",
                     "ltu", "leu", "gtu", "geu", "num", "nan"});
}

Value* with_predicate(Emitter& e, StringRef combine, Value* one) {
  Value* with = e.read_predicate(e.operand(3));
  return combine == "and"  ? e.ir().CreateAnd(one, with)
         : combine == "or" ? e.ir().CreateOr(one, with)
                           : e.ir().CreateXor(one, with);
}

/// The comparison that the modifiers name, combined with a predicate operand where they say so.
Value* comparison(Emitter& e, const ScalarType& type, Value** other) {
  const StringRef name = take_comparison(e);
  const StringRef combine = e.take_any({"and", "or", "xor"});
  const bool flushed = e.take("ftz");
  Value* result = compare(e, name, type, e.operand(1), e.operand(2), flushed);
  if (result == nullptr) e.refuse("has an unknown comparison");
  Value* opposite = e.ir().CreateNot(result);
  if (other != nullptr) *other = combine.empty() ? opposite : with_predicate(e, combine, opposite);
  return combine.empty() ? result : with_predicate(e, combine, result);
}

/// The operand with one of two packed elements in the lower half.
Operand element_of(Emitter& e, const Operand& operand, unsigned index) {
  if (index == 0) return operand;
  return e.temporary(e.ir().CreateLShr(e.read(operand, 32), 16));
}

/// setp of two halves: a predicate each.
void set_packed_predicates(Emitter& e, const ScalarType& type) {
  const StringRef name = take_comparison(e);
  const bool flushed = e.take("ftz");
  const StringRef combine = e.take_any({"and", "or", "xor"});
  const Operand& to = e.operand(0);
  if (to.kind != Operand::Kind::kPair) e.refuse();
  for (unsigned i = 0; i < 2; ++i) {
    Value* result = compare(e, name, {type.kind, 16, 1}, element_of(e, e.operand(1), i),
                            element_of(e, e.operand(2), i), flushed);
    if (result == nullptr) e.refuse("has an unknown comparison");
    e.write(to.parts[i], combine.empty() ? result : with_predicate(e, combine, result));
  }
}

void set_predicate(Emitter& e) {
  const ScalarType type = e.take_type();
  if (type.count == 2) return set_packed_predicates(e, type);
  Value* other = nullptr;
  Value* result = comparison(e, type, &other);
  const Operand& to = e.operand(0);
  if (to.kind != Operand::Kind::kPair) return e.write(to, result);
  e.write(to.parts[0], result);
  e.write(to.parts[1], other);
}

/// What `set` makes of a truth: all ones, or 1.0.
Value* as_value(Emitter& e, Value* truth, const ScalarType& to) {
  if (!to.is_float()) return e.ir().CreateSExt(truth, e.int_type(to.width));
  Type* real = e.float_type(to);
  return e.ir().CreateBitCast(
      e.ir().CreateSelect(truth, ConstantFP::get(real, 1.0), ConstantFP::get(real, 0.0)),
      e.int_type(to.width));
}

void set_value(Emitter& e) {
  const ScalarType to = e.take_type();
  const ScalarType type = e.take_type();
  if (type.count == 1) return e.write(0, as_value(e, comparison(e, type, nullptr), to));
  const StringRef name = take_comparison(e);
  const bool flushed = e.take("ftz");
  Value* all = e.ir().getInt32(0);
  for (unsigned i = 0; i < 2; ++i) {
    Value* truth = compare(e, name, {type.kind, 16, 1}, element_of(e, e.operand(1), i),
                           element_of(e, e.operand(2), i), flushed);
    if (truth == nullptr) e.refuse("has an unknown comparison");
    // set.u32.f16x2 is all ones in each half.
    Value* one = as_value(e, truth, {to.kind, 16, 1});
    one = e.ir().CreateZExt(one, all->getType());
    all = e.ir().CreateOr(all, e.ir().CreateShl(one, std::uint64_t{16} * i));
  }
  e.write(0, all);
}

void select(Emitter& e) {
  const ScalarType type = e.take_type();
  const auto source = [&](std::size_t index) -> Value* {
    if (type.is_float()) return e.read_float(e.operand(index), type);
    return e.read(index, type.width);
  };
  Value* yes = source(1);
  Value* no = source(2);
  e.write(0, e.ir().CreateSelect(e.read_predicate(e.operand(3)), yes, no));
}

/// slct: by the sign of the last operand.
void select_by_sign(Emitter& e) {
  const bool flushed = e.take("ftz");
  const ScalarType type = e.take_type(), by = e.take_type();
  Value* condition = nullptr;
  if (by.is_float()) {
    Value* number = e.read_float(e.operand(3), by);
    if (flushed) number = flush(e, number);
    condition = e.ir().CreateFCmpOGE(number, ConstantFP::get(e.float_type(by), 0.0));
  } else {
    condition = e.ir().CreateICmpSGE(e.read(3, 32), e.ir().getInt32(0));
  }
  e.write(0, e.ir().CreateSelect(condition, e.read(1, type.width), e.read(2, type.width)));
}

constexpr Opcode kOpcodes[] = {
    {"setp", set_predicate},
    {"set", set_value},
    {"selp", select},
    {"slct", select_by_sign},
};

}  // namespace

ArrayRef<Opcode> comparison_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
