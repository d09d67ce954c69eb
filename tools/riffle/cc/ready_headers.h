// SPDX-License-Identifier: Apache-2.0
// Precompiled headers that are made before anybody asks: those of the usual options, when Riffle is built or installed, and
// those that a compilation has found worth making, behind it.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "cc/precompiled_headers.h"

namespace riffle::tool {

/// Where the headers that came with Riffle are.
std::string ready_headers_folder();

/// Makes those of the usual options which are not there, and removes what is older. The error is clang's.
Status make_ready_headers();

/// Makes what there is to make of `headers`, in a process of its own and of low priority, which outlives this one. Of all
/// headers the `most` that were used last are kept.
void make_in_background(std::vector<HeaderState> headers, std::size_t most);

}  // namespace riffle::tool
