// SPDX-License-Identifier: Apache-2.0
// The logger's settings. They are accepted and nothing is logged: what a call does is seen in `riffle trace`.
#include <cstdio>

#include "libraries/cusparse/entry.h"

RIFFLE_SPARSE_ENTRY cusparseLoggerSetCallback(cusparseLoggerCallback_t callback) {
  return callback == nullptr ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_SUCCESS;
}
RIFFLE_SPARSE_ENTRY cusparseLoggerSetFile(FILE* file) {
  return file == nullptr ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_SUCCESS;
}
/// The file is there afterwards, as programs expect.
RIFFLE_SPARSE_ENTRY cusparseLoggerOpenFile(const char* logFile) {
  if (logFile == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  std::FILE* const file = std::fopen(logFile, "w");
  if (file == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  std::fclose(file);
  return CUSPARSE_STATUS_SUCCESS;
}
RIFFLE_SPARSE_ENTRY cusparseLoggerSetLevel(int level) {
  return level < 0 ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_SUCCESS;
}
RIFFLE_SPARSE_ENTRY cusparseLoggerSetMask(int) { return CUSPARSE_STATUS_SUCCESS; }
RIFFLE_SPARSE_ENTRY cusparseLoggerForceDisable() { return CUSPARSE_STATUS_SUCCESS; }
