// SPDX-License-Identifier: Apache-2.0
// Messages to the user.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace riffle::tool {

/// Writes to standard error in one piece. A closed or full standard error is nobody's fault here:
/// ignored, so that what follows (removing temporary files, the exit code) still happens.
void say_text(std::string_view text);

template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  say_text(fmt::format(format, std::forward<Values>(values)...));
}

/// "1 stream", "3 streams".
inline std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace riffle::tool
