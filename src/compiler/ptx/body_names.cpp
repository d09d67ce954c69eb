// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/body_names.h"

#include <llvm/ADT/StringExtras.h>

#include <array>

#include "compiler/ptx/reader.h"
#include "compiler/ptx/variable.h"

namespace riffle::ptx {

using llvm::StringRef;

namespace {

enum class Role : unsigned char {
  kNothing,
  kName,      ///< begins a name that the module may have
  kRegister,  ///< begins one that is the body's own, or a number
  kPart,      ///< goes on with either
};

constexpr std::array<Role, 256> roles() {
  std::array<Role, 256> made{};
  for (unsigned c = 0; c < 256; ++c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_letter || c == '_' || c == '$') made[c] = Role::kName;
    if ((c >= '0' && c <= '9') || c == '%') made[c] = Role::kRegister;
    if (c == '.') made[c] = Role::kPart;
  }
  return made;
}

constexpr std::array<Role, 256> kRoles = roles();

Role role_of(char c) { return kRoles[static_cast<unsigned char>(c)]; }

class Scan {
 public:
  Scan(StringRef body, unsigned first_line, llvm::function_ref<bool(StringRef)> is_symbol)
      : body_(body), first_line_(first_line), is_symbol_(is_symbol) {}

  BodyNames run() {
    while (skip_space()) {
      const char c = body_[at_];
      if (c == ';' || c == '{' || c == '}') {
        ++at_;
      } else if (c == '@') {
        ++at_;
        if (at_ < body_.size() && body_[at_] == '!') ++at_;
        (void)word();
      } else if (c == '.') {
        read_directive();
      } else {
        read_statement();
      }
    }
    return std::move(found_);
  }

 private:
  /// False at the end.
  bool skip_space() {
    while (at_ < body_.size()) {
      const char c = body_[at_];
      if (c == '/') {
        skip_comment();
      } else if (llvm::isSpace(c)) {
        ++at_;
      } else {
        return true;
      }
    }
    return false;
  }

  void skip_comment() {
    const StringRef rest = body_.substr(at_);
    if (rest.starts_with("//")) {
      skip_to(rest.find('\n'));
    } else if (rest.starts_with("/*")) {
      skip_to(rest.find("*/", 2));
      at_ = std::min(at_ + 2, body_.size());
    } else {
      ++at_;
    }
  }

  /// `distance` may say that there is no such place.
  void skip_to(std::size_t distance) {
    at_ = distance == StringRef::npos ? body_.size() : at_ + distance;
  }

  /// What begins here: a name, a register, a number, an opcode with its modifiers. Takes one character at least.
  StringRef word() {
    const std::size_t begin = at_++;
    while (at_ < body_.size() && role_of(body_[at_]) != Role::kNothing) ++at_;
    return body_.slice(begin, at_);
  }

  /// The first directive alone: `.shared.b32` is two, and may be written without a blank.
  StringRef directive_word() {
    const std::size_t begin = at_;
    const StringRef whole = word();
    const std::size_t next = whole.find('.', 1);
    if (next == StringRef::npos) return whole;
    at_ = begin + next;
    return whole.take_front(next);
  }

  void read_directive() {
    const std::size_t begin = at_;
    const StringRef directive = directive_word();
    if (directive == ".loc") return skip_to(body_.substr(at_).find('\n'));
    const StringRef space = space_named(directive);
    if (!space.empty() && space != "param") {
      const auto line = first_line_ + static_cast<unsigned>(body_.take_front(begin).count('\n'));
      Reader reader(body_.substr(at_), Dialect::kModule, line);
      for (Variable& variable : read_variables(reader, space)) {
        for (const std::string& name : names_in(variable)) note(name, false);
        found_.variables.push_back(std::move(variable));
      }
      at_ = body_.size() - reader.rest().size();
    }
    skip_to(body_.substr(at_).find(';'));
  }

  /// A label, or an instruction up to its end.
  void read_statement() {
    const StringRef first = word();
    if (skip_space() && body_[at_] == ':') {
      ++at_;
      return;
    }
    const bool is_call = first == "call" || first.starts_with("call.");
    bool has_callee = false;
    unsigned depth = 0;
    while (at_ < body_.size() && body_[at_] != ';') {
      const char c = body_[at_];
      switch (role_of(c)) {
        case Role::kName:
        case Role::kRegister: {
          const StringRef name = word();
          const bool is_callee = is_call && depth == 0 && !has_callee;
          has_callee |= is_callee;
          if (is_callee && c == '%') found_.calls_pointers = true;
          if (role_of(c) == Role::kName) note(name, is_callee);
          break;
        }
        default:
          if (c == '/') {
            skip_comment();
            break;
          }
          if (c == '(') ++depth;
          if (c == ')' && depth > 0) --depth;
          ++at_;
      }
    }
  }

  void note(StringRef name, bool is_called) {
    if (!is_symbol_(name)) return;
    std::vector<std::string>& names = is_called ? found_.called : found_.named;
    if (names.empty() || names.back() != name) names.push_back(name.str());
  }

  StringRef body_;
  unsigned first_line_;
  llvm::function_ref<bool(StringRef)> is_symbol_;
  std::size_t at_ = 0;
  BodyNames found_;
};

}  // namespace

std::vector<std::string> names_in(const Variable& variable) {
  std::vector<std::string> names;
  for (const InitialValue& initial : variable.initial) {
    if (initial.value.kind == Operand::Kind::kAddress) names.push_back(initial.value.parts[0].name);
  }
  return names;
}

BodyNames names_in_body(StringRef body, unsigned first_line,
                        llvm::function_ref<bool(StringRef)> is_symbol) {
  return Scan(body, first_line, is_symbol).run();
}

}  // namespace riffle::ptx
