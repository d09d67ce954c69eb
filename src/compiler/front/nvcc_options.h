// SPDX-License-Identifier: Apache-2.0
// Options of nvcc that concern the front: each defines a macro on clang's command line.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PreprocessorOptions.h>

namespace riffle::front {

inline bool is_macro_given(const clang::CompilerInstance& compiler, llvm::StringRef name) {
  return llvm::any_of(compiler.getPreprocessorOpts().Macros, [&](const auto& macro) {
    return !macro.second && llvm::StringRef(macro.first).split('=').first == name;
  });
}

inline bool allows_extended_lambdas(const clang::CompilerInstance& compiler) {
  return is_macro_given(compiler, "__CUDACC_EXTENDED_LAMBDA__");
}

inline bool relaxes_constexpr(const clang::CompilerInstance& compiler) {
  return is_macro_given(compiler, "__CUDACC_RELAXED_CONSTEXPR__");
}

/// A program of NVRTC.
inline bool is_run_time(const clang::CompilerInstance& compiler) {
  return is_macro_given(compiler, "__CUDACC_RTC__");
}

}  // namespace riffle::front
