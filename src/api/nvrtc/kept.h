// SPDX-License-Identifier: Apache-2.0
// Compilations on disk, beside the native code: programs that compile the same at each start need no compiler for it.
//
// A compilation is found by everything that it was told, and used only while every file that it read, and every folder
// in which it looked, is as it was.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "api/nvrtc/front.h"
#include "compiler/cache/hash.h"

namespace riffle::nvrtc {

compiler::Hash128 compilation_key(const TranslationUnit& unit, const NvrtcOptions& options);
compiler::Hash128 ptx_key(const std::string& image);
/// Of the precompiled form of Riffle's own headers, which no program can change.
compiler::Hash128 headers_key(const std::string& language);

std::optional<Output> find_output(const compiler::Hash128& key, const NvrtcOptions& options);
void keep_output(const compiler::Hash128& key, const Output& output, const NvrtcOptions& options);

std::optional<std::string> find_text(const compiler::Hash128& key);
void keep_text(const compiler::Hash128& key, std::string_view text);

}  // namespace riffle::nvrtc
