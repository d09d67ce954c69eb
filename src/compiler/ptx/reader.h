// SPDX-License-Identifier: Apache-2.0
// The words, numbers and operands of PTX, one after the other: what statements and modules are read with.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

#include "compiler/ptx/statement.h"

namespace riffle::ptx {

class Reader {
 public:
  /// `first_line`: what line of a module the text begins in, for errors.
  Reader(llvm::StringRef text, Dialect dialect, unsigned first_line = 0)
      : text_(text), rest_(text), dialect_(dialect), first_line_(first_line) {}

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

  /// A name, an opcode with its modifiers, or a directive.
  std::string word();
  /// The word that follows; not taken. Empty if none does.
  [[nodiscard]] llvm::StringRef next_word();
  Operand number();
  /// With a|b.
  Operand operand();
  /// Up to and with `end`, not read.
  void skip_behind(char end);
  /// What stands between braces, the first of which is taken already; takes the last. Comments and texts in quotes
  /// may have braces.
  llvm::StringRef in_braces();

 private:
  /// Names, numbers, addresses, vectors and lists; `single` counts how deep.
  Operand one_operand();
  void skip_space();
  [[nodiscard]] std::size_t word_length() const;
  Operand single();
  Operand list();
  Operand address();
  Operand asm_argument();
  Operand with_selector(Operand made);

  llvm::StringRef text_;
  llvm::StringRef rest_;
  Dialect dialect_;
  unsigned first_line_;
  unsigned depth_ = 0;  ///< of operands within operands
  // Lines up to a place where they were counted last.
  mutable std::size_t counted_bytes_ = 0;
  mutable unsigned counted_lines_ = 0;
};

}  // namespace riffle::ptx
