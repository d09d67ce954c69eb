// SPDX-License-Identifier: Apache-2.0
// The options of a link. Those that steer NVIDIA's code generator are checked and change nothing.
#pragma once

#include <nvJitLink.h>

#include <span>
#include <string>

namespace riffle::nvjitlink {

struct LinkOptions {
  bool is_lto = false;
  bool wants_ptx = false;
};

struct ParsedOptions {
  nvJitLinkResult result = NVJITLINK_SUCCESS;
  std::string message;  ///< of a refusal
  LinkOptions options;
};

/// Checked in NVIDIA's order: each option by itself, then the architecture, then what does not go together.
ParsedOptions parse_options(std::span<const char* const> words);

}  // namespace riffle::nvjitlink
