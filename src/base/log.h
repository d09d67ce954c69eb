// SPDX-License-Identifier: Apache-2.0
// Messages for a person who looks into a run: RIFFLE_LOG=engine,cache prints those topics on
// stderr.
#pragma once

#include <string_view>

namespace riffle {

/// Whether RIFFLE_LOG names this topic (or is "all"). Ask before composing a message.
[[nodiscard]] bool log_enabled(std::string_view topic);
/// Prints "riffle[topic]: message" as one write, if the topic is on.
void log(std::string_view topic, std::string_view message);
/// Whether a comma-separated list names `word`, or is "all".
[[nodiscard]] bool list_names(std::string_view list, std::string_view word);

}  // namespace riffle
