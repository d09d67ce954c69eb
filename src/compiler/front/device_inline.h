// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Sema/Sema.h>

namespace riffle::front {

/// Makes a function for both sides inline on the device's side: code is made of those that kernels reach. Where other files
/// may call it, its first declaration says that it is used, and those that follow inherit that.
void make_inline_on_device(clang::Sema& sema, clang::FunctionDecl& function, bool is_first);

}  // namespace riffle::front
