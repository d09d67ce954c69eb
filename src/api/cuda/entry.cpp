// SPDX-License-Identifier: Apache-2.0
#include "api/cuda/entry.h"

#include <atomic>
#include <cstdio>
#include <string>

#include "api/cuda/not_supported.h"
#include "base/log.h"
#include "cuda_bodies.h"
#include "runtime/engine/observer.h"

namespace riffle::api::cuda {

void notify_call_left(const char* symbol, CUresult result) noexcept {
  if (engine::Observer* const observer = engine::current_observer())
    observer->call_left(symbol, result);
  log_call(symbol, result);
}

namespace {

const char* name_of(CUresult result) noexcept {
  const char* name = nullptr;
  return get_error_name(result, &name) == CUDA_SUCCESS ? name : "an unknown code";
}

}  // namespace

void log_failure(const char* symbol, CUresult result) noexcept {
  const char* text = nullptr;
  if (get_error_string(result, &text) != CUDA_SUCCESS) text = "unknown error";
  cudart::log_failure(symbol, name_of(result), text);
}

void log_call(const char* symbol, CUresult result) noexcept {
  if (!log_enabled("api")) return;
  const char* const name = name_of(result);
  log("api", std::string(symbol) + " = " + name);
}

CUresult check_current() {
  if (context::current == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  return context::current->engine() != nullptr ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult check_context() {
  if (const CUresult bad = check_current(); bad != CUDA_SUCCESS) return bad;
  const Code fault = context::current->engine()->fault();
  if (fault != Code::kOk) return to_result(fault);
  return engine::is_usable() ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

int not_supported(const char* entry_point, std::atomic<bool>& said) noexcept {
  if (!said.exchange(true, std::memory_order_relaxed)) {
    std::fprintf(stderr, "riffle: %s is not supported yet; it returns CUDA_ERROR_NOT_SUPPORTED\n",
                 entry_point);
  }
  return traced(entry_point, CUDA_ERROR_NOT_SUPPORTED);
}

}  // namespace riffle::api::cuda
