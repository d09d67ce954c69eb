// SPDX-License-Identifier: Apache-2.0
// A source that is standard input, which nvcc and clang call '-'.
#pragma once

#include <string>

#include "base/status.h"
#include "cc/nvcc_options.h"
#include "cc/plan.h"
#include "cc/temporary_folder.h"

namespace riffle::tool {

/// Both sides read a source, so that standard input is kept in a file of `folder`, which takes the place of '-' among the
/// inputs. Returns its path; empty where no input is '-', and in a dry run.
Result<std::string> keep_standard_input(NvccOptions& options, TemporaryFolder& folder);

/// What such a source includes in quotes is beside the user, not beside the file.
void include_from_current_folder(Unit& unit);

}  // namespace riffle::tool
