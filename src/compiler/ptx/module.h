// SPDX-License-Identifier: Apache-2.0
// PTX text, as other compilers write it, to the module of a device side: what clang would have made of its source.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <memory>

#include "compiler/spmd/keys.h"

namespace riffle::ptx {

struct TranslatedModule {
  std::unique_ptr<llvm::Module> module;
  unsigned architecture = 0;  ///< 800 for sm_80
};

/// A kernel or function with an instruction that is not supported yet is refused alone, when it is asked for
/// (spmd::kRefused). Throws spmd::KernelCompileError: syntax, instructions that PTX does not have, a target that is newer than
/// what the instructions are known of.
TranslatedModule translate_module(llvm::StringRef text, llvm::LLVMContext& context);

/// Text of up to this many bytes is translated, and so checked, as a whole when it is loaded: a fraction of a second. A
/// larger module is a library of which a program launches a few kernels: it is read as far as `outline_module` does, and
/// each kernel when it is needed.
inline constexpr std::size_t kCheckedWhole = std::size_t{256} << 10;

/// The module with bodies that only say what is reached from them: which variables, functions, shared and local memory. What
/// divides an image into its base and its kernels (spmd/divide.h) sees no difference, since functions whose address is
/// taken, which live in the base, are translated. Null if the text can only be translated as a whole. Throws
/// spmd::KernelCompileError: errors outside of bodies, braces and comments that do not end, and those of the functions that are
/// translated.
std::unique_ptr<llvm::Module> outline_module(llvm::StringRef text, llvm::LLVMContext& context);

/// What `translate_module` makes of one kernel and of all that it reaches; nothing else is read. Other kernels that it names
/// are declared.
std::unique_ptr<llvm::Module> translate_kernel(llvm::StringRef text, llvm::StringRef kernel,
                                               llvm::LLVMContext& context);

/// Of a target, as `translate_module` says it.
unsigned architecture_of(llvm::StringRef text);

}  // namespace riffle::ptx
