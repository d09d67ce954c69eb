// SPDX-License-Identifier: Apache-2.0
// Files of device code alone: what -cubin, -fatbin and -ptx write and read.
#pragma once

#include <string>

#include "base/status.h"
#include "cc/nvcc_options.h"

namespace riffle::tool {

/// ".ptx" and so on.
const char* suffix_of(DeviceOutput kind);

/// What a file of this kind holds for `image`. `source` is named in the text of -ptx.
Result<std::string> device_file(DeviceOutput kind, const std::string& image,
                                const std::string& source);

/// The image in a file of any kind. An error for files of NVIDIA's tools and for what is damaged.
Result<std::string> image_of_file(const std::string& path);

// Makes the device image that a program carries from the bitcode of its device side.

/// Of the device side that was compiled with `options`.
Result<std::string> make_device_image(const std::string& bitcode_path, const NvccOptions& options);

}  // namespace riffle::tool
