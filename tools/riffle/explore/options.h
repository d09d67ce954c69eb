// SPDX-License-Identifier: Apache-2.0
// What `riffle explore` is told.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "explore/search.h"

namespace riffle::tool::explore {

struct ExploreOptions {
  std::uint64_t seed = 1;
  unsigned depth = 0;  ///< 0: mixed
  SearchBudget budget;
  std::chrono::milliseconds patience{0};  ///< 0: by what the usual order takes
  std::vector<std::string> files;
  std::string check_command;
  bool compares_output = true;
  std::string check_tools;    ///< of riffle check; empty: none
  std::string kept_schedule;  ///< a file; empty: none
  std::string state_file;
  std::string output;  ///< timelines are written there
  std::vector<std::string> program;
  bool shows_help = false;
};

/// Explore's own options come first; from the first word that is none, everything is `riffle run`'s. Error: kInvalidValue,
/// in words for the user.
Result<ExploreOptions> parse(const std::vector<std::string>& arguments);

std::string help_text();

}  // namespace riffle::tool::explore
