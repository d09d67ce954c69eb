// SPDX-License-Identifier: Apache-2.0
// Inline PTX first: everything after it sees ordinary instructions and llvm.nvvm intrinsics.
#include "compiler/ptx/translate.h"
#include "compiler/spmd/passes.h"

namespace riffle::spmd {

void translate_ptx(llvm::Module& module, ModuleState&) { ptx::translate(module); }

}  // namespace riffle::spmd
