// SPDX-License-Identifier: Apache-2.0
// Every option of `riffle cc`: names, the way it takes a value, its help text, what it does.
#include "cc/option_table.h"

#include "cc/numbered_options.h"
#include "cc/option_effects.h"

namespace riffle::tool {
namespace {

using namespace effects;

using O = NvccOptions;
constexpr View kPhase = "PHASE OF THE COMPILATION";
constexpr View kFiles = "FILES AND PATHS";
constexpr View kCode = "LANGUAGE AND CODE";
constexpr View kGpu = "ARCHITECTURE AND ARITHMETIC";
constexpr View kPass = "OPTIONS FOR OTHER PROGRAMS";
constexpr View kDriver = "THE DRIVER ITSELF";
constexpr View kDiagnostics = "DIAGNOSTICS";
constexpr View kAccepted = "ACCEPTED WITHOUT EFFECT";
constexpr View kInternal;  // left out of the help page
constexpr View kMissing = "NOT AVAILABLE YET (AN ERROR THAT NAMES THE OPTION)";

// clang-format off: a row stays on one line.
constexpr OptionRow kTable[] = {
    {kPhase, "compile", "c", Take::kNone, "", "Compile each source into an object file.", set_phase<Phase::kCompile>},
    {kPhase, "device-c", "dc", Take::kNone, "", "As -c with --relocatable-device-code=true.", compile_device_code<true>},
    {kPhase, "device-w", "dw", Take::kNone, "", "As -c with --relocatable-device-code=false.", compile_device_code<false>},
    {kPhase, "device-link", "dlink", Take::kNone, "", "Link the device code of objects and static libraries into an object (default a_dlink.o), for another linker to link with them.", set_phase<Phase::kDeviceLink>},
    {kPhase, "ptx", "ptx", Take::kNone, "", "Compile only the device code of each source: PTX text to read, followed by the image that is loaded, in comments.", set_device_output<DeviceOutput::kPtx>},
    {kPhase, "cubin", "cubin", Take::kNone, "", "Compile only device code, to the image that is loaded. Also for .ptx files, and with -dlink.", set_device_output<DeviceOutput::kCubin>},
    {kPhase, "fatbin", "fatbin", Take::kNone, "", "As -cubin; also for .cubin files.", set_device_output<DeviceOutput::kFatbin>},
    {kPhase, "cuda", "cuda", Take::kNone, "", "Compile each .cu file into a .cu.cpp.ii file, which a host compiler (g++ -c, clang++ -c) compiles to the object. It contains the code as assembly.", set_phase<Phase::kHostCode>},
    {kPhase, "preprocess", "E", Take::kNone, "", "Preprocess each source (the host's view) to standard output.", set_phase<Phase::kPreprocess>},
    {kPhase, "link", "link", Take::kNone, "", "Compile and link; the default.", set_phase<Phase::kLink>},
    {kPhase, "lib", "lib", Take::kNone, "", "Compile and put the objects into a static library.", set_phase<Phase::kLibrary>},
    {kPhase, "run", "run", Take::kNone, "", "Link, then run the program.", set<&O::run_after>},
    {kPhase, "run-args", "run-args", Take::kValue, "ARG,...", "Arguments of the program for --run.", add_list<&O::run_arguments>},
    {kPhase, "generate-dependencies", "M", Take::kNone, "", "Print a make rule with all headers; compile nothing.", print_dependencies<Phase::kDependencies, false>},
    {kPhase, "generate-nonsystem-dependencies", "MM", Take::kNone, "", "As -M without system headers.", print_dependencies<Phase::kDependencies, true>},
    {kPhase, "generate-dependencies-with-compile", "MD", Take::kNone, "", "Compile and write the make rule to a .d file.", write_dependencies<false>},
    {kPhase, "generate-nonsystem-dependencies-with-compile", "MMD", Take::kNone, "", "As -MD without system headers.", write_dependencies<true>},
    {kPhase, "dependency-output", "MF", Take::kValue, "FILE", "File for the make rule.", store<&O::dependency_file>},
    {kPhase, "dependency-target-name", "MT", Take::kValue, "NAME", "Target of the make rule.", add_list<&O::dependency_targets>},
    {kPhase, "generate-dependency-targets", "MP", Take::kNone, "", "Add an empty rule for each header.", set<&O::phony_targets>},

    {kFiles, "output-file", "o", Take::kValue, "FILE", "Name of the output.", store<&O::output>},
    {kFiles, "output-directory", "odir", Take::kValue, "FOLDER", "Folder for outputs without -o.", store<&O::output_folder>},
    {kFiles, "pre-include", "include", Take::kValue, "FILE,...", "Include FILE before the source.", add_list<&O::pre_includes>},
    {kFiles, "include-path", "I", Take::kJoined, "FOLDER,...", "Search FOLDER for headers.", add_list<&O::include_folders>},
    {kFiles, "system-include", "isystem", Take::kJoined, "FOLDER,...", "Search FOLDER for system headers.", add_list<&O::system_include_folders>},
    {kFiles, "define-macro", "D", Take::kJoined, "NAME[=VALUE],...", "Define a macro.", add_macros<'D'>},
    {kFiles, "undefine-macro", "U", Take::kJoined, "NAME,...", "Undefine a macro.", add_macros<'U'>},
    {kFiles, "library-path", "L", Take::kJoined, "FOLDER,...", "Search FOLDER for libraries.", add_list<&O::library_folders>},
    {kFiles, "library", "l", Take::kJoined, "NAME,...", "Link with libNAME.", add_list<&O::libraries>},
    {kFiles, "archiver-binary", "arbin", Take::kValue, "PATH", "Program that makes static libraries with -lib (default llvm-ar or ar).", store<&O::archiver>},
    {kFiles, "cudart", "cudart", Take::kValue, "none|shared|static", "Link Riffle's runtime. static means shared, because a process has one runtime.", set_cudart},
    {kFiles, "shared", "shared", Take::kNone, "", "Link a shared library.", set<&O::shared>},
    {kFiles, "no-device-link", "nodlink", Take::kNone, "", "Link without a device link.", set<&O::no_device_link>},
    {kFiles, "relocatable-link", "r", Take::kNone, "", "Link objects into one object.", set<&O::relocatable_link>},

    {kCode, "x", "x", Take::kValue, "cu|c++|c", "Language of the sources; objects and libraries are not affected.", set_language},
    {kCode, "std", "std", Take::kValue, "STANDARD", "c++14, c++17 (default), c++20 or c++23.", set_standard},
    {kCode, "cuda-version", "", Take::kValue, "12|13", "CUDA version whose API the headers declare: 13.0 (default), or 12.8 for programs that are not ported, which then need libcudart.so.12. See docs/cuda-12.md.", set_cuda_version},
    {kCode, "optimize", "O", Take::kLevel, "LEVEL", "0 to 3, for host code; default 2, or 0 with -g or -G. Device code: -O2, -O3 with -O3, -O0 with -G.", set_optimize},
    {kCode, "debug", "g", Take::kNone, "", "Debug information for host code.", set<&O::debug>},
    {kCode, "device-debug", "G", Take::kNone, "", "Compile device code for a debugger: no optimisation, a stack for each thread, all variables.", set<&O::device_debug>},
    {kCode, "dopt", "dopt", Take::kValue, "on", "Optimise device code even with -G.", add_dopt},
    {kCode, "generate-line-info", "lineinfo", Take::kNone, "", "Line numbers for device code, which are always present.", set<&O::line_info>},
    {kCode, "profile", "pg", Take::kNone, "", "Instrument host code for gprof.", set<&O::profile>},
    {kCode, "", "fcheck-host", Take::kNone, "", "Instrument host code so that 'riffle check' sees each of its accesses, byte by byte, also those to pageable memory. The program also runs without 'riffle check', somewhat slower. Cannot be combined with -fsanitize=thread. See docs/check-host.md.", set<&O::check_host>},
    {kCode, "default-stream", "default-stream", Take::kValue, "legacy|null|per-thread", "What stream 0 means.", set_default_stream},
    {kCode, "extended-lambda", "extended-lambda", Take::kNone, "", "Accept lambdas with execution spaces; defines __CUDACC_EXTENDED_LAMBDA__.", set<&O::extended_lambda>},
    {kCode, "expt-extended-lambda", "expt-extended-lambda", Take::kNone, "", "As --extended-lambda.", set<&O::extended_lambda>},
    {kCode, "expt-relaxed-constexpr", "expt-relaxed-constexpr", Take::kNone, "", "Allow device code to call constexpr host functions, and host code to call constexpr device functions; defines __CUDACC_RELAXED_CONSTEXPR__.", set<&O::relaxed_constexpr>},
    {kCode, "no-exceptions", "noeh", Take::kNone, "", "Disable exceptions in host code.", set<&O::no_exceptions>},
    {kCode, "ftemplate-depth", "ftemplate-depth", Take::kValue, "N", "Maximum depth of template instantiation.", store<&O::template_depth>},
    {kCode, "ftemplate-backtrace-limit", "ftemplate-backtrace-limit", Take::kValue, "N", "Maximum number of instantiation notes.", store<&O::template_backtrace_limit>},
    {kCode, "", "fPIC", Take::kNone, "", "Generate position-independent host code, as -Xcompiler -fPIC (nvcc has only the latter). Implied by -shared.", set<&O::position_independent>},
    {kCode, "device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility", Take::kValue, "true|false", "Hide kernels and device variables outside the program or library that defines them (default true).", store_bool<&O::hidden_entities>},
    {kCode, "static-global-template-stub", "static-global-template-stub", Take::kValue, "true|false", "Give each file its own instances of kernel templates (default true); no effect with -rdc=true.", store_bool<&O::static_template_stubs>},

    {kGpu, "gpu-architecture", "arch", Take::kValue, "sm_NN|compute_NN|native|all", "Set __CUDA_ARCH__ (default 800). Code is always generated for this machine's CPU.", set_architecture},
    {kGpu, "generate-code", "gencode", Take::kValue, "arch=A,code=C", "As -arch=A. If there are several, the highest one up to 8.0 is used, as on a device of compute capability 8.0; if all are above 8.0, the lowest.", add_generated_code},
    {kGpu, "gpu-code", "code", Take::kValue, "CODE,...", "Accepted; see --gpu-architecture.", add_codes},
    {kGpu, "relocatable-device-code", "rdc", Take::kValue, "true|false", "Allow device code to refer to functions and variables of other objects; linking then includes a device link. Default false.", set_relocatable},
    {kGpu, "extensible-whole-program", "ewp", Take::kNone, "", "As --relocatable-device-code=true.", set<&O::relocatable>},
    {kGpu, "use_fast_math", "use_fast_math", Take::kNone, "", "-ftz=true and the fast forms of math functions.", set<&O::fast_math>},
    {kGpu, "ftz", "ftz", Take::kValue, "true|false", "Flush float denormals to zero.", store_bool<&O::flush_denormals>},
    {kGpu, "fmad", "fmad", Take::kValue, "true|false", "Contract a*b+c to one fma (default true).", store_bool<&O::contract>},
    {kGpu, "prec-div", "prec-div", Take::kValue, "true|false", "Accepted; division is always exact.", store_bool<&O::precise_division>},
    {kGpu, "prec-sqrt", "prec-sqrt", Take::kValue, "true|false", "Accepted; square roots are always exact.", store_bool<&O::precise_square_root>},
    {kGpu, "list-gpu-code", "code-ls", Take::kNone, "", "List the sm_NN values.", set<&O::list_gpu_code>},
    {kGpu, "list-gpu-arch", "arch-ls", Take::kNone, "", "List the compute_NN values.", set<&O::list_gpu_arch>},
    {kGpu, "machine", "m", Take::kLevel, "64", "64 bits, the only supported value.", set_machine},
    {kGpu, "m64", "m64", Take::kNone, "", "As --machine=64.", ignore},

    {kPass, "compiler-options", "Xcompiler", Take::kValue, "OPTION,...", "Options for the host compiler (clang) and the linker driver.", add_words<&O::compiler_options>},
    {kPass, "linker-options", "Xlinker", Take::kValue, "OPTION,...", "Options for the linker.", add_words<&O::linker_options>},
    {kPass, "archive-options", "Xarchive", Take::kValue, "OPTION,...", "Options for ar.", add_words<&O::archive_options>},
    {kPass, "forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", Take::kNone, "", "Pass unknown options to the host compiler.", set<&O::forward_unknown_to_compiler>},
    {kPass, "forward-unknown-to-host-linker", "forward-unknown-to-host-linker", Take::kNone, "", "Pass unknown options to the linker.", set<&O::forward_unknown_to_linker>},
    {kPass, "forward-unknown-opts", "forward-unknown-opts", Take::kNone, "", "Both of the above.", forward_all_unknown},

    {kDriver, "help", "h", Take::kNone, "", "Print this page.", set<&O::show_help>},
    {kDriver, "version", "V", Take::kNone, "", "Print the version.", set<&O::show_version>},
    {kDriver, "dryrun", "dryrun", Take::kNone, "", "Print the commands without running them.", set<&O::dry_run>},
    {kDriver, "verbose", "v", Take::kNone, "", "Print the commands and run them; report options that have no effect.", set<&O::verbose>},
    {kDriver, "keep", "keep", Take::kNone, "", "Keep intermediate files.", set<&O::keep>},
    {kDriver, "save-temps", "save-temps", Take::kNone, "", "As --keep.", set<&O::keep>},
    {kDriver, "keep-dir", "keep-dir", Take::kValue, "FOLDER", "Folder for the files that --keep keeps.", set_keep_folder},
    {kDriver, "threads", "t", Take::kLevel, "N", "Number of processes that run at once; 0, the default, means one per core.", set_threads},
    {kDriver, "clean-targets", "clean", Take::kNone, "", "Delete the files that the command would make, instead of making them.", set<&O::clean>},
    {kDriver, "time", "time", Take::kValue, "FILE", "Append a table of comma-separated values with the time that each step took; '-' is standard output.", store<&O::time_file>},
    {kDriver, "fdevice-time-trace", "fdevice-time-trace", Take::kValue, "FILE", "Write a timeline of the device compilation, as JSON for chrome://tracing; '-' names it after the output.", store<&O::device_time_trace>},
    {kDriver, "options-file", "optf", Take::kValue, "FILE,...", "Read options from FILE.", ignore},

    {kDiagnostics, "disable-warnings", "w", Take::kNone, "", "Disable all warnings.", set<&O::no_warnings>},
    {kDiagnostics, "Werror", "Werror", Take::kValue, "KIND,...", "Treat warnings as errors: all-warnings, cross-execution-space-call, reorder, deprecated-declarations, default-stream-launch, missing-launch-bounds, ext-lambda-captures-this.", add_werror},
    {kDiagnostics, "Wreorder", "Wreorder", Take::kNone, "", "Warn about reordered member initialisers.", set_warning<'W'>},
    {kDiagnostics, "Wno-deprecated-declarations", "Wno-deprecated-declarations", Take::kNone, "", "Do not warn about deprecated names.", set_warning<'W'>},
    {kDiagnostics, "Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", Take::kNone, "", "Do not warn about old architectures.", set<&O::no_deprecated_target_warning>},
    {kDiagnostics, "Wdefault-stream-launch", "Wdefault-stream-launch", Take::kNone, "", "Warn about launches that name no stream.", add_nvcc_warning},
    {kDiagnostics, "Wmissing-launch-bounds", "Wmissing-launch-bounds", Take::kNone, "", "Warn about kernels without __launch_bounds__.", add_nvcc_warning},
    {kDiagnostics, "Wext-lambda-captures-this", "Wext-lambda-captures-this", Take::kNone, "", "Warn about extended lambdas that capture 'this' implicitly.", add_nvcc_warning},
    {kDiagnostics, "diag-suppress", "diag-suppress", Take::kValue, "N,...", "Disable warnings by their numbers in NVIDIA's front end (177: never referenced).", add_numbered_warnings<'s'>},
    {kDiagnostics, "diag-error", "diag-error", Take::kValue, "N,...", "Treat these warnings as errors.", add_numbered_warnings<'e'>},
    {kDiagnostics, "diag-warn", "diag-warn", Take::kValue, "N,...", "Treat them as warnings again.", add_numbered_warnings<'w'>},
    {kDiagnostics, "remarks", "", Take::kNone, "", "Report how each kernel is compiled on this machine, and why, by source line: strategy, memory accesses, branches, loops. See docs/remarks.md.", set<&O::remarks>},
    {kDiagnostics, "dump-ir", "", Take::kValue, "FOLDER", "Write the code of each kernel into FOLDER after each step of the kernel compiler.", store<&O::dump_ir>},

    {kAccepted, "ptxas-options", "Xptxas", Take::kValue, "OPTION,...", "For NVIDIA's assembler.", foreign},
    {kAccepted, "nvlink-options", "Xnvlink", Take::kValue, "OPTION,...", "For NVIDIA's linker.", foreign},
    {kAccepted, "cudafe-options", "Xcudafe", Take::kValue, "OPTION,...", "For NVIDIA's front end; --diag_suppress=N and similar options take effect.", pass_to_front_end},
    {kAccepted, "fatbin-options", "Xfatbin", Take::kValue, "OPTION,...", "For NVIDIA's fatbinary.", foreign},
    {kAccepted, "cicc-options", "Xcicc", Take::kValue, "OPTION,...", "For NVIDIA's device compiler.", foreign},
    {kAccepted, "maxrregcount", "maxrregcount", Take::kValue, "N", "The registers are those of this CPU.", foreign},
    {kAccepted, "resource-usage", "res-usage", Take::kNone, "", "Nothing to report.", foreign},
    {kAccepted, "compiler-bindir", "ccbin", Take::kValue, "PATH", "The host compiler is always clang 22, which its launch code and headers require.", set_host_compiler},
    {kAccepted, "allow-unsupported-compiler", "allow-unsupported-compiler", Take::kNone, "", "", foreign},
    {kAccepted, "cudadevrt", "cudadevrt", Take::kValue, "none|static", "", one_of<kCudadevrtKinds>},
    {kAccepted, "entries", "e", Take::kValue, "KERNEL,...", "Code is generated for all kernels.", foreign},
    {kAccepted, "restrict", "restrict", Take::kNone, "", "", foreign},
    {kAccepted, "extra-device-vectorization", "extra-device-vectorization", Take::kNone, "", "", foreign},
    {kAccepted, "dlink-time-opt", "dlto", Take::kNone, "", "", foreign},
    {kAccepted, "lto", "lto", Take::kNone, "", "", foreign},
    {kAccepted, "gen-opt-lto", "gen-opt-lto", Take::kNone, "", "", foreign},
    {kAccepted, "source-in-ptx", "src-in-ptx", Take::kNone, "", "", foreign},
    {kAccepted, "keep-device-functions", "keep-device-functions", Take::kNone, "", "", foreign},
    {kAccepted, "relocatable-ptx", "reloc-ptx", Take::kNone, "", "", foreign},
    {kAccepted, "no-compress", "no-compress", Take::kNone, "", "", foreign},
    {kAccepted, "compress-mode", "compress-mode", Take::kValue, "default|size|speed|balance|none", "", one_of<kCompressModes>},
    {kAccepted, "objdir-as-tempdir", "objtemp", Take::kNone, "", "", foreign},
    {kAccepted, "split-compile", "split-compile", Take::kValue, "N", "", number_of<1024>},
    {kAccepted, "split-compile-extended", "split-compile-extended", Take::kValue, "N", "", number_of<1024>},
    {kAccepted, "Ofast-compile", "Ofc", Take::kValue, "0|max|mid|min", "", one_of<kFastCompileLevels>},
    {kAccepted, "jump-table-density", "jtd", Take::kValue, "N", "", number_of<101>},
    {kAccepted, "optimization-info", "opt-info", Take::kValue, "inline", "See --remarks.", one_of<kOptimizationKinds>},
    {kAccepted, "dont-use-profile", "noprof", Take::kNone, "", "", foreign},
    {kAccepted, "libdevice-directory", "ldir", Take::kValue, "FOLDER", "Riffle's own device functions are used.", foreign},
    {kAccepted, "target-directory", "target-dir", Take::kValue, "NAME", "", set_target_folder},
    {kAccepted, "fdevice-syntax-only", "fdevice-syntax-only", Take::kNone, "", "Code is generated anyway.", foreign},
    {kAccepted, "device-stack-protector", "device-stack-protector", Take::kValue, "true|false", "", check_bool},
    {kAccepted, "no-host-device-initializer-list", "nohdinitlist", Take::kNone, "", "Device code may always use these functions.", foreign},
    {kAccepted, "no-host-device-move-forward", "nohdmoveforward", Take::kNone, "", "", foreign},
    {kAccepted, "sanitize", "sanitize", Take::kValue, "TOOL", "'riffle check' needs no special code; see docs/check.md.", foreign},
    {kAccepted, "compile-as-tools-patch", "astoolspatch", Take::kNone, "", "", foreign},
    {kAccepted, "display-error-number", "err-no", Take::kNone, "", "", foreign},
    {kAccepted, "no-display-error-number", "no-err-no", Take::kNone, "", "", foreign},
    {kAccepted, "brief-diagnostics", "brief-diag", Take::kValue, "true|false", "", check_bool},
    {kAccepted, "frandom-seed", "frandom-seed", Take::kValue, "SEED", "Output is always reproducible.", foreign},
    {kAccepted, "augment-host-linker-script", "aug-hls", Take::kNone, "", "", foreign},
    {kAccepted, "jobserver", "jobserver", Take::kNone, "", "", foreign},
    {kAccepted, "qpp-config", "qpp-config", Take::kValue, "CONFIGURATION", "QNX's compiler.", foreign},
    {kAccepted, "use-local-env", "use-local-env", Take::kNone, "", "Windows.", foreign},
    {kAccepted, "force-cl-env-setup", "force-cl-env-setup", Take::kNone, "", "Windows.", foreign},
    {kAccepted, "input-drive-prefix", "idp", Take::kValue, "PREFIX", "Windows.", foreign},
    {kAccepted, "dependency-drive-prefix", "ddp", Take::kValue, "PREFIX", "Windows.", foreign},
    {kAccepted, "drive-prefix", "dp", Take::kValue, "PREFIX", "Windows.", foreign},
    {kAccepted, "no-align-double", "no-align-double", Take::kNone, "", "32 bits.", foreign},

    {kMissing, "optix-ir", "optix-ir", Take::kNone, "", "", unavailable},
    {kMissing, "ltoir", "ltoir", Take::kNone, "", "", unavailable},
    {kInternal, "riffle-make-headers", "", Take::kNone, "", "Precompiled headers for the usual options, as the build and the installation want them.", set_phase<Phase::kMakeHeaders>},
    {kInternal, "riffle-make-image", "", Take::kNone, "", "Bitcode to device image, as --dryrun prints it.", set_phase<Phase::kMakeImage>},
    {kMissing, "host-linker-script", "hls", Take::kValue, "use-lcs|gen-lcs", "gen-lcs; use-lcs has no effect.", set_linker_script},
};
// clang-format on

}  // namespace

std::span<const OptionRow> option_table() { return kTable; }

}  // namespace riffle::tool
