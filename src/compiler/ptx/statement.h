// SPDX-License-Identifier: Apache-2.0
// The text of one asm statement, taken apart: labels, declarations, scopes and instructions. Pure syntax; what
// names mean is the emitter's business.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/spmd/compile_error.h"

namespace riffle::ptx {

/// What cannot be translated, and in which line of the asm statement's text, from 0.
class StatementError : public spmd::CompileError {
 public:
  StatementError(const std::string& text, unsigned line) : CompileError(text), line_(line) {}
  [[nodiscard]] unsigned line() const { return line_; }

 private:
  unsigned line_;
};

struct Operand {
  enum class Kind {
    kName,      ///< register, special register or label
    kArgument,  ///< $n of the asm statement
    kInteger,
    kFloat,  ///< 0f... and 0d..., or a decimal number with a point: `bits` holds a double's bits, or
    kFloat32,  ///< a float's
    kAddress,  ///< [base + offset]
    kVector,   ///< {a, b, ...}
    kPair,     ///< a|b
    kSink,     ///< _
  };
  Kind kind = Kind::kSink;
  bool negated = false;  ///< !p
  bool minus = false;    ///< -r, which vmad takes
  std::string selector;  ///< of a video instruction: "b0", "h10"
  std::string name;
  unsigned argument = 0;
  std::uint64_t bits = 0;      ///< of a number; of an address the offset
  std::vector<Operand> parts;  ///< base of an address, elements of a vector or pair
};

struct Statement {
  enum class Kind { kInstruction, kLabel, kRegisters, kOpenScope, kCloseScope };
  Kind kind = Kind::kInstruction;
  std::string text;   ///< for error messages, operands as %0
  unsigned line = 0;  ///< of the asm statement

  // kLabel: the name. kRegisters: type and names ("r<4>" as written).
  std::string name;
  std::string type;
  std::vector<std::string> names;

  // kInstruction
  std::string guard;  ///< predicate register; empty without
  bool guard_negated = false;
  std::string opcode;                  ///< "add"
  std::vector<std::string> modifiers;  ///< "sat", "s32"
  std::vector<Operand> operands;
};

/// Throws a StatementError that quotes what it cannot read.
std::vector<Statement> parse_statements(llvm::StringRef text);

}  // namespace riffle::ptx
