// SPDX-License-Identifier: Apache-2.0
#include "cc/header_lines.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace riffle::tool {
namespace {

bool begins_with_one_of(std::string_view option, std::initializer_list<const char*> prefixes) {
  return std::ranges::any_of(prefixes,
                             [&](const char* prefix) { return option.starts_with(prefix); });
}

/// Options for the host compiler that leave a precompiled header a description of the same text.
bool is_harmless(std::string_view option) {
  return begins_with_one_of(option,
                            {"-D", "-U", "-O", "-W", "-f", "-g", "-m", "-w", "-p", "-std="}) &&
         !begins_with_one_of(option, {"-Wp,", "-fplugin", "-fmodule", "-fpch", "-fsyntax-only",
                                      "-ftime", "-fsave", "-fprofile"});
}

bool is_plain_level(std::string_view level) {
  return level == "0" || level == "1" || level == "2" || level == "3";
}

/// Options for the host compiler that change no declaration; `put_right` knows their macros.
bool is_of_code_only(std::string_view option) {
  return option == "-fPIC" || option == "-w" || begins_with_one_of(option, {"-W", "-g"}) ||
         (option.starts_with("-O") && is_plain_level(option.substr(2)));
}

/// The same for all options that differ only in code and diagnostics.
NvccOptions in_common(NvccOptions options, Side side) {
  options.phase = Phase::kCompile;
  for (std::string* text : {&options.output, &options.output_folder}) text->clear();
  for (std::vector<std::string>* list :
       {&options.macros, &options.include_folders, &options.system_include_folders,
        &options.pre_includes, &options.warning_flags, &options.nvcc_warnings,
        &options.numbered_warnings})
    list->clear();
  if (side == Side::kDevice || is_plain_level(host_level(options))) options.optimize = "2";
  for (bool* flag :
       {&options.debug, &options.device_debug, &options.device_optimize_debug, &options.profile,
        &options.check_host, &options.no_warnings, &options.position_independent, &options.shared,
        &options.extended_lambda, &options.relaxed_constexpr})
    *flag = false;
  std::erase_if(options.compiler_options, is_of_code_only);
  std::erase_if(options.forwarded, is_of_code_only);
  return options;
}

bool holds(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// The host side's level with what the host compiler is told itself.
std::string last_level(const NvccOptions& options) {
  std::string level = host_level(options);
  for (const auto* words : {&options.compiler_options, &options.forwarded}) {
    for (const std::string& word : *words) {
      if (word.starts_with("-O") && is_plain_level(word.substr(2))) level = word.substr(2);
    }
  }
  return level;
}

/// Headers are made with -O2 and for executables; macros that say so, or depend on NDEBUG, get what they have in a
/// compilation without.
CommandLine put_right(const NvccOptions& options, Side side) {
  CommandLine words;
  const bool optimizes =
      side == Side::kDevice ? device_optimization_level(options) != 0 : last_level(options) != "0";
  if (!optimizes) words.insert(words.end(), {"-U__OPTIMIZE__", "-D__NO_INLINE__=1"});
  const bool shared = options.position_independent || options.shared ||
                      holds(options.compiler_options, "-fPIC") || holds(options.forwarded, "-fPIC");
  if (side == Side::kHost && shared) words.insert(words.end(), {"-U__PIE__", "-U__pie__"});
  // This header is made to be read again when NDEBUG has changed (header_inputs.cpp).
  words.insert(words.end(), {"-include", "assert.h"});
  return words;
}

}  // namespace

CommandLine header_line(const LineContext& context, Side side,
                        const std::vector<std::string>& macros) {
  const NvccOptions& given = context.options;
  if (!std::ranges::all_of(given.compiler_options, is_harmless) ||
      !std::ranges::all_of(given.forwarded, is_harmless)) {
    return {};
  }
  const NvccOptions options = in_common(given, side);
  const LineContext plain{
      options, context.toolchain,     context.include_folder, context.library_folder,
      false,   context.toolkit_folder};
  const std::string source = context.include_folder + "/" + kFirstHeader;
  HostRequest request;
  request.source = source;
  CommandLine line =
      side == Side::kDevice ? device_line(plain, source, "", "") : host_line(plain, request);
  const std::vector<std::string> own = macros_of_source(options);
  std::erase_if(line, [&](const std::string& word) { return holds(own, word); });
  line.insert(line.end(), macros.begin(), macros.end());
  line.push_back("-fsyntax-only");
  return line;
}

CommandLine with_header(CommandLine line, const LineContext& context, Side side,
                        const std::string& path) {
  const auto at = std::ranges::find(line, kFirstHeader);
  if (path.empty() || at == line.begin() || at == line.end() || *(at - 1) != "-include")
    return line;
  *(at - 1) = "-include-pch";
  *at = path;
  const auto from = at - line.begin() + 1;
  CommandLine more = put_right(context.options, side);
  // Clang wants more to be equal than has to be; what has to be, and that no file has changed, is known.
  more.insert(more.end(), {"-Xclang", "-fno-validate-pch"});
  line.insert(line.begin() + from, more.begin(), more.end());
  return line;
}

}  // namespace riffle::tool
