// SPDX-License-Identifier: Apache-2.0
// Errors that nobody looks at: a call has failed, the program's code does not look at its result (result_use.h), and no thread asks
// for its last error afterwards.
#pragma once

#include <optional>
#include <vector>

#include "race/findings.h"

namespace riffle::race {

/// The program's own call, from `call`, has answered `result`. What a call answers in normal use is no error: "not ready", "already
/// enabled", a count of no devices. `freed_before`: the memory that it was to free, where that is gone already.
void note_result(const char* symbol, int result, const CallSite& call,
                 const std::optional<MemoryPlace>& freed_before = {});
/// The same for a function of a library, which has results of its own.
void note_library_result(const char* function, int result, const CallSite& call);
/// The program has read the last error of a thread: it knows of all that failed in the runtime's calls.
void note_error_asked();
/// What is left.
[[nodiscard]] std::vector<Finding> unchecked_errors();

}  // namespace riffle::race
