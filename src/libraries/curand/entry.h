// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body: no exception goes out.
#pragma once

#include <curand.h>

#include <new>

#include "libraries/told_result.h"

#define RIFFLE_ENTRY extern "C" __attribute__((visibility("default"))) curandStatus_t

namespace riffle::curand {

template <class Body>
curandStatus_t invoke_untold(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CURAND_STATUS_ALLOCATION_FAILED;
  }
}

/// Under the name of the function that it is called in.
template <class Body>
[[gnu::always_inline]] inline curandStatus_t invoke(
    Body body, const char* function = __builtin_FUNCTION()) noexcept {
  const curandStatus_t result = invoke_untold(body);
  return libraries::told(result, function);
}

}  // namespace riffle::curand

using riffle::curand::invoke;
