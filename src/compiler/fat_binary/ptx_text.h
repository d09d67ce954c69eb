// SPDX-License-Identifier: Apache-2.0
// The text of PTX in a fat binary. Apart from fat_binary.h, so that only the compiler needs a library for zstd.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/status.h"
#include "compiler/fat_binary/fat_binary.h"

namespace riffle::compiler {

/// Decompressed, up to the zero byte that may end it. Errors: kInvalidKernelImage (damaged).
Result<std::string> text_of(const FatEntry& entry);

/// That of the PTX to run (chosen_ptx). Errors: also those of chosen_ptx.
Result<std::string> ptx_text_in(std::span<const std::byte> binary, std::uint32_t architecture);

/// The text that `ptx` is, or that is to be run of a fat binary; `storage` holds what was decompressed. Errors as above.
Result<std::string_view> ptx_text(std::string_view ptx, std::string& storage);

}  // namespace riffle::compiler
