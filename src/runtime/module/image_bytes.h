// SPDX-License-Identifier: Apache-2.0
// Device code that a program hands over while it runs: from what may be anything to one whole image.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"

namespace riffle::module {

using ImageBytes = std::vector<std::byte>;

/// The image in `code`: an image itself, text that has one, or PTX of another compiler, as text or in a fat binary, which is
/// translated. Complete, and as its own hash says. Errors: kInvalidKernelImage; kNoKernelImageForDevice (compiled for NVIDIA
/// GPUs alone); kJitCompilationFailed; kUnsupportedPtxVersion.
Result<ImageBytes> image_in(std::span<const std::byte> code);
/// As image_in where only the code says how long it is: text ends with a zero byte. Also what a fat binary's wrapper leads to.
/// What is cut off is an error, also where the memory ends.
Result<ImageBytes> image_at(const void* code);
/// Errors: also kFileNotFound.
Result<ImageBytes> image_in_file(const std::string& path);
/// Errors: kFileNotFound.
Result<std::string> file_content(const std::string& path);

}  // namespace riffle::module
