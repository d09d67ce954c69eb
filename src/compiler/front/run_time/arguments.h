// SPDX-License-Identifier: Apache-2.0
// The compiler's own command line for a request. It says the same as `riffle cc` does for the device side, without a
// C library.
#pragma once

#include <string>
#include <vector>

#include "compiler/front/run_time/entry.h"

namespace riffle::front {

/// What decides how headers are read: programs with the same options share a precompiled header.
std::vector<std::string> language_arguments(const compiler::FrontRequest& request);
/// Macros and folders of the program.
std::vector<std::string> program_arguments(const compiler::FrontRequest& request);

}  // namespace riffle::front
