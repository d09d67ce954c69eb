// SPDX-License-Identifier: Apache-2.0
// cuBLAS's first interface: one handle for the process, arguments by letters, scalars and results by value. Errors wait
// for cublasGetError.
#ifndef CUBLAS_H_
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error \
    "cublas.h and cublas_v2.h cannot be used together: each gives the same names to other functions"
#endif

#include <cuda_runtime.h>

#ifndef CUBLASAPI
#define CUBLASAPI
#endif

#include "cublas_api.h"

#define cublasStatus cublasStatus_t

#ifdef __cplusplus
extern "C" {
#endif

cublasStatus_t CUBLASWINAPI cublasInit(void);
cublasStatus_t CUBLASWINAPI cublasShutdown(void);
/// The status of the last routine that failed; asking forgets it.
cublasStatus_t CUBLASWINAPI cublasGetError(void);
cublasStatus_t CUBLASWINAPI cublasGetVersion(int* version);
/// Device memory for `n` elements of so many bytes.
cublasStatus_t CUBLASWINAPI cublasAlloc(int n, int elemSize, void** devicePtr);
cublasStatus_t CUBLASWINAPI cublasFree(void* devicePtr);
cublasStatus_t CUBLASWINAPI cublasSetKernelStream(cudaStream_t stream);

#include "riffle_blas/legacy.h"

#ifdef __cplusplus
}
#endif

#endif  // CUBLAS_H_
