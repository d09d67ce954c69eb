// SPDX-License-Identifier: Apache-2.0
#include "cc/second_look.h"

#include <algorithm>
#include <string>

#include "cc/diagnostics.h"
#include "compiler/front/second_look.h"

namespace riffle::tool {
namespace {

struct CompilerMessage {
  std::string_view place;   ///< FILE:LINE
  std::string_view column;  ///< behind a colon
  std::string_view text;
};

/// Of a line `FILE:LINE:COLUMN: text`; empty without a place.
CompilerMessage message_in(std::string_view line) {
  for (const std::string_view kind : {": error: ", ": note: "}) {
    const std::size_t at = line.find(kind);
    if (at == std::string_view::npos) continue;
    const std::string_view place = line.substr(0, at);
    const std::size_t column = place.rfind(':');
    if (column != std::string_view::npos)
      return {place.substr(0, column), place.substr(column), line.substr(at + 2)};
  }
  return {};
}

}  // namespace

CommandLine second_look(std::string_view messages, const CommandLine& known) {
  CommandLine options;
  for (const std::string& line : lines_without_colour(messages)) {
    const CompilerMessage message = message_in(line);
    for (const front::Sign& sign : front::kSigns) {
      if (message.place.empty() || !front::is_shown_by(sign, message.text) ||
          !messages.contains(sign.error))
        continue;
      std::string option = "-fplugin-arg-" + std::string(sign.part) + "-" +
                           std::string(sign.prefix) + std::string(message.place) +
                           std::string(sign.has_column ? message.column : "");
      const auto is_in = [&](const CommandLine& line) {
        return std::ranges::find(line, option) != line.end();
      };
      if (!is_in(known) && !is_in(options)) options.push_back(std::move(option));
    }
  }
  return options;
}

}  // namespace riffle::tool
