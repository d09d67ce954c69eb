// SPDX-License-Identifier: Apache-2.0
// Names and texts of results, for programs.
#include <cstdio>

#include "libraries/cublas/entry.h"
#include "libraries/cublas/operation.h"
#include "libraries/cublas/status_texts.h"

namespace riffle::cublas {

void BlasChecks::say(int argument) const {
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

extern "C" RIFFLE_EXPORT void cublasXerbla(const char* srName, int info) {
  std::fprintf(stderr, "On entry to %s parameter number %d had an illegal value\n", srName, info);
}
