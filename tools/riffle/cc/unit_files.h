// SPDX-License-Identifier: Apache-2.0
// The files that a compilation makes beside objects, and those that it has read.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "cc/nvcc_options.h"
#include "cc/plan.h"

namespace riffle::tool {

/// What -ptx, -cubin and -fatbin make. An empty path is standard output.
Status write_device_code(const NvccOptions& options, const std::string& image,
                         const std::string& source, const std::string& path);

/// A file of device code to one of a later kind.
Status convert(const NvccOptions& options, const Unit& unit);

/// What -cuda makes.
Status write_host_code(const Unit& unit);

/// The rule that the user gets: its source first, at its end what only the device side read.
Status finish_rule(const Unit& unit);

/// Every file that was read, once.
std::vector<std::string> headers_of(const std::vector<Unit>& units);

/// What --clean-targets asks for: all that the command makes beside intermediate files.
void remove_outputs(const BuildPlan& plan, const std::string& temporary_folder);

}  // namespace riffle::tool
