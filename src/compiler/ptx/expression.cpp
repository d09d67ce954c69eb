// SPDX-License-Identifier: Apache-2.0
// Number expressions, by precedence:
//
//   expression:  binary [? expression : expression]
//   binary:      unary [operator binary]...
//   unary:       [+ - ! ~ (.s64) (.u64)] unary | ( expression ) | number | WARP_SZ
//
// In an asm statement $n is a number where its operand is one.
// Source: PTX ISA, "Constants"; which forms ptxas takes was asked of ptxas 13.0.
#include <llvm/ADT/StringExtras.h>

#include "compiler/ptx/reader.h"

namespace riffle::ptx {

using llvm::StringRef;

namespace {

constexpr unsigned kWarpSize = 32;

struct OperatorRow {
  StringRef text;
  unsigned precedence;
};

/// Longer ones first: << is no comparison.
constexpr OperatorRow kOperators[] = {{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<<", 8},
                                      {">>", 8}, {"<=", 7}, {">=", 7}, {"|", 3},  {"^", 4},
                                      {"&", 5},  {"<", 7},  {">", 7},  {"+", 9},  {"-", 9},
                                      {"*", 10}, {"/", 10}, {"%", 10}};

/// The operator that `rest` begins with; null if none does.
const OperatorRow* operator_at(StringRef rest) {
  for (const OperatorRow& each : kOperators) {
    if (!rest.starts_with(each.text)) continue;
    // %7 is a name.
    if (each.text == "%" && rest.size() > 1 &&
        (llvm::isAlnum(rest[1]) || rest[1] == '_' || rest[1] == '$'))
      return nullptr;
    return &each;
  }
  return nullptr;
}

bool is_digit(StringRef rest) { return !rest.empty() && llvm::isDigit(rest.front()); }

/// The literal at the beginning: what may be part of one, and the sign of an exponent.
std::size_t literal_length(StringRef rest) {
  const bool is_hexadecimal = rest.starts_with_insensitive("0x") ||
                              rest.starts_with_insensitive("0f") ||
                              rest.starts_with_insensitive("0d");
  std::size_t length = 0;
  while (length < rest.size()) {
    const char c = rest[length];
    const bool is_exponent_sign = (c == '+' || c == '-') && !is_hexadecimal && length > 0 &&
                                  (rest[length - 1] == 'e' || rest[length - 1] == 'E');
    if (!llvm::isAlnum(c) && c != '_' && c != '.' && !is_exponent_sign) break;
    ++length;
  }
  return length;
}

}  // namespace

bool Reader::at_number() {
  skip_space();
  return is_digit(rest_) || (rest_.starts_with(".") && is_digit(rest_.drop_front())) ||
         next_word() == "WARP_SZ";
}

bool Reader::at_constant() {
  skip_space();
  // Signs of registers and predicates are not part of a constant.
  Reader after = *this;
  for (unsigned signs = 0; !after.rest_.empty() && StringRef("+-~!(").contains(after.rest_.front());
       ++signs) {
    if (signs == kDeepest) fail("operands are nested too deep");
    after.rest_ = after.rest_.drop_front();
    after.skip_space();
  }
  if (after.rest_.starts_with(".s64") || after.rest_.starts_with(".u64")) return true;
  if (after.at_number()) return true;
  return after.rest_.size() != rest_.size() && after.immediate().has_value();
}

bool Reader::begins_with_immediate() {
  if (!immediate()) return false;
  Reader after = *this;
  (void)after.asm_argument();
  after.skip_space();
  return operator_at(after.rest_) != nullptr || after.peek('?');
}

NumericLiteral Reader::checked(const NumberResult& result) {
  if (!result) fail(result.error());
  return *result;
}

NumericLiteral Reader::number() {
  skip_space();
  if (next_word() == "WARP_SZ") {
    (void)word();
    return {NumericLiteral::Type::kSigned, kWarpSize};
  }
  const StringRef digits = rest_.take_front(literal_length(rest_));
  if (digits.empty()) fail("expected a number at \"" + rest_.take_front(20).str() + "\"");
  const NumericLiteral value = checked(literal(digits));
  rest_ = rest_.drop_front(digits.size());
  return value;
}

std::uint64_t Reader::count() {
  const NumericLiteral value = immediate() ? unary() : number();
  if (!value.is_integer()) fail("expected an integer");
  return value.bits;
}

NumericLiteral Reader::expression() {
  const Nesting nesting(*this);
  const NumericLiteral condition = binary(1);
  if (!accept('?')) return condition;
  const NumericLiteral yes = expression();
  expect(':');
  return checked(choose(condition, yes, expression()));
}

NumericLiteral Reader::binary(unsigned least) {
  NumericLiteral left = unary();
  for (;;) {
    skip_space();
    const OperatorRow* found = operator_at(rest_);
    if (found == nullptr || found->precedence < least) return left;
    rest_ = rest_.drop_front(found->text.size());
    left = checked(apply(found->text, left, binary(found->precedence + 1)));
  }
}

NumericLiteral Reader::unary() {
  const Nesting nesting(*this);
  for (const char sign : {'+', '-', '!', '~'}) {
    if (accept(sign)) return checked(apply(StringRef(&sign, 1), unary()));
  }
  if (accept('(')) {
    if (peek('.') && !at_number()) {
      const std::string type = word();
      if (type != ".s64" && type != ".u64") fail("cannot cast a constant to " + type);
      expect(')');
      return checked(apply(StringRef(type).drop_front(), unary()));
    }
    const NumericLiteral inside = expression();
    expect(')');
    return inside;
  }
  if (const auto given = immediate()) {
    (void)asm_argument();
    return {NumericLiteral::Type::kSigned, static_cast<std::uint64_t>(*given)};
  }
  return number();
}

std::optional<std::int64_t> Reader::immediate() {
  skip_space();
  if (dialect_ != Dialect::kInline || !rest_.starts_with("$")) return std::nullopt;
  StringRef digits = rest_.drop_front();
  (void)digits.consume_front("{");
  unsigned number = 0;
  if (digits.consumeInteger(10, number) || number >= immediates_.size()) return std::nullopt;
  return immediates_[number];
}

}  // namespace riffle::ptx
