// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body: no exception goes out.
#pragma once

#include <curand.h>

#include <new>

#define RIFFLE_ENTRY extern "C" __attribute__((visibility("default"))) curandStatus_t

namespace riffle::curand {

template <class Body>
curandStatus_t invoke(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CURAND_STATUS_ALLOCATION_FAILED;
  }
}

}  // namespace riffle::curand

using riffle::curand::invoke;
