// SPDX-License-Identifier: Apache-2.0
// Errors of the calling thread, their names and texts, and the error log.
#ifndef RIFFLE_API_CALLS_ERRORS_H
#define RIFFLE_API_CALLS_ERRORS_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaGetLastError(void);
RIFFLE_API cudaError_t CUDARTAPI cudaPeekAtLastError(void);
RIFFLE_API const char* CUDARTAPI cudaGetErrorName(cudaError_t error);
RIFFLE_API const char* CUDARTAPI cudaGetErrorString(cudaError_t error);

RIFFLE_API cudaError_t CUDARTAPI cudaLogsRegisterCallback(cudaLogsCallback_t callback_func,
                                                          void* user_data,
                                                          cudaLogsCallbackHandle* callback_out);
RIFFLE_API cudaError_t CUDARTAPI cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback);
RIFFLE_API cudaError_t CUDARTAPI cudaLogsCurrent(cudaLogIterator* iterator_out, unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaLogsDumpToFile(cudaLogIterator* iterator,
                                                    const char* path_to_file, unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaLogsDumpToMemory(cudaLogIterator* iterator, char* buffer,
                                                      size_t* size, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_ERRORS_H
