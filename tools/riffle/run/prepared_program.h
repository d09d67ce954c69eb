// SPDX-License-Identifier: Apache-2.0
// What `riffle run` does before it runs a program.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "cc/temporary_folder.h"

namespace riffle::tool {

struct PreparedProgram {
  std::string path;
  std::string name;  ///< as the user called it
  std::vector<std::string> arguments;
  std::unique_ptr<TemporaryFolder>
      folder;  ///< where it lies, unless it was there before or the cache took it
};

/// Finds the program, or compiles it. The arguments are those of `riffle run`, less --schedule. Otherwise the exit code, after
/// saying why in the name of `command` ("riffle check").
std::expected<PreparedProgram, int> prepare_program(const std::string& command,
                                                    const std::vector<std::string>& arguments);

/// The same with --schedule, which goes into this process's environment.
std::expected<PreparedProgram, int> prepare_run(const std::string& command,
                                                const std::vector<std::string>& arguments);

/// What `riffle run` does, for a command that watches the program: its exit code. Unexpected: nothing ran; the exit code of
/// the command, which has said why.
std::expected<int, int> run_for(const std::string& command,
                                const std::vector<std::string>& arguments);

}  // namespace riffle::tool
