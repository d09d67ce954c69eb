// SPDX-License-Identifier: Apache-2.0
// What every exported function does around its body: no exception goes out. The name with a p is the function; the other is
// a weak name of it, in front of which a tool may put one of its own.
#pragma once

#include <exception>
#include <new>

#include <nccl.h>

#include "libraries/nccl/errors.h"

#include "libraries/told_result.h"

#define RIFFLE_NCCL_ENTRY extern "C" __attribute__((visibility("default")))
#define RIFFLE_NCCL_ALIAS(name) \
  extern "C" __attribute__((visibility("default"), weak, alias(#name)))

namespace riffle::nccl {

template <class Body>
ncclResult_t invoke_untold(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return ncclSystemError;
  } catch (const std::exception& error) {
    return fail(ncclSystemError, error.what());
  }
}

/// Under the name of the function that it is called in.
template <class Body>
[[gnu::always_inline]] inline ncclResult_t invoke(
    Body body, const char* function = __builtin_FUNCTION()) noexcept {
  const ncclResult_t result = invoke_untold(body);
  if (result == ncclInProgress) return result;
  return libraries::told(result, function);
}

}  // namespace riffle::nccl
