// SPDX-License-Identifier: Apache-2.0
// What functions of cuBLASXt answer is reported under their names; functions without handles leave theirs to cublasGetError.
// FIXED: the program looks at it.
// flags: -O1 -lcublas
// tools: api
// expect: api/unchecked error
// says: cublasXtSetBlockDim: the call failed, and the program does not check its result
#include <cublasXt.h>

#include "case.h"

// cublas.h is not for files that know handles.
#undef cublasSgemv
extern "C" {
cublasStatus_t cublasInit();
cublasStatus_t cublasShutdown();
cublasStatus_t cublasGetError();
void cublasSgemv(char trans, int m, int n, float alpha, const float* A, int lda, const float* x,
                 int incx, float beta, float* y, int incy);
}

int main() {
  cublasXtHandle_t xt;
  if (cublasXtCreate(&xt) != CUBLAS_STATUS_SUCCESS || cublasInit() != CUBLAS_STATUS_SUCCESS)
    return 1;
#if FIXED
  if (cublasXtSetBlockDim(xt, -1) != CUBLAS_STATUS_SUCCESS) std::puts("failed, as it should");
#else
  cublasXtSetBlockDim(xt, -1);
#endif
  float values[4] = {};
  cublasSgemv('n', -1, 2, 1, values, 2, values, 1, 0, values, 1);
  if (cublasGetError() == CUBLAS_STATUS_SUCCESS) std::puts("did not fail");
  if (cublasXtDestroy(xt) != CUBLAS_STATUS_SUCCESS || cublasShutdown() != CUBLAS_STATUS_SUCCESS)
    return 2;
  return finish();
}
