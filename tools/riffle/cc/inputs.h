// SPDX-License-Identifier: Apache-2.0
// What a compilation depends on: the files that its processes read, and the names that they asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace riffle::tool {

struct Inputs {
  std::vector<std::string> read{};   ///< their contents count
  std::vector<std::string> there{};  ///< asked for and found
  std::vector<std::string>
      absent{};  ///< asked for and not found: a file of that name would change the result
  std::vector<std::string> listed{};  ///< folders whose names were read
};

/// Reads what tools/inputs/recorder.c has written, without the files in `own_folders` and those that were written. Nothing
/// when a process was not watched: fewer than `processes` were, or none of them wrote `output`.
std::optional<Inputs> read_inputs_record(const std::string& record,
                                         const std::vector<std::string>& own_folders,
                                         std::size_t processes, const std::string& output);

}  // namespace riffle::tool
