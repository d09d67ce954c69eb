// SPDX-License-Identifier: Apache-2.0
#include "libraries/cufft/not_supported.h"

#include <cstdio>

int riffle::cufft::not_supported(const char* symbol, std::atomic<bool>& said, int result) {
  if (!said.exchange(true, std::memory_order_relaxed))
    std::fprintf(stderr, "riffle: %s is not supported yet\n", symbol);
  return result;
}
