// SPDX-License-Identifier: Apache-2.0
// The live view as text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "trace/live/figures.h"

namespace riffle::tool {

struct ViewSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

/// Cut to so many columns; a character is taken to be one wide.
[[nodiscard]] std::string cut_text(const std::string& text, std::size_t columns);
/// At most `size.rows` lines, none longer than `size.columns`. Streams and threads for which there is no room are counted;
/// the busiest are shown. `output` is what the program has said last, and gets what is left of the room.
[[nodiscard]] std::vector<std::string> view_lines(const std::string& program,
                                                  const LiveFigures& figures, ViewSize size,
                                                  const std::vector<std::string>& output);
/// All in one line, for where there is no terminal.
[[nodiscard]] std::string view_line(const LiveFigures& figures);

}  // namespace riffle::tool
