// SPDX-License-Identifier: Apache-2.0
// The options of nvcc 13.0: each is taken in every form that nvcc takes.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "cc/option_table.h"

namespace riffle::tool {
namespace {

using Words = std::vector<std::string>;

struct NvccOption {
  const char* long_name;
  const char* short_name;
  std::vector<const char*> values;  ///< none: it takes no value
};

// clang-format off: a row stays on one line.
const NvccOption kOptions[] = {
    {"cuda", "cuda", {}},
    {"cubin", "cubin", {}},
    {"fatbin", "fatbin", {}},
    {"ptx", "ptx", {}},
    {"preprocess", "E", {}},
    {"generate-dependencies", "M", {}},
    {"generate-nonsystem-dependencies", "MM", {}},
    {"generate-dependencies-with-compile", "MD", {}},
    {"generate-nonsystem-dependencies-with-compile", "MMD", {}},
    {"dependency-output", "MF", {"f"}},
    {"generate-dependency-targets", "MP", {}},
    {"compile", "c", {}},
    {"device-c", "dc", {}},
    {"device-w", "dw", {}},
    {"device-link", "dlink", {}},
    {"link", "link", {}},
    {"lib", "lib", {}},
    {"run", "run", {}},
    {"output-file", "o", {"f"}},
    {"pre-include", "include", {"f"}},
    {"objdir-as-tempdir", "objtemp", {}},
    {"library", "l", {"m"}},
    {"define-macro", "D", {"X=1"}},
    {"undefine-macro", "U", {"X=1"}},
    {"include-path", "I", {"p"}},
    {"system-include", "isystem", {"p"}},
    {"library-path", "L", {"p"}},
    {"output-directory", "odir", {"d"}},
    {"compiler-bindir", "ccbin", {"p"}},
    {"allow-unsupported-compiler", "allow-unsupported-compiler", {}},
    {"archiver-binary", "arbin", {"p"}},
    {"cudart", "cudart", {"none", "shared", "static"}},
    {"cudadevrt", "cudadevrt", {"none", "static"}},
    {"libdevice-directory", "ldir", {"d"}},
    {"target-directory", "target-dir", {"x86_64-linux"}},
    {"use-local-env", "use-local-env", {}},
    {"force-cl-env-setup", "force-cl-env-setup", {}},
    {"profile", "pg", {}},
    {"debug", "g", {}},
    {"device-debug", "G", {}},
    {"generate-line-info", "lineinfo", {}},
    {"optimization-info", "opt-info", {"inline"}},
    {"optimize", "O", {"2"}},
    {"Ofast-compile", "Ofc", {"0", "max", "mid", "min"}},
    {"dopt", "dopt", {"on"}},
    {"dlink-time-opt", "dlto", {}},
    {"lto", "lto", {}},
    {"gen-opt-lto", "gen-opt-lto", {}},
    {"ftemplate-backtrace-limit", "ftemplate-backtrace-limit", {"9"}},
    {"ftemplate-depth", "ftemplate-depth", {"9"}},
    {"no-exceptions", "noeh", {}},
    {"shared", "shared", {}},
    {"x", "x", {"c", "c++", "cu"}},
    {"std", "std", {"c++03", "c++11", "c++14", "c++17", "c++20"}},
    {"no-host-device-initializer-list", "nohdinitlist", {}},
    {"no-host-device-move-forward", "nohdmoveforward", {}},
    {"expt-relaxed-constexpr", "expt-relaxed-constexpr", {}},
    {"extended-lambda", "extended-lambda", {}},
    {"expt-extended-lambda", "expt-extended-lambda", {}},
    {"machine", "m", {"64"}},
    {"m64", "m64", {}},
    {"compiler-options", "Xcompiler", {"-v"}},
    {"linker-options", "Xlinker", {"-v"}},
    {"archive-options", "Xarchive", {"-v"}},
    {"ptxas-options", "Xptxas", {"-v"}},
    {"nvlink-options", "Xnvlink", {"-v"}},
    {"static-global-template-stub", "static-global-template-stub", {"true", "false"}},
    {"device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility", {"true", "false"}},
    {"forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", {}},
    {"forward-unknown-to-host-linker", "forward-unknown-to-host-linker", {}},
    {"forward-unknown-opts", "forward-unknown-opts", {}},
    {"dont-use-profile", "noprof", {}},
    {"dryrun", "dryrun", {}},
    {"verbose", "v", {}},
    {"threads", "t", {"1"}},
    {"split-compile", "split-compile", {"1"}},
    {"split-compile-extended", "split-compile-extended", {"1"}},
    {"fdevice-syntax-only", "fdevice-syntax-only", {}},
    {"fdevice-time-trace", "fdevice-time-trace", {"f"}},
    {"keep", "keep", {}},
    {"keep-dir", "keep-dir", {"d"}},
    {"save-temps", "save-temps", {}},
    {"clean-targets", "clean", {}},
    {"time", "time", {"f"}},
    {"run-args", "run-args", {"1"}},
    {"input-drive-prefix", "idp", {"/"}},
    {"dependency-drive-prefix", "ddp", {"/"}},
    {"drive-prefix", "dp", {"/"}},
    {"dependency-target-name", "MT", {"t"}},
    {"no-align-double", "no-align-double", {}},
    {"no-device-link", "nodlink", {}},
    {"generate-code", "gencode", {"arch=compute_80,code=sm_80"}},
    {"relocatable-device-code", "rdc", {"true", "false"}},
    {"entries", "e", {"k"}},
    {"maxrregcount", "maxrregcount", {"32"}},
    {"use_fast_math", "use_fast_math", {}},
    {"ftz", "ftz", {"true", "false"}},
    {"prec-div", "prec-div", {"true", "false"}},
    {"prec-sqrt", "prec-sqrt", {"true", "false"}},
    {"fmad", "fmad", {"true", "false"}},
    {"extra-device-vectorization", "extra-device-vectorization", {}},
    {"default-stream", "default-stream", {"legacy", "null", "per-thread"}},
    {"disable-warnings", "w", {}},
    {"keep-device-functions", "keep-device-functions", {}},
    {"source-in-ptx", "src-in-ptx", {}},
    {"restrict", "restrict", {}},
    {"Wreorder", "Wreorder", {}},
    {"Wdefault-stream-launch", "Wdefault-stream-launch", {}},
    {"Wmissing-launch-bounds", "Wmissing-launch-bounds", {}},
    {"Wext-lambda-captures-this", "Wext-lambda-captures-this", {}},
    {"Wno-deprecated-declarations", "Wno-deprecated-declarations", {}},
    {"Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", {}},
    {"Werror", "Werror", {"all-warnings", "cross-execution-space-call", "default-stream-launch", "deprecated-declarations", "ext-lambda-captures-this", "missing-launch-bounds", "reorder"}},
    {"resource-usage", "res-usage", {}},
    {"extensible-whole-program", "ewp", {}},
    {"no-compress", "no-compress", {}},
    {"qpp-config", "qpp-config", {"12.2"}},
    {"compile-as-tools-patch", "astoolspatch", {}},
    {"list-gpu-code", "code-ls", {}},
    {"list-gpu-arch", "arch-ls", {}},
    {"display-error-number", "err-no", {}},
    {"no-display-error-number", "no-err-no", {}},
    {"diag-error", "diag-error", {"20012"}},
    {"diag-suppress", "diag-suppress", {"20012"}},
    {"diag-warn", "diag-warn", {"20012"}},
    {"host-linker-script", "hls", {"use-lcs"}},
    {"augment-host-linker-script", "aug-hls", {}},
    {"relocatable-link", "r", {}},
    {"brief-diagnostics", "brief-diag", {"true", "false"}},
    {"jump-table-density", "jtd", {"1"}},
    {"relocatable-ptx", "reloc-ptx", {}},
    {"device-stack-protector", "device-stack-protector", {"true", "false"}},
    {"compress-mode", "compress-mode", {"default", "size", "speed", "balance", "none"}},
    {"frandom-seed", "frandom-seed", {"7"}},
    {"sanitize", "sanitize", {"memcheck"}},
    {"jobserver", "jobserver", {}},
    {"help", "h", {}},
    {"version", "V", {}},
    {"options-file", "optf", {"f"}},
    // Options that nvcc takes and does not list.
    {"cudafe-options", "Xcudafe", {"--diag_suppress=177"}},
    {"fatbin-options", "Xfatbin", {"--compress-all"}},
    {"cicc-options", "Xcicc", {"-v"}},
};
// clang-format on

std::string error_of(const Words& words) {
  const Result<NvccOptions> parsed = parse_nvcc_options(words);
  return parsed ? "" : parsed.error().text;
}

/// --name=value, --name value, -short=value, -short value.
std::vector<Words> forms_of(const NvccOption& option, const std::string& value) {
  const std::string long_name = std::string("--") + option.long_name;
  const std::string short_name = std::string("-") + option.short_name;
  if (option.values.empty()) return {{long_name}, {short_name}};
  return {{long_name + "=" + value},
          {long_name, value},
          {short_name + "=" + value},
          {short_name, value}};
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

TEST(NvccOptions, EachIsTakenInEveryForm) {
  EXPECT_EQ(std::size(kOptions), 142U);
  for (const NvccOption& option : kOptions) {
    // Files of options are read at once.
    if (std::string_view(option.long_name) == "options-file") continue;
    std::vector<const char*> values = option.values;
    if (values.empty()) values.push_back("");
    for (const char* value : values) {
      for (Words words : forms_of(option, value)) {
        words.push_back("x.cu");  // an input, not the option's value
        const Result<NvccOptions> parsed = parse_nvcc_options(words);
        ASSERT_TRUE(parsed) << joined(words) << parsed.error().text;
        EXPECT_EQ(parsed->inputs.size(), 1U) << joined(words);
      }
    }
  }
}

TEST(NvccOptions, WhatOneFormDoesAllDo) {
  for (const NvccOption& option : kOptions) {
    if (option.values.empty() || std::string_view(option.long_name) == "options-file") continue;
    const auto notes_of = [](const Words& words) {
      const Result<NvccOptions> parsed = parse_nvcc_options(words);
      return parsed ? parsed->notes.size() + parsed->warnings.size() : 99;
    };
    const std::vector<Words> forms = forms_of(option, option.values[0]);
    for (const Words& words : forms)
      EXPECT_EQ(notes_of(words), notes_of(forms[0])) << joined(words);
  }
}

TEST(NvccOptions, OtherValuesThanAllowedAreRefused) {
  for (const NvccOption& option : kOptions) {
    if (option.values.size() < 2) continue;
    for (const Words& words : forms_of(option, "wrong")) {
      const std::string error = error_of(words);
      EXPECT_NE(error.find("'wrong'"), std::string::npos) << joined(words) << error;
    }
  }
}

TEST(NvccOptions, Architectures) {
  for (const char* prefix : {"sm_", "compute_", "lto_"}) {
    for (const char* name : {"75",   "80",   "86",   "87",   "88",   "89",   "90",  "90a",
                             "100",  "100a", "100f", "103",  "103a", "103f", "110", "110a",
                             "110f", "120",  "120a", "120f", "121",  "121a", "121f"}) {
      const std::string value = std::string(prefix) + name;
      for (const Words& words : forms_of({"gpu-architecture", "arch", {""}}, value))
        EXPECT_EQ(error_of(words), "") << joined(words);
      const std::string code = "arch=compute_" + std::string(name) + ",code=";
      for (const std::string& list : {code + value, code + "[" + value + ",compute_" + name + "]",
                                      code + "\"" + value + ",compute_" + name + "\""}) {
        for (const Words& words : forms_of({"generate-code", "gencode", {""}}, list))
          EXPECT_EQ(error_of(words), "") << joined(words);
      }
    }
  }
  for (const char* value : {"native", "all", "all-major"})
    EXPECT_EQ(error_of({"-arch", value}), "");
  for (const char* value : {"sm_90f", "sm_80a", "sm_81", "compute_", "sm_100x", "gfx90a"})
    EXPECT_NE(error_of({"-arch", value}).find(value), std::string::npos) << value;
}

TEST(NvccOptions, LastArchitectureCounts) {
  const Result<NvccOptions> parsed = parse_nvcc_options(
      Words{"-arch=sm_90", "-gencode=arch=compute_75,code=sm_75", "-arch=sm_89"});
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->architectures, (std::vector<Architecture>{{75, 0}, {89, 0}}));
  EXPECT_EQ(parsed->warnings.size(), 1U);
}

TEST(NvccOptions, WhatIsNotThereSaysSo) {
  for (const Words& words : {Words{"-optix-ir"}, Words{"--ltoir"}, Words{"-hls", "gen-lcs"}})
    EXPECT_NE(error_of(words).find("is not available"), std::string::npos) << joined(words);
  EXPECT_EQ(error_of({"--no-such-option"}), "unknown option '--no-such-option'");
  EXPECT_EQ(error_of({"-z=3"}), "unknown option '-z=3'");
}

}  // namespace
}  // namespace riffle::tool
