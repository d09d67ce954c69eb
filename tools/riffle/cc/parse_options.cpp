// SPDX-License-Identifier: Apache-2.0
// Reads a command line with the option table.
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "cc/option_table.h"

namespace riffle::tool {
namespace {

/// A row that matched, the option as written (without an attached value), and that value.
struct MatchedOption {
  const OptionRow* row = nullptr;
  std::string_view spelling;
  std::optional<std::string_view> value;
};

bool level_follows(std::string_view rest) {
  return rest == "fast" || rest == "s" || (rest[0] >= '0' && rest[0] <= '9');
}

/// `argument` starts with a dash. Exact names win over joined values (-lineinfo is no library), these over a name with the
/// other number of dashes (-gpu-architecture, --arch).
MatchedOption find_row(std::string_view argument) {
  const bool two_dashes = argument.starts_with("--");
  const std::string_view body = argument.substr(two_dashes ? 2 : 1);
  const std::string_view name = body.substr(0, body.find('='));
  const auto exact = [&](const OptionRow& row) -> MatchedOption {
    if (name == body) return {&row, argument, std::nullopt};
    const std::size_t equals = argument.size() - body.size() + name.size();
    return {&row, argument.substr(0, equals), argument.substr(equals + 1)};
  };
  MatchedOption joined;
  MatchedOption other_dashes;
  for (const OptionRow& row : option_table()) {
    const std::string_view own = two_dashes ? row.long_name : row.short_name;
    const std::string_view other = two_dashes ? row.short_name : row.long_name;
    const bool may_have_value = name == body || row.take != Take::kNone;
    if (!name.empty() && name == own && may_have_value) return exact(row);
    if (!name.empty() && name == other && may_have_value) other_dashes = exact(row);
    if (own.empty() || two_dashes || row.take == Take::kNone || !body.starts_with(own)) continue;
    const std::string_view rest = body.substr(own.size());
    const bool takes =
        row.take == Take::kJoined || (row.take == Take::kLevel && level_follows(rest));
    if (takes && (joined.row == nullptr || own.size() > joined.row->short_name.size())) {
      joined = {&row, argument.substr(0, 1 + own.size()), rest};
    }
  }
  return joined.row != nullptr ? joined : other_dashes;
}

Result<std::vector<std::string>> read_options_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    return error(Code::kFileNotFound, fmt::format("cannot open the options file '{}'", path));
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return split_words(text);
}

class CommandLineParser {
 public:
  explicit CommandLineParser(bool stop_at_input) : stop_at_input_(stop_at_input) {}

  Status parse(std::span<const std::string> arguments, int depth = 0) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& argument = arguments[i];
      if (argument.empty()) continue;
      if (argument[0] != '-' || argument == "-") {
        options_.inputs.push_back({argument, Language::kObject});
        if (stop_at_input_) {
          rest_.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
          return {};
        }
        continue;
      }
      MatchedOption match = find_row(argument);
      if (match.row == nullptr) {
        unknown_.push_back(argument);
        continue;
      }
      std::string_view value;
      if (match.row->take != Take::kNone) {
        if (match.value) {
          value = *match.value;
        } else if (i + 1 < arguments.size()) {
          value = arguments[++i];
        } else {
          return error(Code::kInvalidValue, fmt::format("'{}' needs a value ({})", match.spelling,
                                                        match.row->value_name));
        }
      }
      if (match.row->long_name == "options-file") {
        if (Status status = parse_files(value, depth); !status) return status;
        continue;
      }
      if (Status status = match.row->apply(options_, value, match.spelling); !status) return status;
    }
    return {};
  }

  /// Unknown options are judged last: the option that forwards them may stand behind them.
  Result<NvccOptions> finish() {
    if (!unknown_.empty()) {
      if (!options_.forward_unknown_to_compiler && !options_.forward_unknown_to_linker) {
        return error(Code::kInvalidValue, fmt::format("unknown option '{}'", unknown_.front()));
      }
      options_.forwarded = unknown_;
    }
    return std::move(options_);
  }

  std::vector<std::string> take_rest() { return std::move(rest_); }

 private:
  Status parse_files(std::string_view value, int depth) {
    if (depth > 8) return error(Code::kInvalidValue, "options files include each other");
    for (const std::string& path : split_list(value)) {
      options_.options_files.push_back(path);
      Result<std::vector<std::string>> arguments = read_options_file(path);
      if (!arguments) return std::unexpected(arguments.error());
      if (Status status = parse(*arguments, depth + 1); !status) return status;
    }
    return {};
  }

  bool stop_at_input_;
  NvccOptions options_;
  std::vector<std::string> unknown_;
  std::vector<std::string> rest_;
};

}  // namespace

Result<NvccOptions> parse_nvcc_options(std::span<const std::string> arguments) {
  CommandLineParser parser(false);
  if (Status status = parser.parse(arguments); !status) return std::unexpected(status.error());
  return parser.finish();
}

Result<NvccOptions> parse_nvcc_options_until_input(std::span<const std::string> arguments,
                                                   std::vector<std::string>& rest,
                                                   std::span<const std::string> first,
                                                   std::span<const std::string> last) {
  CommandLineParser parser(true);
  if (Status status = parser.parse(first); !status) return std::unexpected(status.error());
  if (Status status = parser.parse(arguments); !status) return std::unexpected(status.error());
  rest = parser.take_rest();
  if (Status status = parser.parse(last); !status) return std::unexpected(status.error());
  return parser.finish();
}

std::vector<std::string> options_in_environment(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr ? split_words(value) : std::vector<std::string>{};
}

}  // namespace riffle::tool
