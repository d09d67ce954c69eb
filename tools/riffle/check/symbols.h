// SPDX-License-Identifier: Apache-2.0
// From return addresses to functions and lines: by llvm-symbolizer where there is debug information.
#pragma once

#include "check/report.h"

namespace riffle::tool::check {

/// Fills in what the modules' symbols and debug information say, of calls that were inlined the innermost that is the
/// program's own. What is behind main, or a thread's function, is taken off before. Where llvm-symbolizer is needed and is
/// not there it says so, and leaves addresses.
void find_symbols(Report& report, const std::string& include_folder);
/// Takes off what is not the program's own above each call: Riffle's headers, and the stubs that launch kernels.
void drop_wrappers(Report& report, const std::string& include_folder);
/// One of those that say the same of the same lines: a compiler makes several instructions of one access, as in loops.
void drop_repeats(Report& report);

}  // namespace riffle::tool::check
