// SPDX-License-Identifier: Apache-2.0
// The macros that a program finds without an #include: those of NVRTC, and none by which clang, gcc or the machine tell
// themselves.
#pragma once

#include <string>

#include <llvm/ADT/StringRef.h>

namespace riffle::front {

/// Directives that make NVRTC's predefined macros of clang's. `predefined`: clang's, as directives; `standard` as c++17.
std::string predefined_as_nvrtc(llvm::StringRef predefined, llvm::StringRef standard);

}  // namespace riffle::front
