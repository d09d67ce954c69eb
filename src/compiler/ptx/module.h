// SPDX-License-Identifier: Apache-2.0
// PTX text, as other compilers write it, to the module of a device side: what clang would have made of its source.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace riffle::ptx {

struct TranslatedModule {
  std::unique_ptr<llvm::Module> module;
  unsigned architecture = 0;  ///< 800 for sm_80
};

/// A kernel or function with an instruction that is not supported yet is refused alone, when it is asked for
/// (spmd::kRefused). Throws spmd::CompileError: syntax, instructions that PTX does not have, a target that is newer than
/// what the instructions are known of.
TranslatedModule translate_module(llvm::StringRef text, llvm::LLVMContext& context);

}  // namespace riffle::ptx
