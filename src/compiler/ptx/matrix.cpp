// SPDX-License-Identifier: Apache-2.0
// Matrices that a warp holds in its registers: mma.sync becomes a call that the strategies know, ldmatrix, stmatrix
// and movmatrix become shuffles, loads and stores. Source: PTX ISA, "Warp Level Matrix Instructions".
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <bit>

#include "compiler/abi/device_abi.h"
#include "compiler/ptx/instructions.h"
#include "compiler/ptx/matrix.h"
#include "compiler/spmd/intrinsics.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

using abi::MatrixElement;
using abi::MatrixShape;

/// What the modifiers of mma say, in their order: m16n8k16.row.col.f32.f16.f16.f32.
MatrixShape take_shape(Emitter& e) {
  MatrixShape shape{};
  if (!e.take("sync")) e.refuse();
  (void)e.take("aligned");
  SmallVector<StringRef, 4> types;
  SmallVector<StringRef, 2> layouts;
  for (const std::string& modifier : e.statement().modifiers) {
    StringRef name = modifier;
    if (name == "sync" || name == "aligned") continue;
    if (name == "row" || name == "col") {
      layouts.push_back(name);
    } else if (name == "satfinite") {
      shape.flags |= abi::kMatrixSaturates;
    } else if (name == "and") {
      shape.flags |= abi::kMatrixAnd;
    } else if (name.consume_front("m") && !name.consumeInteger(10, shape.m) &&
               name.consume_front("n") && !name.consumeInteger(10, shape.n) &&
               name.consume_front("k") && !name.getAsInteger(10, shape.k)) {
    } else if (name != "xor" && name != "popc") {
      types.push_back(modifier);
    }
    (void)e.take(modifier);
  }
  if (types.size() != 4 || layouts.size() != 2 || types[0] != types[3]) e.refuse();
  shape.a = matrix_element(e, types[1]);
  shape.b = matrix_element(e, types[2]);
  shape.c = matrix_element(e, types[3]);
  if (layouts[0] == "col") shape.flags |= abi::kMatrixAByColumns;
  if (layouts[1] == "row") shape.flags |= abi::kMatrixBByRows;
  return shape;
}

/// The shapes that PTX has for a kind of element.
bool exists(const MatrixShape& shape) {
  using enum MatrixElement;
  const auto is = [&](unsigned m, unsigned k) { return shape.m == m && shape.k == k; };
  const auto depth = [&](std::initializer_list<unsigned> depths) {
    return shape.m == 16 && is_contained(depths, unsigned{shape.k});
  };
  if (shape.n != 8) return false;
  const bool quads = shape.a == kHalf && is(8, 4);
  const bool by_columns = (shape.flags & (abi::kMatrixAByColumns | abi::kMatrixBByRows)) != 0;
  if (by_columns && !quads) return false;
  const auto is_one_of = [](MatrixElement element, MatrixElement first, MatrixElement second) {
    return element == first || element == second;
  };
  switch (shape.a) {
    case kHalf:
      return shape.b == kHalf && is_one_of(shape.c, kHalf, kFloat) && (quads || depth({8, 16}));
    case kBfloat:
      return shape.b == kBfloat && shape.c == kFloat && depth({8, 16});
    case kTf32:
      return shape.b == kTf32 && shape.c == kFloat && depth({4, 8});
    case kDouble:
      return shape.b == kDouble && shape.c == kDouble && (is(8, 4) || depth({4, 8, 16}));
    case kSigned8:
    case kUnsigned8:
      return is_one_of(shape.b, kSigned8, kUnsigned8) && shape.c == kInteger &&
             (is(8, 16) || depth({16, 32}));
    case kSigned4:
    case kUnsigned4:
      return is_one_of(shape.b, kSigned4, kUnsigned4) && shape.c == kInteger &&
             (is(8, 32) || depth({32, 64}));
    case kBit:
      return shape.b == kBit && shape.c == kInteger && (is(8, 128) || depth({128, 256}));
    default:
      return false;
  }
}

void multiply(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const MatrixShape shape = take_shape(e);
  if (!exists(shape)) e.refuse();
  const bool wide = shape.a == MatrixElement::kDouble;
  SmallVector<Value*, 36> words;
  for (std::size_t i = 1; i <= 3; ++i) {
    for (const Operand& part : registers_of(e.operand(i))) {
      Value* value = e.read(part, wide ? 64 : 32);
      words.push_back(ir.CreateTrunc(value, ir.getInt32Ty()));
      if (wide) words.push_back(ir.CreateTrunc(ir.CreateLShr(value, 32), ir.getInt32Ty()));
    }
  }
  const ArrayRef<Operand> to = registers_of(e.operand(0));
  const auto sums = product_of_matrices(e, shape, words, to.size() * (wide ? 2 : 1));
  for (unsigned i = 0; i < to.size(); ++i) {
    if (!wide) {
      e.write(to[i], sums[i]);
      continue;
    }
    Value* low = ir.CreateZExt(sums[2 * i], ir.getInt64Ty());
    Value* high = ir.CreateZExt(sums[2 * i + 1], ir.getInt64Ty());
    e.write(to[i], ir.CreateOr(low, ir.CreateShl(high, 32)));
  }
}

// ---- Matrices of eight rows of eight 16-bit elements: lane 4 g + t holds elements 2 t and 2 t + 1 of row g ----

Value* lane_of(Emitter& e) { return e.call(Intrinsic::nvvm_read_ptx_sreg_laneid); }

Value* from_lane(Emitter& e, Value* value, Value* lane) {
  IRBuilder<>& ir = e.ir();
  const auto exchange = [&](Value* word) {
    return e.call(Intrinsic::nvvm_shfl_sync_idx_i32,
                  {ir.getInt32(~0U), word, lane, ir.getInt32(31)});
  };
  if (value->getType()->isIntegerTy(32)) return exchange(value);
  Value* low = exchange(ir.CreateTrunc(value, ir.getInt32Ty()));
  Value* high = exchange(ir.CreateTrunc(ir.CreateLShr(value, 32), ir.getInt32Ty()));
  return ir.CreateOr(ir.CreateZExt(low, ir.getInt64Ty()),
                     ir.CreateShl(ir.CreateZExt(high, ir.getInt64Ty()), 32));
}

/// ldmatrix and stmatrix: each lane gives the address of one row; matrix i has those of lanes 8 i to 8 i + 7.
struct RowAccess {
  bool transposed;
  StringRef space;
  unsigned matrices;
};
RowAccess take_row_access(Emitter& e) {
  if (!e.take("sync")) e.refuse();
  (void)e.take("aligned");
  if (!e.take("m8n8")) e.refuse();
  const StringRef count = e.take_any({"x1", "x2", "x4"});
  if (count.empty()) e.refuse();
  const bool transposed = e.take("trans");
  const StringRef space = e.take("shared::cta") || e.take("shared") ? "shared" : "";
  if (!e.take("b16")) e.refuse();
  return {transposed, space, static_cast<unsigned>(count.back() - '0')};
}

/// Calls visit(element address, number of 16-bit elements there, shift in the register) for what a lane has of matrix i.
template <class Visit>
void for_own_elements(Emitter& e, const RowAccess& access, Value* row_address, unsigned matrix,
                      Visit visit) {
  IRBuilder<>& ir = e.ir();
  Value* lane = lane_of(e);
  Value* g = ir.CreateLShr(lane, 2);
  Value* t = ir.CreateAnd(lane, 3);
  const auto element = [&](Value* row, Value* column) {
    Value* from = from_lane(e, row_address, ir.CreateAdd(row, ir.getInt32(8 * matrix)));
    Value* address = ir.CreateZExtOrTrunc(from, ir.getInt64Ty());
    Value* offset = ir.CreateZExt(ir.CreateShl(column, 1), ir.getInt64Ty());
    return e.to_pointer(ir.CreateAdd(address, offset), access.space);
  };
  Value* even = ir.CreateShl(t, 1);
  if (!access.transposed) return visit(element(g, even), 2, 0);
  visit(element(even, g), 1, 0);
  visit(element(ir.CreateOr(even, ir.getInt32(1)), g), 1, 16);
}

Value* row_address(Emitter& e, const Operand& operand, const RowAccess& access) {
  Value* address = e.address(operand);
  // Addresses in shared memory fit 32 bits: half the exchanges.
  return access.space.empty() ? address : e.ir().CreateTrunc(address, e.ir().getInt32Ty());
}

void load_matrices(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const RowAccess access = take_row_access(e);
  const ArrayRef<Operand> to = registers_of(e.operand(0));
  if (to.size() != access.matrices) e.refuse();
  Value* address = row_address(e, e.operand(1), access);
  SmallVector<Value*, 4> words;
  for (unsigned i = 0; i < access.matrices; ++i) {
    Value* word = ir.getInt32(0);
    for_own_elements(e, access, address, i, [&](Value* from, unsigned count, unsigned shift) {
      Value* part = ir.CreateAlignedLoad(e.int_type(16 * count), from, Align(2 * count));
      word = ir.CreateOr(word, ir.CreateShl(ir.CreateZExt(part, ir.getInt32Ty()), shift));
    });
    words.push_back(word);
  }
  for (unsigned i = 0; i < access.matrices; ++i) e.write(to[i], words[i]);
}

void store_matrices(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  const RowAccess access = take_row_access(e);
  const ArrayRef<Operand> from = registers_of(e.operand(1));
  if (from.size() != access.matrices) e.refuse();
  Value* address = row_address(e, e.operand(0), access);
  for (unsigned i = 0; i < access.matrices; ++i) {
    Value* word = e.read(from[i], 32);
    for_own_elements(e, access, address, i, [&](Value* to, unsigned count, unsigned shift) {
      Value* part = ir.CreateTrunc(ir.CreateLShr(word, shift), e.int_type(16 * count));
      ir.CreateAlignedStore(part, to, Align(2 * count));
    });
  }
}

/// movmatrix: the transposed matrix, from registers to registers.
void transpose(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  for (StringRef name : {"sync", "m8n8", "trans", "b16"}) {
    if (!e.take(name)) e.refuse();
  }
  (void)e.take("aligned");
  Value* word = e.read(1, 32);
  Value* lane = lane_of(e);
  Value* g = ir.CreateLShr(lane, 2);
  // Element (2 t + i, g) is in lane 4 (2 t + i) + g / 2.
  Value* shift = ir.CreateShl(ir.CreateAnd(g, 1), 4);
  Value* first = ir.CreateOr(ir.CreateShl(ir.CreateAnd(lane, 3), 3), ir.CreateLShr(g, 1));
  Value* result = ir.getInt32(0);
  for (unsigned i = 0; i < 2; ++i) {
    Value* other = from_lane(e, word, ir.CreateAdd(first, ir.getInt32(4 * i)));
    Value* element = ir.CreateAnd(ir.CreateLShr(other, shift), 0xffff);
    result = ir.CreateOr(result, ir.CreateShl(element, std::uint64_t{16} * i));
  }
  e.write(0, result);
}

constexpr Opcode kOpcodes[] = {{"mma", multiply},
                               {"ldmatrix", load_matrices},
                               {"stmatrix", store_matrices},
                               {"movmatrix", transpose}};

}  // namespace

MatrixElement matrix_element(const Emitter& e, StringRef name) {
  using enum MatrixElement;
  const auto known = StringSwitch<int>(name)
                         .Case("f16", static_cast<int>(kHalf))
                         .Case("bf16", static_cast<int>(kBfloat))
                         .Case("tf32", static_cast<int>(kTf32))
                         .Case("f64", static_cast<int>(kDouble))
                         .Case("s8", static_cast<int>(kSigned8))
                         .Case("u8", static_cast<int>(kUnsigned8))
                         .Case("s4", static_cast<int>(kSigned4))
                         .Case("u4", static_cast<int>(kUnsigned4))
                         .Case("b1", static_cast<int>(kBit))
                         .Case("f32", static_cast<int>(kFloat))
                         .Case("s32", static_cast<int>(kInteger))
                         .Default(-1);
  if (known < 0) e.refuse();
  return static_cast<MatrixElement>(known);
}

ArrayRef<Operand> registers_of(const Operand& operand) {
  return operand.kind == Operand::Kind::kVector ? ArrayRef<Operand>(operand.parts)
                                                : ArrayRef<Operand>(operand);
}

SmallVector<Value*, 8> product_of_matrices(Emitter& e, const MatrixShape& shape,
                                           ArrayRef<Value*> words, std::size_t results) {
  IRBuilder<>& ir = e.ir();
  SmallVector<Value*, 36> arguments = {ConstantPointerNull::get(ir.getPtrTy()),
                                       ir.getInt64(std::bit_cast<std::uint64_t>(shape))};
  append_range(arguments, words);
  const std::string name =
      (Twine(spmd::kMatrixCall) + Twine(words.size()) + "." + Twine(results)).str();
  SmallVector<Type*, 36> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  auto* result = StructType::get(ir.getContext(), SmallVector<Type*, 8>(results, ir.getInt32Ty()));
  FunctionCallee callee =
      e.module().getOrInsertFunction(name, FunctionType::get(result, types, false));
  cast<Function>(callee.getCallee())->setConvergent();
  Value* all = ir.CreateCall(callee, arguments);
  SmallVector<Value*, 8> sums;
  for (unsigned i = 0; i < results; ++i) sums.push_back(ir.CreateExtractValue(all, i));
  return sums;
}

ArrayRef<Opcode> matrix_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
