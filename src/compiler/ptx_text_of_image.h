// SPDX-License-Identifier: Apache-2.0
// PTX for an image, for people and their tools.
#pragma once

#include <string>

#include "base/status.h"

namespace riffle::compiler {

/// The image's code as PTX, under a comment that calls it `name`, with the image itself in comments behind it: that is what a
/// program runs which loads the text. Errors: kInvalidKernelImage; those of library_symbol. Thread-safe.
Result<std::string> ptx_text_of(const std::string& image, const std::string& name);

}  // namespace riffle::compiler
