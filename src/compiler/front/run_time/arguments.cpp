// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/run_time/arguments.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Path.h>

#include "compiler/front/run_time/host_code.h"
#include "compiler/front/warning_options.h"

namespace riffle::front {
namespace {

void append(std::vector<std::string>& line, std::initializer_list<const char*> words) {
  line.insert(line.end(), words.begin(), words.end());
}

/// 800 for sm_80 and sm_80a.
std::string architecture_number(llvm::StringRef architecture) {
  architecture.consume_front("sm_");
  return architecture.take_while(llvm::isDigit).str() + "0";
}

void add_arithmetic(std::vector<std::string>& line, std::uint32_t flags) {
  line.push_back((flags & compiler::kFrontNoContraction) != 0 ? "-ffp-contract=off"
                                                              : "-ffp-contract=fast");
  const bool flush = (flags & compiler::kFrontFlushDenormals) != 0;
  const bool fast = (flags & compiler::kFrontFastMath) != 0;
  if (flush) line.push_back("-fdenormal-fp-math-f32=preserve-sign,preserve-sign");
  if (fast) line.push_back("-fgpu-approx-transcendentals");
  append(line, {flush ? "-D__CUDA_FTZ=1" : "-D__CUDA_FTZ=0",
                fast ? "-D__USE_FAST_MATH__=1" : "-D__USE_FAST_MATH__=0",
                (flags & compiler::kFrontApproximateDivision) != 0 ? "-D__CUDA_PREC_DIV=0"
                                                                   : "-D__CUDA_PREC_DIV=1",
                (flags & compiler::kFrontApproximateRoot) != 0 ? "-D__CUDA_PREC_SQRT=0"
                                                               : "-D__CUDA_PREC_SQRT=1"});
}

/// The macros by which programs know NVRTC, and none of those by which they know clang and a C library.
void add_macros(std::vector<std::string>& line, const compiler::FrontRequest& request) {
  append(line, {"-D__CUDACC__=1", "-D__CUDACC_RTC__=1", "-D__CUDACC_VER_MAJOR__=13",
                "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=88",
                "-D__CUDA_API_VER_MAJOR__=13", "-D__CUDA_API_VER_MINOR__=0",
                "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1", "-DCCCL_DISABLE_NVTX"});
  for (const char* name :
       {"__clang__", "__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__", "__GNUG__", "__linux__",
        "__linux", "linux", "__gnu_linux__", "__unix__", "__unix", "unix", "__x86_64__", "__x86_64",
        "__amd64__", "__amd64", "__NVPTX__", "__ELF__"})
    line.push_back(std::string("-U") + name);
  line.push_back("-D__CUDA_ARCH_LIST__=" + architecture_number(request.architecture));
  const std::uint32_t flags = request.flags;
  if ((flags & compiler::kFrontRelocatable) != 0) line.push_back("-D__CUDACC_RDC__");
  if ((flags & compiler::kFrontDebug) != 0) line.push_back("-D__CUDACC_DEBUG__");
  if ((flags & compiler::kFrontWholeProgram) != 0) line.push_back("-D__CUDACC_EWP__=1");
  if ((flags & compiler::kFrontMinimal) != 0) line.push_back("-D__CUDACC_RTC_MINIMAL__=1");
  const bool is_specific = llvm::StringRef(request.architecture).ends_with("a");
  const std::string number = architecture_number(request.architecture);
  if (is_specific) line.push_back("-D__CUDA_ARCH_SPECIFIC__=" + number);
  if (is_specific || (flags & compiler::kFrontFamily) != 0)
    line.push_back("-D__CUDA_ARCH_FAMILY_SPECIFIC__=" + number);
  if ((flags & compiler::kFrontInt128) != 0) line.push_back("-D__CUDACC_RTC_INT128__=1");
  if ((flags & compiler::kFrontNoMoveForward) != 0) line.push_back("-DRIFFLE_NO_MOVE_FORWARD");
  if ((flags & compiler::kFrontNoInitializerList) != 0)
    line.push_back("-DRIFFLE_NO_INITIALIZER_LIST");
}

}  // namespace

std::vector<std::string> language_arguments(const compiler::FrontRequest& request) {
  const bool debug = (request.flags & compiler::kFrontDebug) != 0;
  std::vector<std::string> line;
  append(line, {"-triple",
                "nvptx64-nvidia-cuda",
                "-aux-triple",
                "x86_64-pc-linux-gnu",
                "-aux-target-cpu",
                "x86-64",
                "-fcuda-is-device",
                "-target-sdk-version=12.9",
                "-discard-value-names",
                "-disable-llvm-verifier",
                "-mrelocation-model",
                "static",
                "-fno-delete-null-pointer-checks",
                "-fno-builtin-malloc",
                "-mframe-pointer=all",
                "-fno-rounding-math",
                "-fno-strict-float-cast-overflow",
                "-no-integrated-as",
                "-fno-threadsafe-statics",
                "-fdeprecated-macro",
                "-fno-autolink",
                "-ferror-limit",
                "100",
                "-fgnuc-version=4.2.1",
                "-fcxx-exceptions",
                "-fexceptions",
                "-fbfloat16-excess-precision=none",
                "-fno-spell-checking",
                "-nostdsysteminc",
                "-nobuiltininc",
                "-debugger-tuning=gdb",
                "-dwarf-version=5",
                "-fdebug-compilation-dir=.",
                "-Wno-cuda-compat",
                "-Wno-pragma-clang-attribute",
                "-Wno-pass-failed",
                "-Wno-error=c++11-narrowing",
                "-Wno-invalid-constexpr",
                "-Wno-unknown-cuda-version"});
  line.insert(line.end(), std::begin(kWarningOptions), std::end(kWarningOptions));
  append(line, {"-target-cpu", request.architecture});
  const std::string number = architecture_number(request.architecture);
  append(line, {"-target-feature", number == "880" || number == "1100" ? "+ptx90" : "+ptx88"});
  // Lines always: a kernel's fault is told with its line.
  if (debug) {
    append(line, {"-O0", "-disable-O0-optnone", "-debug-info-kind=constructor"});
  } else {
    append(line, {"-O2", "-debug-info-kind=line-tables-only"});
  }
  if ((request.flags & compiler::kFrontRelocatable) != 0) line.push_back("-fgpu-rdc");
  // The headers need C++11.
  const llvm::StringRef standard = request.standard;
  line.push_back("-std=" + (standard == "c++03" ? std::string("c++11") : standard.str()));
  add_arithmetic(line, request.flags);
  add_macros(line, request);
  append(line, {"-internal-isystem", kOwnFolder});
  return line;
}

std::vector<std::string> program_arguments(const compiler::FrontRequest& request) {
  std::vector<std::string> line;
  const auto each = [](const compiler::FrontStrings& strings, auto&& add) {
    for (std::size_t i = 0; i < strings.count; ++i) add(strings.items[i]);
  };
  each(request.macros, [&](const char* macro) { line.emplace_back(macro); });
  // A macro of clang's that no precompiled header can take away.
  line.emplace_back("-U__FLT_EVAL_METHOD__");
  line.push_back(std::string("-I") + kHeaderFolder);
  // Where the program would lie by its name.
  if ((request.flags & compiler::kFrontNoSourceFolder) == 0) {
    const llvm::StringRef folder = llvm::sys::path::parent_path(request.name);
    append(line, {"-iquote"});
    line.push_back(folder.empty() ? "." : folder.str());
  }
  each(request.folders, [&](const char* folder) { line.push_back(std::string("-I") + folder); });
  each(request.first_headers, [&](const char* header) { append(line, {"-include", header}); });
  if ((request.flags & compiler::kFrontNoWarnings) != 0) line.push_back("-w");
  return line;
}

}  // namespace riffle::front
