// SPDX-License-Identifier: Apache-2.0
// Carries out a plan: processes in parallel, messages in the order of the sources.
#pragma once

#include <optional>
#include <string>

#include "cc/inputs.h"
#include "cc/nvcc_options.h"

namespace riffle::tool {

struct CompilationResult {
  int exit_code = 0;
  int signal = 0;                ///< interrupted by it; temporary files are gone
  std::string output;            ///< the program or library, after a link
  std::optional<Inputs> inputs;  ///< if asked for; nothing where they are not known
};

struct CompilationRequest {
  bool record_inputs = false;
};

/// Messages go to standard error. `options` have passed check_nvcc_options.
CompilationResult compile(const NvccOptions& options, const CompilationRequest& request);

}  // namespace riffle::tool
