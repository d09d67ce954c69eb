// SPDX-License-Identifier: Apache-2.0
// Moves; logic, shifts and bit fields.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "compiler/ptx/instructions.h"
#include "compiler/ptx/reader.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// The elements of a vector; those of %tid and its like are named.
std::vector<Operand> elements_of(Emitter& e, const Operand& operand, unsigned count) {
  if (operand.kind == Operand::Kind::kVector) return operand.parts;
  if (operand.kind != Operand::Kind::kName) e.reject("needs vectors");
  std::vector<Operand> parts(count, operand);
  for (unsigned i = 0; i < count; ++i) {
    parts[i].name += std::string(".") + Emitter::kVectorElements[i];
    // The fourth element of a position is 0.
    if (i == 3) parts[i] = operand_of(NumericLiteral{});
  }
  return parts;
}

void move_vector(Emitter& e, unsigned count) {
  const ScalarType type = e.take_type();
  const std::vector<Operand> to = elements_of(e, e.operand(0), count);
  const std::vector<Operand> from = elements_of(e, e.operand(1), count);
  if (to.size() != count || from.size() != count) e.reject("has vectors of different lengths");
  SmallVector<Value*, 4> values;
  for (const Operand& element : from) values.push_back(e.read(element, type.total()));
  for (unsigned i = 0; i < count; ++i) e.write(to[i], values[i]);
}

void move(Emitter& e) {
  if (e.take("v2")) return move_vector(e, 2);
  if (e.take("v4")) return move_vector(e, 4);
  const ScalarType type = e.take_type();
  const Operand& from = e.operand(1);
  if (type.is_float() && from.kind == Operand::Kind::kFloat) {
    return e.write(0, e.read_float(from, type));
  }
  e.write(0, e.read(from, type.total()));
}

void logic(Emitter& e) {
  const ScalarType type = e.take_type();
  Value* a = e.read(1, type.width);
  const StringRef name = e.statement().opcode;
  if (name == "not") return e.write(0, e.ir().CreateNot(a));
  if (name == "cnot") {
    return e.write(0, e.ir().CreateZExt(e.ir().CreateIsNull(a), e.int_type(type.width)));
  }
  Value* b = e.read(2, type.width);
  e.write(0, name == "and"  ? e.ir().CreateAnd(a, b)
             : name == "or" ? e.ir().CreateOr(a, b)
                            : e.ir().CreateXor(a, b));
}

/// Bit i of the table is the result where the bits of a, b, c spell i.
void logic_of_three(Emitter& e) {
  // lop3.or d|p, a, b, c, table, q: whether the result is not zero, with q.
  const StringRef combine = e.take_any({"or", "and"});
  const ScalarType type = e.take_type();
  Value* inputs[] = {e.read(1, type.width), e.read(2, type.width), e.read(3, type.width)};
  const auto table = static_cast<std::uint64_t>(e.constant(e.operand(4)));
  Value* result = e.ir().getInt(APInt(type.width, 0));
  for (unsigned row = 0; row < 8; ++row) {
    if ((table >> row & 1) == 0) continue;
    Value* term = nullptr;
    for (unsigned i = 0; i < 3; ++i) {
      const bool set = (row >> (2 - i) & 1) != 0;
      Value* literal = set ? inputs[i] : e.ir().CreateNot(inputs[i]);
      term = term == nullptr ? literal : e.ir().CreateAnd(term, literal);
    }
    result = e.ir().CreateOr(result, term);
  }
  const Operand& to = e.operand(0);
  if (combine.empty()) return e.write(to, result);
  if (to.kind != Operand::Kind::kPair) e.refuse();
  Value* with = e.read_predicate(e.operand(5));
  Value* any = e.ir().CreateIsNotNull(result);
  e.write(to.parts[0], result);
  e.write(to.parts[1], combine == "or" ? e.ir().CreateOr(any, with) : e.ir().CreateAnd(any, with));
}

/// Amounts at or above the width: 0, or the sign.
void shift(Emitter& e) {
  const ScalarType type = e.take_type();
  IRBuilder<>& ir = e.ir();
  Value* value = e.read(1, type.width);
  Value* amount = e.read(2, 32);
  Value* too_far = ir.CreateICmpUGE(amount, ir.getInt32(type.width));
  Value* most = ir.CreateSelect(too_far, ir.getInt32(type.width - 1), amount);
  Value* by = ir.CreateZExtOrTrunc(most, value->getType());
  Value* zero = Constant::getNullValue(value->getType());
  if (e.statement().opcode == "shl") {
    return e.write(0, ir.CreateSelect(too_far, zero, ir.CreateShl(value, by)));
  }
  if (type.is_signed()) return e.write(0, ir.CreateAShr(value, by), true);
  e.write(0, ir.CreateSelect(too_far, zero, ir.CreateLShr(value, by)));
}

/// shf: the pair {b, a} shifted, one half of it. clamp: amounts above 32 count as 32.
void funnel_shift(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const bool left = e.take_any({"l", "r"}) == "l";
  const bool wrap = e.take_any({"wrap", "clamp"}) == "wrap";
  e.take_type();
  Value* amount = e.read(3, 32);
  amount = wrap ? ir.CreateAnd(amount, 31)
                : ir.CreateBinaryIntrinsic(Intrinsic::umin, amount, ir.getInt32(32));
  Value* low = ir.CreateZExt(e.read(1, 32), ir.getInt64Ty());
  Value* high = ir.CreateShl(ir.CreateZExt(e.read(2, 32), ir.getInt64Ty()), 32);
  Value* pair = ir.CreateOr(low, high);
  amount = ir.CreateZExt(amount, ir.getInt64Ty());
  Value* result =
      left ? ir.CreateLShr(ir.CreateShl(pair, amount), 32) : ir.CreateLShr(pair, amount);
  e.write(0, ir.CreateTrunc(result, ir.getInt32Ty()));
}

void count_bits(Emitter& e) {
  const ScalarType type = e.take_type();
  Value* value = e.read(1, type.width);
  const StringRef name = e.statement().opcode;
  if (name == "brev") return e.write(0, e.ir().CreateUnaryIntrinsic(Intrinsic::bitreverse, value));
  Value* count = name == "popc"
                     ? e.ir().CreateUnaryIntrinsic(Intrinsic::ctpop, value)
                     : e.ir().CreateBinaryIntrinsic(Intrinsic::ctlz, value, e.ir().getFalse());
  e.write(0, e.ir().CreateZExtOrTrunc(count, e.ir().getInt32Ty()));
}

/// bfind: the highest bit that differs from the sign, or all ones.
void find_bit(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const bool as_shift = e.take("shiftamt");
  const ScalarType type = e.take_type();
  Value* value = e.read(1, type.width);
  if (type.is_signed()) value = ir.CreateXor(value, ir.CreateAShr(value, type.width - 1));
  Value* zeros = ir.CreateBinaryIntrinsic(Intrinsic::ctlz, value, ir.getFalse());
  zeros = ir.CreateZExtOrTrunc(zeros, ir.getInt32Ty());
  Value* found = as_shift ? zeros : ir.CreateSub(ir.getInt32(type.width - 1), zeros);
  e.write(0, ir.CreateSelect(ir.CreateIsNull(value), ir.getInt32(~0U), found));
}

/// A position or a length: of 32-bit fields eight bits count, of 64-bit ones all (as an H200 does).
Value* field_number(Emitter& e, std::size_t index, const ScalarType& type) {
  Value* number = e.read(index, 32);
  return type.width == 64 ? number : e.ir().CreateAnd(number, 255);
}

void extract_field(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const ScalarType type = e.take_type();
  Value* value = e.read(1, type.width);
  Value* position = field_number(e, 2, type);
  Value* length = field_number(e, 3, type);
  IntegerType* own = e.int_type(type.width);
  Value* width = ir.getInt32(type.width);
  Value* beyond = ir.CreateICmpUGE(position, width);
  Value* start =
      ir.CreateZExtOrTrunc(ir.CreateSelect(beyond, ir.getInt32(type.width - 1), position), own);
  Value* zero = Constant::getNullValue(own);
  Value* shifted = type.is_signed() ? ir.CreateAShr(value, start)
                                    : ir.CreateSelect(beyond, zero, ir.CreateLShr(value, start));
  // Keep `length` bits; a field that reaches past the top is filled with the sign, which the shift has done.
  Value* none = ir.CreateIsNull(length);
  Value* all = ir.CreateICmpUGE(length, width);
  Value* cut = ir.CreateSub(width, ir.CreateSelect(ir.CreateOr(none, all), width, length));
  cut = ir.CreateZExtOrTrunc(cut, own);
  Value* up = ir.CreateShl(shifted, cut);
  Value* field = type.is_signed() ? ir.CreateAShr(up, cut) : ir.CreateLShr(up, cut);
  e.write(0, ir.CreateSelect(none, zero, field), type.is_signed());
}

Value* low_ones(Emitter& e, Value* count, unsigned width) {
  IRBuilder<>& ir = e.ir();
  IntegerType* own = e.int_type(width);
  Value* all = ir.CreateICmpUGE(count, ir.getInt32(width));
  Value* by = ir.CreateZExtOrTrunc(ir.CreateSelect(all, ir.getInt32(0), count), own);
  Value* ones = ir.CreateNot(ir.CreateShl(Constant::getAllOnesValue(own), by));
  return ir.CreateSelect(all, Constant::getAllOnesValue(own), ones);
}
Value* shift_left_or_zero(Emitter& e, Value* value, Value* amount, unsigned width) {
  IRBuilder<>& ir = e.ir();
  Value* beyond = ir.CreateICmpUGE(amount, ir.getInt32(width));
  Value* by = ir.CreateSelect(beyond, ir.getInt32(0), amount);
  Value* moved = ir.CreateShl(value, ir.CreateZExtOrTrunc(by, value->getType()));
  return ir.CreateSelect(beyond, Constant::getNullValue(value->getType()), moved);
}

void insert_field(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const ScalarType type = e.take_type();
  Value* field = e.read(1, type.width);
  Value* into = e.read(2, type.width);
  Value* position = field_number(e, 3, type);
  Value* length = field_number(e, 4, type);
  Value* mask = shift_left_or_zero(e, low_ones(e, length, type.width), position, type.width);
  Value* moved = shift_left_or_zero(e, field, position, type.width);
  e.write(0, ir.CreateOr(ir.CreateAnd(into, ir.CreateNot(mask)), ir.CreateAnd(moved, mask)));
}

/// bmsk: `length` ones from `position` on.
void make_mask(Emitter& e) {
  const bool wrap = e.take_any({"clamp", "wrap"}) == "wrap";
  e.take_type();
  Value* position = e.read(1, 32);
  Value* length = e.read(2, 32);
  if (wrap) {
    position = e.ir().CreateAnd(position, 31);
    length = e.ir().CreateAnd(length, 31);
  }
  e.write(0, shift_left_or_zero(e, low_ones(e, length, 32), position, 32));
}

void permute(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const StringRef mode = e.take_any({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  e.take_type();
  Value* a = e.read(1, 32);
  Value* b = e.read(2, 32);
  Value* selector = e.read(3, 32);
  if (!mode.empty()) {
    // The other modes are the default one with a selector that the low bits choose.
    static constexpr std::uint32_t kTables[][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
        {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
        {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
    const int row = StringSwitch<int>(mode)
                        .Case("f4e", 0)
                        .Case("b4e", 1)
                        .Case("rc8", 2)
                        .Case("ecl", 3)
                        .Case("ecr", 4)
                        .Default(5);
    Value* low = ir.CreateAnd(selector, 3);
    Value* chosen = ir.getInt32(kTables[row][0]);
    for (unsigned i = 1; i < 4; ++i) {
      chosen = ir.CreateSelect(ir.CreateICmpEQ(low, ir.getInt32(i)), ir.getInt32(kTables[row][i]),
                               chosen);
    }
    selector = chosen;
  }
  e.write(0, e.call(Intrinsic::nvvm_prmt, {a, b, selector}));
}

constexpr Opcode kOpcodes[] = {
    {"mov", move},
    {"and", logic},
    {"or", logic},
    {"xor", logic},
    {"not", logic},
    {"cnot", logic},
    {"lop3", logic_of_three},
    {"shl", shift},
    {"shr", shift},
    {"shf", funnel_shift},
    {"popc", count_bits},
    {"clz", count_bits},
    {"brev", count_bits},
    {"bfind", find_bit},
    {"bfe", extract_field},
    {"bfi", insert_field},
    {"bmsk", make_mask},
    {"prmt", permute},
};

}  // namespace

ArrayRef<Opcode> bit_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
