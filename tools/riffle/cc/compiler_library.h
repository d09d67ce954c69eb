// SPDX-License-Identifier: Apache-2.0
// What the driver asks of libriffle_compiler.so, which brings LLVM and is loaded when first needed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "cc/nvcc_options.h"
#include "compiler/link_device_code.h"

namespace riffle::tool {

/// How that library gives lists, and errors that are several.
std::vector<std::string> lines_of(std::string_view text);

/// Links the relocatable device code of objects, static libraries and files of device code. The error's
/// text has a line for each symbol that is missing or defined twice.
Result<compiler::LinkedDeviceCode> link_device_code(const std::vector<std::string>& paths);

/// What the kernel compiler decides about `image`'s kernels, as `options` ask (--remarks, --dump-ir): lines for people.
Result<std::string> look_inside(std::string_view image, const NvccOptions& options);

/// PTX text of bitcode, for reading. Where LLVM has none for something, only its entries.
Result<std::string> ptx_text(std::string_view bitcode, std::uint32_t cuda_arch);

}  // namespace riffle::tool
