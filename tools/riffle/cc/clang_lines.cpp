// SPDX-License-Identifier: Apache-2.0
#include "cc/clang_lines.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <xxhash.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/front/warning_options.h"
#include "version.h"

namespace riffle::tool {
namespace {

/// A folder of NVIDIA's toolkit on the user's command line must not hide Riffle's headers: it is
/// searched after all others, for the rest of what may be in it.
bool holds_foreign_toolkit(const std::string& folder, const std::string& own) {
  std::error_code failure;
  namespace fs = std::filesystem;
  if (!fs::exists(fs::path(folder) / kForeignToolkitMark, failure)) return false;
  return !fs::equivalent(folder, own, failure);
}

void add_include_folders(CommandLine& line, const LineContext& context) {
  const NvccOptions& options = context.options;
  std::vector<std::string> last;
  for (const std::string& folder : options.include_folders) {
    if (holds_foreign_toolkit(folder, context.include_folder)) {
      last.push_back(folder);
    } else {
      line.push_back("-I" + folder);
    }
  }
  // Where CUDA 13 has CCCL. Before our own headers: who puts it there wants it whole.
  const std::filesystem::path cccl = context.toolkit_folder + "/include/cccl";
  std::error_code failure;
  if (std::filesystem::exists(cccl / "cuda" / "std", failure))
    append(line, {"-isystem", cccl.string()});
  append(line, {"-isystem", context.include_folder});
  for (const std::string& folder : options.system_include_folders) {
    if (holds_foreign_toolkit(folder, context.include_folder)) {
      last.push_back(folder);
    } else {
      append(line, {"-isystem", folder});
    }
  }
  for (const std::string& folder : last) append(line, {"-idirafter", folder});
}

/// Those that options for CUDA sources bring along.
CommandLine macros_of_options(const NvccOptions& options) {
  CommandLine macros;
  if (options.relocatable) macros.emplace_back("-D__CUDACC_RDC__");
  if (options.device_debug) macros.emplace_back("-D__CUDACC_DEBUG__");
  if (options.extended_lambda) macros.emplace_back("-D__CUDACC_EXTENDED_LAMBDA__");
  if (options.relaxed_constexpr) macros.emplace_back("-D__CUDACC_RELAXED_CONSTEXPR__");
  return macros;
}

/// The macros by which programs know nvcc. The first ones are there for every language, as nvcc has
/// them.
void add_macros(CommandLine& line, const LineContext& context, bool cuda) {
  const NvccOptions& options = context.options;
  append(line, {"-D__NVCC__", "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1"});
  if (options.cuda_version == kCudaVersion12) {
    append(line,
           {"-D__CUDACC_VER_MAJOR__=12", "-D__CUDACC_VER_MINOR__=8", "-D__CUDACC_VER_BUILD__=90",
            "-D__CUDA_API_VER_MAJOR__=12", "-D__CUDA_API_VER_MINOR__=8"});
    line.push_back(fmt::format("-DRIFFLE_CUDA_VERSION={}", options.cuda_version));
  } else {
    append(line,
           {"-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=48",
            "-D__CUDA_API_VER_MAJOR__=13", "-D__CUDA_API_VER_MINOR__=0"});
  }
  line.push_back(fmt::format("-D__CUDA_ARCH_LIST__={}0",
                             effective_architecture(options.architectures).number));
  if (cuda) {
    append(line, {"-D__CUDACC__", "-DCUDA_DOUBLE_MATH_FUNCTIONS",
                  "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1"});
    append(line, macros_of_options(options));
  }
  if (options.per_thread_stream && !cuda) line.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
  append(line, options.macros);
}

std::string clang_plugin(const LineContext& context) {
  return context.library_folder + "/libriffle_clang.so";
}

/// Both sides must agree on this value, and each source of a program has its own: names of
/// variables that host and device share are derived from it.
std::string unit_id(const LineContext& context, const std::string& source) {
  std::error_code failure;
  std::string text = std::filesystem::absolute(source, failure).string();
  for (const std::string& macro : context.options.macros) text += '\n' + macro;
  // Objects of one source, compiled in two ways, may be linked together.
  if (context.options.relocatable)
    text += '\n' + context.options.output + '\n' + context.options.output_folder;
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

/// What host and device side have in common for a .cu file.
void add_cuda_dialect(CommandLine& line, const LineContext& context, const std::string& source) {
  const NvccOptions& options = context.options;
  Architecture architecture = effective_architecture(options.architectures);
  // Clang knows the architecture-specific sets (sm_90a), not the family ones (sm_100f).
  const bool specific = architecture.suffix == 'a';
  append(line, {"-x", "cuda", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib"});
  line.push_back(fmt::format("--cuda-gpu-arch=sm_{}{}", architecture.number, specific ? "a" : ""));
  append(line, {"-Xclang", "-target-sdk-version=12.9"});
  line.push_back("-cuid=" + unit_id(context, source));
  if (options.relocatable) line.push_back("-fgpu-rdc");
  if (options.per_thread_stream) append(line, {"-Xclang", "-fgpu-default-stream=per-thread"});
}

void add_standard(CommandLine& line, const NvccOptions& options, Language language) {
  if (language == Language::kC) return;
  line.push_back("-std=" + (options.standard.empty() ? std::string{"gnu++17"} : options.standard));
}

void add_language_options(CommandLine& line, const LineContext& context, Language language) {
  const NvccOptions& options = context.options;
  add_standard(line, options, language);
  add_macros(line, context, language == Language::kCuda);
  add_include_folders(line, context);
  if (language == Language::kCuda) {
    line.push_back("-fplugin=" + clang_plugin(context));
    line.push_back(fmt::format("-fplugin-arg-riffle_absent-{}", kForeignToolkitMark));
    append(line, {"-include", kFirstHeader});
  }
  for (const std::string& file : options.pre_includes) append(line, {"-include", file});
  if (!options.template_depth.empty()) line.push_back("-ftemplate-depth=" + options.template_depth);
  if (!options.template_backtrace_limit.empty()) {
    line.push_back("-ftemplate-backtrace-limit=" + options.template_backtrace_limit);
  }
}

/// What gcc, nvcc's host compiler, warns of and clang refuses unless told; and what it says nothing of, though many
/// programs have it: `rand() / (float)RAND_MAX`.
void add_leniency(CommandLine& line, Language language) {
  if (language == Language::kC) {
    append(line, {"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
                  "-Wno-error=int-conversion", "-Wno-error=incompatible-pointer-types",
                  "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch"});
  } else {
    append(line, {"-Wno-error=register", "-Wno-error=c++11-narrowing",
                  "-Wno-error=reserved-user-defined-literal", "-Wno-invalid-constexpr",
                  "-Wno-missing-template-arg-list-after-template-kw", "-Wno-pass-failed",
                  "-Wno-cuda-compat", "-Wno-implicit-const-int-float-conversion",
                  "-Wno-deprecated-literal-operator", "-Wno-deprecated-builtins", "-Wno-empty-body",
                  "-Wno-vla-cxx-extension", "-Wno-literal-conversion"});
  }
}

void add_diagnostic_options(CommandLine& line, const LineContext& context, Language language) {
  const NvccOptions& options = context.options;
  // Options meant for gcc, and our own that one phase does not need, are not the user's mistakes.
  append(line, {"-Wno-unknown-warning-option", "-Wno-unused-command-line-argument",
                "-Wno-ignored-optimization-argument", "-Wno-deprecated-ofast"});
  add_leniency(line, language);
  if (language == Language::kCuda && !options.numbered_warnings.empty())
    line.push_back(
        fmt::format("-fplugin-arg-riffle_numbers-{}", fmt::join(options.numbered_warnings, ",")));
  if (options.no_warnings) line.push_back("-w");
  append(line, options.warning_flags);
  std::vector<std::string> own = options.nvcc_warnings;
  if (options.no_warnings)
    std::erase_if(own, [](const auto& one) { return !one.ends_with("=error"); });
  if (language == Language::kCuda && !own.empty())
    line.push_back(fmt::format("-fplugin-arg-riffle_warnings-{}", fmt::join(own, ",")));
  if (context.color) line.push_back("-fcolor-diagnostics");
}

/// Options for the host compiler that change what the source means: nvcc's device side sees them
/// too, since the host compiler preprocesses for it.
CommandLine shared_with_device(const std::vector<std::string>& compiler_options) {
  static constexpr std::array kPrefixes = {"-D",
                                           "-U",
                                           "-I",
                                           "-W",
                                           "-std=",
                                           "-ferror-limit=",
                                           "-fno-rtti",
                                           "-fno-exceptions",
                                           "-fsigned-char",
                                           "-funsigned-char",
                                           "-fchar8_t",
                                           "-fno-char8_t"};
  CommandLine shared;
  for (std::size_t i = 0; i < compiler_options.size(); ++i) {
    const std::string& option = compiler_options[i];
    if (option.starts_with("-Wl,") || option.starts_with("-Wa,") || option.starts_with("-Wp,"))
      continue;
    const bool with_value = option == "-include" || option == "-isystem" || option == "-D" ||
                            option == "-U" || option == "-I";
    if (with_value && i + 1 < compiler_options.size()) {
      append(shared, {option, compiler_options[++i]});
    } else if (option.starts_with("-fopenmp")) {
      // Device code has no OpenMP, but must see the same declarations. Clang's own omp.h wants its
      // pragmas beyond this version.
      shared.push_back("-D_OPENMP=201511");
    } else if (std::ranges::any_of(
                   kPrefixes, [&](const char* prefix) { return option.starts_with(prefix); })) {
      shared.push_back(option);
    }
  }
  return shared;
}

void add_device_arithmetic(CommandLine& line, const NvccOptions& options) {
  line.push_back(options.contract.value_or(true) ? "-ffp-contract=fast" : "-ffp-contract=off");
  // As half: operations of bfloat are its own, not float's with one rounding at the end.
  append(line, {"-Xclang", "-fbfloat16-excess-precision=none"});
  const bool flush = options.flush_denormals.value_or(options.fast_math);
  if (flush) append(line, {"-fgpu-flush-denormals-to-zero", "-D__CUDA_FTZ=1"});
  if (options.fast_math) append(line, {"-fgpu-approx-transcendentals", "-D__USE_FAST_MATH__=1"});
}

/// Products and sums that gcc fuses: it does where the host's code may use such instructions, and clang then, too.
bool may_fuse(const std::vector<std::string>& compiler_options) {
  return std::ranges::any_of(compiler_options, [](const std::string& option) {
    return option.starts_with("-march=") || option.starts_with("-mfma");
  });
}

void add_host_code_options(CommandLine& line, const LineContext& context) {
  const NvccOptions& options = context.options;
  const std::string level = host_level(options);
  // nvcc compiles host code without optimisation unless asked, and with gcc: programs that rely on
  // what this lets pass shall work here as well.
  line.push_back("-fwrapv");
  // Elsewhere clang would fuse what it computes while it compiles, and only that.
  if (!may_fuse(options.compiler_options) && !may_fuse(options.forwarded))
    line.push_back("-ffp-contract=off");
  if (options.optimize.empty()) line.push_back("-fno-strict-aliasing");
  if (level == "fast") {
    append(line, {"-O3", "-ffast-math"});
  } else {
    line.push_back("-O" + level);
  }
  if (options.debug) line.push_back("-g");
  if (options.profile) line.push_back("-pg");
  if (options.check_host)
    line.push_back("-fpass-plugin=" + context.library_folder + "/libriffle_host_code.so");
  if (options.no_exceptions) line.push_back("-fno-exceptions");
  if (options.position_independent || options.shared) line.push_back("-fPIC");
  append(line, options.compiler_options);
  if (options.forward_unknown_to_compiler) append(line, options.forwarded);
}

}  // namespace

Architecture effective_architecture(const std::vector<Architecture>& given) {
  constexpr int kDevice = 80;
  constexpr int kOldest = 75;
  if (given.empty()) return {};
  if (given.size() == 1 && given[0].number >= kOldest) return given[0];
  std::optional<Architecture> below;
  std::optional<Architecture> above;
  for (const Architecture& one : given) {
    if (one.number <= kDevice) {
      if (!below || one.number > below->number) below = one;
    } else if (!above || one.number < above->number) {
      above = one;
    }
  }
  Architecture chosen = below ? *below : *above;
  if (chosen.number < kOldest) chosen = above ? *above : Architecture{kOldest, 0};
  return chosen;
}

std::string host_level(const NvccOptions& options) {
  if (!options.optimize.empty()) return options.optimize;
  return options.debug || options.device_debug ? "0" : "2";
}

int device_optimization_level(const NvccOptions& options) {
  if (options.device_debug && !options.device_optimize_debug) return 0;
  return options.optimize == "3" || options.optimize == "fast" ? 3 : 2;
}

CommandLine macros_of_source(const NvccOptions& options) {
  CommandLine macros = macros_of_options(options);
  append(macros, options.macros);
  return macros;
}

void add_dependency_options(CommandLine& line, const LineContext& context,
                            const HostRequest& request) {
  const NvccOptions& options = context.options;
  const bool print = options.phase == Phase::kDependencies;
  if (!print && request.dependency_file.empty()) return;
  if (print) {
    line.push_back(options.user_dependencies_only ? "-MM" : "-M");
  } else {
    line.push_back(options.user_dependencies_only ? "-MMD" : "-MD");
  }
  if (!request.dependency_file.empty()) append(line, {"-MF", request.dependency_file});
  if (!request.dependency_target.empty()) append(line, {"-MT", request.dependency_target});
  for (const std::string& target : options.dependency_targets) append(line, {"-MT", target});
  if (options.phony_targets) line.push_back("-MP");
}

CommandLine device_line(const LineContext& context, const std::string& source,
                        const std::string& bitcode, const std::string& dependency_file) {
  const NvccOptions& options = context.options;
  CommandLine line = clang_of(context.toolchain);
  add_cuda_dialect(line, context, source);
  // Without a toolkit clang assumes a PTX version too old for any architecture of today.
  const int architecture = effective_architecture(options.architectures).number;
  line.push_back(architecture == 88 || architecture == 110 ? "--cuda-feature=+ptx90"
                                                           : "--cuda-feature=+ptx88");
  append(line, {"--cuda-device-only", "-emit-llvm", "-c"});
  // Of functions for hosts alone this side needs no bodies.
  append(line, {"-isystem", context.include_folder + "/riffle_declared"});
  add_language_options(line, context, Language::kCuda);
  // Conversions saturate as PTX's do, and address 0 of shared memory is an address. Vectorising is
  // the business of the back end, which knows the CPU.
  append(line, {"-fno-strict-float-cast-overflow", "-fno-delete-null-pointer-checks",
                "-fno-vectorize", "-fno-slp-vectorize"});
  // The heap is limited: programs ask whether it gave memory, and an allocation settles its size.
  line.push_back("-fno-builtin-malloc");
  // `#pragma unroll` asks for what registers want: tiles in arrays. Eight times this much, clang's own bound, takes the code
  // generator minutes for one such body.
  append(line, {"-mllvm", "-pragma-unroll-threshold=2048"});
  // Unrolled by two with what is left over in front: a second branch that a processor predicts wrong, and iterations that
  // lanes take at different times.
  append(line, {"-mllvm", "-unroll-runtime=false"});
  const int level = device_optimization_level(options);
  line.push_back(fmt::format("-O{}", level));
  if (level == 0) append(line, {"-Xclang", "-disable-O0-optnone"});
  add_device_arithmetic(line, options);
  // Lines always: a kernel's fault is told with its line. What debuggers need beyond it, with -G.
  append(line, {"-g", "-Xclang"});
  line.push_back(level == 0 ? "-debug-info-kind=constructor" : "-debug-info-kind=line-tables-only");
  append(line, {"-Xclang", "-dwarf-version=5"});
  // Here alone: nvcc's device side, too, is the one that warns of what a program leaves unused.
  line.insert(line.end(), std::begin(front::kWarningOptions), std::end(front::kWarningOptions));
  add_diagnostic_options(line, context, Language::kCuda);
  // Functions for both sides are inline here, those of other files too.
  line.push_back("-Wno-undefined-inline");
  append(line, shared_with_device(options.compiler_options));
  if (options.forward_unknown_to_compiler) append(line, shared_with_device(options.forwarded));
  // The host compiler of nvcc does not see device code, which its own front end says less of.
  append(line, {"-Wno-unused-parameter", "-Wno-sign-compare", "-Wno-register",
                "-Wno-deprecated-register"});
  if (!dependency_file.empty()) {
    append(line, {options.user_dependencies_only ? "-MMD" : "-MD", "-MF", dependency_file});
  }
  append(line, {source, "-o", bitcode});
  return line;
}

CommandLine host_line(const LineContext& context, const HostRequest& request) {
  const NvccOptions& options = context.options;
  CommandLine line = clang_of(context.toolchain);
  if (request.language == Language::kCuda) {
    add_cuda_dialect(line, context, request.source);
    append(line, {"--cuda-host-only", "--no-offload-new-driver"});
    if (context.options.relocatable)
      line.push_back("-fplugin-arg-riffle_modules-" + unit_id(context, request.source));
    if (!options.hidden_entities.value_or(true)) line.push_back("-fplugin-arg-riffle_hidden-off");
    if (!options.static_template_stubs.value_or(true))
      line.push_back("-fplugin-arg-riffle_static_stubs-off");
    if (!request.image.empty())
      append(line, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", request.image});
  } else {
    append(line, {"-x", request.language == Language::kC ? "c" : "c++"});
  }
  add_language_options(line, context, request.language);
  add_host_code_options(line, context);
  add_diagnostic_options(line, context, request.language);
  add_dependency_options(line, context, request);
  if (options.phase == Phase::kPreprocess) {
    line.push_back("-E");
  } else if (options.phase == Phase::kHostCode) {
    append(line, {"-S", "-fno-addrsig"});  // other assemblers do not know .addrsig
  } else if (options.phase != Phase::kDependencies) {
    line.push_back("-c");
  }
  line.push_back(request.source);
  if (!request.output.empty()) append(line, {"-o", request.output});
  return line;
}

}  // namespace riffle::tool
