// SPDX-License-Identifier: Apache-2.0
#include "cc/second_look.h"

#include <string>

#include "cc/diagnostics.h"

namespace riffle::tool {
namespace {

struct Sign {
  std::string_view text;    ///< behind `FILE:LINE:COLUMN: `
  std::string_view option;  ///< in front of `FILE:LINE`
  std::string_view error;   ///< it counts if a message has this too
};

constexpr Sign kSigns[] = {
    // A template's body, of a class that is completed later (front/token_stream.cpp).
    {"error: member access into incomplete type", "-fplugin-arg-riffle_tokens-", ""},
    // A function that a later declaration gives to the device (front/execution_spaces.cpp).
    {"note: declared here without __device__", "-fplugin-arg-riffle_execution_spaces-",
     "call to __host__ function from __"},
};

/// `FILE:LINE` in front of `:COLUMN: `.
std::string_view place_before(std::string_view line, std::size_t text) {
  const std::string_view place = line.substr(0, text < 2 ? 0 : text - 2);
  return place.substr(0, place.rfind(':'));
}

}  // namespace

CommandLine second_look(std::string_view messages) {
  CommandLine options;
  for (const std::string& line : lines_without_colour(messages)) {
    for (const Sign& sign : kSigns) {
      const std::size_t at = line.find(sign.text);
      if (at == std::string::npos || place_before(line, at).empty() ||
          !messages.contains(sign.error))
        continue;
      options.push_back(std::string(sign.option) + std::string(place_before(line, at)));
    }
  }
  return options;
}

}  // namespace riffle::tool
