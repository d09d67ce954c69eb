// SPDX-License-Identifier: Apache-2.0
// How this Linux distribution installs packages.
#pragma once

#include <string>

namespace riffle::tool::doctor {

enum class Package { kCompiler, kOpenBlas };

/// The command that installs `package` here, or a sentence when the distribution is unknown. Reads /etc/os-release.
std::string install_command(Package package);

/// The same for the text of an os-release file.
std::string install_command(Package package, const std::string& os_release);

}  // namespace riffle::tool::doctor
