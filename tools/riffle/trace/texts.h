// SPDX-License-Identifier: Apache-2.0
// Numbers and facts of a timeline in words.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "trace/timeline.h"

namespace riffle::tool {

/// "3.1 ms".
std::string duration_text(Ns ns);
/// "4.00 MiB".
std::string bytes_text(std::uint64_t bytes);
/// "12.3 GB/s"; empty when there is nothing to say.
std::string bandwidth_text(std::uint64_t bytes, Ns ns);
const char* memory_text(trace::MemoryKind kind);
const char* category_of(const TracedOperation& operation);
/// What there is to say about an operation beside its name and times: grid, block, size...
std::vector<std::pair<std::string, std::string>> facts_of(const TracedOperation& operation);

}  // namespace riffle::tool
