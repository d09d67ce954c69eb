// SPDX-License-Identifier: Apache-2.0
// The command lines of linkers and of ar for what the options ask.
#pragma once

#include <string>
#include <vector>

#include "cc/clang_lines.h"

namespace riffle::tool {

CommandLine link_line(const LineContext& context, const std::vector<std::string>& objects,
                      const std::string& output);

/// Compiles what registration_source (device_link.h) wrote.
CommandLine registration_line(const LineContext& context, const std::string& source,
                              const std::string& object);

/// The link that a build system does itself, with `arguments` for the host's compiler.
CommandLine host_link_line(const Toolchain& toolchain, const std::string& library_folder,
                           const std::vector<std::string>& arguments);

CommandLine archive_line(const LineContext& context, const std::vector<std::string>& objects,
                         const std::string& output);

}  // namespace riffle::tool
