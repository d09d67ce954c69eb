// SPDX-License-Identifier: Apache-2.0
// cuBLAS by the names that programs use.
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_

#ifdef CUBLAS_H_
#error \
    "cublas.h and cublas_v2.h cannot be used together: each gives the same names to other functions"
#endif

#ifndef CUBLASAPI
#define CUBLASAPI
#endif

#include "cublas_api.h"
#include "riffle_blas/v2_names.h"

#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasGetVersion cublasGetVersion_v2
#define cublasSetWorkspace cublasSetWorkspace_v2
#define cublasSetStream cublasSetStream_v2
#define cublasGetStream cublasGetStream_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasSetPointerMode cublasSetPointerMode_v2

#endif  // CUBLAS_V2_H_
