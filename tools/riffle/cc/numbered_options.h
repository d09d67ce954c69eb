// SPDX-License-Identifier: Apache-2.0
// Options that name warnings by the numbers of NVIDIA's front end (src/compiler/front/numbered_warnings.cpp).
#pragma once

#include <string>
#include <string_view>

#include "cc/option_effects.h"

namespace riffle::tool::effects {

/// -diag-suppress 177,550
template <char severity>
Status add_numbered_warnings(NvccOptions& options, View value, View) {
  while (!value.empty()) {
    const View number = value.substr(0, value.find(','));
    if (!number.empty()) options.numbered_warnings.push_back(severity + std::string(number));
    value.remove_prefix(std::min(value.size(), number.size() + 1));
  }
  return {};
}

/// -Xcudafe --diag_suppress=177: the front end's own spelling.
inline Status pass_to_front_end(NvccOptions& options, View value, View spelling) {
  for (const auto& [prefix, add] :
       {std::pair(View("--diag_suppress="), &add_numbered_warnings<'s'>),
        std::pair(View("--diag_error="), &add_numbered_warnings<'e'>),
        std::pair(View("--diag_warning="), &add_numbered_warnings<'w'>)}) {
    if (value.starts_with(prefix)) return add(options, value.substr(prefix.size()), spelling);
  }
  return foreign(options, value, spelling);
}

}  // namespace riffle::tool::effects
