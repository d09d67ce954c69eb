// SPDX-License-Identifier: Apache-2.0
#include "check/suppressions.h"

#include <algorithm>
#include <sstream>

#include <fnmatch.h>

#include <fmt/format.h>

namespace riffle::tool::check {
namespace {

/// What patterns are compared with.
std::vector<std::string> words_of(const ReportedFinding& finding) {
  std::vector<std::string> words{finding.kind};
  const auto add_place = [&](const std::string& file, std::uint32_t line) {
    words.push_back(file);
    words.push_back(fmt::format("{}:{}", file, line));
  };
  const auto add_frames = [&](const std::vector<StackFrame>& frames) {
    for (const StackFrame& frame : frames) {
      words.push_back(frame.function);
      add_place(frame.file, frame.line);
    }
  };
  for (const ReportedOperation& operation : finding.operations) {
    words.push_back(operation.name);
    add_place(operation.file, operation.line);
    add_frames(operation.code);
    add_frames(operation.frames);
  }
  if (finding.memory) add_frames(finding.memory->frames);
  return words;
}

bool matches(const ReportedFinding& finding, const Suppression& suppression) {
  if (suppression.tool != "*" && suppression.tool != finding.tool) return false;
  return std::ranges::any_of(words_of(finding), [&](const std::string& word) {
    return fnmatch(suppression.pattern.c_str(), word.c_str(), 0) == 0;
  });
}

}  // namespace

Result<std::vector<Suppression>> parse_suppressions(const std::string& text) {
  std::vector<Suppression> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos)
      return error(Code::kInvalidValue, fmt::format("'{}' is not TOOL:PATTERN", line));
    all.push_back({line.substr(0, colon), line.substr(colon + 1)});
  }
  return all;
}

void suppress(Report& report, const std::vector<Suppression>& suppressions) {
  report.suppressed += std::erase_if(report.findings, [&](const ReportedFinding& finding) {
    return std::ranges::any_of(suppressions,
                               [&](const Suppression& each) { return matches(finding, each); });
  });
}

}  // namespace riffle::tool::check
