// SPDX-License-Identifier: Apache-2.0
// Runs a program in the foreground, as if the shell had started it.
#pragma once

#include <string>
#include <vector>

namespace riffle::tool {

/// Starts `path` with `name` as its argument 0, passes signals on, waits. Returns the program's
/// exit code; 128 + signal, when a signal ended it; 126 or 127 when it could not be started. The last two with a message in
/// the name of `command` ("riffle check").
int run_program(const std::string& command, const std::string& path, const std::string& name,
                const std::vector<std::string>& arguments);

/// Programs that this process starts from now on find this runtime, not another one's libcudart, if they were linked by
/// other means than `riffle cc`.
void offer_libraries();

}  // namespace riffle::tool
