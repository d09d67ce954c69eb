// SPDX-License-Identifier: Apache-2.0
// Functions for both sides whose calls nvcc does not check: `#pragma nv_exec_check_disable` stands in front of them.
#pragma once

#include <clang/AST/Decl.h>

namespace riffle::front {

/// Whether the program has switched the check off for this function, or for the template that it is an instance of.
bool is_check_off(const clang::FunctionDecl& function);

}  // namespace riffle::front
