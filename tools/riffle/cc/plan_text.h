// SPDX-License-Identifier: Apache-2.0
// The plan as -v and --dryrun print it: commands that can be run by hand.
#pragma once

#include <string>
#include <string_view>

#include "cc/plan.h"

namespace riffle::tool {

void print_line(const CommandLine& line);
void print_unit(const Unit& unit, const CompileOptions& options);
void print_device_link(const DeviceLink& link, const CompileOptions& options);
void print_plan(const Plan& plan, const CompileOptions& options);

/// The file that -cuda makes, which any C++ compiler takes: `assembly` as one statement.
std::string inline_assembly(std::string_view assembly);

}  // namespace riffle::tool
