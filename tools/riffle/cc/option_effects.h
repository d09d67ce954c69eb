// SPDX-License-Identifier: Apache-2.0
// What options do: the functions that rows of the option table point to.
#pragma once

#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cc/option_table.h"
#include "version.h"

namespace riffle::tool::effects {

using View = std::string_view;

inline Status invalid(View spelling, View value, View expected) {
  return error(Code::kInvalidValue,
               fmt::format("'{}': expected {}, got '{}'", spelling, expected, value));
}

// Sets a bool to true, whatever the option.
template <bool NvccOptions::* member>
Status set(NvccOptions& options, View, View) {
  options.*member = true;
  return {};
}

template <std::string NvccOptions::* member>
Status store(NvccOptions& options, View value, View) {
  options.*member = value;
  return {};
}

template <std::vector<std::string> NvccOptions::* member>
Status add_list(NvccOptions& options, View value, View) {
  for (std::string& item : split_list(value)) (options.*member).push_back(std::move(item));
  return {};
}

template <std::vector<std::string> NvccOptions::* member>
Status add_words(NvccOptions& options, View value, View) {
  for (const std::string& item : split_list(value)) {
    for (std::string& word : split_words(item)) (options.*member).push_back(std::move(word));
  }
  return {};
}

template <Phase phase>
Status set_phase(NvccOptions& options, View, View) {
  options.phase = phase;
  return {};
}

inline Result<bool> parse_bool(View value, View spelling) {
  if (value == "true") return true;
  if (value == "false") return false;
  return std::unexpected(invalid(spelling, value, "true or false").error());
}

template <std::optional<bool> NvccOptions::* member>
Status store_bool(NvccOptions& options, View value, View spelling) {
  Result<bool> parsed = parse_bool(value, spelling);
  if (!parsed) return std::unexpected(parsed.error());
  options.*member = *parsed;
  return {};
}

template <char kind>
Status add_macros(NvccOptions& options, View value, View) {
  for (const std::string& item : split_list(value)) {
    options.macros.push_back(fmt::format("-{}{}", kind, item));
  }
  return {};
}

// Concerns a tool of NVIDIA's that has no counterpart here: taken, and said so with -v.
inline Status foreign(NvccOptions& options, View value, View spelling) {
  options.notes.push_back(fmt::format("'{}{}{}' concerns NVIDIA's tools only; no effect", spelling,
                                      value.empty() ? "" : " ", value));
  return {};
}

// As `foreign`, of a value that is looked at: what nvcc refuses is no value here either.
using ValueList = std::array<View, 5>;
inline constexpr ValueList kCudadevrtKinds{"none", "static"};
inline constexpr ValueList kCompressModes{"default", "size", "speed", "balance", "none"};
inline constexpr ValueList kFastCompileLevels{"0", "max", "mid", "min"};
inline constexpr ValueList kOptimizationKinds{"inline"};

template <const ValueList& values>
Status one_of(NvccOptions& options, View value, View spelling) {
  std::string all;
  for (View known : values) {
    if (known.empty()) break;
    if (value == known) return foreign(options, value, spelling);
    all += fmt::format("{}{}", all.empty() ? "" : ", ", known);
  }
  return invalid(spelling, value, all);
}

inline std::optional<unsigned> parse_number(View value, unsigned most) {
  unsigned number = 0;
  if (value.empty()) return std::nullopt;
  for (const char c : value) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<unsigned>(c - '0');
    if (number > most) return std::nullopt;
  }
  return number;
}

template <unsigned most>
Status number_of(NvccOptions& options, View value, View spelling) {
  if (parse_number(value, most)) return foreign(options, value, spelling);
  return invalid(spelling, value, fmt::format("a number from 0 to {}", most));
}

inline Status check_bool(NvccOptions& options, View value, View spelling) {
  if (Result<bool> parsed = parse_bool(value, spelling); !parsed)
    return std::unexpected(parsed.error());
  return foreign(options, value, spelling);
}

inline Status set_target_folder(NvccOptions& options, View value, View spelling) {
  if (value == "x86_64-linux") return foreign(options, value, spelling);
  return invalid(spelling, value, "x86_64-linux, the only one");
}

// A warning of nvcc's own (src/compiler/front/nvcc_warnings.cpp).
inline Status add_nvcc_warning(NvccOptions& options, View, View spelling) {
  spelling.remove_prefix(spelling.find('W') + 1);
  options.nvcc_warnings.emplace_back(spelling);
  return {};
}

// clang compiles host code whatever compiler is named.
inline Status set_host_compiler(NvccOptions& options, View value, View spelling) {
  options.host_compiler = value;
  return foreign(options, value, spelling);
}

inline Status unavailable(NvccOptions&, View, View spelling) {
  return error(Code::kNotSupported, fmt::format("'{}' is not available yet", spelling));
}

inline Status set_linker_script(NvccOptions& options, View value, View spelling) {
  if (value == "use-lcs") return foreign(options, value, spelling);
  if (value == "gen-lcs") {
    return error(
        Code::kNotSupported,
        fmt::format("'{} gen-lcs' is not available: objects need no linker script", spelling));
  }
  return invalid(spelling, value, "use-lcs or gen-lcs");
}

inline Status set_relocatable(NvccOptions& options, View value, View spelling) {
  Result<bool> parsed = parse_bool(value, spelling);
  if (!parsed) return std::unexpected(parsed.error());
  options.relocatable = *parsed;
  return {};
}

// -dc and -dw: what -c does, with relocatable device code or without.
template <bool relocatable>
Status compile_device_code(NvccOptions& options, View, View) {
  options.phase = Phase::kCompile;
  options.relocatable = relocatable;
  return {};
}

template <DeviceOutput kind>
Status set_device_output(NvccOptions& options, View, View) {
  options.device_output = kind;
  return {};
}

inline Status set_language(NvccOptions& options, View value, View spelling) {
  if (value == "cu") {
    options.forced_language = Language::kCuda;
  } else if (value == "c++") {
    options.forced_language = Language::kCpp;
  } else if (value == "c") {
    options.forced_language = Language::kC;
  } else {
    return invalid(spelling, value, "c, c++ or cu");
  }
  return {};
}

inline Status set_standard(NvccOptions& options, View value, View spelling) {
  static constexpr std::array kKnown = {"c++03", "c++11",   "c++14",   "c++17",   "c++20",  "c++23",
                                        "c++26", "gnu++14", "gnu++17", "gnu++20", "gnu++23"};
  for (View known : kKnown) {
    if (value == known) {
      options.standard = value;
      return {};
    }
  }
  return invalid(spelling, value, "c++14, c++17, c++20 or c++23");
}

inline Status set_cuda_version(NvccOptions& options, View value, View spelling) {
  if (value == "12" || value == "12.8") {
    options.cuda_version = kCudaVersion12;
  } else if (value == "13" || value == "13.0") {
    options.cuda_version = kCudaVersion;
  } else {
    return invalid(spelling, value, "12 or 13");
  }
  return {};
}

inline Status set_optimize(NvccOptions& options, View value, View spelling) {
  if (value == "fast" || value == "s" ||
      (value.size() == 1 && value[0] >= '0' && value[0] <= '3')) {
    options.optimize = value;
  } else if (value.size() == 1 && value[0] >= '4' && value[0] <= '9') {
    options.optimize = "3";
  } else {
    return invalid(spelling, value, "0, 1, 2, 3, s or fast");
  }
  return {};
}

inline Status set_default_stream(NvccOptions& options, View value, View spelling) {
  if (value == "per-thread") {
    options.per_thread_stream = true;
  } else if (value == "legacy" || value == "null") {
    options.per_thread_stream = false;
  } else {
    return invalid(spelling, value, "legacy, null or per-thread");
  }
  return {};
}

inline Status add_architecture(NvccOptions& options, View value) {
  if (value == "native" || value == "all" || value == "all-major") {
    options.architectures.push_back({});
    return {};
  }
  Result<Architecture> parsed = parse_architecture(value);
  if (!parsed) return std::unexpected(parsed.error());
  options.architectures.push_back(*parsed);
  return {};
}

// Of several the last one counts, beside those of -gencode.
inline Status set_architecture(NvccOptions& options, View value, View spelling) {
  if (!options.main_architecture.empty()) {
    options.architectures.erase(options.architectures.begin() + options.main_architecture_at);
    if (options.main_architecture != value)
      options.warnings.push_back(
          fmt::format("'{}' is given twice, with '{}' and '{}'; the last one counts", spelling,
                      options.main_architecture, value));
  }
  options.main_architecture = value;
  options.main_architecture_at = std::ssize(options.architectures);
  return add_architecture(options, value);
}

// arch=compute_80,code=[sm_80,compute_80]: the architecture decides the preprocessor's view. The
// code values are checked but select nothing, since kernels are compiled for this machine's CPU.
inline Status add_generated_code(NvccOptions& options, View value, View spelling) {
  std::string arch;
  std::vector<std::string> codes;
  bool in_code = false;
  for (const std::string& item : split_list(value)) {
    std::string_view text = item;
    if (text.starts_with("arch=")) {
      in_code = false;
      arch = text.substr(5);
      if (Status status = add_architecture(options, arch); !status) return status;
      continue;
    }
    if (text.starts_with("code=")) {
      in_code = true;
      text.remove_prefix(5);
    }
    if (!in_code) return invalid(spelling, value, "arch=compute_NN,code=sm_NN");
    while (!text.empty() && (text.front() == '[' || text.front() == '"')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ']' || text.back() == '"')) text.remove_suffix(1);
    for (const std::string& code : split_list(text)) {
      codes.push_back(code);
    }
  }
  for (const std::string& code : codes) {
    if (arch.empty()) break;
    if (Status status = check_code_fits(arch, code); !status) return status;
  }
  if (arch.empty()) return invalid(spelling, value, "arch=compute_NN,code=sm_NN");
  return {};
}

inline Status add_codes(NvccOptions& options, View value, View) {
  for (const std::string& item : split_list(value)) {
    options.codes.push_back(item);
    if (Result<Architecture> parsed = parse_architecture(item); !parsed) {
      return std::unexpected(parsed.error());
    }
  }
  return {};
}

inline Status set_threads(NvccOptions& options, View value, View spelling) {
  const std::optional<unsigned> count = parse_number(value, 9999);
  if (!count) return invalid(spelling, value, "a number from 0 to 9999");
  options.threads = *count;
  return {};
}

inline Status set_machine(NvccOptions&, View value, View spelling) {
  if (value == "64") return {};
  return invalid(spelling, value, "64");
}

inline Status set_cudart(NvccOptions& options, View value, View spelling) {
  if (value != "none" && value != "shared" && value != "static") {
    return invalid(spelling, value, "none, shared or static");
  }
  if (value == "static") {
    options.notes.push_back("'-cudart static' links the shared runtime: a process has one runtime");
  }
  options.cudart = value;
  return {};
}

inline Status add_werror(NvccOptions& options, View value, View spelling) {
  for (const std::string& kind : split_list(value)) {
    if (kind == "all-warnings") {
      options.warning_flags.push_back("-Werror");
    } else if (kind == "reorder" || kind == "deprecated-declarations") {
      options.warning_flags.push_back("-Werror=" + kind);
    } else if (kind == "cross-execution-space-call") {
      // Already an error here.
    } else if (kind == "default-stream-launch" || kind == "missing-launch-bounds" ||
               kind == "ext-lambda-captures-this") {
      options.nvcc_warnings.push_back(kind + "=error");
    } else {
      return invalid(spelling, kind,
                     "all-warnings, cross-execution-space-call, reorder or "
                     "deprecated-declarations");
    }
  }
  return {};
}

template <char kind>
Status set_warning(NvccOptions& options, View, View spelling) {
  // nvcc spells some of these with two dashes, clang with one.
  while (spelling.starts_with("--")) spelling.remove_prefix(1);
  options.warning_flags.emplace_back(spelling);
  return {};
}

template <Phase phase, bool user_only>
Status print_dependencies(NvccOptions& options, View, View) {
  options.phase = phase;
  options.user_dependencies_only = user_only;
  return {};
}

template <bool user_only>
Status write_dependencies(NvccOptions& options, View, View) {
  options.dependencies_too = true;
  options.user_dependencies_only = user_only;
  return {};
}

inline Status forward_all_unknown(NvccOptions& options, View, View) {
  options.forward_unknown_to_compiler = true;
  options.forward_unknown_to_linker = true;
  return {};
}

inline Status set_keep_folder(NvccOptions& options, View value, View) {
  options.keep_folder = value;
  return {};
}

inline Status add_dopt(NvccOptions& options, View value, View spelling) {
  if (value != "on") return invalid(spelling, value, "on");
  options.device_optimize_debug = true;
  return {};
}

inline Status ignore(NvccOptions&, View, View) { return {}; }

}  // namespace riffle::tool::effects
