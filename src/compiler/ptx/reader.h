// SPDX-License-Identifier: Apache-2.0
// The words, numbers and operands of PTX, one after the other: what statements and modules are read with.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

#include "compiler/ptx/number.h"
#include "compiler/ptx/statement.h"

namespace riffle::ptx {

/// The number as an operand.
Operand operand_of(const NumericLiteral& value);

class Reader {
 public:
  /// `first_line`: what line of a module the text begins in, for errors. `immediates`: what the operands of an asm
  /// statement are, where they are numbers.
  Reader(llvm::StringRef text, Dialect dialect, unsigned first_line = 0,
         llvm::ArrayRef<Immediate> immediates = {})
      : text_(text),
        rest_(text),
        dialect_(dialect),
        first_line_(first_line),
        immediates_(immediates) {}

  [[nodiscard]] Dialect dialect() const { return dialect_; }
  [[nodiscard]] bool at_end();
  /// The character is there, and taken.
  [[nodiscard]] bool accept(char c);
  [[nodiscard]] bool peek(char c);
  void expect(char c);
  /// Throws a StatementError that quotes an asm statement, or names the line of a module.
  [[noreturn]] void fail(const std::string& why) const;

  /// What follows, in the text itself.
  [[nodiscard]] llvm::StringRef rest() const { return rest_; }
  /// The line in which what follows begins.
  [[nodiscard]] unsigned line() const;

  /// A name, an opcode with its modifiers, or one directive: `.reg.b32` is two, with or without a blank.
  std::string word();
  /// The word that follows; not taken. Empty if none does.
  [[nodiscard]] llvm::StringRef next_word();
  /// A literal without a sign, or WARP_SZ.
  NumericLiteral number();
  /// An integer of that kind: a length, an alignment.
  std::uint64_t count();
  NumericLiteral expression();
  [[nodiscard]] bool at_number();
  /// A constant expression follows, and not an operand with a name.
  [[nodiscard]] bool at_constant();
  /// A word follows, and neither a number nor an operand of an asm statement.
  [[nodiscard]] bool at_word();
  /// Passes over what is no word, a number, an operand's number or a character; the character that it begins with.
  char skip_token();
  /// What may follow the name of a variable: + and an expression. 0 if nothing does.
  std::uint64_t offset();
  /// With a|b.
  Operand operand();
  /// A list of operands in parentheses, or an operand: what a call takes.
  Operand operand_or_list();
  /// Up to and with `end`, not read.
  void skip_behind(char end);
  /// What stands between braces, the first of which is taken already; takes the last. Comments and texts in quotes
  /// may have braces.
  llvm::StringRef in_braces();

 private:
  static constexpr unsigned kDeepest = 256;
  /// Counts how deep operands and expressions are nested.
  struct Nesting {
    explicit Nesting(Reader& reader);
    ~Nesting() { --reader.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    Reader& reader;
  };

  /// Names, numbers, addresses and vectors.
  Operand single();
  void skip_space();
  [[nodiscard]] std::size_t word_length() const;
  Operand list();
  Operand address();
  /// A register, a variable or an argument, alone.
  Operand base();
  /// name + offset and name[index] without more brackets; else `base` itself.
  Operand with_displacement(Operand base);
  /// An argument that is a number, and an operator behind it.
  [[nodiscard]] bool begins_with_immediate();
  NumericLiteral checked(const NumberResult& result);
  NumericLiteral binary(unsigned least);
  NumericLiteral unary();
  /// The number that the argument here is; not taken.
  std::optional<std::int64_t> immediate();
  Operand asm_argument();
  Operand with_selector(Operand made);

  llvm::StringRef text_;
  llvm::StringRef rest_;
  Dialect dialect_;
  unsigned first_line_;
  llvm::ArrayRef<Immediate> immediates_;
  unsigned depth_ = 0;  ///< of operands within operands, and of expressions
  // Lines up to a place where they were counted last.
  mutable std::size_t counted_bytes_ = 0;
  mutable unsigned counted_lines_ = 0;
};

}  // namespace riffle::ptx
