// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <cstdio>
#include <string>

#include "base/options.h"

namespace riffle {

bool list_names(std::string_view list, std::string_view word) {
  if (list == "all") return true;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    if (list.substr(0, comma) == word) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
  return false;
}

bool log_enabled(std::string_view topic) {
  const std::string& list = options().log;
  return !list.empty() && list_names(list, topic);
}

void log(std::string_view topic, std::string_view message) {
  if (!log_enabled(topic)) return;
  std::string line = "riffle[";
  line.append(topic).append("]: ").append(message).append("\n");
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace riffle
