// SPDX-License-Identifier: Apache-2.0
#include "api/nvrtc/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "compiler/front/run_time/entry.h"

namespace riffle::nvrtc {
namespace {

using Problem = std::optional<std::string>;

constexpr std::array kArchitectures = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

enum class Kind : std::uint8_t {
  kFlag,     ///< alone
  kBoolean,  ///< =true or =false
  kInteger,  ///< =N
  kText,     ///< =TEXT, or the next argument
  kJoined,   ///< =TEXT only
};

struct Option {
  std::string_view name;   ///< --name
  std::string_view other;  ///< -other
  Kind kind;
  Problem (*apply)(NvrtcOptions&, std::string_view value);
};

/// The C++ library has it only in newer versions.
bool contains(const auto& values, const auto& value) {
  return std::ranges::find(values, value) != values.end();
}

Problem nothing(NvrtcOptions&, std::string_view) { return {}; }

template <std::uint32_t flag>
Problem set(NvrtcOptions& options, std::string_view) {
  options.flags |= flag;
  return {};
}

template <std::uint32_t flag>
Problem set_if(NvrtcOptions& options, std::string_view value) {
  options.flags = value == "true" ? options.flags | flag : options.flags & ~flag;
  return {};
}

template <std::uint32_t flag>
Problem set_unless(NvrtcOptions& options, std::string_view value) {
  return set_if<flag>(options, value == "true" ? "false" : "true");
}

std::optional<int> integer(std::string_view text) {
  int value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

Problem architecture(NvrtcOptions& options, std::string_view value) {
  constexpr const char* kInvalid = "invalid value for --gpu-architecture (-arch)";
  const bool is_virtual = value.starts_with("compute_");
  if (!is_virtual && !value.starts_with("sm_")) return kInvalid;
  std::string_view number = value.substr(value.find('_') + 1);
  // What an architecture or its family alone has: 90a, 100f.
  const char suffix = number.empty() ? '\0' : number.back();
  if (suffix == 'a' || suffix == 'f') number.remove_suffix(1);
  const auto parsed = integer(number);
  if (!parsed || !contains(kArchitectures, *parsed)) return kInvalid;
  if ((suffix == 'a' && *parsed < 90) || (suffix == 'f' && *parsed < 100)) return kInvalid;
  options.architecture = "sm_" + std::string(number) + (suffix == 'a' ? "a" : "");
  options.is_virtual = is_virtual;
  options.flags = suffix == 'f' ? options.flags | compiler::kFrontFamily
                                : options.flags & ~std::uint32_t{compiler::kFrontFamily};
  return {};
}

Problem standard(NvrtcOptions& options, std::string_view value) {
  constexpr std::array<std::string_view, 5> kKnown = {"c++03", "c++11", "c++14", "c++17", "c++20"};
  if (!contains(kKnown, value)) return "invalid value for --std(-std)";
  options.standard = value;
  return {};
}

Problem fast_math(NvrtcOptions& options, std::string_view) {
  options.flags |= compiler::kFrontFastMath | compiler::kFrontFlushDenormals |
                   compiler::kFrontApproximateDivision | compiler::kFrontApproximateRoot;
  return {};
}

Problem define(NvrtcOptions& options, std::string_view value) {
  options.macros.push_back("-D" + std::string(value));
  return {};
}

Problem undefine(NvrtcOptions& options, std::string_view value) {
  options.macros.push_back("-U" + std::string(value));
  return {};
}

Problem folder(NvrtcOptions& options, std::string_view value) {
  if (!value.empty()) options.folders.emplace_back(value);
  return {};
}

Problem first_header(NvrtcOptions& options, std::string_view value) {
  options.first_headers.emplace_back(value);
  return {};
}

Problem time_file(NvrtcOptions& options, std::string_view value) {
  options.time_file = value;
  return {};
}

Problem time_trace(NvrtcOptions& options, std::string_view value) {
  options.time_trace_file = std::string(value) + ".json";
  return {};
}

Problem no_cache(NvrtcOptions& options, std::string_view) {
  options.uses_cache = false;
  return {};
}

Problem find_headers(NvrtcOptions& options, std::string_view) {
  options.finds_headers = true;
  return {};
}

Problem make_header(NvrtcOptions& options, std::string_view value) {
  if (value.empty()) return "must specify file name with -create-pch flag (-create-pch=filename)";
  options.made_header = value;
  return {};
}

Problem use_header(NvrtcOptions& options, std::string_view value) {
  options.used_header = value;
  return {};
}

Problem header_folder(NvrtcOptions& options, std::string_view value) {
  options.header_folder = value;
  return {};
}

Problem report_headers(NvrtcOptions& options, std::string_view value) {
  options.reports_headers = value == "true";
  return {};
}

/// Numbers with commas between them.
template <char severity>
Problem set_severity(NvrtcOptions& options, std::string_view value) {
  do {
    const std::string_view one = value.substr(0, value.find(','));
    value.remove_prefix(std::min(one.size() + 1, value.size()));
    const std::optional<int> number = integer(one);
    if (!number || *number <= 0) {
      const char* const name = severity == 's' ? "suppress" : severity == 'e' ? "error" : "warn";
      return "--diag-" + std::string(name) + " expects a non-zero positive integer value";
    }
    options.severities.push_back(severity + std::to_string(*number));
  } while (!value.empty());
  return {};
}

/// Such code is linked later: it is relocatable.
Problem lto_ir(NvrtcOptions& options, std::string_view) {
  options.wants_lto_ir = true;
  options.flags |= compiler::kFrontRelocatable;
  return {};
}

Problem split_compile(NvrtcOptions&, std::string_view value) {
  if (*integer(value) < 0) return "Argument for -split-compile must be non-negative";
  return {};
}

Problem jump_tables(NvrtcOptions&, std::string_view value) {
  const int density = *integer(value);
  if (density < 0 || density > 101)
    return "Argument for --jump-table-density must be between [0-101]";
  return {};
}

Problem optimize_debug(NvrtcOptions&, std::string_view value) {
  if (value == "on" || value.empty()) return {};
  return "invalid argument for option --dopt (-dopt): " + std::string(value);
}

Problem fast_compile(NvrtcOptions&, std::string_view value) {
  constexpr std::array<std::string_view, 4> kKnown = {"0", "min", "mid", "max"};
  if (contains(kKnown, value)) return {};
  return "invalid argument for option --Ofast-compile (-Ofc): " + std::string(value);
}

Problem optimization_info(NvrtcOptions&, std::string_view value) {
  if (value == "inline") return {};
  return "invalid optimization tag for option --optimization-info (-opt-info): " +
         std::string(value);
}

Problem no_float128(NvrtcOptions&, std::string_view) {
  return "option --device-float128 is not supported";
}
Problem no_optix(NvrtcOptions&, std::string_view) {
  return "--optix-ir (-optix-ir) is not supported by Riffle, which has no OptiX";
}

// Options without effect describe hardware, or phases that a CPU's compiler does not have.
constexpr Option kOptions[] = {
    {"gpu-architecture", "arch", Kind::kText, architecture},
    {"device-c", "dc", Kind::kFlag, set<compiler::kFrontRelocatable>},
    {"device-w", "dw", Kind::kFlag, nothing},
    {"relocatable-device-code", "rdc", Kind::kBoolean, set_if<compiler::kFrontRelocatable>},
    {"extensible-whole-program", "ewp", Kind::kFlag, set<compiler::kFrontWholeProgram>},
    {"device-debug", "G", Kind::kFlag, set<compiler::kFrontDebug>},
    {"generate-line-info", "lineinfo", Kind::kFlag, nothing},
    {"dopt", "dopt", Kind::kText, optimize_debug},
    {"Ofast-compile", "Ofc", Kind::kText, fast_compile},
    {"ptxas-options", "Xptxas", Kind::kText, nothing},
    {"maxrregcount", "maxrregcount", Kind::kInteger, nothing},
    {"ftz", "ftz", Kind::kBoolean, set_if<compiler::kFrontFlushDenormals>},
    {"prec-sqrt", "prec-sqrt", Kind::kBoolean, set_unless<compiler::kFrontApproximateRoot>},
    {"prec-div", "prec-div", Kind::kBoolean, set_unless<compiler::kFrontApproximateDivision>},
    {"fmad", "fmad", Kind::kBoolean, set_unless<compiler::kFrontNoContraction>},
    {"use_fast_math", "use_fast_math", Kind::kFlag, fast_math},
    {"extra-device-vectorization", "extra-device-vectorization", Kind::kFlag, nothing},
    {"modify-stack-limit", "modify-stack-limit", Kind::kBoolean, nothing},
    {"dlink-time-opt", "dlto", Kind::kFlag, lto_ir},
    {"gen-opt-lto", "gen-opt-lto", Kind::kFlag, nothing},
    {"optix-ir", "optix-ir", Kind::kFlag, no_optix},
    {"jump-table-density", "jtd", Kind::kInteger, jump_tables},
    {"device-stack-protector", "device-stack-protector", Kind::kBoolean, nothing},
    {"no-cache", "no-cache", Kind::kFlag, no_cache},
    {"frandom-seed", "frandom-seed", Kind::kText, nothing},
    {"define-macro", "D", Kind::kText, define},
    {"undefine-macro", "U", Kind::kText, undefine},
    {"include-path", "I", Kind::kText, folder},
    {"pre-include", "include", Kind::kText, first_header},
    {"no-source-include", "no-source-include", Kind::kFlag, set<compiler::kFrontNoSourceFolder>},
    {"std", "std", Kind::kJoined, standard},
    {"builtin-move-forward", "builtin-move-forward", Kind::kBoolean,
     set_unless<compiler::kFrontNoMoveForward>},
    {"builtin-initializer-list", "builtin-initializer-list", Kind::kBoolean,
     set_unless<compiler::kFrontNoInitializerList>},
    {"pch", "pch", Kind::kFlag, find_headers},
    {"create-pch", "create-pch", Kind::kText, make_header},
    {"use-pch", "use-pch", Kind::kText, use_header},
    {"pch-dir", "pch-dir", Kind::kText, header_folder},
    {"pch-verbose", "pch-verbose", Kind::kBoolean, nothing},
    {"pch-messages", "pch-messages", Kind::kBoolean, report_headers},
    {"instantiate-templates-in-pch", "instantiate-templates-in-pch", Kind::kBoolean, nothing},
    {"disable-warnings", "w", Kind::kFlag, set<compiler::kFrontNoWarnings>},
    {"restrict", "restrict", Kind::kFlag, nothing},
    {"device-as-default-execution-space", "default-device", Kind::kFlag,
     set<compiler::kFrontDefaultDevice>},
    {"device-int128", "device-int128", Kind::kFlag, set<compiler::kFrontInt128>},
    {"device-float128", "device-float128", Kind::kFlag, no_float128},
    {"optimization-info", "opt-info", Kind::kText, optimization_info},
    {"display-error-number", "err-no", Kind::kFlag, nothing},
    {"no-display-error-number", "no-err-no", Kind::kFlag, set<compiler::kFrontNoErrorNumbers>},
    {"diag-error", "diag-error", Kind::kText, set_severity<'e'>},
    {"diag-suppress", "diag-suppress", Kind::kText, set_severity<'s'>},
    {"diag-warn", "diag-warn", Kind::kText, set_severity<'w'>},
    {"brief-diagnostics", "brief-diag", Kind::kBoolean, set_if<compiler::kFrontBriefMessages>},
    {"time", "time", Kind::kText, time_file},
    {"split-compile", "split-compile", Kind::kInteger, split_compile},
    {"fdevice-syntax-only", "fdevice-syntax-only", Kind::kFlag, nothing},
    {"minimal", "minimal", Kind::kFlag, set<compiler::kFrontMinimal>},
    {"fdevice-time-trace", "fdevice-time-trace", Kind::kText, time_trace},
    {"version-ident", "dQ", Kind::kBoolean, nothing},
    {"uumn", "uumn", Kind::kFlag, nothing},
};

/// NVRTC's messages name an option as `--name (-other)`.
std::string title_of(const Option& option) {
  return "--" + std::string(option.name) + " (-" + std::string(option.other) + ")";
}

/// An option, and what follows its name in the same word.
struct Match {
  const Option* option;
  std::optional<std::string_view> value;
};

std::optional<Match> match(std::string_view word) {
  for (const Option& option : kOptions) {
    std::string_view rest = word;
    if (rest.starts_with("--")) {
      rest.remove_prefix(2);
      if (!rest.starts_with(option.name)) continue;
      rest.remove_prefix(option.name.size());
    } else if (rest.starts_with("-")) {
      rest.remove_prefix(1);
      if (!rest.starts_with(option.other)) continue;
      rest.remove_prefix(option.other.size());
      // -DNAME and -D NAME, as one word.
      const bool is_letter = option.other == "D" || option.other == "U" || option.other == "I";
      if (is_letter && !rest.empty() && rest[0] != '=') {
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        return Match{&option, rest};
      }
    } else {
      return {};
    }
    if (rest.empty()) {
      if (option.kind == Kind::kJoined) continue;
      return Match{&option, {}};
    }
    if (rest[0] == '=') return Match{&option, rest.substr(1)};
  }
  return {};
}

Problem apply(const Option& option, std::optional<std::string_view> value, NvrtcOptions& options) {
  if (option.kind == Kind::kFlag) {
    if (value) return title_of(option) + " does not accept any argument";
    return option.apply(options, {});
  }
  const std::string_view text = value.value_or("");
  if (option.kind == Kind::kBoolean && text != "true" && text != "false")
    return title_of(option) + " expects true or false";
  if (option.kind == Kind::kInteger && !integer(text))
    return title_of(option) + " expects an integer value";
  return option.apply(options, text);
}

}  // namespace

std::span<const int> supported_architectures() { return kArchitectures; }

std::expected<NvrtcOptions, std::string> parse_options(std::span<const char* const> given) {
  const auto refuse = [](const std::string& text) {
    return std::unexpected("nvrtc: error: " + text + "\n");
  };
  NvrtcOptions options;
  std::string architecture_before;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == nullptr) return refuse("an option is a null pointer");
    const std::string_view word = given[i];
    if (word.empty()) continue;
    auto found = match(word);
    if (!found) return refuse("unrecognized option " + std::string(word) + " found");
    const Option& option = *found->option;
    if (!found->value && option.kind != Kind::kFlag && i + 1 < given.size() &&
        given[i + 1] != nullptr)
      found->value = given[++i];
    if (Problem problem = apply(option, found->value, options)) return refuse(*problem);
    if (option.name != "gpu-architecture") continue;
    const std::string number = options.architecture.substr(3);
    if (!architecture_before.empty() && architecture_before != number) {
      options.warnings.append("nvrtc: warning: \"--gpu-architecture(-arch)=")
          .append(architecture_before)
          .append("\" followed by \"--gpu-architecture(-arch)=")
          .append(number)
          .append("\"\n");
    }
    architecture_before = number;
  }
  // These three end without a newline.
  const auto at_once = [](const char* one, const char* other) {
    return std::unexpected("nvrtc: error: -" + std::string(one) + " and -" + other +
                           " cannot be specified at the same time");
  };
  if (options.finds_headers && !options.made_header.empty()) return at_once("pch", "create-pch");
  if (options.finds_headers && !options.used_header.empty()) return at_once("pch", "use-pch");
  if (!options.made_header.empty() && !options.used_header.empty())
    return at_once("create-pch", "use-pch");
  return options;
}

}  // namespace riffle::nvrtc
