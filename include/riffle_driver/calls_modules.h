// SPDX-License-Identifier: Apache-2.0
// Modules, libraries, linking.
#ifndef RIFFLE_DRIVER_CALLS_MODULES_H
#define RIFFLE_DRIVER_CALLS_MODULES_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleLoad(CUmodule* module, const char* fname);
RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleLoadData(CUmodule* module, const void* image);
RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleLoadDataEx(CUmodule* module, const void* image,
                                                      unsigned int num_options,
                                                      CUjit_option* options, void** option_values);
RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleLoadFatBinary(CUmodule* module, const void* fat_cubin);
RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleUnload(CUmodule module);
RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleGetLoadingMode(CUmoduleLoadingMode* mode);
RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleGetFunction(CUfunction* function, CUmodule module,
                                                       const char* name);
RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleGetFunctionCount(unsigned int* count, CUmodule mod);
RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleEnumerateFunctions(CUfunction* functions,
                                                              unsigned int num_functions,
                                                              CUmodule mod);
RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleGetGlobal(CUdeviceptr* pointer, size_t* bytes,
                                                     CUmodule module, const char* name);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLinkCreate(unsigned int num_options, CUjit_option* options,
                                                void** option_values, CUlinkState* state_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLinkAddData(CUlinkState state, CUjitInputType type, void* data,
                                                 size_t size, const char* name,
                                                 unsigned int num_options, CUjit_option* options,
                                                 void** option_values);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLinkAddFile(CUlinkState state, CUjitInputType type,
                                                 const char* path, unsigned int num_options,
                                                 CUjit_option* options, void** option_values);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLinkComplete(CUlinkState state, void** cubin_out,
                                                  size_t* size_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLinkDestroy(CUlinkState state);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleGetTexRef(CUtexref* tex_ref,
                                                                              CUmodule module,
                                                                              const char* name);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleGetSurfRef(CUsurfref* surf_ref,
                                                                               CUmodule module,
                                                                               const char* name);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLibraryLoadData(
    CUlibrary* library, const void* code, CUjit_option* jit_options, void** jit_options_values,
    unsigned int num_jit_options, CUlibraryOption* library_options, void** library_option_values,
    unsigned int num_library_options);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLibraryLoadFromFile(
    CUlibrary* library, const char* file_name, CUjit_option* jit_options, void** jit_options_values,
    unsigned int num_jit_options, CUlibraryOption* library_options, void** library_option_values,
    unsigned int num_library_options);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLibraryUnload(CUlibrary library);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLibraryGetKernel(CUkernel* kernel, CUlibrary library,
                                                      const char* name);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLibraryGetKernelCount(unsigned int* count, CUlibrary lib);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLibraryEnumerateKernels(CUkernel* kernels,
                                                             unsigned int num_kernels,
                                                             CUlibrary lib);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLibraryGetModule(CUmodule* mod, CUlibrary library);
RIFFLE_DRIVER_API CUresult CUDAAPI cuKernelGetFunction(CUfunction* func, CUkernel kernel);
RIFFLE_DRIVER_API CUresult CUDAAPI cuKernelGetLibrary(CUlibrary* lib, CUkernel kernel);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLibraryGetGlobal(CUdeviceptr* pointer, size_t* bytes,
                                                      CUlibrary library, const char* name);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLibraryGetManaged(CUdeviceptr* pointer, size_t* bytes,
                                                       CUlibrary library, const char* name);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLibraryGetUnifiedFunction(void** pointer, CUlibrary library,
                                                               const char* symbol);
RIFFLE_DRIVER_API CUresult CUDAAPI cuKernelGetAttribute(int* value, CUfunction_attribute attribute,
                                                        CUkernel kernel, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuKernelSetAttribute(CUfunction_attribute attribute, int val,
                                                        CUkernel kernel, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config,
                                                          CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuKernelGetName(const char** name, CUkernel function);
RIFFLE_DRIVER_API CUresult CUDAAPI cuKernelGetParamInfo(CUkernel kernel, size_t param_index,
                                                        size_t* param_offset, size_t* param_size);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_MODULES_H
