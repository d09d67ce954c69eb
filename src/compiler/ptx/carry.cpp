// SPDX-License-Identifier: Apache-2.0
// Extended precision: the carry flag lives within one asm statement.
#include "compiler/ptx/instructions.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// Writes a + b + carry (or a - b - borrow) and the new flag when .cc asks for it. The flag is the carry of an addition also
/// after a subtraction, a + ~b + 1: addc that follows one adds 1 where nothing was borrowed.
void add(Emitter& e, const ScalarType& type, Value* a, Value* b, bool subtract, bool with_carry,
         bool set_carry) {
  IRBuilder<>& ir = e.ir();
  const unsigned width = type.width;
  IntegerType* wide = e.int_type(width + 1);
  Value* left = ir.CreateZExt(a, wide);
  Value* right = ir.CreateZExt(b, wide);
  Value* sum = subtract ? ir.CreateSub(left, right) : ir.CreateAdd(left, right);
  if (with_carry) {
    Value* flag = ir.CreateLoad(ir.getInt1Ty(), e.carry());
    Value* carry = ir.CreateZExt(subtract ? ir.CreateNot(flag) : flag, wide);
    sum = subtract ? ir.CreateSub(sum, carry) : ir.CreateAdd(sum, carry);
  }
  if (set_carry) {
    Value* flag = ir.CreateTrunc(ir.CreateLShr(sum, width), ir.getInt1Ty());
    ir.CreateStore(subtract ? ir.CreateNot(flag) : flag, e.carry());
  }
  e.write(0, ir.CreateTrunc(sum, e.int_type(width)));
}

void add_or_subtract(Emitter& e, bool subtract) {
  const bool set_carry = e.take("cc");
  const ScalarType type = e.take_type();
  add(e, type, e.read(1, type.width), e.read(2, type.width), subtract, true, set_carry);
}

}  // namespace

void emit_carry(Emitter& e, const ScalarType& type) {
  const StringRef name = e.statement().opcode;
  Value* a = e.read(1, type.width);
  Value* b = e.read(2, type.width);
  if (name == "add" || name == "sub") return add(e, type, a, b, name == "sub", false, true);
  e.refuse();
}

namespace {

void multiply_add(Emitter& e) {
  const bool with_carry = e.statement().opcode == "madc";
  const StringRef part = e.take_any({"lo", "hi"});
  const bool set_carry = e.take("cc");
  const ScalarType type = e.take_type();
  IRBuilder<>& ir = e.ir();
  IntegerType* wide = e.int_type(2 * type.width);
  const auto factor = [&](std::size_t index) {
    Value* value = e.read(index, type.width);
    return type.is_signed() ? ir.CreateSExt(value, wide) : ir.CreateZExt(value, wide);
  };
  Value* product = ir.CreateMul(factor(1), factor(2));
  if (part == "hi") product = ir.CreateLShr(product, type.width);
  add(e, type, ir.CreateTrunc(product, e.int_type(type.width)), e.read(3, type.width), false,
      with_carry, set_carry);
}

constexpr Opcode kOpcodes[] = {
    {"addc", [](Emitter& e) { add_or_subtract(e, false); }},
    {"subc", [](Emitter& e) { add_or_subtract(e, true); }},
    {"madc", multiply_add},
};

}  // namespace

void emit_multiply_add_carry(Emitter& e) { multiply_add(e); }

ArrayRef<Opcode> carry_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
