// SPDX-License-Identifier: Apache-2.0
// A device image inside a text: what `riffle cc -ptx` writes. PTX for people and their tools comes first;
// the image that is loaded stands in comments behind it.
//
//   // riffle device image, 2048 bytes: this is what is loaded, not the text above
//   //@ UklGRkxFREkB...
//   //@ ...
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace riffle::compiler {

/// Comment lines that hold `image`.
std::string image_comment(std::string_view image);

/// The image in `text`. Nothing when it has none, or a damaged one: the image's own hash is not checked here.
std::optional<std::string> image_in_text(std::string_view text);

/// Whether `text` says that it has one, which may be damaged.
bool announces_image(std::string_view text);

}  // namespace riffle::compiler
