// SPDX-License-Identifier: Apache-2.0
// What is in a report.
#pragma once

#include <string>
#include <vector>

#include "report/archive.h"
#include "report/collected.h"

namespace riffle::tool::report {

/// A file of the report, and what it is, for the list that the user sees.
struct ReportPart {
  ArchiveEntry file;
  std::string meaning;
};

/// What one run of the program left behind.
struct RecordedRun {
  std::vector<std::string> command_line;  ///< as the user gave it
  std::vector<std::string> environment;   ///< as it was before this command changed it
  std::string folder;                     ///< with the kernels' code in ir
  std::string recording;
  BoundedText output = {};  ///< what it printed
  BoundedText errors = {};
  std::time_t started = 0;
  double seconds = 0;
  int exit_code = 0;
};

/// All parts; `notes` gets a line for each one that is missing, or not whole.
std::vector<ReportPart> contents_of(const RecordedRun& run, std::vector<std::string>& notes);

}  // namespace riffle::tool::report
