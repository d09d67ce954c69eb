// SPDX-License-Identifier: Apache-2.0
// The one table of `riffle cc` options: parsing, --help and the tests read it.
#pragma once

#include <span>
#include <string_view>

#include "cc/nvcc_options.h"

namespace riffle::tool {

/// How an option takes its value.
enum class Take {
  kNone,    ///< --shared
  kValue,   ///< --output-file x, --output-file=x, -o x, -o=x
  kJoined,  ///< as kValue, and -Ix for the short name
  kLevel,   ///< -O3, -O 3, -t8: joined only when a digit (or "fast", "s") follows
};

struct OptionRow {
  std::string_view section;
  std::string_view long_name;   ///< without dashes; taken with two
  std::string_view short_name;  ///< without dash; taken with one. May be empty
  Take take;
  std::string_view value_name;
  std::string_view help;
  /// Applies one occurrence. `spelling` is the option as the user wrote it, for messages.
  Status (*apply)(NvccOptions& options, std::string_view value, std::string_view spelling);
};

std::span<const OptionRow> option_table();

/// Splits nvcc's comma lists: commas inside quotes or parentheses do not separate, a backslash
/// keeps the next character.
std::vector<std::string> split_list(std::string_view value);

/// Splits like a shell, without expansions: spaces outside of quotes separate.
std::vector<std::string> split_words(std::string_view text);

/// "sm_90a", "compute_80", "lto_80", "90"; an error for what no toolkit knows.
Result<Architecture> parse_architecture(std::string_view name);

/// nvcc's rule for -gencode, and for -arch with -code: `arch` is a compute_NN; a code is that, or an sm_ not below it.
Status check_code_fits(std::string_view arch, std::string_view code);

}  // namespace riffle::tool
