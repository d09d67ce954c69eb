// SPDX-License-Identifier: Apache-2.0
#include "api/nvrtc/header_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "api/nvrtc/options.h"
#include "base/mutex.h"
#include "compiler/cache/hash.h"
#include "compiler/front/run_time/entry.h"

namespace riffle::nvrtc {
namespace {

constexpr std::string_view kMagic = "Riffle: a precompiled header file of NVRTC\n";
constexpr std::size_t kPage = 4096;

void skip_blanks_and_comments(std::string_view& rest) {
  for (;;) {
    const std::size_t blanks = rest.find_first_not_of(" \t\r\n");
    rest.remove_prefix(std::min(blanks, rest.size()));
    if (rest.starts_with("//")) {
      rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 2);
    } else {
      return;
    }
  }
}

/// A line with those that its end continues.
std::string_view take_line(std::string_view& rest) {
  std::size_t end = rest.find('\n');
  while (end != std::string_view::npos && end > 0 && rest[end - 1] == '\\')
    end = rest.find('\n', end + 1);
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  return line.substr(0, line.find_last_not_of(" \t\r") + 1);
}

/// The directives before the first declaration, or before #pragma nv_hdrstop, a line each.
std::string first_directives(std::string_view source) {
  std::string directives;
  for (skip_blanks_and_comments(source); source.starts_with('#');
       skip_blanks_and_comments(source)) {
    const std::string_view line = take_line(source);
    if (line.starts_with("#pragma") && line.ends_with("hdrstop")) break;
    directives += std::string(line) + '\n';
  }
  return directives;
}

/// Of the options that may change what headers mean.
std::string options_line(const NvrtcOptions& options) {
  std::string all = options.architecture + ' ' + options.standard + ' ' +
                    std::to_string(options.flags & ~compiler::kFrontNoContraction);
  for (const auto* part : {&options.macros, &options.folders, &options.first_headers}) {
    all += '\n' + std::to_string(part->size());
    for (const std::string& one : *part) all += '\n' + one;
  }
  return compiler::hash128(std::as_bytes(std::span(all))).hex() + '\n';
}

enum class Match { kYes, kOtherOptions, kOtherDirectives, kIncomplete };

/// A header serves every program that begins as it does.
Match match(std::string_view content, const std::string& options, std::string_view directives) {
  if (!content.starts_with(kMagic)) return Match::kIncomplete;
  content.remove_prefix(kMagic.size());
  if (!content.starts_with(options)) return Match::kOtherOptions;
  content.remove_prefix(options.size());
  return directives.starts_with(content) ? Match::kYes : Match::kOtherDirectives;
}

std::optional<std::string> content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

std::string warning(const std::string& text) {
  return "Warning #" + text +
         "\n\nRemark: The warnings can be suppressed with \"-diag-suppress "
         "<warning-number>\"\n\n";
}

class Request {
 public:
  Request(const std::string& source, const std::string& name, const NvrtcOptions& options)
      : name_(name),
        options_(options),
        option_line_(options_line(options)),
        directives_(first_directives(source)) {}

  [[nodiscard]] HeaderFile create(const std::string& path) const {
    const std::string content = std::string(kMagic) + option_line_ + directives_;
    if (!(std::ofstream(path, std::ios::binary) << content).flush()) return cannot_open(path);
    return created(message("creating", path), content.size());
  }

  [[nodiscard]] HeaderFile use(const std::string& path) const {
    const std::optional<std::string> content = content_of(path);
    if (!content) return cannot_open(path);
    switch (match(*content, option_line_, directives_)) {
      case Match::kYes:
        return {.log = message("using", path)};
      case Match::kOtherOptions:
        return {.log = warning("629-D: the command line options do not match those used when "
                               "precompiled header file \"" +
                               path + "\" was created")};
      case Match::kOtherDirectives:
        return {.log = warning("630-D: the initial sequence of preprocessing directives is not "
                               "compatible with those of precompiled header file \"" +
                               path + "\"")};
      case Match::kIncomplete:
        break;
    }
    return {.log = warning("2226-D: precompiled header file \"" + path +
                           "\" not used (because it is incomplete)")};
  }

  /// One that fits, of this process or, with a folder, in there; else a new one.
  [[nodiscard]] HeaderFile find_or_create() const {
    static auto& mutex = *new Mutex;
    static auto& kept = *new std::vector<std::string>;
    const MutexLock lock(mutex);
    if (options_.header_folder.empty()) {
      const auto fits = [&](const std::string& content) {
        return match(content, option_line_, directives_) == Match::kYes;
      };
      if (std::ranges::any_of(kept, fits)) return {};
      kept.push_back(std::string(kMagic) + option_line_ + directives_);
      return created({}, kept.back().size());
    }
    std::error_code failure;
    for (const auto& file : std::filesystem::directory_iterator(options_.header_folder, failure)) {
      const std::optional<std::string> content = content_of(file.path());
      if (content && match(*content, option_line_, directives_) == Match::kYes)
        return {.log = message("using", file.path())};
    }
    for (int number = 0;; ++number) {
      const std::string path = options_.header_folder + "/" +
                               std::filesystem::path(name_).stem().string() + "_" +
                               std::to_string(number) + ".pch";
      if (!std::filesystem::exists(path, failure)) return create(path);
    }
  }

 private:
  [[nodiscard]] std::string message(const char* what, const std::string& path) const {
    if (!options_.reports_headers) return {};
    return "\"" + name_ + "\": " + what + " precompiled header file \"" + path + "\"\n";
  }
  [[nodiscard]] HeaderFile cannot_open(const std::string& path) const {
    return {.log = "Catastrophic error: cannot open precompiled header file \"" + path +
                   "\"\n\n1 catastrophic error detected in the compilation of \"" + name_ +
                   "\".\nCompilation terminated.\n",
            .result = NVRTC_ERROR_COMPILATION};
  }
  static HeaderFile created(std::string log, std::size_t bytes) {
    return {.log = std::move(log),
            .create_status = NVRTC_SUCCESS,
            .heap_bytes = (bytes + kPage - 1) / kPage * kPage};
  }

  const std::string& name_;
  const NvrtcOptions& options_;
  const std::string option_line_;
  const std::string directives_;
};

}  // namespace

HeaderFile header_file(const std::string& source, const std::string& name,
                       const NvrtcOptions& options) {
  const Request request(source, name, options);
  const auto placed = [&](const std::string& path) {
    return options.header_folder.empty() ? path : options.header_folder + "/" + path;
  };
  if (!options.used_header.empty()) return request.use(placed(options.used_header));
  if (!options.made_header.empty()) return request.create(placed(options.made_header));
  if (options.finds_headers) return request.find_or_create();
  return {};
}

}  // namespace riffle::nvrtc
