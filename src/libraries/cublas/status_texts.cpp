// SPDX-License-Identifier: Apache-2.0
#include "libraries/cublas/status_texts.h"

#include <atomic>

#include "libraries/not_supported.h"

namespace riffle::cublas {
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

const char* status_name(cublasStatus_t status) {
  const StatusText* entry = find(status);
  return entry == nullptr ? "unrecognized status" : entry->name;
}

const char* status_text(cublasStatus_t status) {
  const StatusText* entry = find(status);
  return entry == nullptr ? "unrecognized status" : entry->text;
}

int not_supported(const char* symbol, std::atomic<bool>& said) {
  say_not_supported(symbol, said);
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

}  // namespace riffle::cublas
