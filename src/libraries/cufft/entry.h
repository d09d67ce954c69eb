// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body: no exception goes out.
#pragma once

#include <cufftXt.h>

#include <new>

#define RIFFLE_ENTRY extern "C" __attribute__((visibility("default"))) cufftResult

namespace riffle::cufft {

template <class Body>
cufftResult invoke(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUFFT_ALLOC_FAILED;
  }
}

}  // namespace riffle::cufft

using riffle::cufft::invoke;
