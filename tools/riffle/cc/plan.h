// SPDX-License-Identifier: Apache-2.0
// Which processes a compilation needs, with which files between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cc/clang_lines.h"

namespace riffle::tool {

/// One source and what becomes of it.
struct Unit {
  std::string source;
  bool cuda_code = false;    ///< has a device side
  bool device_code = false;  ///< a file of device code, read without a process
  std::string object;  ///< also the preprocessed text or the rule file; empty: standard output
  std::string bitcode;
  std::string image;
  std::string assembly;             ///< -cuda: what `object` is made of
  std::string device_dependencies;  ///< headers that the device side read
  std::string host_dependencies;
  CommandLine device;
  CommandLine host;            ///< reads the image from `image`; empty with -ptx and its like
  CommandLine host_with_pipe;  ///< reads it from kInputPath
};

/// Links the relocatable device code of objects; see device_link.h.
struct DeviceLink {
  std::vector<std::string> inputs;
  std::string image;
  std::string source;  ///< C, reads the image
  std::string object;  ///< empty: there is nothing to link
  CommandLine compile;
};

struct BuildPlan {
  std::vector<Unit> units;
  DeviceLink device_link;
  std::vector<std::string> objects;  ///< what the last step takes
  CommandLine last;                  ///< link or archive; empty: none
  std::string output;                ///< of the last step
};

/// `folder` takes intermediate files. `track_headers`: both sides write dependency files there even
/// if the options do not ask for them.
BuildPlan make_plan(const LineContext& context, const std::string& folder, bool track_headers);

// The plan as -v and --dryrun print it: commands that can be run by hand.

void print_line(const CommandLine& line);
void print_unit(const Unit& unit, const NvccOptions& options);
void print_device_link(const DeviceLink& link, const NvccOptions& options);
void print_plan(const BuildPlan& plan, const NvccOptions& options);

/// The file that -cuda makes, which any C++ compiler takes: `assembly` as one statement.
std::string inline_assembly(std::string_view assembly);

}  // namespace riffle::tool
