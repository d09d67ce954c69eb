// SPDX-License-Identifier: Apache-2.0
#include "explore/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "check/tools.h"
#include "help.h"

namespace riffle::tool::explore {
namespace {

constexpr std::uint64_t kMostSeconds = 1'000'000;

Status take_number(const std::string& option, const std::string& text, std::uint64_t least,
                   std::uint64_t most, std::uint64_t& target) {
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), target);
  if (text.empty() || status != std::errc() || rest != text.data() + text.size() ||
      target < least || target > most)
    return error(Code::kInvalidValue, fmt::format("{}: expected a number from {} to {}, got '{}'",
                                                  option, least, most, text));
  return {};
}

struct NumberOption {
  std::string_view name;
  std::uint64_t least;
  std::uint64_t most;
  void (*set)(ExploreOptions& options, std::uint64_t value);
};
constexpr std::array kNumbers = {
    NumberOption{"--seed", 0, std::numeric_limits<std::uint64_t>::max() / 2,
                 [](ExploreOptions& options, std::uint64_t value) { options.seed = value; }},
    NumberOption{
        "--count", 1, 1'000'000'000,
        [](ExploreOptions& options, std::uint64_t value) { options.budget.count = value; }},
    NumberOption{"--time", 1, kMostSeconds,
                 [](ExploreOptions& options, std::uint64_t value) {
                   options.budget.time = std::chrono::seconds(value);
                 }},
    NumberOption{"--timeout", 1, kMostSeconds,
                 [](ExploreOptions& options, std::uint64_t value) {
                   options.patience = std::chrono::seconds(value);
                 }},
    NumberOption{"--jobs", 1, 256,
                 [](ExploreOptions& options, std::uint64_t value) {
                   options.budget.jobs = static_cast<unsigned>(value);
                 }},
    NumberOption{"--depth", 1, 100,
                 [](ExploreOptions& options, std::uint64_t value) {
                   options.depth = static_cast<unsigned>(value);
                 }},
};
constexpr std::array<std::string_view, 5> kTexts = {"--file", "--check-with", "--resume", "--keep",
                                                    "-o"};

constexpr std::string_view kCheckTools = "--check=";

bool takes_value(std::string_view option) {
  return std::ranges::find(kNumbers, option, &NumberOption::name) != kNumbers.end() ||
         std::ranges::find(kTexts, option) != kTexts.end();
}

Status set_value(ExploreOptions& options, const std::string& option, const std::string& value) {
  const auto* const known = std::ranges::find(kNumbers, option, &NumberOption::name);
  if (known != kNumbers.end()) {
    std::uint64_t number = 0;
    if (Status status = take_number(option, value, known->least, known->most, number); !status)
      return status;
    known->set(options, number);
    return {};
  }
  if (option == "--file") options.files.push_back(value);
  if (option == "--check-with") options.check_command = value;
  if (option == "--resume") options.state_file = value;
  if (option == "--keep") options.kept_schedule = value;
  if (option == "-o") {
    if (!value.ends_with(".html") && !value.ends_with(".json"))
      return error(
          Code::kInvalidValue,
          fmt::format("-o: expected a file name that ends in .html or .json, got '{}'", value));
    options.output = value;
  }
  return {};
}

/// What one schedule may find and another may not, and what costs little in each of them.
constexpr const char* kToolsOfSchedules = "mem,race,leak,api";

bool set_flag(ExploreOptions& options, std::string_view word) {
  if (word == "-h" || word == "--help")
    options.shows_help = true;
  else if (word == "--check")
    options.check_tools = kToolsOfSchedules;
  else if (word == "--ignore-output")
    options.compares_output = false;
  else
    return false;
  return true;
}

Status check(const ExploreOptions& options) {
  if (options.shows_help) return {};
  if (options.program.empty())
    return error(Code::kInvalidValue, "no program; see 'riffle explore --help'");
  if (!options.files.empty() && options.budget.jobs > 1)
    return error(
        Code::kInvalidValue,
        "--file cannot be combined with --jobs: simultaneous runs would write the same file");
  return {};
}

}  // namespace

Result<ExploreOptions> parse(const std::vector<std::string>& arguments) {
  ExploreOptions options;
  std::size_t at = 0;
  for (; at < arguments.size(); ++at) {
    const std::string& word = arguments[at];
    if (set_flag(options, word)) continue;
    if (word.starts_with(kCheckTools)) {
      Result<std::string> tools = check::parse_tools("--check", word.substr(kCheckTools.size()));
      if (!tools) return std::unexpected(tools.error());
      options.check_tools = *std::move(tools);
      continue;
    }
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string option = word.substr(0, equals);
    if (!takes_value(option)) {
      if (word == "--") ++at;
      break;
    }
    if (equals == std::string::npos && at + 1 == arguments.size())
      return error(Code::kInvalidValue, fmt::format("option '{}' needs a value", option));
    const std::string value =
        equals == std::string::npos ? arguments[++at] : word.substr(equals + 1);
    if (Status status = set_value(options, option, value); !status)
      return std::unexpected(status.error());
  }
  options.program.assign(arguments.begin() + static_cast<std::ptrdiff_t>(at), arguments.end());
  if (!options.check_command.empty()) options.compares_output = false;
  if (Status status = check(options); !status) return std::unexpected(status.error());
  return options;
}

std::string help_text() {
  HelpPage page;
  page.section("NAME").literal("riffle explore - run a CUDA program under many legal schedules");
  page.section("SYNOPSIS")
      .literal(
          "riffle explore [OPTION]... PROGRAM [ARGUMENT]...\n"
          "riffle explore [OPTION]... [OPTION OF RIFFLE RUN]... FILE.cu [ARGUMENT]...");
  page.section("DESCRIPTION")
      .paragraph(
          "Runs the program many times, one operation at a time, each time in another order that "
          "CUDA allows: which stream continues, how far operations lag behind the host, when "
          "callbacks run, which freed memory is reused. In the usual order each operation runs as "
          "soon as it can. The first schedule under which the program ends differently ends the "
          "search; it is reduced to the decisions that matter and shown.")
      .paragraph(
          "What counts as a difference: the exit code, standard output, named files, the result of "
          "a check command, new findings of riffle check, a run that does not end. The same seed "
          "gives the same search.");
  page.section("OPTIONS")
      .entry("--count N, --time SECONDS", "The budget; default 1000 runs and 60 seconds.")
      .entry("--jobs N", "Number of simultaneous runs; default 1.")
      .entry("--seed N", "The first seed; default 1.")
      .entry("--depth N",
             "Defer operations at most N - 1 times in a run, not counting first turns (PCT). By "
             "default such runs are mixed with runs that have no bound.")
      .entry("--file FILE",
             "Also compare this file, which the program writes. It is removed before each run. May "
             "be given more than once.")
      .entry("--check-with COMMAND",
             "Instead of comparing standard output, run COMMAND in a shell after each run; it "
             "exits with 0 if the run was correct. RIFFLE_OUTPUT names a file with the output, "
             "RIFFLE_EXIT is the exit code.")
      .entry("--ignore-output", "Do not compare standard output.")
      .entry("--check[=LIST]",
             "Also run riffle check: a finding that the usual order does not have ends the search. "
             "LIST names its tools, separated by commas (see riffle check --help); default mem, "
             "race, leak and api.")
      .entry("--timeout SECONDS",
             "A run that takes longer counts as one that does not end; default 10 seconds, or "
             "twenty times the usual order's time.")
      .entry("--keep FILE",
             "Write the schedule that was found to FILE, for riffle run --schedule FILE: CI can "
             "keep it.")
      .entry("--resume FILE",
             "Continue where the search that wrote FILE ended, and update FILE at the end.")
      .entry("-o FILE",
             "Write the timelines of the schedule that was found (FILE) and of the usual order "
             "(FILE-usual), as riffle trace does. FILE ends in .html or .json.")
      .entry("-h, --help", "Print this page.");
  page.section("EXAMPLES")
      .literal(
          "riffle explore ./pipeline photographs/\n"
          "riffle explore --jobs 4 --time 600 --resume pipeline.state ./pipeline\n"
          "riffle explore --file out.png --ignore-output -O3 filter.cu in.png out.png\n"
          "riffle run --schedule at:3.1 ./pipeline photographs/");
  page.section("EXIT STATUS")
      .entry("0", "the budget was used up and no difference was found")
      .entry("1", "a schedule makes a difference")
      .entry("2", "the options are wrong, or the program cannot be explored; a message says why")
      .entry("126, 127", "the program could not be run, or was not found")
      .entry("130", "interrupted");
  return page.text();
}

}  // namespace riffle::tool::explore
