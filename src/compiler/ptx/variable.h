// SPDX-License-Identifier: Apache-2.0
// Declarations of variables and parameters in a PTX module, taken apart.
#pragma once

#include <string>
#include <vector>

#include "compiler/ptx/reader.h"

namespace riffle::ptx {

/// "global" for `.global`; empty if the directive names no state space.
llvm::StringRef space_named(llvm::StringRef directive);

/// What follows a state space, without the semicolon: more than one where names are listed.
std::vector<Variable> read_variables(Reader& reader, llvm::StringRef space);

/// The names in `.attribute(...)`, behind that word: "managed".
std::vector<std::string> read_attributes(Reader& reader);

/// A parameter, with its state space, of a function or an entry.
Variable read_parameter(Reader& reader);

}  // namespace riffle::ptx
