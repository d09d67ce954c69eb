// SPDX-License-Identifier: Apache-2.0
// `riffle check`: runs a program with the checker on and says what it has found.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "check/formats.h"
#include "check/job.h"
#include "check/report.h"
#include "check/rules.h"
#include "check/suppressions.h"
#include "check/symbols.h"
#include "check/tools.h"
#include "commands.h"
#include "file.h"
#include "held_signals.h"
#include "help.h"
#include "install.h"
#include "run/prepared_program.h"
#include "say.h"

namespace riffle::tool {
namespace {

int complain(const std::string& text) {
  say("riffle check: {}\n", text);
  return 1;
}

int print_help() {
  HelpPage page;
  page.section("NAME").literal(
      "riffle check - find races, leaks and misused calls of a CUDA program");
  page.section("SYNOPSIS")
      .literal(
          "riffle check [OPTION]... PROGRAM [ARGUMENT]...\n"
          "riffle check [OPTION]... [OPTION OF RIFFLE RUN]... FILE.cu [ARGUMENT]...\n"
          "riffle check [OPTION]... --from FILE");
  page.section("DESCRIPTION")
      .paragraph(
          "Runs the program as 'riffle run' does and follows which memory each operation uses and "
          "which order the program has declared: streams, events, synchronisation, the default "
          "stream's rule, graphs. Two operations that touch the same byte without an order between "
          "them are reported even if they happened to run one after the other. So are accesses of "
          "the host to pinned, managed or registered memory that operations use. Accesses of "
          "kernels are checked before they are made, byte by byte. The report goes to standard "
          "error.")
      .paragraph(
          "No rebuild is needed. With -g, or from FILE.cu, the report names source lines, for "
          "which it needs llvm-symbolizer. In code compiled with 'riffle cc -fcheck-host' every "
          "host access is checked, including those to pageable memory.")
      .paragraph(
          "All processes that use CUDA are checked: PROGRAM and those that it starts. Processes "
          "created by fork() alone are not.")
      .paragraph(
          "In Python programs the report names lines of the script. With pytest as PROGRAM, a test "
          "fails if an error is found while it runs, and its report contains the finding.");
  page.section("OPTIONS")
      .entry("--tool LIST",
             "Tools to use, separated by commas: mem (kernels and copies out of bounds, "
             "misaligned, or in host memory; host code that uses device memory), init (kernels "
             "that read uninitialised memory), race (operations without order, use before "
             "allocation and after free in stream order), block (races between the threads of a "
             "grid), sync (barriers that not all threads reach, wrong masks), leak (resources that "
             "are never released), api (misused calls, unchecked errors), or all. By default every "
             "tool runs, but block and sync check only some blocks of large grids and only some "
             "launches; the report says how many. If they are named they check all: kernels then "
             "take many times as long, and some run thread by thread.")
      .entry(
          "--error-exitcode N",
          "Exit with N, 1 to 255, if an error was found. Findings about performance do not count.")
      .entry("--json FILE, --sarif FILE, --junit FILE",
             "Also write the report in a format for programs.")
      .entry("--suppress FILE",
             "Omit findings that match a line TOOL:PATTERN of FILE. PATTERN is a kind of finding, "
             "or a function, kernel, file or FILE:LINE in it. TOOL may be *. May be given more "
             "than once.")
      .entry("--from FILE",
             "Run nothing: report what an earlier run recorded with RIFFLE_CHECK=FILE.")
      .entry("--rules", "Print all kinds of findings, each with an example and a fix.")
      .entry("-h, --help", "Print this page.");
  page.section("EXAMPLES")
      .literal(
          "riffle check ./pipeline photographs/\n"
          "riffle check --error-exitcode 9 --junit races.xml -O3 pipeline.cu\n"
          "riffle check --tool mem,race --suppress known.txt ./solver\n"
          "riffle check --tool block,sync -O3 reduction.cu\n"
          "riffle check pytest tests/");
  page.section("EXIT STATUS")
      .entry("the program's own", "if it ran, unless --error-exitcode says otherwise")
      .entry("1", "the options are wrong, or a report could not be written")
      .entry("126, 127", "the program could not be run, or was not found");
  fmt::print("{}", page.text());
  return 0;
}

struct Output {
  std::string (*render)(const check::Report& report);
  std::string path;
};

struct CheckOptions {
  std::string tools = check::kUsualTools;
  int error_exit_code = 0;  ///< 0: the program's own
  std::vector<Output> outputs;
  std::vector<std::string> suppression_files;
  std::string findings_file;  ///< of a program that has run already
  std::vector<std::string> program;
  bool show_help = false;
  bool show_rules = false;
};

struct Format {
  std::string_view option;
  std::string (*render)(const check::Report& report);
};
constexpr std::array kFormats = {Format{"--json", check::json_of},
                                 Format{"--sarif", check::sarif_of},
                                 Format{"--junit", check::junit_of}};

Status set_option(CheckOptions& options, const std::string& option, const std::string& value) {
  if (option == "--tool") {
    Result<std::string> tools = check::parse_tools(option, value);
    if (!tools) return std::unexpected(tools.error());
    options.tools = *std::move(tools);
    return {};
  }
  if (option == "--from") {
    options.findings_file = value;
    return {};
  }
  if (option == "--suppress") {
    options.suppression_files.push_back(value);
    return {};
  }
  if (option == "--error-exitcode") {
    char* end = nullptr;
    const long code = std::strtol(value.c_str(), &end, 10);
    if (value.empty() || *end != 0 || code < 1 || code > 255)
      return error(
          Code::kInvalidValue,
          fmt::format("--error-exitcode: expected a number from 1 to 255, got '{}'", value));
    options.error_exit_code = static_cast<int>(code);
    return {};
  }
  const auto* const format = std::ranges::find(kFormats, option, &Format::option);
  options.outputs.push_back({format->render, value});
  return {};
}

bool takes_value(std::string_view option) {
  return option == "--tool" || option == "--suppress" || option == "--error-exitcode" ||
         option == "--from" ||
         std::ranges::find(kFormats, option, &Format::option) != kFormats.end();
}

/// Check's own options and those of `riffle run` come in any order; from the program on, everything is the program's.
Result<CheckOptions> parse(const std::vector<std::string>& arguments) {
  CheckOptions options;
  std::size_t at = 0;
  for (; at < arguments.size(); ++at) {
    const std::string& word = arguments[at];
    if (word == "-h" || word == "--help" || word == "--rules") {
      (word == "--rules" ? options.show_rules : options.show_help) = true;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string option = word.substr(0, equals);
    if (!takes_value(option)) {
      if (word == "--" && options.program.empty()) ++at;
      if (word == "--" || !word.starts_with("-")) break;
      options.program.push_back(word);
      continue;
    }
    if (equals == std::string::npos && at + 1 == arguments.size())
      return error(Code::kInvalidValue, fmt::format("option '{}' needs a value", option));
    const std::string value =
        equals == std::string::npos ? arguments[++at] : word.substr(equals + 1);
    if (Status status = set_option(options, option, value); !status)
      return std::unexpected(status.error());
  }
  options.program.insert(options.program.end(), arguments.begin() + static_cast<std::ptrdiff_t>(at),
                         arguments.end());
  const bool shows = options.show_help || options.show_rules;
  if (options.program.empty() && options.findings_file.empty() && !shows)
    return error(Code::kInvalidValue, "no program; see 'riffle check --help'");
  return options;
}

Result<std::vector<check::Suppression>> read_suppressions(const CheckOptions& options) {
  std::vector<check::Suppression> all;
  for (const std::string& path : options.suppression_files) {
    const Result<std::string> text = read_file(path);
    if (!text) return std::unexpected(text.error());
    const auto some = check::parse_suppressions(*text);
    if (!some) return error(Code::kInvalidValue, fmt::format("{}: {}", path, some.error().text));
    all.insert(all.end(), some->begin(), some->end());
  }
  return all;
}

/// The exit code of the whole. `job`: of which this is one command; null: of none.
int show(const CheckOptions& options, const std::vector<check::Suppression>& suppressions,
         const std::string& path, int exit_code, check::Job* job = nullptr) {
  const Result<std::string> text = read_file(path);
  if (!text) return complain(text.error().text);
  if (job != nullptr && !text->empty() && job->has_read(text->size())) return exit_code;
  Result<check::Report> report = check::parse_report(*text);
  if (!report) return complain(report.error().text);
  if (report->processes == 0) {
    say("riffle check: nothing was checked: the program did not use Riffle's CUDA runtime\n");
    // Other ranks may use it later, and a launcher ends them when one fails.
    return exit_code != 0 || job != nullptr ? exit_code : 1;
  }
  check::find_symbols(*report, installation().include_folder);
  check::drop_wrappers(*report, installation().include_folder);
  check::drop_repeats(*report);
  check::suppress(*report, suppressions);
  if (job != nullptr && job->has_reported(text->size(), report->findings.size())) return exit_code;
  say_text(check::text_of(*report));
  for (const Output& output : options.outputs)
    if (const Status written = write_file(output.path, output.render(*report)); !written)
      return complain(written.error().text);
  return options.error_exit_code != 0 && report->errors() != 0 ? options.error_exit_code
                                                               : exit_code;
}

/// What makes a report as this command does, but of another file.
std::vector<std::string> command_of_reports(const CheckOptions& options) {
  std::vector<std::string> words = {installation().executable, "check"};
  for (const std::string& file : options.suppression_files) {
    std::error_code none;
    words.insert(words.end(), {"--suppress", std::filesystem::absolute(file, none).string()});
  }
  return words;
}

}  // namespace

int check_command(const std::vector<std::string>& arguments) {
  const Result<CheckOptions> options = parse(arguments);
  if (!options) return complain(options.error().text);
  if (options->show_help) return print_help();
  if (options->show_rules) {
    fmt::print("{}", check::page_of_rules());
    return 0;
  }
  const auto suppressions = read_suppressions(*options);
  if (!suppressions) return complain(suppressions.error().text);
  if (!options->findings_file.empty())
    return show(*options, *suppressions, options->findings_file, 0);
  const HeldSignals held;
  const std::unique_ptr<check::Job> job = check::Job::join();
  std::optional<TemporaryFile> own_findings;
  if (job == nullptr) own_findings.emplace("riffle-check");
  const std::string findings = job == nullptr ? own_findings->path() : job->findings();
  if (findings.empty()) return complain("cannot create a temporary file");
  for (const auto& [name, value] :
       check::environment_of_checked(options->tools, options->program[0], findings))
    setenv(name.c_str(), value.c_str(), 1);
  for (const auto& [name, value] :
       check::environment_of_pytest(options->program, command_of_reports(*options)))
    setenv(name.c_str(), value.c_str(), 1);
  const auto exit_code = run_for("riffle check", check::with_lines(options->program));
  if (!exit_code) return exit_code.error();
  if (job != nullptr && !job->leave(*exit_code)) return *exit_code;
  // Whoever reads the report may have ended: the job's files are to go nevertheless.
  std::signal(SIGPIPE, SIG_IGN);
  return show(*options, *suppressions, findings, *exit_code, job.get());
}

}  // namespace riffle::tool
