// SPDX-License-Identifier: Apache-2.0
// Variables that asm statements declare or name. A statement's text is part of its function's PTX: what it declares outside of
// braces is known to the statements after it, and the variables of the module are known to all.
#pragma once

#include <llvm/IR/Module.h>

namespace riffle::ptx {

/// Makes variables of the module from `.shared`, `.global` and `.const` declarations in asm statements, and operands from their
/// names and from those of other variables of the module:
///
///   asm ".shared .b8 buf[64];", ""()          ->   @k.buf = internal addrspace(3) global [64 x i8] undef
///   asm "st.shared.u32 [buf+4], $0;", "r"(%x)      asm " ", "l"(@k.buf); asm "st.shared.u32 [$1+4], $0;", "r,l"(%x, @k.buf)
///
/// Done before functions are inlined, a variable belongs to its function, however often that is inlined or its loops are
/// unrolled. Text that cannot be read stays as it is: translate() says why.
void bind_asm_variables(llvm::Module& module);

}  // namespace riffle::ptx
