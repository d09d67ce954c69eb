// SPDX-License-Identifier: Apache-2.0
// Makes the device image that a program carries from the bitcode of its device side.
#pragma once

#include <string>

#include "base/status.h"
#include "cc/compile_options.h"

namespace riffle::tool {

/// Of the device side that was compiled with `options`.
Result<std::string> make_device_image(const std::string& bitcode_path,
                                      const CompileOptions& options);

}  // namespace riffle::tool
