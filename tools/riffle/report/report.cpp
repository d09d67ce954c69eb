// SPDX-License-Identifier: Apache-2.0
// `riffle report`: runs a program, and packs what a maintainer needs to understand what it did.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

#include "cc/temporary_folder.h"
#include "commands.h"
#include "file.h"
#include "held_signals.h"
#include "help.h"
#include "report/archive.h"
#include "report/collected.h"
#include "report/contents.h"
#include "run/prepared_program.h"
#include "run/run_program.h"
#include "say.h"
#include "trace/texts.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;
using report::Collected;
using report::RecordedRun;
using report::ReportPart;

constexpr std::string_view kEnding = ".tar.gz";

int complain(const std::string& text) {
  say("riffle report: {}\n", text);
  return 1;
}

int print_help() {
  HelpPage page;
  page.section("NAME").literal("riffle report - pack what a maintainer needs to reproduce a bug");
  page.section("SYNOPSIS")
      .literal(
          "riffle report [-o FILE] PROGRAM [ARGUMENT]...\n"
          "riffle report [-o FILE] [OPTION OF RIFFLE RUN]... FILE.cu [ARGUMENT]...");
  page.section("DESCRIPTION")
      .paragraph(
          "Runs the program as 'riffle run' does and writes one archive: versions, processor and "
          "devices, "
          "what 'riffle doctor' says, the program's output and exit code, what each stream did, "
          "the code "
          "of its kernels before and after Riffle's compiler, and the variables of the environment "
          "that "
          "matter to CUDA. Prints the list of what is in the archive. Sends nothing.")
      .paragraph(
          "Values and arguments that look like tokens or passwords are left out. The program's "
          "output "
          "and the code of its kernels are not searched for secrets: look through the archive "
          "before you "
          "pass it on. Sources are not in it.")
      .paragraph(
          "The program's output goes into the archive, not to the terminal. Kernels are compiled "
          "for this "
          "run, not taken from the cache.");
  page.section("OPTIONS")
      .entry("-o FILE",
             "Name of the archive, which ends in .tar.gz; riffle-report-PROGRAM.tar.gz in the "
             "current folder, unless given. A file of that name is replaced.")
      .entry("-h, --help", "Print this page.");
  page.section("EXAMPLES")
      .literal(
          "riffle report ./pipeline photographs/\n"
          "riffle report -o wrong-sum.tar.gz -O3 sum.cu 1000000\n"
          "tar -tf riffle-report-pipeline.tar.gz");
  page.section("EXIT STATUS")
      .entry("0", "the archive was written, whatever the program's exit code was")
      .entry("1", "the options are wrong, or the archive could not be written")
      .entry("1, 2, 255", "the source did not compile; the exit code is that of 'riffle cc'")
      .entry("126, 127", "the program could not be run, or was not found");
  fmt::print("{}", page.text());
  return 0;
}

struct ReportOptions {
  std::string output;
  std::vector<std::string> program;
  bool show_help = false;
};

/// Report's own options come first; from the first word that is not one of them, everything is `riffle run`'s.
Result<ReportOptions> parse(const std::vector<std::string>& arguments) {
  ReportOptions options;
  std::size_t at = 0;
  for (; at < arguments.size(); ++at) {
    const std::string& word = arguments[at];
    if (word == "-h" || word == "--help") {
      options.show_help = true;
    } else if (word == "-o" || word == "--output") {
      if (++at == arguments.size())
        return error(Code::kInvalidValue, fmt::format("option '{}' needs a file", word));
      options.output = arguments[at];
      if (!options.output.ends_with(kEnding))
        return error(
            Code::kInvalidValue,
            fmt::format("expected a file name that ends in {}, got '{}'", kEnding, options.output));
    } else {
      if (word == "--") ++at;
      break;
    }
  }
  options.program.assign(arguments.begin() + static_cast<std::ptrdiff_t>(at), arguments.end());
  if (options.program.empty() && !options.show_help)
    return error(Code::kInvalidValue, "no program; see 'riffle report --help'");
  return options;
}

/// Before the program runs, which may take long.
Status check_writable(const std::string& path) {
  std::error_code failure;
  const bool exists = fs::exists(path, failure);
  const fs::path folder = fs::absolute(path, failure).parent_path();
  errno = 0;
  if (exists && fs::is_directory(path, failure))
    errno = EISDIR;
  else if (access(exists ? path.c_str() : folder.c_str(), W_OK) == 0)
    return {};
  return error(Code::kOperatingSystem,
               fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
}

/// Also before it runs: the code of its kernels needs some room there.
Status check_room(const std::string& folder) {
  constexpr std::size_t kBytes = std::size_t{64} << 10;
  const std::string file = folder + "/room";
  if (const Status written = write_file(file, std::string(kBytes, ' ')); !written)
    return error(written.error().code, "TMPDIR: " + written.error().text);
  fs::remove(file);
  return {};
}

/// Its exit code; its output goes into `run`.
Result<int> run_captured(const PreparedProgram& program, RecordedRun& run) {
  Collected output(1), errors(2);
  for (const Collected* each : {&output, &errors})
    if (!each->status()) return std::unexpected(each->status().error());
  run.started = std::time(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const int exit_code = run_program("riffle report", program.path, program.name, program.arguments);
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.errors = errors.end();
  run.output = output.end();
  return exit_code;
}

std::vector<std::string> this_environment() {
  std::vector<std::string> all;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    all.emplace_back(*variable);
  return all;
}

void print_list(const std::vector<ReportPart>& parts) {
  std::size_t widest = 0;
  for (const ReportPart& part : parts) widest = std::max(widest, part.file.name.size());
  for (const ReportPart& part : parts)
    fmt::print("  {:<{}}  {:>10}  {}\n", part.file.name, widest,
               bytes_text(part.file.content.size()), part.meaning);
}

int write_report(const RecordedRun& run, const std::string& output) {
  std::vector<std::string> notes;
  const std::vector<ReportPart> parts = report::contents_of(run, notes);
  std::vector<report::ArchiveEntry> entries;
  for (const ReportPart& part : parts)
    entries.push_back({"riffle-report/" + part.file.name, part.file.content});
  const std::string packed = report::gzip_of(report::tar_of(entries, run.started));
  if (const Status written = write_file(output, packed); !written)
    return complain(written.error().text);
  fmt::print("{}, {}; nothing was sent. It has:\n", output, bytes_text(packed.size()));
  print_list(parts);
  for (const std::string& note : notes) fmt::print("  {}\n", note);
  fmt::print("Look through it before you pass it on: 'tar -xf {}'\n", output);
  return 0;
}

}  // namespace

int report_command(const std::vector<std::string>& arguments) {
  Result<ReportOptions> options = parse(arguments);
  if (!options) return complain(options.error().text);
  if (options->show_help) return print_help();
  const HeldSignals held;
  const auto program = prepare_run("riffle report", options->program);
  if (!program) return program.error();
  if (options->output.empty())
    options->output =
        fmt::format("riffle-report-{}{}", fs::path(program->name).filename().string(), kEnding);
  if (const Status writable = check_writable(options->output); !writable)
    return complain(writable.error().text);
  TemporaryFolder folder;
  if (const Status made = folder.create(); !made) return complain(made.error().text);
  if (const Status room = check_room(folder.path()); !room) return complain(room.error().text);
  const TemporaryFile recording("riffle-report");
  if (recording.path().empty()) return complain("cannot create a temporary file");
  RecordedRun run{.command_line = options->program,
                  .environment = this_environment(),
                  .folder = folder.path(),
                  .recording = recording.path()};
  setenv("RIFFLE_TRACE", recording.path().c_str(), 1);
  setenv("RIFFLE_DUMP_IR", (folder.path() + "/ir").c_str(), 1);
  say("riffle report: running '{}'; its output goes into the archive\n", program->name);
  const Result<int> exit_code = run_captured(*program, run);
  if (!exit_code) return complain(exit_code.error().text);
  run.exit_code = *exit_code;
  if (const std::string errors = run.errors.text();
      errors.starts_with(fmt::format("riffle report: cannot run '{}': ", program->name))) {
    say_text(errors);
    return run.exit_code;
  }
  say("riffle report: '{}' ended with exit code {}\n", program->name, run.exit_code);
  for (const char* name : {"RIFFLE_TRACE", "RIFFLE_DUMP_IR"}) unsetenv(name);
  return write_report(run, options->output);
}

}  // namespace riffle::tool
