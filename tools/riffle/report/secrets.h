// SPDX-License-Identifier: Apache-2.0
// What of the user's environment and command line may go into a report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace riffle::tool::report {

/// Whether a variable of this name can change what a CUDA program does here: RIFFLE_*, CUDA_*, LD_LIBRARY_PATH and the like.
bool is_of_interest(std::string_view name);
/// `text` with [left out] for each word in it that looks like a token or a password.
std::string without_secrets(std::string_view text);
/// The words of a command line without secrets, those of "--password WORD" included.
std::string command_text(const std::vector<std::string>& words);
/// The lines NAME=VALUE of `environment` that are of interest, sorted, without secrets.
std::string environment_text(const std::vector<std::string>& environment);

}  // namespace riffle::tool::report
