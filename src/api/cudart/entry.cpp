// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/entry.h"

#include <cstdio>
#include <string>

#include "api/cudart/not_supported.h"
#include "base/log.h"

namespace riffle::api::cudart {

constinit thread_local ThreadState thread_state;

bool trace_calls = false;

namespace {
[[gnu::constructor]] void read_trace_option() { trace_calls = log_enabled("api"); }
}  // namespace

void trace(const char* symbol, cudaError_t result) noexcept {
  log("api", std::string(symbol) + " = " + cudaGetErrorName(result));
}

int not_supported(const char* entry_point, std::atomic<bool>& said) noexcept {
  if (!said.exchange(true, std::memory_order_relaxed)) {
    std::fprintf(stderr, "riffle: %s is not supported yet; it returns cudaErrorNotSupported\n",
                 entry_point);
  }
  thread_state.last_error = cudaErrorNotSupported;
  return traced(entry_point, cudaErrorNotSupported);
}

}  // namespace riffle::api::cudart
