// SPDX-License-Identifier: Apache-2.0
// Names in models may be any bytes; what programs are told about them is text.
#pragma once

#include <string>
#include <string_view>

namespace riffle::tensorrt {

/// The text in UTF-8: a mark in place of each byte that is none. `log.cpp` has it.
std::string in_utf8(std::string_view text);

}  // namespace riffle::tensorrt
