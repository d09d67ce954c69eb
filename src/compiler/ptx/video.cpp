// SPDX-License-Identifier: Apache-2.0
// Video instructions: arithmetic on bytes and halves of registers, with a second operation on the result.
// Source: PTX ISA, "Scalar Video Instructions" and "SIMD Video Instructions".
#include <llvm/ADT/StringSwitch.h>

#include "compiler/ptx/instructions.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

// Wide enough for every intermediate result: 33-bit operands, shifted by 32.
constexpr unsigned kWide = 72;

Value* wide(Emitter& e, std::int64_t value) {
  return ConstantInt::getSigned(e.int_type(kWide), value);
}

Value* extended(Emitter& e, Value* value, bool is_signed) {
  return is_signed ? e.ir().CreateSExt(value, e.int_type(kWide))
                   : e.ir().CreateZExt(value, e.int_type(kWide));
}

Value* clamped(Emitter& e, Value* value, unsigned width, bool is_signed) {
  const APInt least = is_signed ? APInt::getSignedMinValue(width).sext(kWide) : APInt(kWide, 0);
  const APInt most = is_signed ? APInt::getSignedMaxValue(width).zext(kWide)
                               : APInt::getMaxValue(width).zext(kWide);
  value = e.ir().CreateBinaryIntrinsic(Intrinsic::smax, value, e.ir().getInt(least));
  return e.ir().CreateBinaryIntrinsic(Intrinsic::smin, value, e.ir().getInt(most));
}

/// Where in a register: .b2 is 8 bits from 16 on.
struct RegisterPart {
  unsigned from = 0;
  unsigned width = 32;
};
RegisterPart part_of(Emitter& e, const Operand& operand) {
  const StringRef selector = operand.selector;
  if (selector.empty()) return {};
  const unsigned width = selector.front() == 'b' ? 8 : 16;
  unsigned index = 0;
  if (selector.drop_front().getAsInteger(10, index) || index >= 32 / width) e.refuse();
  return {index * width, width};
}

Value* read_part(Emitter& e, std::size_t index, bool is_signed) {
  const Operand& operand = e.operand(index);
  const RegisterPart part = part_of(e, operand);
  Value* bits = e.ir().CreateLShr(e.read(operand, 32), part.from);
  Value* value = extended(e, e.ir().CreateTrunc(bits, e.int_type(part.width)), is_signed);
  return operand.minus ? e.ir().CreateNeg(value) : value;
}

constexpr std::initializer_list<StringRef> kComparisons = {"eq", "ne", "lt", "le", "gt", "ge"};

Value* compared(Emitter& e, StringRef comparison, Value* a, Value* b) {
  const auto predicate = StringSwitch<CmpInst::Predicate>(comparison)
                             .Case("eq", CmpInst::ICMP_EQ)
                             .Case("ne", CmpInst::ICMP_NE)
                             .Case("lt", CmpInst::ICMP_SLT)
                             .Case("le", CmpInst::ICMP_SLE)
                             .Case("gt", CmpInst::ICMP_SGT)
                             .Default(CmpInst::ICMP_SGE);
  return e.ir().CreateZExt(e.ir().CreateICmp(predicate, a, b), e.int_type(kWide));
}

/// What add, sub, absdiff, min, max, avrg and set do with two numbers.
Value* combined(Emitter& e, StringRef name, StringRef comparison, Value* a, Value* b) {
  IRBuilder<>& ir = e.ir();
  if (name == "add") return ir.CreateAdd(a, b);
  if (name == "sub") return ir.CreateSub(a, b);
  if (name == "min") return ir.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
  if (name == "max") return ir.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
  if (name == "set") return compared(e, comparison, a, b);
  if (name == "absdiff") {
    return ir.CreateBinaryIntrinsic(Intrinsic::abs, ir.CreateSub(a, b), ir.getFalse());
  }
  if (name != "avrg") e.refuse();
  Value* sum = ir.CreateAdd(a, b);
  Value* up = ir.CreateZExt(ir.CreateICmpSGE(sum, wide(e, 0)), sum->getType());
  return ir.CreateAShr(ir.CreateAdd(sum, up), 1);
}

/// The result of 32 bits with the third operand: added, the smaller, the larger, or put into a part of it.
void finish(Emitter& e, Value* result, StringRef second, bool is_signed) {
  IRBuilder<>& ir = e.ir();
  result = ir.CreateTrunc(result, ir.getInt32Ty());
  const RegisterPart part = part_of(e, e.operand(0));
  if (second.empty() && part.width == 32) return e.write(0, result);
  Value* c = e.read(3, 32);
  if (second == "add") return e.write(0, ir.CreateAdd(result, c));
  if (!second.empty()) {
    const Intrinsic::ID id = second == "min" ? (is_signed ? Intrinsic::smin : Intrinsic::umin)
                                             : (is_signed ? Intrinsic::smax : Intrinsic::umax);
    return e.write(0, ir.CreateBinaryIntrinsic(id, result, c));
  }
  const APInt mask = APInt::getBitsSet(32, part.from, part.from + part.width);
  Value* placed = ir.CreateAnd(ir.CreateShl(result, part.from), ir.getInt(mask));
  e.write(0, ir.CreateOr(placed, ir.CreateAnd(c, ir.getInt(~mask))));
}

void scalar(Emitter& e) {
  const StringRef name = StringRef(e.statement().opcode).drop_front();
  const StringRef comparison = name == "set" ? e.take_any(kComparisons) : StringRef();
  const StringRef second = e.take_any({"add", "min", "max"});
  const bool saturated = e.take("sat");
  // vset has no type of the result: it is a truth, 32 bits of no sign.
  const ScalarType to =
      name == "set" ? ScalarType{ScalarType::Kind::kUnsigned, 32, 1} : e.take_type();
  const ScalarType of_a = e.take_type(), of_b = e.take_type();
  Value* result = combined(e, name, comparison, read_part(e, 1, of_a.is_signed()),
                           read_part(e, 2, of_b.is_signed()));
  if (saturated) result = clamped(e, result, part_of(e, e.operand(0)).width, to.is_signed());
  finish(e, result, second, to.is_signed());
}

void shift(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const bool left = e.statement().opcode == "vshl";
  const bool wraps = e.take_any({"wrap", "clamp"}) == "wrap";
  const StringRef second = e.take_any({"add", "min", "max"});
  const bool saturated = e.take("sat");
  const ScalarType to = e.take_type(), of_a = e.take_type();
  (void)e.take_type();
  Value* a = read_part(e, 1, of_a.is_signed());
  Value* by = read_part(e, 2, false);
  by = wraps ? ir.CreateAnd(by, 31) : ir.CreateBinaryIntrinsic(Intrinsic::umin, by, wide(e, 32));
  Value* result = left ? ir.CreateShl(a, by) : ir.CreateAShr(a, by);
  // As hardware does it: of what leaves the register on the left, two bits, the upper one of which is the sign, tell
  // whether there is anything to saturate.
  if (left) result = extended(e, ir.CreateTrunc(result, e.int_type(34)), /*is_signed=*/true);
  if (saturated) result = clamped(e, result, part_of(e, e.operand(0)).width, to.is_signed());
  finish(e, result, second, to.is_signed());
}

/// vmad: a * b + c, one more with .po, shifted to the right. As hardware does it, in 64 bits: whole registers are signed
/// whatever their type says, and the type of the result decides how to shift and where to saturate.
void multiply_add(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const bool plus_one = e.take("po"), saturated = e.take("sat");
  const StringRef shifted = e.take_any({"shr7", "shr15"});
  (void)e.take_type();
  const ScalarType of_a = e.take_type(), of_b = e.take_type();
  const bool negates = e.operand(1).minus || e.operand(2).minus || e.operand(3).minus;
  const bool is_signed = of_a.is_signed() || of_b.is_signed() || negates;
  const auto factor = [&](std::size_t index, const ScalarType& type) {
    return read_part(e, index, type.is_signed() || part_of(e, e.operand(index)).width == 32);
  };
  Value* sum = ir.CreateAdd(ir.CreateMul(factor(1, of_a), factor(2, of_b)), read_part(e, 3, true));
  if (plus_one) sum = ir.CreateAdd(sum, wide(e, 1));
  const bool has_sign = is_signed || shifted.empty();
  sum = extended(e, ir.CreateTrunc(sum, ir.getInt64Ty()), has_sign);
  if (!shifted.empty()) sum = ir.CreateAShr(sum, shifted == "shr7" ? 7 : 15);
  if (saturated) sum = clamped(e, sum, 32, is_signed);
  e.write(0, ir.CreateTrunc(sum, ir.getInt32Ty()));
}

/// The elements of an operand of a packed instruction: numbers in the elements of a and b one after the other.
SmallVector<unsigned, 4> selected(Emitter& e, const Operand& operand, unsigned count,
                                  unsigned first) {
  SmallVector<unsigned, 4> numbers;
  if (operand.selector.empty()) {
    for (unsigned i = 0; i < count; ++i) numbers.push_back(first + i);
    return numbers;
  }
  // Written from the highest element down.
  for (char digit : reverse(StringRef(operand.selector).drop_front()))
    numbers.push_back(static_cast<unsigned>(digit - '0'));
  if (numbers.size() != count || any_of(numbers, [&](unsigned n) { return n >= 2 * count; }))
    e.refuse();
  return numbers;
}

/// Which elements of the result are written: a bit each.
unsigned written(const Operand& operand, unsigned count) {
  if (operand.selector.empty()) return (1U << count) - 1;
  unsigned mask = 0;
  for (char digit : StringRef(operand.selector).drop_front()) mask |= 1U << (digit - '0');
  return mask;
}

void packed(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const StringRef opcode = e.statement().opcode;
  const unsigned count = opcode.back() == '2' ? 2 : 4;
  const unsigned width = 32 / count;
  const StringRef name = opcode.drop_front().drop_back();
  const StringRef comparison = name == "set" ? e.take_any(kComparisons) : StringRef();
  const bool summed = e.take("add"), saturated = e.take("sat");
  const ScalarType to = e.take_type(), of_a = e.take_type();
  ScalarType of_b = of_a;
  (void)e.try_take_type(of_b);
  Value* sources[] = {e.read(1, 32), e.read(2, 32)};
  const auto from_a = selected(e, e.operand(1), count, 0);
  const auto from_b = selected(e, e.operand(2), count, count);
  const unsigned mask = written(e.operand(0), count);
  const auto element = [&](unsigned number, bool is_signed) {
    Value* bits = ir.CreateLShr(sources[number / count], std::uint64_t{number % count} * width);
    return extended(e, ir.CreateTrunc(bits, e.int_type(width)), is_signed);
  };
  Value* c = e.read(3, 32);
  Value* result = c;
  for (unsigned i = 0; i < count; ++i) {
    if ((mask >> i & 1) == 0) continue;
    Value* one = combined(e, name, comparison, element(from_a[i], of_a.is_signed()),
                          element(from_b[i], of_b.is_signed()));
    if (saturated) one = clamped(e, one, width, to.is_signed());
    one = ir.CreateTrunc(one, ir.getInt32Ty());
    if (summed) {
      result = ir.CreateAdd(result, one);
      continue;
    }
    const APInt bits = APInt::getBitsSet(32, i * width, (i + 1) * width);
    Value* placed = ir.CreateAnd(ir.CreateShl(one, std::uint64_t{i} * width), ir.getInt(bits));
    result = ir.CreateOr(ir.CreateAnd(result, ir.getInt(~bits)), placed);
  }
  e.write(0, result);
}

constexpr Opcode kOpcodes[] = {
    {"vadd", scalar},       {"vsub", scalar},  {"vabsdiff", scalar}, {"vmin", scalar},
    {"vmax", scalar},       {"vset", scalar},  {"vshl", shift},      {"vshr", shift},
    {"vmad", multiply_add}, {"vadd2", packed}, {"vsub2", packed},    {"vavrg2", packed},
    {"vabsdiff2", packed},  {"vmin2", packed}, {"vmax2", packed},    {"vset2", packed},
    {"vadd4", packed},      {"vsub4", packed}, {"vavrg4", packed},   {"vabsdiff4", packed},
    {"vmin4", packed},      {"vmax4", packed}, {"vset4", packed}};

}  // namespace

ArrayRef<Opcode> video_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
