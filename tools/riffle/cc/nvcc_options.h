// SPDX-License-Identifier: Apache-2.0
// What a `riffle cc` command line asks for, after parsing and before any decision about processes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace riffle::tool {

/// How far the inputs go.
enum class Phase {
  kLink,
  kCompile,
  kPreprocess,
  kDependencies,  ///< -M, -MM: print the rule, compile nothing
  kLibrary,       ///< -lib
  kDeviceLink,    ///< -dlink: an object with the linked device code
  kDeviceCode,    ///< -ptx, -cubin, -fatbin: the device side alone
  kHostCode,      ///< -cuda: C++ for any host compiler
  kMakeHeaders,   ///< internal: the precompiled headers that come with Riffle
  kMakeImage,     ///< internal: bitcode file to device image, as printed by --dryrun
};

enum class Language {
  kCuda,
  kCpp,
  kC,
  kObject,
  kDeviceCode,  ///< .ptx, .cubin, .fatbin
};

/// In the order of nvcc's steps: a file of one kind can be made from those before it.
enum class DeviceOutput { kNone, kPtx, kCubin, kFatbin };

struct Input {
  std::string path;
  Language language = Language::kObject;
};

/// One value of -arch or -gencode: sm_90a is {90, 'a'}.
struct Architecture {
  int number = 80;
  char suffix = 0;
  friend bool operator==(const Architecture&, const Architecture&) = default;
};

struct NvccOptions {
  // What to do.
  Phase phase = Phase::kLink;
  DeviceOutput device_output = DeviceOutput::kNone;
  bool run_after = false;
  std::vector<std::string> run_arguments;
  bool dry_run = false;
  bool verbose = false;
  bool keep = false;
  std::string keep_folder;
  bool show_help = false;
  bool show_version = false;
  bool list_gpu_code = false;
  bool list_gpu_arch = false;
  bool clean = false;             ///< delete the outputs
  std::string time_file;          ///< "-": standard output
  std::string device_time_trace;  ///< "-": named after the output
  unsigned threads = 0;           ///< processes at once; 0: one per core

  // Files.
  std::vector<Input> inputs;
  std::optional<Language> forced_language;
  std::string output;
  std::string output_folder;
  std::vector<std::string> options_files;  ///< they were read

  // Language and code.
  std::string standard;      ///< "c++20"; empty: the default
  int cuda_version = 13000;  ///< whose names and forms of calls; 12080: libcudart.so.12's
  bool relocatable = false;  ///< -rdc=true: device code that refers to other objects
  std::string optimize;      ///< "0" to "3", "s", "fast"; empty: the default
  bool debug = false;
  bool device_debug = false;
  bool device_optimize_debug = false;  ///< -dopt=on beside -G
  bool line_info = false;
  bool profile = false;
  bool check_host = false;  ///< host code tells a checker of its accesses
  bool fast_math = false;
  std::optional<bool> flush_denormals;
  std::optional<bool> precise_division;
  std::optional<bool> precise_square_root;
  std::optional<bool> contract;
  bool per_thread_stream = false;
  std::optional<bool> hidden_entities;
  std::optional<bool> static_template_stubs;
  bool extended_lambda = false;
  bool relaxed_constexpr = false;
  bool no_exceptions = false;
  bool position_independent = false;
  std::vector<Architecture> architectures;  ///< as given, in order
  std::string main_architecture;            ///< the value of -arch
  std::ptrdiff_t main_architecture_at = 0;  ///< where it is in `architectures`
  std::vector<std::string> codes;           ///< the values of -code
  std::string template_depth;
  std::string template_backtrace_limit;

  // Preprocessor.
  std::vector<std::string> macros;  ///< "-DX=1", "-UX" in the order given
  std::vector<std::string> include_folders;
  std::vector<std::string> system_include_folders;
  std::vector<std::string> pre_includes;

  // Dependency rules: with a compilation, and which headers.
  bool dependencies_too = false;
  bool user_dependencies_only = false;
  std::string dependency_file;
  std::vector<std::string> dependency_targets;
  bool phony_targets = false;

  // Diagnostics. `warning_flags` are clang's, for both sides.
  bool no_warnings = false;
  bool no_deprecated_target_warning = false;
  std::vector<std::string> warning_flags;
  std::vector<std::string>
      nvcc_warnings;  ///< "missing-launch-bounds", "missing-launch-bounds=error"
  /// What is wanted of warnings by the numbers and names of NVIDIA's front end: s177, e940, w550.
  std::vector<std::string> numbered_warnings;

  // Looking inside the kernel compiler.
  bool remarks = false;
  std::string dump_ir;  ///< a folder; empty: none

  // Linking.
  bool shared = false;
  bool relocatable_link = false;
  bool no_device_link = false;
  std::string cudart = "shared";
  std::vector<std::string> library_folders;
  std::vector<std::string> libraries;

  // For other programs.
  std::string host_compiler;  ///< -ccbin; only looked for
  std::string archiver;       ///< -arbin; empty: the tool chain's
  std::vector<std::string> compiler_options;
  std::vector<std::string> linker_options;
  std::vector<std::string> archive_options;
  bool forward_unknown_to_compiler = false;
  bool forward_unknown_to_linker = false;
  std::vector<std::string> forwarded;  ///< unknown options, kept for the host compiler or linker

  /// Things worth saying: `warnings` always, `notes` with -v.
  std::vector<std::string> warnings;
  std::vector<std::string> notes;
};

/// Parses nvcc's command line (without the program's name). An error's text is what the user reads
/// after "riffle cc: ".
Result<NvccOptions> parse_nvcc_options(std::span<const std::string> arguments);

/// As above for `riffle run`: options end at the first input. `rest` receives what follows it. Options come before it from
/// `first` and after it from `last` as well.
Result<NvccOptions> parse_nvcc_options_until_input(std::span<const std::string> arguments,
                                                   std::vector<std::string>& rest,
                                                   std::span<const std::string> first = {},
                                                   std::span<const std::string> last = {});

/// nvcc reads options from these variables too, the first before and the second after those of the command line; build
/// systems set them.
inline constexpr const char* kFirstOptions = "NVCC_PREPEND_FLAGS";
inline constexpr const char* kLastOptions = "NVCC_APPEND_FLAGS";
std::vector<std::string> options_in_environment(const char* variable);

/// Fills in what follows from the options as a whole (languages of inputs, contradictions).
Status check_nvcc_options(NvccOptions& options);

/// The language that nvcc takes a file name for; nothing when it would not know what to do with it.
std::optional<Language> language_of(std::string_view path);

}  // namespace riffle::tool
