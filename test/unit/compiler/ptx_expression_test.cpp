// SPDX-License-Identifier: Apache-2.0
// Constant expressions of PTX: random trees of the grammar, written out and read again, against plain evaluation of the
// tree. The rules of types are those that ptxas 13.0 showed for expressions of this kind (test/compiler/ptx_forms).
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>

#include "compiler/ptx/reader.h"

namespace riffle::ptx {
namespace {

struct Value {
  std::uint64_t bits = 0;
  bool is_unsigned = false;
};

struct Written {
  std::string text;
  Value value;
  unsigned precedence = 0;  ///< of the outermost operator; 0: none
};

std::int64_t whole(const Value& value) { return static_cast<std::int64_t>(value.bits); }

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Written expression(unsigned depth) {
    if (depth == 0 || pick(8) == 0) return number();
    switch (pick(5)) {
      case 0:
        return prefixed(depth);
      case 1:
        return chosen(depth);
      default:
        return combined(depth);
    }
  }

 private:
  std::uint64_t pick(std::uint64_t count) { return random_() % count; }
  std::string space() { return pick(4) == 0 ? (pick(3) == 0 ? " /*;*/ " : " ") : ""; }

  Written number() {
    const std::uint64_t sizes[] = {2, 10, 100, 1ULL << 31, 1ULL << 33, 1ULL << 63, ~0ULL};
    const std::uint64_t bits = pick(sizes[pick(std::size(sizes))]);
    char text[80];
    switch (pick(5)) {
      case 0:
        std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
        break;
      case 1:
        std::snprintf(text, sizeof text, "0%llo", static_cast<unsigned long long>(bits));
        break;
      case 2:
        std::snprintf(text, sizeof text, "0b%llu", static_cast<unsigned long long>(bits & 1));
        return with_suffix(text, bits & 1);
      case 3:
        if (pick(8) == 0) return {"WARP_SZ", {32, false}};
        [[fallthrough]];
      default:
        std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(bits));
    }
    return with_suffix(text, bits);
  }

  Written with_suffix(const std::string& text, std::uint64_t bits) {
    const bool marked = pick(5) == 0;
    return {text + (marked ? "U" : ""), {bits, marked || bits >> 63 != 0}};
  }

  /// In parentheses where the operator around it binds more tightly, and now and then anyway.
  std::string inside(const Written& written, unsigned precedence) {
    const bool needed = written.precedence != 0 && written.precedence <= precedence;
    return needed || pick(8) == 0 ? "(" + space() + written.text + space() + ")" : written.text;
  }

  Written prefixed(unsigned depth) {
    constexpr unsigned kPrecedence = 12;
    const Written operand = expression(depth - 1);
    const std::uint64_t bits = operand.value.bits;
    const bool is_unsigned = operand.value.is_unsigned;
    const std::string text = space() + inside(operand, kPrecedence - 1);
    switch (pick(6)) {
      case 0:
        return {"+" + text, operand.value, kPrecedence};
      case 1:
        return {"!" + text, {bits == 0 ? 1U : 0U, false}, kPrecedence};
      case 2:
        return {"~" + text, {~bits, true}, kPrecedence};
      case 3:
        return {"(.s64)" + text, {bits, false}, kPrecedence};
      case 4:
        return {"(" + space() + ".u64)" + text, {bits, true}, kPrecedence};
      default:
        return {"-" + text, {0 - bits, is_unsigned}, kPrecedence};
    }
  }

  Written chosen(unsigned depth) {
    const Written condition = expression(depth - 1), yes = expression(depth - 1),
                  no = expression(depth - 1);
    // A choice within a choice needs no parentheses behind the ? and the :.
    return {inside(condition, 1) + space() + "?" + yes.text + ":" + space() + no.text,
            condition.value.bits != 0 ? yes.value : no.value, 1};
  }

  Written combined(unsigned depth) {
    struct Operator {
      const char* text;
      unsigned precedence;
    };
    constexpr Operator kOperators[] = {{"||", 2}, {"&&", 3}, {"|", 4},  {"^", 5},  {"&", 6},
                                       {"==", 7}, {"!=", 7}, {"<", 8},  {"<=", 8}, {">", 8},
                                       {">=", 8}, {"<<", 9}, {">>", 9}, {"+", 10}, {"-", 10},
                                       {"*", 10}, {"/", 10}, {"%", 10}};
    const Operator& chosen = kOperators[pick(std::size(kOperators))];
    // * / and % bind more tightly than + and -; the least of each group suffices for the parentheses.
    const std::string name = chosen.text;
    const bool is_product = name == "*" || name == "/" || name == "%";
    const unsigned precedence = is_product ? 11 : chosen.precedence;
    Written left = expression(depth - 1), right = expression(depth - 1);
    if ((name == "/" || name == "%") && right.value.bits == 0) right = {"7", {7, false}};
    // Two operators in a row stay apart: "a - -b", "a & &b" is none.
    const std::string text =
        inside(left, precedence - 1) + space() + name + " " + inside(right, precedence);
    return {text, evaluate(name, left.value, right.value), precedence};
  }

  static Value evaluate(const std::string& name, const Value& a, const Value& b) {
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    const auto truth = [](bool value) { return Value{value ? 1U : 0U, false}; };
    const auto ordered = [&](auto compare) {
      return truth(is_unsigned ? compare(a.bits, b.bits) : compare(whole(a), whole(b)));
    };
    if (name == "||") return truth(a.bits != 0 || b.bits != 0);
    if (name == "&&") return truth(a.bits != 0 && b.bits != 0);
    if (name == "|") return {a.bits | b.bits, is_unsigned};
    if (name == "^") return {a.bits ^ b.bits, is_unsigned};
    if (name == "&") return {a.bits & b.bits, is_unsigned};
    if (name == "==") return truth(a.bits == b.bits);
    if (name == "!=") return truth(a.bits != b.bits);
    if (name == "<") return ordered([](auto x, auto y) { return x < y; });
    if (name == "<=") return ordered([](auto x, auto y) { return x <= y; });
    if (name == ">") return ordered([](auto x, auto y) { return x > y; });
    if (name == ">=") return ordered([](auto x, auto y) { return x >= y; });
    const unsigned by = b.bits % 64;
    if (name == "<<") return {a.bits << by, a.is_unsigned};
    if (name == ">>")
      return {a.is_unsigned ? a.bits >> by : static_cast<std::uint64_t>(whole(a) >> by),
              a.is_unsigned};
    if (name == "+") return {a.bits + b.bits, is_unsigned};
    if (name == "-") return {a.bits - b.bits, is_unsigned};
    if (name == "*") return {a.bits * b.bits, is_unsigned};
    if (name == "%") return {a.bits % b.bits, true};
    if (is_unsigned) return {a.bits / b.bits, true};
    if (whole(b) == -1) return {0 - a.bits, false};
    return {static_cast<std::uint64_t>(whole(a) / whole(b)), false};
  }

  std::mt19937_64 random_;
};

Operand read_operand(const std::string& text) { return Reader(text, Dialect::kModule).operand(); }

TEST(PtxExpressionTest, IsWhatItsTreeSays) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Written written = Generator(seed).expression(4);
    const std::string text = written.text + " ;";
    Reader reader(text, Dialect::kModule);
    const Operand operand = reader.operand();
    ASSERT_EQ(operand.kind, Operand::Kind::kInteger) << written.text;
    ASSERT_EQ(operand.bits, written.value.bits) << written.text << ", seed " << seed;
    ASSERT_TRUE(reader.accept(';')) << written.text;
  }
}

TEST(PtxExpressionTest, IsTheOffsetOfEveryAddress) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Written written = Generator(seed).expression(3);
    for (const std::string base : {"%rd1", "name", "$L_name"}) {
      const Operand address = read_operand("[ " + base + "+" + written.text + "]");
      ASSERT_EQ(address.kind, Operand::Kind::kAddress) << written.text;
      ASSERT_EQ(address.parts.at(0).name, base);
      ASSERT_EQ(address.bits, written.value.bits) << written.text;
      const Operand value = read_operand(base + " + " + written.text);
      ASSERT_EQ(value.kind, Operand::Kind::kOffset) << written.text;
      ASSERT_EQ(value.bits, written.value.bits) << written.text;
      const Operand element = read_operand(base + "[" + written.text + "]");
      ASSERT_EQ(element.kind, Operand::Kind::kElement) << written.text;
      ASSERT_EQ(element.bits, written.value.bits) << written.text;
      const Operand indexed = read_operand(base + "[%r1+" + written.text + "]");
      ASSERT_EQ(indexed.parts.at(1).name, "%r1");
      ASSERT_EQ(indexed.bits, written.value.bits) << written.text;
    }
    const Operand absolute = read_operand("[" + written.text + "]");
    ASSERT_EQ(absolute.parts.at(0).bits, written.value.bits) << written.text;
  }
}

TEST(PtxExpressionTest, ReadsSignsOfOffsetsAsProgramsMeanThem) {
  EXPECT_EQ(read_operand("[%r1+-4]").bits, std::uint64_t{0} - 4);
  EXPECT_EQ(read_operand("[%r1-4]").bits, std::uint64_t{0} - 4);
  EXPECT_EQ(read_operand("[%r1 + - 4+8]").bits, 4U);
  EXPECT_EQ(read_operand("[%r1-4+8]").bits, 4U);
  EXPECT_EQ(read_operand("[%r1+4-8]").bits, std::uint64_t{0} - 4);
  EXPECT_EQ(read_operand("[%r1+1<<2]").bits, 4U);
}

TEST(PtxExpressionTest, ReadsNumbersOfAsmStatements) {
  const Immediate immediates[] = {std::nullopt, 5, -1};
  const auto read = [&](const char* text) {
    return Reader(text, Dialect::kInline, 0, immediates).operand();
  };
  EXPECT_EQ(read("[$0+$1]").bits, 5U);
  EXPECT_EQ(read("[$0+$1*4+$2]").bits, 19U);
  EXPECT_EQ(read("$1 << 2").bits, 20U);
  EXPECT_EQ(read("-$1").bits, std::uint64_t{0} - 5);
  EXPECT_EQ(read("$1").kind, Operand::Kind::kArgument);
  EXPECT_EQ(read("$0+$1").kind, Operand::Kind::kOffset);
  EXPECT_TRUE(read("-$0").minus);
}

TEST(PtxExpressionTest, RefusesWhatIsNone) {
  for (const char* text : {"",          "+",         "1+",         "(1",
                           "()",        "1?2",       "08",         "0x",
                           "0b2",       "0xg",       "1u",         "1L",
                           "1/0",       "1 % 0",     "~1.5",       "1.0+1",
                           "1.5?1:2",   "0f3f80",    "0d3ff00000", "-0f3f800000",
                           "(.s32)1",   "[%r1+1.5]", "[%r1+]",     "[%r1+4",
                           "name[1.5]", "name[]",    "1.5e",       "0f3f800000+0f3f800000"}) {
    EXPECT_THROW(
        {
          Reader reader(text, Dialect::kModule);
          (void)reader.operand();
        },
        StatementError)
        << text;
  }
  EXPECT_THROW(read_operand(std::string(100000, '(')), StatementError);
  EXPECT_THROW(read_operand(std::string(100000, '-')), StatementError);
}

TEST(PtxExpressionTest, ReadsFloatingPointConstants) {
  EXPECT_EQ(read_operand("0f3F800000").bits, 0x3F800000U);
  EXPECT_EQ(read_operand("0D3FF8000000000000").bits, 0x3FF8000000000000U);
  EXPECT_EQ(read_operand("-0d3FF8000000000000").bits, 0xBFF8000000000000U);
  for (const char* text : {"1.5", "3.0/2.0", "(1.5)", "- -1.5", "1.0+0.5", "15e-1", "0.15E+1"})
    EXPECT_EQ(read_operand(text).bits, 0x3FF8000000000000U) << text;
  EXPECT_EQ(read_operand("1.5<2.0").bits, 1U);
  EXPECT_EQ(read_operand(".5").kind, Operand::Kind::kFloat);
}

}  // namespace
}  // namespace riffle::ptx
