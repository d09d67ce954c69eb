// SPDX-License-Identifier: Apache-2.0
// What one check of `riffle doctor` found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace riffle::tool::doctor {

enum class Level : std::uint8_t {
  kOk,
  kWarning,  ///< programs run, but not as their user may expect
  kError,    ///< something that a user does with Riffle fails
};

struct Diagnosis {
  Level level = Level::kOk;
  std::string check;  ///< one word
  std::string text;   ///< one line without a final period
  std::string cure;   ///< a command or an instruction; empty when there is nothing to do
};

using Findings = std::vector<Diagnosis>;

// The checks, in the order in which their findings are printed.
Findings check_processor();
Findings check_memory();
Findings check_permissions();
Findings check_cache();
Findings check_options();
Findings check_installation();
Findings check_commands();
Findings check_linker_libraries();
Findings check_loader();
Findings check_python();
Findings check_openblas();
Findings check_compiler();

}  // namespace riffle::tool::doctor
