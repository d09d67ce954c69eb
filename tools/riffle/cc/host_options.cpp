// SPDX-License-Identifier: Apache-2.0
#include "cc/host_options.h"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

#include "cc/process_group.h"
#include "say.h"

namespace riffle::tool {
namespace {

bool begins_with_one_of(std::string_view word, std::initializer_list<const char*> prefixes) {
  return std::ranges::any_of(prefixes,
                             [&](const char* prefix) { return word.starts_with(prefix); });
}

/// Whether clang may not have this option. Of common ones it is known that it has; unknown warnings it lets pass.
bool is_doubtful(std::string_view word) {
  if (word.size() < 2 || word[0] != '-') return false;
  if (begins_with_one_of(word,
                         {"-W", "-D", "-U", "-I", "-L", "-l", "-g", "-std=", "-i", "-w", "-O"}))
    return false;
  return !begins_with_one_of(word, {"-fPIC",
                                    "-fpic",
                                    "-fPIE",
                                    "-fpie",
                                    "-fopenmp",
                                    "-fvisibility",
                                    "-fexceptions",
                                    "-fno-exceptions",
                                    "-frtti",
                                    "-fno-rtti",
                                    "-fno-strict-aliasing",
                                    "-ffast-math",
                                    "-fno-math-errno",
                                    "-fdiagnostics-color",
                                    "-fstack-protector",
                                    "-fsanitize=",
                                    "-fomit-frame-pointer",
                                    "-fno-omit-frame-pointer",
                                    "-funroll-loops",
                                    "-m64",
                                    "-march=",
                                    "-mtune=",
                                    "-mavx",
                                    "-msse",
                                    "-mfma",
                                    "-pthread",
                                    "-pedantic",
                                    "-pipe",
                                    "-pg"});
}

/// The texts in quotation marks of a line.
std::vector<std::string> quoted_texts(std::string_view line) {
  std::vector<std::string> texts;
  while (true) {
    const std::size_t begin = line.find('\'');
    const std::size_t end = begin == std::string_view::npos ? begin : line.find('\'', begin + 1);
    if (end == std::string_view::npos) return texts;
    texts.emplace_back(line.substr(begin + 1, end - begin - 1));
    line.remove_prefix(end + 1);
  }
}

Result<FinishedProcess> run(const CommandLine& line) {
  ProcessGroup processes;
  if (Result<int> started = processes.start(line, false); !started)
    return std::unexpected(started.error());
  return processes.wait();
}

}  // namespace

std::vector<std::string> unknown_to_clang(std::span<const std::string> words,
                                          std::string_view messages) {
  std::vector<std::string> unknown;
  while (!messages.empty()) {
    const std::size_t end = messages.find('\n');
    const std::string_view line = messages.substr(0, end);
    messages.remove_prefix(end == std::string_view::npos ? messages.size() : end + 1);
    const bool is_one = line.contains("error: unknown argument") ||
                        line.contains("error: unsupported option") ||
                        line.contains("error: unsupported argument");
    const std::vector<std::string> texts = is_one ? quoted_texts(line) : std::vector<std::string>{};
    if (texts.empty()) continue;
    // "unsupported argument 'x' to option '-fy='"
    const bool of_value = line.contains("error: unsupported argument") && texts.size() > 1;
    const std::string text = of_value ? texts[1] + texts[0] : texts[0];
    for (const std::string& word : words) {
      // "unsupported option '-fy=' for target 'z'"
      if (word == text || (text.ends_with('=') && word.starts_with(text))) unknown.push_back(word);
    }
  }
  return unknown;
}

Status drop_options_of_gcc(NvccOptions& options, const Toolchain& toolchain) {
  std::vector<std::string> words = options.compiler_options;
  if (options.forward_unknown_to_compiler || options.forward_unknown_to_linker)
    words.insert(words.end(), options.forwarded.begin(), options.forwarded.end());
  if (std::ranges::none_of(words, is_doubtful)) return {};
  CommandLine line{toolchain.clang, "-###", "-x", "c++", "-c", "/dev/null", "-o", "/dev/null"};
  line.insert(line.end(), words.begin(), words.end());
  const Result<FinishedProcess> asked = run(line);
  if (!asked) return std::unexpected(asked.error());
  for (const std::string& word : unknown_to_clang(words, asked->messages)) {
    std::size_t count = 0;
    for (auto* list : {&options.compiler_options, &options.forwarded})
      count += std::erase(*list, word);
    if (count == 0) continue;  // it was there twice
    options.warnings.push_back(
        fmt::format("ignoring '{}': clang, the host compiler, does not have this option", word));
  }
  return {};
}

bool asks_host_compiler(const NvccOptions& options) {
  return std::ranges::any_of(options.compiler_options, [](const std::string& word) {
    return word == "--version" || word == "--help" || word == "--target-help" ||
           begins_with_one_of(
               word, {"-dumpversion", "-dumpfullversion", "-dumpmachine", "-print-", "--print-"});
  });
}

Result<int> answer_of_host_compiler(const NvccOptions& options, const Toolchain& toolchain) {
  CommandLine line{toolchain.clang};
  line.insert(line.end(), options.compiler_options.begin(), options.compiler_options.end());
  const Result<FinishedProcess> answered = run(line);
  if (!answered) return std::unexpected(answered.error());
  say_text(answered->messages);
  return answered->exit_code;
}

}  // namespace riffle::tool
