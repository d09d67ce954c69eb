// SPDX-License-Identifier: Apache-2.0
// Names and texts of results, for programs; the logger, which there is not.
#include <atomic>
#include <cstdio>

#include "libraries/cublas/entry.h"
#include "libraries/cublas/operation.h"
#include "libraries/cublas/status_texts.h"
#include "libraries/not_supported.h"

namespace riffle::cublas {

void Checks::say(int argument) const {
  std::printf(" ** On entry to %s parameter number %d had an illegal value\n", name_.c_str(),
              argument);
  std::fflush(stdout);
}

}  // namespace riffle::cublas

extern "C" RIFFLE_EXPORT const char* cublasGetStatusName(cublasStatus_t status) {
  return riffle::cublas::status_name(status);
}
extern "C" RIFFLE_EXPORT const char* cublasGetStatusString(cublasStatus_t status) {
  return riffle::cublas::status_text(status);
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
