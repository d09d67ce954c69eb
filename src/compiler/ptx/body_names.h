// SPDX-License-Identifier: Apache-2.0
// What a function's body names of its module, found by a scan of its text: opcodes, operands and registers are passed over,
// not read. Ten times as fast as parsing, which only the functions that a kernel reaches are worth.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

#include "compiler/ptx/module_text.h"

namespace riffle::ptx {

struct BodyNames {
  std::vector<std::string> called;  ///< functions that a call names
  std::vector<std::string> named;   ///< variables, and functions whose address is taken
  std::vector<Variable> variables;  ///< of the body, registers and parameters of calls excepted
  bool calls_pointers = false;      ///< some call goes through a register
};

/// What its initial value has the addresses of.
std::vector<std::string> names_in(const Variable& variable);

/// `is_symbol`: whether the module has something of that name. A name of the body's own that the module has as well counts
/// as the module's. Throws a StatementError for a declaration that cannot be read.
BodyNames names_in_body(llvm::StringRef body, unsigned first_line,
                        llvm::function_ref<bool(llvm::StringRef)> is_symbol);

}  // namespace riffle::ptx
