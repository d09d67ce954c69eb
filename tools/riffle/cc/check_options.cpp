// SPDX-License-Identifier: Apache-2.0
// What an option set must fulfil as a whole, before anything runs.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <string_view>

#include <unistd.h>

#include <fmt/format.h>

#include "cc/device_output.h"
#include "cc/nvcc_options.h"
#include "cc/option_table.h"
#include "cc/toolchain.h"

namespace riffle::tool {
namespace {

Status check_input(const Input& input) {
  if (input.path == "-") return {};  // standard input
  std::error_code ignored;
  if (std::filesystem::is_directory(input.path, ignored))
    return error(Code::kFileNotFound, fmt::format("cannot read '{}': it is a folder", input.path));
  if (access(input.path.c_str(), R_OK) == 0) return {};
  return error(Code::kFileNotFound,
               fmt::format("cannot read '{}': {}", input.path, std::strerror(errno)));
}

/// The folder must take a new file, or the file must take new content: said before minutes of work.
Status check_output(const std::string& path) {
  if (path.empty() || path == "-" || path == "/dev/null") return {};
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return error(Code::kInvalidValue, fmt::format("cannot write '{}': it is a folder", path));
  }
  const bool exists = access(path.c_str(), F_OK) == 0;
  if (access(exists ? path.c_str() : folder.c_str(), W_OK) != 0) {
    return error(Code::kInvalidValue,
                 fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
  }
  return {};
}

/// Two sources of one name in different folders would be written to one object.
Status check_default_outputs(const NvccOptions& options) {
  std::map<std::string, std::string> sources;
  const bool device_code = options.phase == Phase::kDeviceCode;
  const char* const suffix = device_code ? suffix_of(options.device_output) : ".o";
  for (const Input& input : options.inputs) {
    if (input.language == Language::kObject) continue;
    const std::string stem = std::filesystem::path(input.path).stem().string();
    const auto [other, is_new] = sources.emplace(stem, input.path);
    if (!is_new) {
      return error(Code::kInvalidValue, fmt::format("'{}' and '{}' would both be written to '{}{}'",
                                                    other->second, input.path, stem, suffix));
    }
  }
  return {};
}

Status check_output_is_no_input(const NvccOptions& options) {
  std::error_code failure;
  for (const Input& input : options.inputs) {
    if (std::filesystem::equivalent(input.path, options.output, failure)) {
      return error(Code::kInvalidValue, fmt::format("'{}' is both input and output", input.path));
    }
  }
  return {};
}

/// As nvcc takes them: a step's own files and those before it.
Status check_device_code(const NvccOptions& options, const Input& input) {
  if (input.language != Language::kDeviceCode || options.phase == Phase::kDeviceLink) return {};
  const std::string suffix = std::filesystem::path(input.path).extension().string();
  DeviceOutput kind = DeviceOutput::kFatbin;
  if (suffix == suffix_of(DeviceOutput::kPtx)) kind = DeviceOutput::kPtx;
  if (suffix == suffix_of(DeviceOutput::kCubin)) kind = DeviceOutput::kCubin;
  if (options.phase == Phase::kDeviceCode && options.device_output > kind) return {};
  return error(Code::kInvalidValue, fmt::format("'{}' is device code: it can only be linked with "
                                                "-dlink, or converted with -cubin or -fatbin",
                                                input.path));
}

/// nvcc's rule; here, several would be one and the same code.
Status check_one_architecture(const NvccOptions& options) {
  const bool of_one =
      options.device_output == DeviceOutput::kPtx || options.device_output == DeviceOutput::kCubin;
  const auto& given = options.architectures;
  if (!of_one || given.empty() || std::ranges::count(given, given.front()) == std::ssize(given))
    return {};
  return error(
      Code::kInvalidValue,
      fmt::format(
          "'-{}' makes code for one architecture, but several are given; -fatbin accepts several",
          options.device_output == DeviceOutput::kPtx ? "ptx" : "cubin"));
}

Status check_architectures(const NvccOptions& options) {
  if (options.codes.empty()) return {};
  const std::string& arch = options.main_architecture;
  if (arch.empty()) {
    // Beside -gencode alone nvcc has the same words.
    return error(Code::kInvalidValue, "-code needs -arch");
  }
  if (arch == "native" || arch.starts_with("all")) {
    return error(Code::kInvalidValue,
                 fmt::format("'-arch={}' cannot be combined with -code", arch));
  }
  for (const std::string& code : options.codes) {
    if (Status status = check_code_fits(arch, code); !status) return status;
  }
  return {};
}

Status check_dependency_file(const NvccOptions& options) {
  const bool has_rule = options.dependencies_too || options.phase == Phase::kDependencies;
  if (has_rule || options.dependency_file.empty()) return {};
  return error(
      Code::kInvalidValue,
      "'-MF' names the file for a make rule, but no rule is requested (-M, -MM, -MD, -MMD)");
}

/// Whether clang is told to put a sanitizer of threads into host code.
bool sanitizes_threads(const std::vector<std::string>& words) {
  constexpr std::string_view kOption = "-fsanitize=";
  return std::ranges::any_of(words, [&](const std::string& word) {
    return word.starts_with(kOption) &&
           ("," + word.substr(kOption.size()) + ",").contains(",thread,");
  });
}

/// Both want each access for themselves.
Status check_sanitizers(const NvccOptions& options) {
  if (!options.check_host) return {};
  if (!sanitizes_threads(options.compiler_options) && !sanitizes_threads(options.forwarded))
    return {};
  return error(Code::kInvalidValue,
               "'-fcheck-host' cannot be combined with '-fsanitize=thread'; compile the program "
               "with one of them");
}

/// nvcc stops here. It does not matter to what is compiled, but somebody may have meant another compiler.
void warn_of_host_compiler(NvccOptions& options) {
  const std::string& name = options.host_compiler;
  std::error_code ignored;
  if (name.empty() || std::filesystem::exists(name, ignored)) return;
  if (name.find('/') == std::string::npos && !find_in_path(name).empty()) return;
  options.warnings.push_back(
      fmt::format("the host compiler '{}' was not found; clang 22 compiles host code", name));
}

bool is_shared_object(const std::string& name) {
  return name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

}  // namespace

std::optional<Language> language_of(std::string_view path) {
  const std::string name = std::filesystem::path(path).filename().string();
  std::string suffix = std::filesystem::path(path).extension().string();
  if (name.starts_with('.') && suffix.empty()) suffix = name;  // build systems ask about '.c'
  if (suffix == ".cu") return Language::kCuda;
  if (suffix == ".cpp" || suffix == ".cc" || suffix == ".cxx" || suffix == ".C" ||
      suffix == ".ii") {
    return Language::kCpp;
  }
  if (suffix == ".c" || suffix == ".i") return Language::kC;
  if (suffix == ".ptx" || suffix == ".cubin" || suffix == ".fatbin") return Language::kDeviceCode;
  if (suffix == ".o" || suffix == ".obj" || suffix == ".a" || suffix == ".lo" ||
      is_shared_object(name)) {
    return Language::kObject;
  }
  return std::nullopt;
}

Status check_nvcc_options(NvccOptions& options) {
  const bool to_device_code = options.phase == Phase::kCompile || options.phase == Phase::kLink;
  if (options.device_output != DeviceOutput::kNone && to_device_code)
    options.phase = Phase::kDeviceCode;
  for (const auto check :
       {check_one_architecture, check_architectures, check_dependency_file, check_sanitizers}) {
    if (Status status = check(options); !status) return status;
  }
  warn_of_host_compiler(options);
  if (options.inputs.empty()) {
    return error(Code::kInvalidValue, "no input files; see 'riffle cc --help'");
  }
  std::size_t sources = 0;
  for (Input& input : options.inputs) {
    std::optional<Language> language = language_of(input.path);
    const bool is_made = language == Language::kObject || language == Language::kDeviceCode;
    if (options.forced_language && !is_made) language = options.forced_language;
    if (!language && input.path == "-")
      return error(Code::kInvalidValue, "'-' is standard input; set its language with -x");
    if (!language && options.phase != Phase::kMakeImage) {
      return error(Code::kInvalidValue,
                   fmt::format("the suffix of '{}' is not that of a source, an object or a "
                               "library; set its language with -x",
                               input.path));
    }
    input.language = language.value_or(Language::kObject);
    if (Status status = check_device_code(options, input); !status) return status;
    if (input.language != Language::kObject) ++sources;
    // A dry run prints commands for files that need not exist: CMake asks that way.
    if (options.dry_run) continue;
    if (Status status = check_input(input); !status) return status;
  }
  const bool one_output_each = options.phase != Phase::kLink && options.phase != Phase::kLibrary &&
                               options.phase != Phase::kDeviceLink;
  if (one_output_each && !options.output.empty() && sources > 1) {
    return error(Code::kInvalidValue, fmt::format("-o '{}' names one output for {} sources, but "
                                                  "without a link step each source has its own",
                                                  options.output, sources));
  }
  const std::string& rule_name =
      options.dependency_file.empty() ? options.output : options.dependency_file;
  if (options.dependencies_too && !rule_name.empty() && sources > 1) {
    return error(Code::kInvalidValue,
                 fmt::format("-MD with {} sources would name the rules of all of them after '{}'",
                             sources, rule_name));
  }
  const bool by_source = options.phase == Phase::kCompile || options.phase == Phase::kDeviceCode;
  if (by_source && options.output.empty()) {
    if (Status status = check_default_outputs(options); !status) return status;
  }
  if (options.phase == Phase::kLibrary && options.output.empty()) options.output = "a.a";
  if (options.dry_run) return {};
  if (Status status = check_output_is_no_input(options); !status) return status;
  return check_output(options.output);
}

}  // namespace riffle::tool
