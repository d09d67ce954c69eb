// SPDX-License-Identifier: Apache-2.0
// The math functions of kernels as bitcode: written in C++ (code/), compiled when Riffle is built.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

namespace riffle::math {

/// What the name of a C library's function gets in front.
inline constexpr const char* kPrefix = "riffle.math.";

/// Bodies are read when they are wanted.
std::unique_ptr<llvm::Module> load_library(llvm::LLVMContext& context);

}  // namespace riffle::math
