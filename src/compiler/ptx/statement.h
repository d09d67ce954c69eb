// SPDX-License-Identifier: Apache-2.0
// The text of one asm statement, or of a function's body in a PTX module, taken apart: labels, declarations, scopes and
// instructions. Pure syntax; what names mean is the emitter's business.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/spmd/compile_error.h"

namespace riffle::ptx {

/// Where the text is from. In an asm statement $n is an operand, and $$ a dollar sign.
enum class Dialect { kInline, kModule };

/// The number that an operand of an asm statement is; none if it is a register.
using Immediate = std::optional<std::int64_t>;

/// What cannot be translated, and in which line of the asm statement's or the module's text, from 0.
class StatementError : public spmd::KernelCompileError {
 public:
  /// Something that PTX has and Riffle lacks, or something that PTX does not have.
  enum class Fault { kUnsupported, kWrong };
  StatementError(const std::string& text, unsigned line, Fault fault)
      : KernelCompileError(text), line_(line), fault_(fault) {}
  [[nodiscard]] unsigned line() const { return line_; }
  [[nodiscard]] Fault fault() const { return fault_; }

 private:
  unsigned line_;
  Fault fault_;
};

struct Operand {
  enum class Kind {
    kName,      ///< register, special register or label
    kArgument,  ///< $n of the asm statement
    kInteger,
    kFloat,  ///< 0f... and 0d..., or a decimal number with a point: `bits` holds a double's bits, or
    kFloat32,  ///< a float's
    kAddress,  ///< [base + offset]
    kOffset,   ///< base + offset, no brackets
    kElement,  ///< base[index + offset], both counted in elements; `parts` has the index if it is a register
    kVector,  ///< {a, b, ...}
    kPair,    ///< a|b
    kList,    ///< (a, b, ...): what a call takes or gives
    kSink,    ///< _
  };
  Kind kind = Kind::kSink;
  bool negated = false;  ///< !p
  bool minus = false;    ///< -r, which vmad takes
  std::string selector;  ///< of a video instruction: "b0", "h10"
  std::string name;
  unsigned argument = 0;
  std::uint64_t bits = 0;  ///< of a number; of an address the offset
  std::vector<Operand>
      parts;  ///< base of an address, then its index; elements of a vector, pair or list
};

/// A number, or an address: a name with an offset, of which `mask` may keep a byte.
struct InitialValue {
  Operand value;
  std::uint64_t mask = ~std::uint64_t{0};
};

/// A variable or parameter of a module: `.shared .align 4 .b8 name[16] = {1, 2}`.
struct Variable {
  std::string
      space;  ///< "global", "const", "shared", "local", "param"; "reg" of a parameter that is a register
  std::string type;  ///< of an element: "b8"
  std::string name;
  std::uint64_t alignment = 0;  ///< bytes; 0: the type's own
  std::uint64_t count = 1;      ///< elements, those of vectors by themselves
  bool is_array = false;        ///< of the form name[...]
  bool is_open = false;         ///< name[]: as long as its initialiser, or as the launch says
  std::vector<std::string> attributes;  ///< "managed"
  std::vector<InitialValue> initial;
};

struct Statement {
  /// The last two are of modules.
  enum class Kind {
    kInstruction,
    kLabel,
    kRegisters,
    kOpenScope,
    kCloseScope,
    kVariable,
    kTargets
  };
  Kind kind = Kind::kInstruction;
  std::string text;   ///< for error messages, operands as %0
  unsigned line = 0;  ///< of the asm statement

  // kLabel: the name. kRegisters: type and names ("r<4>" as written). kTargets: labels that brx may go to, by a name.
  std::string name;
  std::string type;
  std::vector<std::string> names;
  unsigned vector = 0;  ///< elements of each register, where they are vectors
  Variable variable;    ///< kVariable

  // kInstruction
  std::string guard;  ///< predicate register; empty without
  bool guard_negated = false;
  std::string opcode;                  ///< "add"
  std::vector<std::string> modifiers;  ///< "sat", "s32"
  std::vector<Operand> operands;
};

/// `%=`, which clang makes "${:uid}", is a number of the statement's own: here it is this one.
std::string with_own_number(llvm::StringRef text, unsigned number);
/// As the program has it: clang has replaced %0 by $0 and %% by % in an asm statement.
std::string as_written(llvm::StringRef text, Dialect dialect);

/// Throws a StatementError that quotes what it cannot read.
std::vector<Statement> parse_asm(llvm::StringRef text, llvm::ArrayRef<Immediate> immediates);
/// The body of a function, which begins in the line `first_line` of its module.
std::vector<Statement> parse_body(llvm::StringRef text, unsigned first_line);

}  // namespace riffle::ptx
