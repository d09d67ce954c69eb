// SPDX-License-Identifier: Apache-2.0
// Error functions: the thread's last error, names and texts of codes.
#include "api/cudart/error.h"

#include "api/cudart/entry.h"
#include "base/log.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

struct Described {
  cudaError_t code;
  const char* name;
  const char* text;
};

constexpr Described kDescribed[] = {
#define RIFFLE_CUDART_ERROR(code, text) {code, #code, text},
#include "api/table/cudart_errors.def"
#undef RIFFLE_CUDART_ERROR
};

constexpr Described kUnrecognized = {cudaErrorUnknown, "unrecognized error code",
                                     "unrecognized error code"};

const Described& describe(cudaError_t code) {
  for (const Described& entry : kDescribed) {
    if (entry.code == code) return entry;
  }
  return kUnrecognized;
}

}  // namespace

cudaError_t to_cuda(const Error& failure) noexcept {
  if (!failure.text.empty()) {
    if (log_enabled("error")) log("error", failure.text);
    note_reason(failure.text);
  }
  return to_cuda(failure.code);
}

cudaError_t get_last_error() {
  if (calls_are_observed) [[unlikely]]
    notify_error_asked();
  const cudaError_t last = thread_state.last_error;
  thread_state.last_error = cudaSuccess;
  return last;
}

cudaError_t peek_at_last_error() {
  if (calls_are_observed) [[unlikely]]
    notify_error_asked();
  return thread_state.last_error;
}

const char* get_error_name(cudaError_t error) { return describe(error).name; }

const char* get_error_string(cudaError_t error) { return describe(error).text; }

}  // namespace riffle::api::cudart
