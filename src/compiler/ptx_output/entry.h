// SPDX-License-Identifier: Apache-2.0
// The door of libriffle_compiler.so for `riffle cc -ptx`: bitcode in, PTX text out. Plain C types, as in
// jit/entry.h.
#pragma once

#include <cstddef>

namespace riffle::compiler {

struct PtxTextRequest {
  const void* bitcode;
  std::size_t bitcode_bytes;
  const char* architecture;  ///< "sm_80"
};

struct PtxTextReply {
  char* text;        ///< from malloc, owned by the caller; null on failure
  char* error_text;  ///< from malloc, owned by the caller; null on success
};

using PtxTextFunction = void(const PtxTextRequest*, PtxTextReply*);
inline constexpr const char* kPtxTextSymbol = "riffle_ptx_text";

}  // namespace riffle::compiler
