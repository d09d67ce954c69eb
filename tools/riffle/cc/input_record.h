// SPDX-License-Identifier: Apache-2.0
// The record of what the processes of a compilation ask for (tools/inputs).
#pragma once

#include <optional>
#include <string>

#include "cc/compile_options.h"
#include "cc/inputs.h"
#include "cc/plan.h"
#include "cc/process_group.h"
#include "cc/temporary_folder.h"
#include "cc/used_headers.h"

namespace riffle::tool {

class InputRecord {
 public:
  /// What `processes` starts from now on is recorded.
  Status start(ProcessGroup& processes);

  /// After all of it has ended: what was recorded, what is in the precompiled headers, and what this process looked at itself.
  /// `folder` holds the intermediate files. Nothing where it is not known.
  [[nodiscard]] std::optional<Inputs> inputs(const CompileOptions& options, const Plan& plan,
                                             const UsedHeaders& headers,
                                             const std::string& folder) const;

 private:
  [[nodiscard]] std::string path() const { return folder_.path() + "/inputs"; }

  TemporaryFolder folder_;  ///< its own: --keep keeps that of intermediate files
};

}  // namespace riffle::tool
