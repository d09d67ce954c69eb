// SPDX-License-Identifier: Apache-2.0
// The `riffle` command: picks the sub-command. Under the name nvcc it is `riffle cc`.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "commands.h"
#include "commit.h"
#include "help.h"
#include "say.h"
#include "toolkit.h"
#include "version.h"

namespace {

int print_help() {
  riffle::tool::HelpPage page;
  page.section("NAME").literal("riffle - run CUDA programs on the CPU, without a GPU");
  page.section("SYNOPSIS").literal("riffle COMMAND [ARGUMENT]...\nriffle help COMMAND");
  page.section("COMMANDS")
      .entry("cc", "Compile CUDA C++ with nvcc's command line.")
      .entry("run", "Compile if needed and run a .cu file or a program.")
      .entry("info", "Show devices, CPU, cache and versions.")
      .entry("env", "Print the environment variables by which build systems find Riffle.")
      .entry("doctor", "Find out what is wrong with this machine's setup.")
      .entry("trace", "Run a program and show what it did, and when.")
      .entry("check", "Run a program and show its races, leaks and misused calls.")
      .entry("explore", "Run a program in many orders that CUDA allows and compare the results.")
      .entry("trt", "Time an ONNX model on TensorRT's interface.")
      .entry("report", "Run a program and pack what a bug report needs.");
  page.section("EXAMPLES")
      .literal(
          "riffle run hello.cu\nriffle cc -O3 -o vecadd vecadd.cu && ./vecadd\nriffle info --json");
  page.section("EXIT STATUS").literal("0  success\n2  unknown command");
  fmt::print("{}", page.text());
  return 0;
}

/// A file that is opened where standard output was closed would get what is printed.
void open_standard_descriptors() {
  int opened = 0;
  do {
    opened = ::open("/dev/null", O_RDWR);
  } while (opened >= 0 && opened <= STDERR_FILENO);
  if (opened > STDERR_FILENO) ::close(opened);
}

/// Everything of Riffle's is found from where this program lies, and clang looks for its own files in the same way.
bool knows_itself() {
  if (::access("/proc/self/exe", F_OK) == 0) return true;
  riffle::tool::say(
      "riffle: cannot find Riffle's own files: /proc is not mounted here; "
      "'mount -t proc proc /proc' mounts it\n");
  return false;
}

/// What was printed may not have reached a full disk.
int after_printing(int exit_code) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  const int reason = errno;
  riffle::tool::say("riffle: cannot write to standard output{}{}\n", reason != 0 ? ": " : "",
                    reason != 0 ? std::strerror(reason) : "");
  return exit_code != 0 ? exit_code : 1;
}

int dispatch(const std::string& name, std::vector<std::string> arguments) {
  using namespace riffle::tool;
  const std::string called_as = std::filesystem::path(name).filename().string();
  // The toolkit folder may have been moved, or was never used: what comes after this, by whichever linker, may link with its
  // libraries. If they cannot be written, the link step says what is missing.
  static_cast<void>(settle_toolkit());
  if (!knows_itself()) return 1;
  if (called_as == "nvcc") return cc_command(arguments, "nvcc");
  if (called_as == "riffle-host-link") return host_link_command(arguments);
  if (called_as == "__nvcc_device_query") return device_query_command();
  if (arguments.empty()) {
    print_help();
    return 2;
  }
  const std::string command = arguments.front();
  arguments.erase(arguments.begin());
  if (command == "cc") return cc_command(arguments);
  if (command == "run") return run_command(arguments);
  if (command == "info") return info_command(arguments);
  if (command == "env") return env_command(arguments);
  if (command == "doctor") return doctor_command(arguments);
  if (command == "help" && !arguments.empty()) return dispatch(name, {arguments[0], "--help"});
  if (command == "--help" || command == "-h" || command == "help") return print_help();
  if (command == "--version" || command == "-V") {
    fmt::print("riffle {} (CUDA 13.0){}{}\n", kVersion, commit().empty() ? "" : ", commit ",
               commit());
    return 0;
  }
  if (command == "trace") return trace_command(arguments);
  if (command == "check") return check_command(arguments);
  if (command == "explore") return explore_command(arguments);
  if (command == "report") return report_command(arguments);
  if (command == "trt") return trt_command(arguments);
  std::error_code failure;
  if (command.starts_with('-')) {
    say("riffle: unknown option '{}'; see 'riffle --help'\n", command);
  } else if (std::filesystem::is_regular_file(command, failure)) {
    say("riffle: '{}' is not a command; 'riffle run {}' runs it\n", command, command);
  } else {
    say("riffle: unknown command '{}'; see 'riffle --help'\n", command);
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_descriptors();
  try {
    return after_printing(
        dispatch(argc > 0 ? argv[0] : "riffle", {argv + (argc > 0 ? 1 : 0), argv + argc}));
  } catch (const std::exception& failure) {
    // Out of memory, or standard output cannot be written.
    riffle::tool::say("riffle: {}\n", failure.what());
    return 1;
  }
}
