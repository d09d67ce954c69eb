// SPDX-License-Identifier: Apache-2.0
// What an exported function of a library answers, told to `riffle check` where the call has failed.
#pragma once

#include "api/declared.h"

namespace riffle::libraries {

/// In the exported function itself, whose caller is the one that is to look at the result.
template <class Result>
[[gnu::always_inline]] inline Result told(Result result, const char* function) noexcept {
  if (static_cast<int>(result) != 0) [[unlikely]]
    riffle_library_failed(function, static_cast<int>(result), __builtin_return_address(0));
  return result;
}

}  // namespace riffle::libraries
