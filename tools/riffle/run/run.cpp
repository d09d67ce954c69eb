// SPDX-License-Identifier: Apache-2.0
// `riffle run`: compiles a source unless the cache has the program, then runs it.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string_view>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/cache_folder.h"
#include "base/options.h"
#include "base/schedule_plan.h"
#include "cc/compilation.h"
#include "cc/option_table.h"
#include "cc/temporary_folder.h"
#include "cc/toolchain.h"
#include "commands.h"
#include "file.h"
#include "held_signals.h"
#include "help.h"
#include "install.h"
#include "run/prepared_program.h"
#include "run/program_cache.h"
#include "run/run_program.h"
#include "say.h"
#include "version.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

int print_help() {
  HelpPage page;
  page.section("NAME").literal("riffle run - compile if needed and run a CUDA program");
  page.section("SYNOPSIS")
      .literal(
          "riffle run [--schedule SCHEDULE] [OPTION]... FILE.cu [ARGUMENT]...\n"
          "riffle run [--schedule SCHEDULE] PROGRAM [ARGUMENT]...");
  page.section("DESCRIPTION")
      .paragraph(
          "Compiles FILE (.cu, .cpp, .cc, .cxx or .c) and runs it with the ARGUMENTs. The program "
          "is cached and reused while the options, the compiler and every file that the compiler "
          "and the linker read are unchanged, and no file has appeared that they had looked for. A "
          "PROGRAM that is already built is run as it is.")
      .paragraph("The program gets standard input, standard output and signals.");
  page.section("OPTIONS")
      .paragraph(
          "Before FILE: the options of 'riffle cc' that make a program: -O3, -std=c++20, -D, -I, "
          "-l, -Xcompiler, -v and so on. Before a FILE or a PROGRAM also:")
      .entry("--remarks",
             "Report on standard error how each kernel was compiled when it is loaded, and why, by "
             "source line.")
      .entry("--dump-ir FOLDER",
             "Write the code of each kernel into FOLDER after each step of the kernel compiler.")
      .entry(
          "--schedule SCHEDULE",
          "Must come first. Run one operation at a time, in an order that CUDA allows and that "
          "is the same each time. SCHEDULE is a seed, what 'riffle explore' printed, or a file "
          "that its --keep has written (./7 if its name is a seed); 'at:' is the usual order, in "
          "which each operation runs as soon as it can.")
      .entry("-h, --help", "Print this page.");
  page.section("EXAMPLES")
      .literal(
          "riffle run hello.cu\n"
          "riffle run -O3 -DN=1024 -lpng pipeline.cu photographs/ --streams 4\n"
          "RIFFLE_WORKERS=1 riffle run ./vecadd\n"
          "riffle run --remarks filter.cu\n"
          "riffle run --schedule 17 ./vecadd\n"
          "riffle run filter.cu < input > output");
  page.section("EXIT STATUS")
      .entry("the program's own", "if it ran")
      .entry("128 + N", "signal N ended it; a message says so")
      .entry("1", "the options are wrong")
      .entry("1, 2, 255", "it did not compile; the exit code is that of 'riffle cc'")
      .entry("126, 127", "the program could not be run, or was not found");
  page.section("ENVIRONMENT")
      .entry("RIFFLE_CACHE_DIR", "Folder of the cache; default ~/.cache/riffle.")
      .entry("RIFFLE_CACHE", "off: compile every time and cache nothing.")
      .entry("NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS",
             "Options before and after those of the command line, when FILE is compiled.")
      .entry("RIFFLE_WORKERS, RIFFLE_DEVICES",
             "Number of worker threads and devices for the program.");
  fmt::print("{}", page.text());
  return 0;
}

bool is_source(std::string_view path) {
  const std::optional<Language> language = language_of(path);
  return language && *language != Language::kObject;
}

/// A file's identity without reading it: enough for the compiler's and our own executable.
std::string stamp_of(const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) return path;
  return fmt::format("{} {} {}.{}", path, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

/// Everything the program depends on except contents of files.
std::string request_text(const std::vector<std::string>& compile_arguments,
                         const Toolchain& toolchain) {
  std::error_code failure;
  std::string text = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", kVersion,
                                 stamp_of(installation().executable), stamp_of(toolchain.code),
                                 stamp_of(installation().library_folder + "/libriffle_clang.so"),
                                 installation().include_folder, fs::current_path(failure).string());
  for (const char* name :
       {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH",
        "LD_RUN_PATH", "CCC_OVERRIDE_OPTIONS", "SOURCE_DATE_EPOCH", kFirstOptions, kLastOptions}) {
    const char* value = std::getenv(name);
    text += fmt::format("{}={}\n", name, value != nullptr ? value : "");
  }
  for (const std::string& argument : compile_arguments) text += fmt::format("{}\n", argument);
  return text;
}

/// In the shell's manner: a name with a slash is a path, another one is looked for here and then in
/// PATH.
std::string resolve_program(const std::string& name) {
  std::error_code failure;
  if (name.find('/') != std::string::npos || fs::exists(name, failure)) {
    return fs::absolute(name, failure).string();
  }
  return find_in_path(name);
}

/// `words` without those that concern how kernels are compiled while the program runs: they change no program.
std::vector<std::string> without_looks(const std::vector<std::string>& words) {
  constexpr std::string_view kDump = "--dump-ir";
  std::vector<std::string> others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == kDump) {
      ++i;
    } else if (words[i] != "--remarks" && !words[i].starts_with(std::string(kDump) + "=")) {
      others.push_back(words[i]);
    }
  }
  return others;
}

/// The program's runtime tells; compiling the program does not.
void hand_on_looks(NvccOptions& options) {
  if (options.remarks) setenv("RIFFLE_REMARKS", "on", 1);
  if (!options.dump_ir.empty()) setenv("RIFFLE_DUMP_IR", fs::absolute(options.dump_ir).c_str(), 1);
  options.remarks = false;
  options.dump_ir.clear();
}

/// Why there is no program to run. The compiler has said so itself where `text` is empty.
struct Refusal {
  std::string text;
  int exit_code;
};
using Prepared = std::expected<PreparedProgram, Refusal>;

std::unexpected<Refusal> refuse(const std::string& text, int exit_code) {
  return std::unexpected(Refusal{text, exit_code});
}

Prepared find_existing(const std::string& name, const std::vector<std::string>& arguments) {
  const std::string path = resolve_program(name);
  if (path.empty()) return refuse(fmt::format("'{}' is neither a file nor a program", name), 127);
  std::error_code failure;
  if (fs::is_directory(path, failure)) return refuse(fmt::format("'{}' is a folder", name), 126);
  if (!fs::exists(path, failure)) return refuse(fmt::format("'{}' does not exist", name), 127);
  if (access(path.c_str(), X_OK) != 0) {
    if (is_mounted_noexec(path))
      return refuse(
          fmt::format("'{}' is on a file system that is mounted noexec; copy it to another one",
                      name),
          126);
    return refuse(
        fmt::format("'{}' is neither a source (.cu, .cpp, .cc, .cxx, .c) nor executable", name),
        126);
  }
  return PreparedProgram{path, name, arguments, nullptr};
}

/// The signal ends this process when nobody holds it any more.
int end_like(const CompilationResult& result) {
  if (result.signal != 0) {
    std::signal(result.signal, SIG_DFL);
    raise(result.signal);
  }
  return result.exit_code;
}

/// Whether the system starts the program where it lies: not from a file system that is mounted noexec.
bool can_start(const std::string& program) { return access(program.c_str(), X_OK) == 0; }

/// A cached program, or a copy of it among temporary files where the cache lets none start; then, neither may: both are named.
Prepared startable(const std::string& kept, const std::string& name,
                   const std::vector<std::string>& arguments) {
  if (can_start(kept)) return PreparedProgram{kept, name, arguments, nullptr};
  auto folder = std::make_unique<TemporaryFolder>();
  if (Status status = folder->create(); !status) return refuse(status.error().text, 1);
  const std::string copy = folder->path() + "/" + fs::path(name).filename().string();
  std::error_code failure;
  fs::copy_file(kept, copy, failure);
  if (!failure) fs::permissions(copy, fs::perms::owner_all, failure);
  if (failure)
    return refuse(fmt::format("cannot copy '{}' to '{}': {}", kept, copy, failure.message()), 1);
  if (can_start(copy)) return PreparedProgram{copy, name, arguments, std::move(folder)};
  return refuse(fmt::format("cannot run '{}': '{}' (RIFFLE_CACHE_DIR) and '{}' (TMPDIR) are "
                            "mounted noexec; export TMPDIR=FOLDER, a folder of another file system",
                            name, fs::path(kept).parent_path().string(),
                            fs::path(folder->path()).parent_path().string()),
                126);
}

/// The program is linked in a temporary folder, runs from the cache where that takes it, and from
/// there where it does not.
Prepared make_from_source(NvccOptions& options, const std::vector<std::string>& compile_arguments,
                          const std::vector<std::string>& arguments) {
  const HeldSignals held;  // as long as there is a temporary folder
  const std::string name = fs::path(options.inputs[0].path).replace_extension().string();
  const std::string folder_of_cache =
      options.dry_run ? std::string() : cache_folder(options_of_programs());
  const bool has_cache = !folder_of_cache.empty();
  std::optional<ProgramCache> cache;
  if (has_cache) {
    Result<Toolchain> toolchain = find_toolchain();
    if (!toolchain) return refuse(toolchain.error().text, 1);
    const CachePlaces places = places_in_cache(folder_of_cache, "programs");
    const std::string request = request_text(compile_arguments, *toolchain);
    cache.emplace(places.own, request);
    std::optional<std::string> found = cache->find();
    if (!found && !places.common.empty()) found = ProgramCache(places.common, request).find();
    if (found) return startable(*found, name, arguments);
  }
  auto folder = std::make_unique<TemporaryFolder>();
  if (Status status = folder->create(); !status) return refuse(status.error().text, 1);
  options.output = folder->path() + "/" + fs::path(name).filename().string();
  const CompilationResult result = compile(options, {.record_inputs = has_cache});
  if (result.exit_code != 0 || options.dry_run) return refuse("", end_like(result));
  std::optional<std::string> kept;
  if (cache && result.inputs) kept = cache->store(options.output, *result.inputs);
  if (kept && can_start(*kept)) return PreparedProgram{*kept, name, arguments, nullptr};
  if (can_start(options.output))
    return PreparedProgram{options.output, name, arguments, std::move(folder)};
  if (kept) return startable(*kept, name, arguments);
  return refuse(
      fmt::format("cannot run '{}': '{}' (TMPDIR) is mounted noexec, and the program is not in the "
                  "cache; export TMPDIR=FOLDER, a folder of another file system",
                  name, fs::path(folder->path()).parent_path().string()),
      126);
}

Prepared prepare(const std::string& command, const std::vector<std::string>& arguments) {
  std::vector<std::string> rest;
  Result<NvccOptions> parsed = parse_nvcc_options_until_input(
      arguments, rest, options_in_environment(kFirstOptions), options_in_environment(kLastOptions));
  if (!parsed) return refuse(parsed.error().text, 1);
  NvccOptions& options = *parsed;
  if (options.show_help) return refuse("", print_help());
  if (options.inputs.empty())
    return refuse(fmt::format("no program or source; see '{} --help'", command), 1);
  hand_on_looks(options);
  const std::string& file = options.inputs[0].path;
  const std::vector<std::string> compile_arguments = without_looks(
      {arguments.begin(), arguments.end() - static_cast<std::ptrdiff_t>(rest.size())});
  if (!options.forced_language && !is_source(file)) {
    if (compile_arguments.size() != 1) {
      return refuse(
          fmt::format("'{}' is not a source: compiler options before it have no effect", file), 1);
    }
    return find_existing(file, rest);
  }
  if (options.phase != Phase::kLink || options.shared || options.relocatable_link ||
      !options.output.empty()) {
    return refuse(
        "options that do not make a program to run (-c, -E, -M, -lib, -shared, -o) belong to "
        "'riffle cc'",
        1);
  }
  if (Status status = check_nvcc_options(options); !status) return refuse(status.error().text, 1);
  for (const std::string& warning : options.warnings) say("{}: warning: {}\n", command, warning);
  return make_from_source(options, compile_arguments, rest);
}

/// The schedule in a file of `riffle explore --keep`: its first line that does not begin with '#'.
Result<std::string> kept_schedule(const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return text;
  for (const auto line : std::views::split(*text, '\n')) {
    const std::string_view words(line.begin(), line.end());
    if (words.empty() || words[0] == '#' || words == "\r") continue;
    return std::string(words.substr(0, words.find_last_not_of(" \t\r") + 1));
  }
  return error(Code::kInvalidValue, "--schedule: there is no schedule in '" + path + "'");
}

/// Takes `--schedule` off the front, for the program's environment.
Status take_schedule(std::vector<std::string>& arguments) {
  static constexpr std::string_view kOption = "--schedule";
  if (arguments.empty() || !arguments[0].starts_with(kOption)) return {};
  std::string schedule;
  std::ptrdiff_t taken = 1;
  if (arguments[0].size() > kOption.size()) {
    if (arguments[0][kOption.size()] != '=') return {};
    schedule = arguments[0].substr(kOption.size() + 1);
  } else if (arguments.size() == 1) {
    return error(Code::kInvalidValue, "option '--schedule' needs a value");
  } else {
    schedule = arguments[1];
    taken = 2;
  }
  auto plan = SchedulePlan::parse(schedule);
  if (!plan && std::filesystem::is_regular_file(schedule)) {
    const Result<std::string> kept = kept_schedule(schedule);
    if (!kept) return std::unexpected(kept.error());
    schedule = *kept;
    plan = SchedulePlan::parse(schedule);
  }
  if (!plan) return error(Code::kInvalidValue, "--schedule: " + plan.error().text);
  setenv("RIFFLE_SCHEDULE", schedule.c_str(), 1);
  arguments.erase(arguments.begin(), arguments.begin() + taken);
  return {};
}

}  // namespace

std::expected<PreparedProgram, int> prepare_program(const std::string& command,
                                                    const std::vector<std::string>& arguments) {
  Prepared program = prepare(command, arguments);
  if (program) return std::move(*program);
  if (!program.error().text.empty()) say("{}: {}\n", command, program.error().text);
  return std::unexpected(program.error().exit_code);
}

std::expected<PreparedProgram, int> prepare_run(const std::string& command,
                                                const std::vector<std::string>& arguments) {
  std::vector<std::string> rest = arguments;
  if (Status status = take_schedule(rest); !status) {
    say("{}: {}\n", command, status.error().text);
    return std::unexpected(1);
  }
  return prepare_program(command, rest);
}

std::expected<int, int> run_for(const std::string& command,
                                const std::vector<std::string>& arguments) {
  const HeldSignals held;  // the program may lie in a temporary folder
  const auto program = prepare_run(command, arguments);
  if (!program) return std::unexpected(program.error());
  return run_program(command, program->path, program->name, program->arguments);
}

int run_command(const std::vector<std::string>& arguments) {
  const auto ended = run_for("riffle run", arguments);
  return ended ? *ended : ended.error();
}

}  // namespace riffle::tool
