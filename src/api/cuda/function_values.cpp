// SPDX-License-Identifier: Apache-2.0
// What is asked about functions, where the driver looks at the place for the answer first, and the runtime at the function.
#include "api/cuda/entry.h"
#include "api/cuda/in.h"
#include "api/cuda/result.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {

CUresult func_get_name(const char** name, CUfunction function) {
  if (function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return to_result(checked::cudaFuncGetName(name, in(function)));
}

CUresult kernel_get_name(const char** name, CUkernel function) {
  return func_get_name(name, reinterpret_cast<CUfunction>(function));
}

CUresult func_get_param_info(CUfunction function, size_t param_index, size_t* param_offset,
                             size_t* param_size) {
  if (function == nullptr || param_offset == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return to_result(
      checked::cudaFuncGetParamInfo(in(function), param_index, param_offset, param_size));
}

CUresult kernel_get_param_info(CUkernel kernel, size_t param_index, size_t* param_offset,
                               size_t* param_size) {
  return func_get_param_info(reinterpret_cast<CUfunction>(kernel), param_index, param_offset,
                             param_size);
}

CUresult occupancy_max_active_blocks_per_multiprocessor_with_flags(int* num_blocks,
                                                                   CUfunction function,
                                                                   int block_size,
                                                                   size_t dynamic_s_mem_size,
                                                                   unsigned int flags) {
  if (num_blocks == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return to_result(checked::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      num_blocks, in(function), block_size, dynamic_s_mem_size, flags));
}

CUresult occupancy_max_active_blocks_per_multiprocessor(int* num_blocks, CUfunction function,
                                                        int block_size, size_t dynamic_s_mem_size) {
  return occupancy_max_active_blocks_per_multiprocessor_with_flags(num_blocks, function, block_size,
                                                                   dynamic_s_mem_size, 0);
}

CUresult occupancy_available_dynamic_smem_per_block(size_t* dynamic_smem_size, CUfunction function,
                                                    int num_blocks, int block_size) {
  if (dynamic_smem_size == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return to_result(checked::cudaOccupancyAvailableDynamicSMemPerBlock(
      dynamic_smem_size, in(function), num_blocks, block_size));
}

}  // namespace riffle::api::cuda
