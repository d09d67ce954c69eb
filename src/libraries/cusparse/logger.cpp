// SPDX-License-Identifier: Apache-2.0
// Nothing is logged: who asks for that is told so. To log nothing is what these calls may ask for.
#include <atomic>
#include <cstdio>

#include "libraries/cusparse/entry.h"
#include "libraries/not_supported.h"

namespace {

cusparseStatus_t no_log() {
  static std::atomic<bool> said{false};
  return static_cast<cusparseStatus_t>(riffle::cusparse::not_supported("cuSPARSE's log", said));
}

}  // namespace

RIFFLE_SPARSE_ENTRY cusparseLoggerSetCallback(cusparseLoggerCallback_t callback) {
  return callback == nullptr ? CUSPARSE_STATUS_INVALID_VALUE : no_log();
}
RIFFLE_SPARSE_ENTRY cusparseLoggerSetFile(FILE* file) {
  return file == nullptr ? CUSPARSE_STATUS_INVALID_VALUE : no_log();
}
RIFFLE_SPARSE_ENTRY cusparseLoggerOpenFile(const char* logFile) {
  return logFile == nullptr ? CUSPARSE_STATUS_INVALID_VALUE : no_log();
}
RIFFLE_SPARSE_ENTRY cusparseLoggerSetLevel(int level) {
  if (level < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  return level == 0 ? CUSPARSE_STATUS_SUCCESS : no_log();
}
RIFFLE_SPARSE_ENTRY cusparseLoggerSetMask(int mask) {
  return mask == 0 ? CUSPARSE_STATUS_SUCCESS : no_log();
}
RIFFLE_SPARSE_ENTRY cusparseLoggerForceDisable() { return CUSPARSE_STATUS_SUCCESS; }
