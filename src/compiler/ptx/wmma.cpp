// SPDX-License-Identifier: Apache-2.0
// wmma.load, wmma.mma and wmma.store, by way of mma.sync: a product is two of these on tiles of 16 x 8 sums, or one of 8 x 8.
//
// What a lane holds of a matrix is nobody's business but ours. With g = lane / 4, t = lane % 4 and p elements in a register of
// 32 bits:
//   a tile of 16 (of 8) lines  register r: line g + 8 * (r % 2) (line g), place p * t + i + 4 * p * (r / 2) (of r) along k
//   a tile of sums             element e: row g + 8 * (e / 2), column 2 * t + e % 2
// 16 x 16 sums take one tile of 16 rows of A and two of 8 columns of B, 32 x 8 two of A and one of B. 8 x 32 is 32 x 8 with A and
// B, rows and columns changed about. Factors of half have more registers than elements: those are there more than once.
// Source: PTX ISA, "Warp-level matrix instructions: wmma".
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include "compiler/ptx/instructions.h"
#include "compiler/ptx/matrix.h"
#include "compiler/ptx/rounding.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

using abi::MatrixElement;
using abi::MatrixShape;

struct MatrixProduct {
  unsigned m = 0, n = 0, k = 0;
  SmallVector<StringRef, 2> layouts;
  SmallVector<StringRef, 4> types;
  bool saturates = false, by_and = false;

  /// 8 x 8 sums, one instruction.
  [[nodiscard]] bool is_small() const { return m == 8 && n == 8; }
};

MatrixProduct take_product(Emitter& e) {
  MatrixProduct product;
  for (const std::string& modifier : e.statement().modifiers) {
    StringRef name = modifier;
    if (name == "row" || name == "col") {
      product.layouts.push_back(name);
    } else if (name == "satfinite") {
      product.saturates = true;
    } else if (name == "and") {
      product.by_and = true;
    } else if (name.consume_front("m") && !name.consumeInteger(10, product.m) &&
               name.consume_front("n") && !name.consumeInteger(10, product.n) &&
               name.consume_front("k") && !name.getAsInteger(10, product.k)) {
    } else if (is_contained(
                   {"f16", "bf16", "tf32", "f32", "f64", "s8", "u8", "s4", "u4", "b1", "s32"},
                   StringRef(modifier))) {
      product.types.push_back(modifier);
    } else if (!is_contained({"sync", "aligned", "xor", "popc", "rn"}, StringRef(modifier))) {
      continue;
    }
    (void)e.take(modifier);
  }
  const bool is_tiled = is_contained({16U, 32U, 8U}, product.m) && product.m * product.n == 256;
  if (!is_tiled && !product.is_small()) e.refuse();
  if (product.types.empty() || product.layouts.empty()) e.refuse();
  return product;
}

unsigned bits_of(StringRef type) {
  unsigned bits = 0;
  const StringRef digits = type.drop_while([](char c) { return !isDigit(c); });
  return digits.getAsInteger(10, bits) ? 0 : bits;
}

/// Where the elements of a matrix lie: line and place of `line_step` and `place_step` elements each.
struct MatrixInMemory {
  Value* base;  ///< an address in its space
  StringRef space;
  Value* stride;  ///< elements
  unsigned bits;  ///< of an element
  bool by_lines;  ///< places follow each other in memory

  /// Pointer to the element at (line, place), i32 each.
  Value* at(Emitter& e, Value* line, Value* place) const {
    IRBuilder<>& ir = e.ir();
    const auto wide = [&](Value* value) { return ir.CreateZExt(value, ir.getInt64Ty()); };
    Value* far = wide(by_lines ? line : place);
    Value* near = wide(by_lines ? place : line);
    Value* element = ir.CreateAdd(ir.CreateMul(far, stride), near);
    Value* offset = ir.CreateLShr(ir.CreateMul(element, ir.getInt64(bits)), 3);
    return e.to_pointer(ir.CreateAdd(base, offset), space);
  }
};

MatrixInMemory matrix_at(Emitter& e, const Operand& address, std::size_t stride, unsigned bits,
                         bool by_lines) {
  const StringRef space = e.take("shared") || e.take("shared::cta") ? "shared" : "";
  (void)e.take("global");
  IRBuilder<>& ir = e.ir();
  Value* elements = nullptr;
  if (e.operand_count() > stride) elements = ir.CreateZExt(e.read(stride, 32), ir.getInt64Ty());
  return {e.address(address), space, elements, bits, by_lines};
}

class FragmentLane {
 public:
  explicit FragmentLane(Emitter& e) : ir_(e.ir()) {
    Value* lane = e.call(Intrinsic::nvvm_read_ptx_sreg_laneid);
    g_ = ir_.CreateLShr(lane, 2);
    t_ = ir_.CreateAnd(lane, 3);
  }
  Value* line(unsigned from) { return ir_.CreateAdd(g_, ir_.getInt32(from)); }
  /// `each` * t + `from`
  Value* place(unsigned each, unsigned from) {
    return ir_.CreateAdd(ir_.CreateMul(t_, ir_.getInt32(each)), ir_.getInt32(from));
  }

 private:
  IRBuilder<>& ir_;
  Value* g_;
  Value* t_;
};

/// A register of a factor: the elements at `place` and after it of a line.
Value* load_register(Emitter& e, const MatrixInMemory& matrix, FragmentLane& lane, unsigned line,
                     unsigned place) {
  IRBuilder<>& ir = e.ir();
  const unsigned count = matrix.bits < 32 ? 32 / matrix.bits : 1;
  if (matrix.by_lines || count == 1) {
    const unsigned width = std::max(matrix.bits, 32U);
    Value* from = matrix.at(e, lane.line(line), lane.place(count, place));
    return ir.CreateAlignedLoad(e.int_type(width), from, Align(width / 8));
  }
  Value* word = ir.getInt32(0);
  for (unsigned i = 0; i < count; ++i) {
    Value* from = matrix.at(e, lane.line(line), lane.place(count, place + i));
    Value* part = ir.CreateAlignedLoad(e.int_type(matrix.bits), from, Align(matrix.bits / 8));
    part = ir.CreateZExt(part, ir.getInt32Ty());
    word = ir.CreateOr(word, ir.CreateShl(part, std::uint64_t{i} * matrix.bits));
  }
  return word;
}

/// Lines of A are its rows, of B its columns.
void load_factor(Emitter& e, const MatrixProduct& product, bool is_a) {
  const unsigned bits = bits_of(product.types[0]);
  if (bits < 8 && (product.layouts[0] == "row") != is_a) e.refuse();
  const MatrixInMemory matrix =
      matrix_at(e, e.operand(1), 2, bits, (product.layouts[0] == "row") == is_a);
  if (matrix.stride == nullptr) e.refuse("needs a stride");
  const unsigned lines = is_a ? product.m : product.n;
  const bool is_long = !product.is_small() && (lines == 32 || (lines == 16 && is_a));
  const unsigned in_tile = is_long ? 16 : 8;
  const unsigned along_k = 4 * (bits < 32 ? 32 / bits : 1);
  FragmentLane lane(e);
  SmallVector<Value*, 8> words;
  for (unsigned tile = 0; tile < lines; tile += in_tile) {
    for (unsigned place = 0; place < product.k; place += along_k) {
      for (unsigned line = 0; line < in_tile; line += 8)
        words.push_back(load_register(e, matrix, lane, tile + line, place));
    }
  }
  const ArrayRef<Operand> to = registers_of(e.operand(0));
  if (words.size() > to.size()) e.refuse();
  for (std::size_t i = 0; i < to.size(); ++i) e.write(to[i], words[i % words.size()]);
}

/// Calls visit(element, its pointer) for what a lane holds of the sums.
template <class Visit>
void for_own_sums(Emitter& e, const MatrixProduct& product, const MatrixInMemory& matrix,
                  Visit visit) {
  FragmentLane lane(e);
  const unsigned count = product.is_small() ? 2 : 8;
  const bool is_turned = product.m == 8 && !product.is_small();
  for (unsigned i = 0; i < count; ++i) {
    const unsigned tile = i / 4;
    const bool is_square = product.m == 16;
    Value* line = lane.line(8 * (i % 4 / 2) + (is_square ? 0 : 16 * tile));
    Value* place = lane.place(2, i % 2 + (is_square ? 8 * tile : 0));
    visit(i, is_turned ? matrix.at(e, place, line) : matrix.at(e, line, place));
  }
}

/// Sums of half lie two in a register.
void load_sums(Emitter& e, const MatrixProduct& product) {
  IRBuilder<>& ir = e.ir();
  const unsigned bits = bits_of(product.types[0]);
  const MatrixInMemory matrix = matrix_at(e, e.operand(1), 2, bits, product.layouts[0] == "row");
  if (matrix.stride == nullptr) e.refuse("needs a stride");
  const ArrayRef<Operand> to = registers_of(e.operand(0));
  SmallVector<Value*, 8> elements;
  for_own_sums(e, product, matrix, [&](unsigned, Value* from) {
    elements.push_back(ir.CreateAlignedLoad(e.int_type(bits), from, Align(bits / 8)));
  });
  const std::size_t in_register = bits == 16 ? 2 : 1;
  if (to.size() * in_register != elements.size()) e.refuse();
  for (std::size_t i = 0; i < to.size(); ++i) {
    Value* value = elements[i * in_register];
    if (bits == 16) {
      Value* high = ir.CreateZExt(elements[2 * i + 1], ir.getInt32Ty());
      value = ir.CreateOr(ir.CreateZExt(value, ir.getInt32Ty()), ir.CreateShl(high, 16));
    }
    e.write(to[i], value);
  }
}

void store_sums(Emitter& e, const MatrixProduct& product) {
  IRBuilder<>& ir = e.ir();
  const unsigned bits = bits_of(product.types[0]);
  const MatrixInMemory matrix = matrix_at(e, e.operand(0), 2, bits, product.layouts[0] == "row");
  if (matrix.stride == nullptr) e.refuse("needs a stride");
  const ArrayRef<Operand> from = registers_of(e.operand(1));
  const unsigned in_register = bits == 16 ? 2 : 1;
  if (from.size() * in_register != (product.is_small() ? 2 : 8)) e.refuse();
  for_own_sums(e, product, matrix, [&](unsigned i, Value* to) {
    Value* value = e.read(from[i / in_register], std::max(bits, 32U));
    if (bits == 16) value = ir.CreateTrunc(ir.CreateLShr(value, 16 * (i % 2)), e.int_type(16));
    ir.CreateAlignedStore(value, to, Align(bits / 8));
  });
}

/// The elements of C as words of the product's own sums.
SmallVector<Value*, 8> sums_of(Emitter& e, const Operand& operand, bool are_half,
                               bool become_float) {
  IRBuilder<>& ir = e.ir();
  SmallVector<Value*, 8> words;
  for (const Operand& part : registers_of(operand)) {
    Value* word = e.read(part, 32);
    if (!are_half || !become_float) {
      words.push_back(word);
      continue;
    }
    for (unsigned i = 0; i < 2; ++i) {
      Value* half = ir.CreateTrunc(ir.CreateLShr(word, std::uint64_t{16} * i), ir.getInt16Ty());
      Value* wide = widen_to_float(e, ir.CreateBitCast(half, ir.getHalfTy()));
      words.push_back(ir.CreateBitCast(wide, ir.getInt32Ty()));
    }
  }
  return words;
}

void write_sums(Emitter& e, ArrayRef<Value*> sums, bool from_float, bool to_half) {
  IRBuilder<>& ir = e.ir();
  const ArrayRef<Operand> to = registers_of(e.operand(0));
  if (!from_float || !to_half) {
    if (to.size() != sums.size()) e.refuse();
    for (std::size_t i = 0; i < to.size(); ++i) e.write(to[i], sums[i]);
    return;
  }
  if (2 * to.size() != sums.size()) e.refuse();
  const ScalarType half{ScalarType::Kind::kFloat, 16, 1};
  const auto narrow = [&](Value* word) {
    Value* value = narrow_to_nearest(e, ir.CreateBitCast(word, ir.getFloatTy()), half);
    return ir.CreateZExt(ir.CreateBitCast(value, ir.getInt16Ty()), ir.getInt32Ty());
  };
  for (std::size_t i = 0; i < to.size(); ++i)
    e.write(to[i], ir.CreateOr(narrow(sums[2 * i]), ir.CreateShl(narrow(sums[2 * i + 1]), 16)));
}

/// m8n8: the fragments are those of mma.sync.
void multiply_small(Emitter& e, MatrixShape shape) {
  IRBuilder<>& ir = e.ir();
  const bool is_double = shape.a == MatrixElement::kDouble;
  SmallVector<Value*, 8> words;
  for (std::size_t i = 1; i <= 3; ++i) {
    for (const Operand& part : registers_of(e.operand(i))) {
      Value* value = e.read(part, is_double ? 64 : 32);
      words.push_back(ir.CreateTrunc(value, ir.getInt32Ty()));
      if (is_double) words.push_back(ir.CreateTrunc(ir.CreateLShr(value, 32), ir.getInt32Ty()));
    }
  }
  if (words.size() != (is_double ? 8 : 4)) e.refuse();
  const auto sums = product_of_matrices(e, shape, words, is_double ? 4 : 2);
  const ArrayRef<Operand> to = registers_of(e.operand(0));
  if (to.size() != 2) e.refuse();
  for (std::size_t i = 0; i < 2; ++i) {
    if (!is_double) {
      e.write(to[i], sums[i]);
      continue;
    }
    Value* high = ir.CreateShl(ir.CreateZExt(sums[2 * i + 1], ir.getInt64Ty()), 32);
    e.write(to[i], ir.CreateOr(ir.CreateZExt(sums[2 * i], ir.getInt64Ty()), high));
  }
}

/// Two tiles. The long factor has 16 lines in a tile, and two tiles unless the sums are square.
void multiply_tiles(Emitter& e, const MatrixProduct& product, MatrixShape shape, bool half_sums,
                    ArrayRef<Value*> start, SmallVectorImpl<Value*>& sums) {
  const bool is_square = product.m == 16;
  const bool is_turned = product.m == 8;
  const auto words_of = [&](std::size_t index) {
    SmallVector<Value*, 8> words;
    for (const Operand& part : registers_of(e.operand(index))) words.push_back(e.read(part, 32));
    return words;
  };
  const auto long_side = words_of(is_turned ? 2 : 1), short_side = words_of(is_turned ? 1 : 2);
  const unsigned in_word = shape.a == MatrixElement::kTf32 ? 1
                           : shape.a == MatrixElement::kHalf || shape.a == MatrixElement::kBfloat
                               ? 2
                               : 4;
  const std::size_t of_short = product.k / (4 * in_word), of_long = 2 * of_short;
  const std::size_t of_sums = half_sums ? 2 : 4;
  if (long_side.size() < of_long * (is_square ? 1 : 2) ||
      short_side.size() < of_short * (is_square ? 2 : 1) || start.size() != 2 * of_sums)
    e.refuse();
  // Hardware cuts sums of tf32 after each half of k.
  const unsigned steps = shape.a == MatrixElement::kTf32 ? 2 : 1;
  shape.m = 16, shape.n = 8, shape.k = product.k / steps;
  for (std::size_t tile = 0; tile < 2; ++tile) {
    const auto factor = ArrayRef(long_side).slice(is_square ? 0 : tile * of_long, of_long);
    const auto other = ArrayRef(short_side).slice(is_square ? tile * of_short : 0, of_short);
    SmallVector<Value*, 8> part(start.slice(tile * of_sums, of_sums));
    for (unsigned step = 0; step < steps; ++step) {
      SmallVector<Value*, 12> words(factor.slice(step * of_long / steps, of_long / steps));
      append_range(words, other.slice(step * of_short / steps, of_short / steps));
      append_range(words, part);
      part = product_of_matrices(e, shape, words, of_sums);
    }
    append_range(sums, part);
  }
}

void multiply(Emitter& e, const MatrixProduct& product) {
  // Types: of D and C for factors of half, of D, A, B and C for others.
  const bool of_half = product.types.size() == 2;
  if ((!of_half && product.types.size() != 4) || product.layouts.size() != 2) e.refuse();
  const StringRef d = product.types.front(), c = product.types.back();
  MatrixShape shape{};
  shape.m = product.m, shape.n = product.n, shape.k = product.k;
  shape.a = of_half ? MatrixElement::kHalf : matrix_element(e, product.types[1]);
  shape.b = of_half ? MatrixElement::kHalf : matrix_element(e, product.types[2]);
  const bool half_sums = c == "f16" && d == "f16";
  shape.c = half_sums                  ? MatrixElement::kHalf
            : c == "f16" || d == "f16" ? MatrixElement::kFloat
                                       : matrix_element(e, c);
  if (shape.a != shape.b || (!of_half && c != d)) e.refuse();
  if (product.saturates && shape.c != MatrixElement::kInteger) e.refuse();
  if (product.saturates) shape.flags |= abi::kMatrixSaturates;
  if (product.by_and) shape.flags |= abi::kMatrixAnd;
  if (product.is_small()) return multiply_small(e, shape);
  const auto start = sums_of(e, e.operand(3), c == "f16", !half_sums);
  SmallVector<Value*, 8> sums;
  multiply_tiles(e, product, shape, half_sums, start, sums);
  write_sums(e, sums, !half_sums, d == "f16");
}

void wmma(Emitter& e) {
  const StringRef what = e.take_any({"load", "store", "mma"});
  const StringRef which = what == "mma" ? StringRef() : e.take_any({"a", "b", "c", "d"});
  const MatrixProduct product = take_product(e);
  if (what == "mma") return multiply(e, product);
  if (what == "store" && which == "d") return store_sums(e, product);
  if (what != "load" || which.empty() || which == "d") e.refuse();
  if (which == "c") return load_sums(e, product);
  load_factor(e, product, which == "a");
}

constexpr Opcode kOpcodes[] = {{"wmma", wmma}};

}  // namespace

ArrayRef<Opcode> wmma_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
