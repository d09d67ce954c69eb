// SPDX-License-Identifier: Apache-2.0
// Whole files.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"

namespace riffle::tool {

Result<std::string> read_file(const std::string& path);
/// Whatever was there is replaced.
Status write_file(const std::string& path, std::string_view content);
/// Whether `path` lies on a file system that is mounted noexec: no program is started from there.
bool is_mounted_noexec(const std::string& path);

}  // namespace riffle::tool
