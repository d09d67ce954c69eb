// SPDX-License-Identifier: Apache-2.0
#include "api/nvjitlink/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace riffle::nvjitlink {
namespace {

enum class Form : std::uint8_t {
  kFlag,
  kValue,  ///< -name=value, where the value is not empty
};

struct Option {
  std::string_view name;
  Form form;
};

/// Without effect here. The list is that of nvJitLink's documentation, "Linking options".
constexpr Option kWithoutEffect[] = {{"-g", Form::kFlag},
                                     {"-lineinfo", Form::kFlag},
                                     {"-time", Form::kFlag},
                                     {"-verbose", Form::kFlag},
                                     {"-minimal", Form::kFlag},
                                     {"-no-cache", Form::kFlag},
                                     {"-optimize-unused-variables", Form::kFlag},
                                     {"-device-stack-protector", Form::kFlag},
                                     {"-device-stack-protector", Form::kValue},
                                     {"-maxrregcount", Form::kValue},
                                     {"-ftz", Form::kValue},
                                     {"-prec-div", Form::kValue},
                                     {"-prec-sqrt", Form::kValue},
                                     {"-fma", Form::kValue},
                                     {"-kernels-used", Form::kValue},
                                     {"-variables-used", Form::kValue},
                                     {"-Xptxas", Form::kValue},
                                     {"-Xnvvm", Form::kValue},
                                     {"-split-compile", Form::kValue},
                                     {"-split-compile-extended", Form::kValue},
                                     {"-jump-table-density", Form::kValue},
                                     {"-O0", Form::kFlag},
                                     {"-O1", Form::kFlag},
                                     {"-O2", Form::kFlag},
                                     {"-O3", Form::kFlag}};

/// What CUDA 13.0's linker makes code for, and what earlier ones did.
constexpr std::array kArchitectures = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
constexpr int kFirstOfOlder = 10;
constexpr int kLastOfOlder = 72;

struct Architecture {
  bool is_virtual = false;
  int number = 0;
};

/// "sm_90", "compute_80"; a letter behind the number is one of its kinds.
std::optional<Architecture> architecture_in(std::string_view text) {
  Architecture found;
  if (text.starts_with("compute_")) {
    found.is_virtual = true;
    text.remove_prefix(sizeof "compute_" - 1);
  } else if (text.starts_with("sm_")) {
    text.remove_prefix(sizeof "sm_" - 1);
  } else {
    return std::nullopt;
  }
  const char* const last = text.data() + text.size();
  const auto [end, failure] = std::from_chars(text.data(), last, found.number);
  const std::string_view rest(end, last);
  if (failure != std::errc() || !(rest.empty() || rest == "a" || rest == "f")) return std::nullopt;
  return found;
}

bool is_without_effect(std::string_view word) {
  return std::ranges::any_of(kWithoutEffect, [&](const Option& option) {
    if (option.form == Form::kFlag) return word == option.name;
    return word.starts_with(option.name) && word.size() > option.name.size() + 1 &&
           word[option.name.size()] == '=';
  });
}

nvJitLinkResult status_of(const Architecture& architecture) {
  if (std::ranges::find(kArchitectures, architecture.number) != kArchitectures.end())
    return NVJITLINK_SUCCESS;
  const bool was_known =
      architecture.number >= kFirstOfOlder && architecture.number <= kLastOfOlder;
  return was_known ? NVJITLINK_ERROR_UNSUPPORTED_ARCH : NVJITLINK_ERROR_UNRECOGNIZED_ARCH;
}

ParsedOptions refusal(nvJitLinkResult result, std::string message) {
  return {.result = result, .message = std::move(message), .options = {}};
}

}  // namespace

ParsedOptions parse_options(std::span<const char* const> words) {
  ParsedOptions parsed;
  std::optional<Architecture> architecture;
  constexpr std::string_view kArchitecture = "-arch=";
  for (const char* const given : words) {
    if (given == nullptr) return refusal(NVJITLINK_ERROR_NULL_INPUT, "an option is null");
    const std::string_view word = given;
    if (word.starts_with(kArchitecture)) {
      architecture = architecture_in(word.substr(kArchitecture.size()));
      if (!architecture)
        return refusal(NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
                       "'" + std::string(word) + "' names no architecture");
    } else if (word == "-lto") {
      parsed.options.is_lto = true;
    } else if (word == "-ptx") {
      parsed.options.wants_ptx = true;
    } else if (!is_without_effect(word)) {
      return refusal(NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
                     "unknown option '" + std::string(word) + "'");
    }
  }
  if (!architecture)
    return refusal(NVJITLINK_ERROR_MISSING_ARCH, "the option -arch=sm_NN is missing");
  if (const nvJitLinkResult status = status_of(*architecture); status != NVJITLINK_SUCCESS)
    return refusal(status,
                   "architecture " + std::to_string(architecture->number) + " is not supported");
  if (parsed.options.wants_ptx && !parsed.options.is_lto)
    return refusal(NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS, "-ptx needs -lto");
  if (architecture->is_virtual && !parsed.options.wants_ptx)
    return refusal(NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS,
                   "a virtual architecture (compute_NN) needs -lto and -ptx");
  return parsed;
}

}  // namespace riffle::nvjitlink
