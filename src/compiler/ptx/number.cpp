// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/number.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>

#include <bit>
#include <limits>
#include <optional>

namespace riffle::ptx {

using llvm::StringRef;

namespace {

using Type = NumericLiteral::Type;

std::unexpected<std::string> failed(const std::string& why) { return std::unexpected(why); }

double real(const NumericLiteral& value) { return std::bit_cast<double>(value.bits); }
std::int64_t whole(const NumericLiteral& value) { return static_cast<std::int64_t>(value.bits); }

NumericLiteral made(double value) { return {Type::kDouble, std::bit_cast<std::uint64_t>(value)}; }
NumericLiteral truth(bool value) { return {Type::kSigned, value ? 1U : 0U}; }

/// 0f3F800000 and 0d3FF0000000000000.
NumberResult bits_of_float(StringRef text) {
  const bool is_single = text[1] == 'f' || text[1] == 'F';
  const StringRef digits = text.drop_front(2);
  NumericLiteral value{is_single ? Type::kSingle : Type::kDouble, 0};
  if (digits.size() != (is_single ? 8U : 16U) || digits.getAsInteger(16, value.bits))
    return failed("cannot read the number " + text.str());
  return value;
}

NumberResult decimal_float(StringRef text) {
  double value = 0;
  // LLVM takes an exponent without digits.
  if (!llvm::isDigit(text.back()) && text.back() != '.')
    return failed("cannot read the number " + text.str());
  if (text.getAsDouble(value, /*AllowInexact=*/true))
    return failed("cannot read the number " + text.str());
  return made(value);
}

/// Numbers of more than 64 bits keep the lower ones.
NumberResult integer(StringRef text) {
  StringRef digits = text;
  const bool marked = digits.consume_back("U");
  const bool has_prefix = digits.size() > 1 && digits[0] == '0';
  const bool hexadecimal = has_prefix && (digits[1] == 'x' || digits[1] == 'X');
  const bool binary = has_prefix && (digits[1] == 'b' || digits[1] == 'B');
  const unsigned radix = hexadecimal ? 16 : binary ? 2 : has_prefix ? 8 : 10;
  if (hexadecimal || binary) digits = digits.drop_front(2);
  llvm::APInt value;
  if (digits.empty() || digits.getAsInteger(radix, value))
    return failed("cannot read the number " + text.str());
  const std::uint64_t bits = value.zextOrTrunc(64).getZExtValue();
  return NumericLiteral{marked || bits >> 63 != 0 ? Type::kUnsigned : Type::kSigned, bits};
}

NumberResult divide(const NumericLiteral& left, const NumericLiteral& right, bool is_unsigned) {
  if (right.bits == 0) return failed("a constant is divided by zero");
  if (is_unsigned) return NumericLiteral{Type::kUnsigned, left.bits / right.bits};
  // The one quotient that has no room.
  if (right.bits == ~std::uint64_t{0}) return NumericLiteral{Type::kSigned, 0 - left.bits};
  return NumericLiteral{Type::kSigned, static_cast<std::uint64_t>(whole(left) / whole(right))};
}

NumberResult shifted(StringRef operation, const NumericLiteral& left, const NumericLiteral& right) {
  const unsigned by = right.bits & 63;
  if (operation == "<<") return NumericLiteral{left.type, left.bits << by};
  if (left.type == Type::kUnsigned) return NumericLiteral{left.type, left.bits >> by};
  return NumericLiteral{left.type, static_cast<std::uint64_t>(whole(left) >> by)};
}

/// Null if the operation is no comparison.
template <class Value>
std::optional<bool> compared(StringRef operation, Value left, Value right) {
  return llvm::StringSwitch<std::optional<bool>>(operation)
      .Case("<", left < right)
      .Case("<=", left <= right)
      .Case(">", left > right)
      .Case(">=", left >= right)
      .Case("==", left == right)
      .Case("!=", left != right)
      .Default(std::nullopt);
}

NumberResult apply_to_reals(StringRef operation, double left, double right) {
  if (const auto answer = compared(operation, left, right)) return truth(*answer);
  if (operation == "/" && right == 0) return failed("a constant is divided by zero");
  if (operation == "+") return made(left + right);
  if (operation == "-") return made(left - right);
  if (operation == "*") return made(left * right);
  if (operation == "/") return made(left / right);
  return failed("'" + operation.str() + "' needs integers");
}

NumberResult apply_to_integers(StringRef operation, const NumericLiteral& left,
                               const NumericLiteral& right) {
  const bool is_unsigned = left.type == Type::kUnsigned || right.type == Type::kUnsigned;
  const Type type = is_unsigned ? Type::kUnsigned : Type::kSigned;
  const std::uint64_t a = left.bits, b = right.bits;
  if (operation == "<<" || operation == ">>") return shifted(operation, left, right);
  if (operation == "/") return divide(left, right, is_unsigned);
  if (operation == "%") {
    if (b == 0) return failed("a constant is divided by zero");
    return NumericLiteral{Type::kUnsigned, a % b};
  }
  if (operation == "&&") return truth(a != 0 && b != 0);
  if (operation == "||") return truth(a != 0 || b != 0);
  const auto answer =
      is_unsigned ? compared(operation, a, b) : compared(operation, whole(left), whole(right));
  if (answer) return truth(*answer);
  return NumericLiteral{type, llvm::StringSwitch<std::uint64_t>(operation)
                                  .Case("+", a + b)
                                  .Case("-", a - b)
                                  .Case("*", a * b)
                                  .Case("&", a & b)
                                  .Case("|", a | b)
                                  .Default(a ^ b)};
}

}  // namespace

NumberResult literal(StringRef digits) {
  const bool is_hexadecimal = digits.starts_with_insensitive("0x");
  if (digits.starts_with_insensitive("0f") || digits.starts_with_insensitive("0d"))
    return bits_of_float(digits);
  if (!is_hexadecimal && (digits.contains('.') || digits.contains_insensitive("e")))
    return decimal_float(digits);
  return integer(digits);
}

NumberResult apply(StringRef operation, const NumericLiteral& operand) {
  if (operand.type == Type::kDouble) {
    if (operation == "+") return operand;
    if (operation == "-") return made(-real(operand));
  }
  if (!operand.is_integer()) return failed("'" + operation.str() + "' needs an integer");
  if (operation == "+") return operand;
  if (operation == "-") return NumericLiteral{operand.type, 0 - operand.bits};
  if (operation == "!") return truth(operand.bits == 0);
  if (operation == "~") return NumericLiteral{Type::kUnsigned, ~operand.bits};
  return NumericLiteral{operation == "u64" ? Type::kUnsigned : Type::kSigned, operand.bits};
}

NumberResult apply(StringRef operation, const NumericLiteral& left, const NumericLiteral& right) {
  if (left.type == Type::kDouble && right.type == Type::kDouble)
    return apply_to_reals(operation, real(left), real(right));
  if (!left.is_integer() || !right.is_integer())
    return failed("the operands of '" + operation.str() + "' differ in type");
  return apply_to_integers(operation, left, right);
}

NumberResult choose(const NumericLiteral& condition, const NumericLiteral& yes,
                    const NumericLiteral& no) {
  if (!condition.is_integer() || !yes.is_integer() || !no.is_integer())
    return failed("'?' needs integers");
  return condition.bits != 0 ? yes : no;
}

}  // namespace riffle::ptx
