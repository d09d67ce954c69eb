// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/statement.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cstring>

namespace riffle::ptx {

using llvm::StringRef;

namespace {

bool starts_name(char c) { return llvm::isAlpha(c) || c == '_' || c == '%'; }
bool continues_name(char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; }

/// Clang has replaced %0 by $0 and %% by %.
std::string as_written(StringRef text) {
  std::string written = text.str();
  std::ranges::replace(written, '$', '%');
  return written;
}

class Reader {
 public:
  explicit Reader(StringRef text) : text_(text), rest_(text) {}

  [[nodiscard]] bool at_end() {
    skip_space();
    return rest_.empty();
  }
  [[nodiscard]] bool accept(char c) {
    skip_space();
    return rest_.consume_front(StringRef(&c, 1));
  }
  void expect(char c) {
    if (!accept(c)) fail(std::string("expected '") + c + "'");
  }
  [[noreturn]] void fail(const std::string& why) const {
    throw StatementError(as_written("inline PTX \"" + text_.str() + "\": " + why), line());
  }

  std::vector<Statement> statements() {
    std::vector<Statement> result;
    while (!at_end()) {
      if (accept(';')) continue;
      const char* const begin = rest_.data();
      const unsigned first_line = line();
      result.push_back(statement());
      result.back().text = as_written(
          StringRef(begin, static_cast<std::size_t>(rest_.data() - begin)).trim(" \t\r\n;"));
      result.back().line = first_line;
    }
    return result;
  }

 private:
  /// Where the rest begins.
  [[nodiscard]] unsigned line() const {
    return static_cast<unsigned>(text_.drop_back(rest_.size()).count('\n'));
  }

  void skip_space() {
    for (;;) {
      rest_ = rest_.ltrim();
      if (rest_.starts_with("//")) {
        rest_ = rest_.drop_until([](char c) { return c == '\n'; });
      } else if (rest_.starts_with("/*")) {
        const std::size_t end = rest_.find("*/", 2);
        if (end == StringRef::npos) fail("a comment does not end");
        rest_ = rest_.drop_front(end + 2);
      } else {
        return;
      }
    }
  }

  std::string word() {
    skip_space();
    // Names may begin with a dollar sign, which LLVM doubles.
    if (rest_.starts_with("$$")) rest_ = rest_.drop_front();
    if (rest_.empty() ||
        !(rest_.front() == '$' || starts_name(rest_.front()) || rest_.front() == '.')) {
      fail("expected a name at \"" + rest_.take_front(20).str() + "\"");
    }
    std::size_t length = 1;
    while (length < rest_.size() &&
           (continues_name(rest_[length]) ||
            // Modifiers such as L2::128B.
            (rest_.substr(length).starts_with("::") && rest_.front() != '%')))
      length += rest_[length] == ':' ? 2 : 1;
    const std::string result = rest_.take_front(length).str();
    rest_ = rest_.drop_front(length);
    return result;
  }

  Statement statement() {
    Statement made;
    if (accept('{')) {
      made.kind = Statement::Kind::kOpenScope;
      return made;
    }
    if (accept('}')) {
      made.kind = Statement::Kind::kCloseScope;
      return made;
    }
    if (accept('@')) {
      made.guard_negated = accept('!');
      made.guard = argument_or_word();
      read_instruction(made, word());
      return made;
    }
    const std::string first = argument_or_word();
    if (first == ".reg") return registers();
    if (accept(':')) {
      made.kind = Statement::Kind::kLabel;
      made.name = first;
      return made;
    }
    read_instruction(made, first);
    return made;
  }

  /// A guard may be an operand of the asm statement: @$0 does not exist, predicates have no constraint; labels
  /// may contain the number of the statement.
  std::string argument_or_word() { return word(); }

  Statement registers() {
    Statement made;
    made.kind = Statement::Kind::kRegisters;
    made.type = word();
    // A vector register is its elements: v.x and so on.
    const StringRef elements = made.type == ".v2" ? "xy" : made.type == ".v4" ? "xyzw" : "";
    if (!elements.empty()) made.type = word();
    do {
      std::string name = word();
      for (char element : elements) made.names.push_back(name + "." + element);
      if (!elements.empty()) continue;
      if (accept('<')) {
        const Operand count = number();
        expect('>');
        name += "<" + std::to_string(count.bits) + ">";
      }
      made.names.push_back(std::move(name));
    } while (accept(','));
    expect(';');
    return made;
  }

  void read_instruction(Statement& made, const std::string& full) {
    llvm::SmallVector<StringRef, 8> parts;
    StringRef(full).split(parts, '.');
    made.opcode = parts.front().str();
    for (StringRef part : llvm::ArrayRef(parts).drop_front()) made.modifiers.push_back(part.str());
    if (accept(';') || at_end()) return;
    if (peek('}')) return;
    do {
      made.operands.push_back(operand());
    } while (accept(','));
    if (!accept(';') && !at_end() && !peek('}')) {
      fail("cannot read \"" + rest_.take_front(20).str() + "\"");
    }
  }

  bool peek(char c) {
    skip_space();
    return rest_.starts_with(StringRef(&c, 1));
  }

  Operand operand() {
    Operand made = single();
    if (!accept('|')) return made;
    Operand pair;
    pair.kind = Operand::Kind::kPair;
    pair.parts.push_back(std::move(made));
    pair.parts.push_back(single());
    return pair;
  }

  Operand single() {
    skip_space();
    Operand made;
    if (accept('!')) {
      made = single();
      made.negated = !made.negated;
      return made;
    }
    if (accept('[')) return address();
    if (accept('{')) {
      made.kind = Operand::Kind::kVector;
      do {
        made.parts.push_back(single());
      } while (accept(','));
      expect('}');
      return made;
    }
    if (rest_.empty()) fail("an operand is missing");
    const char c = rest_.front();
    if (c == '$' && !rest_.starts_with("$$")) return with_selector(asm_argument());
    if (c == '-' && rest_.size() > 1 && (rest_[1] == '$' || starts_name(rest_[1]))) {
      expect('-');
      made = single();
      made.minus = true;
      return made;
    }
    if (c == '-' || c == '+' || c == '~' || llvm::isDigit(c)) return number();
    made.name = word();
    made.kind = made.name == "_" ? Operand::Kind::kSink : Operand::Kind::kName;
    const auto [name, selector] = StringRef(made.name).rsplit('.');
    if (is_selector(selector)) {
      made.selector = selector.str();
      made.name = name.str();
    }
    return made;
  }

  /// Bytes or halves of a register: b0, h10.
  static bool is_selector(StringRef text) {
    if (text.size() < 2 || (text.front() != 'b' && text.front() != 'h')) return false;
    return llvm::all_of(text.drop_front(), [](char c) { return c >= '0' && c <= '7'; });
  }

  Operand with_selector(Operand made) {
    if (!rest_.starts_with(".")) return made;
    const StringRef selector = rest_.drop_front().take_while(llvm::isAlnum);
    if (!is_selector(selector)) return made;
    made.selector = selector.str();
    rest_ = rest_.drop_front(1 + selector.size());
    return made;
  }

  Operand asm_argument() {
    expect('$');
    const bool braces = rest_.consume_front("{");
    Operand made;
    made.kind = Operand::Kind::kArgument;
    if (rest_.consumeInteger(10, made.argument)) fail("cannot read an operand");
    if (braces) {
      rest_ = rest_.drop_until([](char c) { return c == '}'; });
      expect('}');
    }
    return made;
  }

  Operand address() {
    Operand made;
    made.kind = Operand::Kind::kAddress;
    made.parts.push_back(single());
    while (peek('+') || peek('-')) {
      const bool minus = peek('-');
      (void)accept('+');
      (void)accept('-');
      const Operand offset = single();
      if (offset.kind == Operand::Kind::kInteger) {
        made.bits += minus ? 0 - offset.bits : offset.bits;
      } else if (offset.kind == Operand::Kind::kArgument && !minus) {
        made.parts.push_back(offset);
      } else {
        fail("an address is not a register and a number");
      }
    }
    if (accept(',')) fail("tensor addresses are not supported");
    expect(']');
    return made;
  }

  Operand number() {
    const bool minus = accept('-');
    if (!minus) (void)accept('+');
    const bool complement = accept('~');
    skip_space();
    Operand made;
    made.kind = Operand::Kind::kInteger;
    if (rest_.starts_with("0f") || rest_.starts_with("0F") || rest_.starts_with("0d") ||
        rest_.starts_with("0D")) {
      const bool single = llvm::toLower(rest_[1]) == 'f';
      const StringRef digits = rest_.substr(2, single ? 8 : 16);
      made.kind = single ? Operand::Kind::kFloat32 : Operand::Kind::kFloat;
      if (digits.getAsInteger(16, made.bits)) fail("cannot read a number");
      rest_ = rest_.drop_front(2 + digits.size());
      if (minus) made.bits ^= std::uint64_t{1} << (single ? 31 : 63);
      return made;
    }
    const std::size_t length =
        rest_.find_if_not([](char c) { return llvm::isAlnum(c) || c == '.'; });
    StringRef digits = rest_.take_front(length);
    rest_ = rest_.drop_front(digits.size());
    const bool hexadecimal = digits.starts_with_insensitive("0x");
    if (!hexadecimal && (digits.contains('.') || digits.contains_insensitive("e"))) {
      double value = 0;
      if (digits.getAsDouble(value)) fail("cannot read the number " + digits.str());
      if (minus) value = -value;
      made.kind = Operand::Kind::kFloat;
      std::memcpy(&made.bits, &value, sizeof value);
      return made;
    }
    (void)(digits.consume_back("U") || digits.consume_back("u"));
    if (digits.getAsInteger(0, made.bits)) fail("cannot read the number " + digits.str());
    if (complement) made.bits = ~made.bits;
    if (minus) made.bits = 0 - made.bits;
    return made;
  }

  StringRef text_;
  StringRef rest_;
};

}  // namespace

std::vector<Statement> parse_statements(StringRef text) {
  // %=, a number of the statement's own: labels are local to it anyway.
  static constexpr StringRef kOwnNumber = "${:uid}";
  std::string plain = text.str();
  for (std::size_t at = 0; (at = plain.find(kOwnNumber, at)) != std::string::npos;)
    plain.replace(at, kOwnNumber.size(), "_");
  return Reader(plain).statements();
}

}  // namespace riffle::ptx
