// SPDX-License-Identifier: Apache-2.0
// Makes the device image that a program carries from the bitcode of its device side.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"
#include "cc/compile_options.h"

namespace riffle::tool {

/// Of the device side that was compiled with `options`.
Result<std::string> make_device_image(const std::string& bitcode_path,
                                      const CompileOptions& options);

Result<std::string> read_file(const std::string& path);
Status write_file(const std::string& path, std::string_view content);

}  // namespace riffle::tool
