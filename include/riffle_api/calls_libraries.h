// SPDX-License-Identifier: Apache-2.0
// Device code loaded at run time, driver entry points, export tables.
#ifndef RIFFLE_API_CALLS_LIBRARIES_H
#define RIFFLE_API_CALLS_LIBRARIES_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaLibraryLoadData(cudaLibrary_t* library, const void* code,
                                                     enum cudaJitOption* jit_options,
                                                     void** jit_options_values,
                                                     unsigned int num_jit_options,
                                                     enum cudaLibraryOption* library_options,
                                                     void** library_option_values,
                                                     unsigned int num_library_options);
RIFFLE_API cudaError_t CUDARTAPI
cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* file_name,
                        enum cudaJitOption* jit_options, void** jit_options_values,
                        unsigned int num_jit_options, enum cudaLibraryOption* library_options,
                        void** library_option_values, unsigned int num_library_options);
RIFFLE_API cudaError_t CUDARTAPI cudaLibraryUnload(cudaLibrary_t library);
RIFFLE_API cudaError_t CUDARTAPI cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library,
                                                      const char* name);
RIFFLE_API cudaError_t CUDARTAPI cudaLibraryGetKernelCount(unsigned int* count,
                                                           cudaLibrary_t library);
RIFFLE_API cudaError_t CUDARTAPI cudaLibraryEnumerateKernels(cudaKernel_t* kernels,
                                                             unsigned int num_kernels,
                                                             cudaLibrary_t library);
RIFFLE_API cudaError_t CUDARTAPI cudaLibraryGetGlobal(void** ptr, size_t* bytes,
                                                      cudaLibrary_t library, const char* name);
RIFFLE_API cudaError_t CUDARTAPI cudaLibraryGetManaged(void** ptr, size_t* bytes,
                                                       cudaLibrary_t library, const char* name);
RIFFLE_API cudaError_t CUDARTAPI cudaLibraryGetUnifiedFunction(void** fptr, cudaLibrary_t library,
                                                               const char* symbol);

RIFFLE_API cudaError_t CUDARTAPI cudaGetDriverEntryPoint(
    const char* symbol, void** entry, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult* driver_status RIFFLE_API_DEFAULT(NULL))
    RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaGetDriverEntryPointByVersion(
    const char* symbol, void** entry, unsigned int cuda_version, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult* driver_status RIFFLE_API_DEFAULT(NULL));
RIFFLE_API cudaError_t CUDARTAPI cudaGetExportTable(const void** table, const cudaUUID_t* id);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_LIBRARIES_H
