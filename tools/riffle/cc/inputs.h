// SPDX-License-Identifier: Apache-2.0
// What a compilation depends on: the files that its processes read, and the names that they asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cc/nvcc_options.h"
#include "cc/plan.h"
#include "cc/process_group.h"
#include "cc/temporary_folder.h"
#include "cc/used_headers.h"

namespace riffle::tool {

struct Inputs {
  std::vector<std::string> read{};   ///< their contents count
  std::vector<std::string> there{};  ///< asked for and found
  std::vector<std::string>
      absent{};  ///< asked for and not found: a file of that name would change the result
  std::vector<std::string> listed{};  ///< folders whose names were read
};

/// Reads what tools/inputs/recorder.c has written, without the files in `own_folders` and those that were written. Nothing
/// when a process was not watched: fewer than `processes` were, or none of them wrote `output`.
std::optional<Inputs> read_inputs_record(const std::string& record,
                                         const std::vector<std::string>& own_folders,
                                         std::size_t processes, const std::string& output);

/// The record of what the processes of a compilation ask for (tools/inputs).
class InputRecord {
 public:
  /// What `processes` starts from now on is recorded.
  Status start(ProcessGroup& processes);

  /// After all of it has ended: what was recorded, what is in the precompiled headers, and what this process looked at itself.
  /// `folder` holds the intermediate files. Nothing where it is not known.
  [[nodiscard]] std::optional<Inputs> inputs(const NvccOptions& options, const BuildPlan& plan,
                                             const UsedHeaders& headers,
                                             const std::string& folder) const;

 private:
  [[nodiscard]] std::string path() const { return folder_.path() + "/inputs"; }

  TemporaryFolder folder_;  ///< its own: --keep keeps that of intermediate files
};

}  // namespace riffle::tool
