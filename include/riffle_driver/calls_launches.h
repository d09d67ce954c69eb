// SPDX-License-Identifier: Apache-2.0
// Functions, launches, occupancy.
#ifndef RIFFLE_DRIVER_CALLS_LAUNCHES_H
#define RIFFLE_DRIVER_CALLS_LAUNCHES_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuFuncGetAttribute(int* value, CUfunction_attribute attribute,
                                                      CUfunction function);
RIFFLE_DRIVER_API CUresult CUDAAPI cuFuncSetAttribute(CUfunction function,
                                                      CUfunction_attribute attribute, int value);
RIFFLE_DRIVER_API CUresult CUDAAPI cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config);
RIFFLE_DRIVER_API CUresult CUDAAPI cuFuncGetModule(CUmodule* module, CUfunction function);
RIFFLE_DRIVER_API CUresult CUDAAPI cuFuncGetName(const char** name, CUfunction function);
RIFFLE_DRIVER_API CUresult CUDAAPI cuFuncGetParamInfo(CUfunction function, size_t param_index,
                                                      size_t* param_offset, size_t* param_size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuFuncIsLoaded(CUfunctionLoadingState* state,
                                                  CUfunction function);
RIFFLE_DRIVER_API CUresult CUDAAPI cuFuncLoad(CUfunction function);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLaunchKernel(
    CUfunction function, unsigned int grid_dim_x, unsigned int grid_dim_y, unsigned int grid_dim_z,
    unsigned int block_dim_x, unsigned int block_dim_y, unsigned int block_dim_z,
    unsigned int shared_mem_bytes, CUstream stream, void** kernel_params, void** extra);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig* config,
                                                    CUfunction function, void** kernel_params,
                                                    void** extra);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLaunchCooperativeKernel(
    CUfunction function, unsigned int grid_dim_x, unsigned int grid_dim_y, unsigned int grid_dim_z,
    unsigned int block_dim_x, unsigned int block_dim_y, unsigned int block_dim_z,
    unsigned int shared_mem_bytes, CUstream stream, void** kernel_params);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuLaunchCooperativeKernelMultiDevice(
    CUDA_LAUNCH_PARAMS* launch_params_list, unsigned int num_devices, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLaunchHostFunc(CUstream stream, CUhostFn fn, void* user_data);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuFuncSetBlockShape(CUfunction function,
                                                                                int x, int y,
                                                                                int z);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuFuncSetSharedSize(CUfunction function,
                                                                                unsigned int bytes);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuParamSetSize(CUfunction function,
                                                                           unsigned int bytes);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuParamSeti(CUfunction function,
                                                                        int offset,
                                                                        unsigned int value);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuParamSetf(CUfunction function,
                                                                        int offset, float value);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuParamSetv(CUfunction function,
                                                                        int offset, void* ptr,
                                                                        unsigned int bytes);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuLaunch(CUfunction function);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuLaunchGrid(CUfunction function,
                                                                         int grid_width,
                                                                         int grid_height);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuLaunchGridAsync(CUfunction function,
                                                                              int grid_width,
                                                                              int grid_height,
                                                                              CUstream stream);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuParamSetTexRef(CUfunction function,
                                                                             int texunit,
                                                                             CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config);
RIFFLE_DRIVER_API CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int* num_blocks, CUfunction function, int block_size, size_t dynamic_s_mem_size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* num_blocks, CUfunction function, int block_size, size_t dynamic_s_mem_size,
    unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size, CUfunction function,
                                 CUoccupancyB2DSize block_size_to_dynamic_s_mem_size,
                                 size_t dynamic_s_mem_size, int block_size_limit);
RIFFLE_DRIVER_API CUresult CUDAAPI cuOccupancyMaxPotentialBlockSizeWithFlags(
    int* min_grid_size, int* block_size, CUfunction function,
    CUoccupancyB2DSize block_size_to_dynamic_s_mem_size, size_t dynamic_s_mem_size,
    int block_size_limit, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuOccupancyAvailableDynamicSMemPerBlock(
    size_t* dynamic_smem_size, CUfunction function, int num_blocks, int block_size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuOccupancyMaxPotentialClusterSize(int* cluster_size,
                                                                      CUfunction function,
                                                                      const CUlaunchConfig* config);
RIFFLE_DRIVER_API CUresult CUDAAPI cuOccupancyMaxActiveClusters(int* num_clusters,
                                                                CUfunction function,
                                                                const CUlaunchConfig* config);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_LAUNCHES_H
