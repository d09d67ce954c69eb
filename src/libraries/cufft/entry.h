// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body: no exception goes out.
#pragma once

#include <cufftXt.h>

#include <new>

#include "libraries/told_result.h"

#define RIFFLE_ENTRY extern "C" __attribute__((visibility("default"))) cufftResult

namespace riffle::cufft {

template <class Body>
cufftResult invoke_untold(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUFFT_ALLOC_FAILED;
  }
}

/// Under the name of the function that it is called in.
template <class Body>
[[gnu::always_inline]] inline cufftResult invoke(
    Body body, const char* function = __builtin_FUNCTION()) noexcept {
  const cufftResult result = invoke_untold(body);
  if (result == CUFFT_NOT_SUPPORTED) return result;
  if (result == CUFFT_NOT_IMPLEMENTED) return result;
  return libraries::told(result, function);
}

}  // namespace riffle::cufft

using riffle::cufft::invoke;
