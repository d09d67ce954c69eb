// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/reader.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <array>

namespace riffle::ptx {

using llvm::StringRef;

namespace {

bool starts_name(char c) { return llvm::isAlpha(c) || c == '_' || c == '%'; }
bool continues_name(char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; }

/// Bytes or halves of a register: b0, h10.
bool is_selector(StringRef text) {
  if (text.size() < 2 || (text.front() != 'b' && text.front() != 'h')) return false;
  return llvm::all_of(text.drop_front(), [](char c) { return c >= '0' && c <= '7'; });
}

/// Behind the comment that `rest` begins with.
StringRef behind_comment(StringRef rest) {
  if (rest.starts_with("//")) return rest.drop_until([](char c) { return c == '\n'; });
  const std::size_t end = rest.find("*/", 2);
  return end == StringRef::npos ? StringRef() : rest.drop_front(end + 2);
}

bool begins_comment(StringRef rest) { return rest.starts_with("//") || rest.starts_with("/*"); }

constexpr std::array<bool, 256> marks() {
  std::array<bool, 256> made{};
  for (const unsigned char c : {'{', '}', '"', '/'}) made[c] = true;
  return made;
}

/// What decides where braces end.
bool is_mark(char c) {
  static constexpr std::array<bool, 256> kMarks = marks();
  return kMarks[static_cast<unsigned char>(c)];
}

}  // namespace

Operand operand_of(const NumericLiteral& value) {
  Operand made;
  made.kind = value.is_integer()                            ? Operand::Kind::kInteger
              : value.type == NumericLiteral::Type::kDouble ? Operand::Kind::kFloat
                                                            : Operand::Kind::kFloat32;
  made.bits = value.bits;
  return made;
}

bool Reader::at_end() {
  skip_space();
  return rest_.empty();
}

bool Reader::accept(char c) {
  skip_space();
  return rest_.consume_front(StringRef(&c, 1));
}

bool Reader::peek(char c) {
  skip_space();
  return rest_.starts_with(StringRef(&c, 1));
}

void Reader::expect(char c) {
  if (!accept(c)) fail(std::string("expected '") + c + "'");
}

void Reader::fail(const std::string& why) const {
  if (dialect_ == Dialect::kInline)
    throw StatementError("inline PTX \"" + as_written(text_, dialect_) + "\": " + why, line(),
                         StatementError::Fault::kWrong);
  throw StatementError("line " + std::to_string(line() + 1) + ": " + why, line(),
                       StatementError::Fault::kWrong);
}

unsigned Reader::line() const {
  const std::size_t here = text_.size() - rest_.size();
  if (here < counted_bytes_) counted_bytes_ = counted_lines_ = 0;
  counted_lines_ += static_cast<unsigned>(text_.slice(counted_bytes_, here).count('\n'));
  counted_bytes_ = here;
  return first_line_ + counted_lines_;
}

void Reader::skip_space() {
  for (;;) {
    rest_ = rest_.ltrim();
    if (!begins_comment(rest_)) return;
    if (rest_.starts_with("/*") && rest_.find("*/", 2) == StringRef::npos)
      fail("a comment does not end");
    rest_ = behind_comment(rest_);
  }
}

std::size_t Reader::word_length() const {
  const bool dollars = dialect_ == Dialect::kModule;
  if (rest_.empty() ||
      !(rest_.front() == '$' || starts_name(rest_.front()) || rest_.front() == '.'))
    return 0;
  const bool is_directive = rest_.front() == '.';
  std::size_t length = 1;
  while (length < rest_.size() && !(is_directive && rest_[length] == '.') &&
         (continues_name(rest_[length]) || (dollars && rest_[length] == '$') ||
          (!dollars && rest_.substr(length).starts_with("$$")) ||
          // Modifiers such as L2::128B.
          (rest_.substr(length).starts_with("::") && rest_.front() != '%')))
    length += rest_[length] == ':' || (!dollars && rest_[length] == '$') ? 2 : 1;
  return length;
}

std::string Reader::word() {
  skip_space();
  // Names may begin with a dollar sign, which LLVM doubles in asm statements.
  if (dialect_ == Dialect::kInline && rest_.starts_with("$$")) rest_ = rest_.drop_front();
  const std::size_t length = word_length();
  if (length == 0) fail("expected a name at \"" + rest_.take_front(20).str() + "\"");
  std::string result = rest_.take_front(length).str();
  rest_ = rest_.drop_front(length);
  if (dialect_ == Dialect::kInline) {
    for (std::size_t at = 0; (at = result.find("$$", at)) != std::string::npos; ++at)
      result.erase(at, 1);
  }
  return result;
}

bool Reader::at_word() {
  skip_space();
  if (dialect_ == Dialect::kInline && rest_.starts_with("$")) return rest_.starts_with("$$");
  return word_length() > 0;
}

char Reader::skip_token() {
  const char first = rest_.front();
  if (dialect_ == Dialect::kInline && first == '$') {
    (void)asm_argument();
  } else if (llvm::isDigit(first)) {
    rest_ = rest_.drop_while(llvm::isAlnum);
  } else {
    rest_ = rest_.drop_front();
  }
  return first;
}

StringRef Reader::next_word() {
  skip_space();
  return rest_.take_front(word_length());
}

void Reader::skip_behind(char end) {
  const std::size_t at = rest_.find(end);
  rest_ = at == StringRef::npos ? StringRef() : rest_.drop_front(at + 1);
}

StringRef Reader::in_braces() {
  const StringRef begin = rest_;
  unsigned depth = 1;
  for (;;) {
    // Nearly all of a module's text is passed over here.
    const auto* const mark = std::ranges::find_if(rest_, is_mark);
    rest_ = rest_.drop_front(static_cast<std::size_t>(mark - rest_.begin()));
    if (rest_.empty()) fail("a '{' has no '}'");
    if (begins_comment(rest_)) {
      rest_ = behind_comment(rest_);
      continue;
    }
    const char c = rest_.front();
    rest_ = rest_.drop_front();
    if (c == '"') {
      skip_behind('"');
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return begin.drop_back(rest_.size() + 1);
    }
  }
}

Reader::Nesting::Nesting(Reader& reader) : reader(reader) {
  if (++reader.depth_ > kDeepest) {
    --reader.depth_;
    reader.fail("operands are nested too deep");
  }
}

Operand Reader::operand() {
  Operand made = single();
  if (!accept('|')) return made;
  Operand pair;
  pair.kind = Operand::Kind::kPair;
  pair.parts.push_back(std::move(made));
  pair.parts.push_back(single());
  return pair;
}

Operand Reader::operand_or_list() { return accept('(') ? list() : operand(); }

Operand Reader::single() {
  const Nesting nesting(*this);
  skip_space();
  if (accept('[')) return address();
  Operand made;
  if (accept('{')) {
    made.kind = Operand::Kind::kVector;
    do {
      made.parts.push_back(single());
    } while (accept(','));
    expect('}');
    return made;
  }
  if (rest_.empty()) fail("an operand is missing");
  if (at_constant() || begins_with_immediate()) return operand_of(expression());
  if (accept('!')) {
    made = single();
    made.negated = !made.negated;
    return made;
  }
  if (accept('-')) {
    made = single();
    made.minus = !made.minus;
    return made;
  }
  return with_displacement(base());
}

Operand Reader::base() {
  skip_space();
  if (dialect_ == Dialect::kInline && rest_.starts_with("$") && !rest_.starts_with("$$"))
    return with_selector(asm_argument());
  Operand made;
  made.name = word();
  made.kind = made.name == "_" ? Operand::Kind::kSink : Operand::Kind::kName;
  const auto [name, selector] = StringRef(made.name).rsplit('.');
  if (is_selector(selector)) {
    made.selector = selector.str();
    made.name = name.str();
  }
  return made;
}

std::uint64_t Reader::offset() {
  // The manual has no minus here; as a sign of the expression it means what it would.
  if (!accept('+') && !peek('-')) return 0;
  const NumericLiteral value = expression();
  if (!value.is_integer()) fail("an offset is not an integer");
  return value.bits;
}

Operand Reader::with_displacement(Operand base) {
  if (base.kind != Operand::Kind::kName && base.kind != Operand::Kind::kArgument) return base;
  Operand made;
  if (peek('+') || peek('-')) {
    made.kind = Operand::Kind::kOffset;
    made.parts.push_back(std::move(base));
    made.bits = offset();
    return made;
  }
  if (!accept('[')) return base;
  made.kind = Operand::Kind::kElement;
  made.parts.push_back(std::move(base));
  if (at_constant()) {
    const NumericLiteral index = expression();
    if (!index.is_integer()) fail("an index is not an integer");
    made.bits = index.bits;
  } else {
    made.parts.push_back(this->base());
    made.bits = offset();
  }
  expect(']');
  return made;
}

Operand Reader::with_selector(Operand made) {
  if (!rest_.starts_with(".")) return made;
  const StringRef selector = rest_.drop_front().take_while(llvm::isAlnum);
  if (!is_selector(selector)) return made;
  made.selector = selector.str();
  rest_ = rest_.drop_front(1 + selector.size());
  return made;
}

Operand Reader::asm_argument() {
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

Operand Reader::address() {
  Operand made;
  made.kind = Operand::Kind::kAddress;
  if (at_constant()) {
    made.parts.push_back(operand_of(expression()));
  } else {
    Operand first = with_displacement(base());
    if (first.kind == Operand::Kind::kOffset) {
      made.bits = first.bits;
      first = std::move(first.parts[0]);
    }
    made.parts.push_back(std::move(first));
  }
  if (accept(',')) {
    // Coordinates in a texture, a surface or a tensor.
    made.kind = Operand::Kind::kList;
    do {
      made.parts.push_back(single());
    } while (accept(','));
  }
  expect(']');
  return made;
}

Operand Reader::list() {
  Operand made;
  made.kind = Operand::Kind::kList;
  if (accept(')')) return made;
  do {
    made.parts.push_back(operand());
  } while (accept(','));
  expect(')');
  return made;
}

}  // namespace riffle::ptx
