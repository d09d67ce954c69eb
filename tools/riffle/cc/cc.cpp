// SPDX-License-Identifier: Apache-2.0
// `riffle cc`: nvcc's command line.
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

#include "cc/cc_help.h"
#include "cc/clang_lines.h"
#include "cc/compilation.h"
#include "cc/device_output.h"
#include "cc/host_options.h"
#include "cc/option_table.h"
#include "cc/ready_headers.h"
#include "commands.h"
#include "file.h"
#include "run/run_program.h"
#include "say.h"

namespace riffle::tool {
namespace {

/// Under nvcc's name, in the form that those who read nvcc's messages know.
int complain(const std::string& text, std::string_view called_as = "riffle cc") {
  if (called_as == "nvcc" && !text.empty()) {
    const int first = std::toupper(static_cast<unsigned char>(text[0]));
    say("nvcc fatal   : {}{}\n", static_cast<char>(first), text.substr(1));
  } else {
    say("riffle cc: {}\n", text);
  }
  return 1;
}

std::vector<std::string> with_environment(const std::vector<std::string>& arguments) {
  std::vector<std::string> all = options_in_environment(kFirstOptions);
  all.insert(all.end(), arguments.begin(), arguments.end());
  for (std::string& word : options_in_environment(kLastOptions)) all.push_back(std::move(word));
  return all;
}

void warn_about_architectures(const NvccOptions& options) {
  if (options.no_deprecated_target_warning || options.no_warnings) return;
  for (const Architecture& one : options.architectures) {
    if (one.number < 75) {
      fmt::print(stderr,
                 "riffle cc: warning: sm_{} is older than CUDA 13 supports; __CUDA_ARCH__ is {}0\n",
                 one.number, effective_architecture(options.architectures).number);
      return;
    }
  }
}

int list_architectures(const NvccOptions& options) {
  // In nvcc's order; with both options as values of -gencode.
  for (int number : {75, 80, 86, 87, 88, 89, 90, 100, 110, 103, 120, 121}) {
    if (options.list_gpu_code && options.list_gpu_arch) {
      fmt::print("arch=compute_{0},code=sm_{0}\n", number);
    } else {
      fmt::print("{}_{}\n", options.list_gpu_code ? "sm" : "compute", number);
    }
  }
  return 0;
}

int make_image(const NvccOptions& options) {
  if (options.inputs.size() != 1 || options.output.empty()) {
    return complain("--riffle-make-image takes one bitcode file and -o");
  }
  Result<std::string> image = make_device_image(options.inputs[0].path, options);
  if (!image) return complain(image.error().text);
  const Result<std::string> content =
      device_file(options.device_output, *image, options.inputs[0].path);
  if (!content) return complain(content.error().text);
  if (Status status = write_file(options.output, *content); !status)
    return complain(status.error().text);
  return 0;
}

/// What -run runs as it is: one file that is no source, object or library.
bool is_program(const NvccOptions& options) {
  return options.inputs.size() == 1 && !options.forced_language &&
         !language_of(options.inputs[0].path) &&
         access(options.inputs[0].path.c_str(), X_OK) == 0 &&
         std::filesystem::is_regular_file(options.inputs[0].path);
}

/// `nvcc --run program` and `nvcc --run source.cu`.
int run_result(const NvccOptions& options, const std::string& program) {
  return run_program("riffle cc", std::filesystem::absolute(program).string(), program,
                     options.run_arguments);
}

}  // namespace

int cc_command(const std::vector<std::string>& arguments, std::string_view called_as) {
  const auto refuse = [&](const Error& error) { return complain(error.text, called_as); };
  Result<NvccOptions> parsed = parse_nvcc_options(with_environment(arguments));
  if (!parsed) return refuse(parsed.error());
  NvccOptions& options = *parsed;
  if (const char* compiler = std::getenv("NVCC_CCBIN");
      compiler != nullptr && options.host_compiler.empty())
    options.host_compiler = compiler;
  if (options.show_help) return print_cc_help();
  if (options.show_version) return print_cc_version(options.cuda_version);
  if (options.list_gpu_code || options.list_gpu_arch) return list_architectures(options);
  if (options.phase == Phase::kMakeImage) return make_image(options);
  if (options.phase == Phase::kMakeHeaders) {
    const Status made = make_ready_headers();
    return made ? 0 : refuse(made.error());
  }
  if (asks_host_compiler(options)) {
    const Result<Toolchain> toolchain = find_toolchain();
    if (!toolchain) return refuse(toolchain.error());
    const Result<int> code = answer_of_host_compiler(options, *toolchain);
    return code ? *code : refuse(code.error());
  }
  if (options.run_after && is_program(options)) return run_result(options, options.inputs[0].path);
  const Status checked = check_nvcc_options(options);
  for (const std::string& warning : options.warnings) {
    if (!options.no_warnings) say("riffle cc: warning: {}\n", warning);
  }
  if (options.verbose) {
    for (const std::string& note : options.notes) say("riffle cc: note: {}\n", note);
  }
  if (!checked) {
    if (options.verbose || options.dry_run) print_toolkit_lines(options.cuda_version);
    return refuse(checked.error());
  }
  warn_about_architectures(options);
  const CompilationResult result = compile(options, {});
  if (result.signal != 0) {
    // End as whoever sent the signal expects.
    std::signal(result.signal, SIG_DFL);
    raise(result.signal);
  }
  if (result.exit_code != 0 || !options.run_after || options.dry_run) return result.exit_code;
  return run_result(options, result.output);
}

}  // namespace riffle::tool
