// SPDX-License-Identifier: Apache-2.0
// `riffle cc -fcheck-host`: host code tells what memory it is about to touch, if a checker wants to know
// (host_code_abi.h).
#pragma once

#include <llvm/IR/Module.h>

namespace riffle::host_code {

/// Before all of LLVM's passes: from now on none of them adds an access that the source does not make (a load ahead of its
/// condition, a store in a loop moved behind it).
void keep_accesses(llvm::Module& module);
/// When functions are inlined and variables are in registers, and before loops become vector code: calls before accesses.
void instrument(llvm::Module& module);

}  // namespace riffle::host_code
