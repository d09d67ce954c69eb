// SPDX-License-Identifier: Apache-2.0
// Names and texts of results; the logger, which there is not.
#include <atomic>
#include <cstdio>

#include "libraries/cublas/entry.h"
#include "libraries/cublas/not_supported.h"
#include "libraries/cublas/operation.h"

namespace riffle::cublas {

int not_supported(const char* symbol, std::atomic<bool>& said) {
  if (!said.exchange(true, std::memory_order_relaxed))
    std::fprintf(stderr, "riffle: %s is not supported yet\n", symbol);
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

void Checks::say(int argument) const {
  std::printf(" ** On entry to %s parameter number %d had an illegal value\n", name_.c_str(),
              argument);
  std::fflush(stdout);
}

namespace {
struct StatusText {
  cublasStatus_t status;
  const char *name, *text;
};
#define RIFFLE_STATUS(name, text) \
  StatusText { CUBLAS_STATUS_##name, "CUBLAS_STATUS_" #name, text }
constexpr StatusText kTexts[] = {
    RIFFLE_STATUS(SUCCESS, "success"),
    RIFFLE_STATUS(NOT_INITIALIZED, "the library was not initialized"),
    RIFFLE_STATUS(ALLOC_FAILED, "the resource allocation failed"),
    RIFFLE_STATUS(INVALID_VALUE, "an unsupported value or parameter was passed to the function"),
    RIFFLE_STATUS(ARCH_MISMATCH,
                  "the function requires an architectural feature absent from the device"),
    RIFFLE_STATUS(MAPPING_ERROR, "an access to GPU memory space failed"),
    RIFFLE_STATUS(EXECUTION_FAILED, "the function failed to launch on the GPU"),
    RIFFLE_STATUS(INTERNAL_ERROR, "an internal operation failed"),
    RIFFLE_STATUS(NOT_SUPPORTED, "the requested functionality is not supported"),
    RIFFLE_STATUS(LICENSE_ERROR, "the license check failed"),
};
#undef RIFFLE_STATUS

const StatusText* find(cublasStatus_t status) {
  for (const StatusText& entry : kTexts)
    if (entry.status == status) return &entry;
  return nullptr;
}
}  // namespace
}  // namespace riffle::cublas

extern "C" RIFFLE_EXPORT const char* cublasGetStatusName(cublasStatus_t status) {
  const auto* entry = riffle::cublas::find(status);
  return entry == nullptr ? "unrecognized status" : entry->name;
}
extern "C" RIFFLE_EXPORT const char* cublasGetStatusString(cublasStatus_t status) {
  const auto* entry = riffle::cublas::find(status);
  return entry == nullptr ? "unrecognized status" : entry->text;
}

RIFFLE_ENTRY cublasLoggerConfigure(int, int, int, const char*) {
  static std::atomic<bool> said;
  return static_cast<cublasStatus_t>(riffle::cublas::not_supported("cublasLoggerConfigure", said));
}
RIFFLE_ENTRY cublasSetLoggerCallback(cublasLogCallback) {
  static std::atomic<bool> said;
  return static_cast<cublasStatus_t>(
      riffle::cublas::not_supported("cublasSetLoggerCallback", said));
}
RIFFLE_ENTRY cublasGetLoggerCallback(cublasLogCallback* userCallback) {
  if (userCallback == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *userCallback = nullptr;
  return CUBLAS_STATUS_SUCCESS;
}
extern "C" RIFFLE_EXPORT void cublasXerbla(const char* srName, int info) {
  std::fprintf(stderr, "On entry to %s parameter number %d had an illegal value\n", srName, info);
}
