// SPDX-License-Identifier: Apache-2.0
// What every exported function has in common.
#pragma once

#include <cupti.h>

#include <new>

#define RIFFLE_CUPTI_ENTRY extern "C" __attribute__((visibility("default"))) CUptiResult

namespace riffle::cupti {

/// Keeps what went wrong for cuptiGetLastError.
CUptiResult noted(CUptiResult result);

/// No exception goes out.
template <class Body>
CUptiResult invoke(Body body) noexcept {
  try {
    return noted(body());
  } catch (const std::bad_alloc&) {
    return noted(CUPTI_ERROR_OUT_OF_MEMORY);
  }
}

}  // namespace riffle::cupti

using riffle::cupti::invoke;
