// SPDX-License-Identifier: Apache-2.0
// What a compilation that failed leaves of its output.
#pragma once

#include <filesystem>
#include <string>

namespace riffle::tool {

/// Removes an ordinary file; other things (/dev/null) stay.
void remove_partial(const std::string& path);

/// Clang writes `x.o` as `x-01234567.o.tmp` and then renames it; on a full disk it leaves that behind.
void remove_unrenamed(const std::filesystem::path& object);

}  // namespace riffle::tool
