// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuFuncGetAttribute, cuFuncSetAttribute, cuFuncSetCacheConfig, cuFuncSetSharedMemConfig, cuFuncSetBlockShape,
// cuFuncSetSharedSize, cuParamSetSize, cuParamSeti, cuParamSetf, cuParamSetv, cuLaunch, cuLaunchGrid, cuLaunchGridAsync,
// cuOccupancyMaxActiveBlocksPerMultiprocessor, cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
// cuOccupancyMaxPotentialBlockSize, cuOccupancyMaxPotentialBlockSizeWithFlags,
// cuOccupancyAvailableDynamicSMemPerBlock, cuOccupancyMaxPotentialClusterSize, cuOccupancyMaxActiveClusters: attributes, the old way to launch, occupancy.
#include "driver.h"

extern "C" __global__ void __launch_bounds__(128) work(int *out, float f, int i) {
  __shared__ int room[256];
  room[threadIdx.x] = i;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = int(f) + room[(threadIdx.x + 1) % blockDim.x] + int(blockIdx.y);
}

static std::size_t CUDA_CB shared_for(int threads) { return std::size_t(threads) * 4; }

int main() {
  use_primary();
  CUmodule module = own_module();
  CUfunction function = function_of(module, "work");
  int value = -1;
  for (int attribute : {0, 1, 2, 8, 10, 11, 12, 13, 15}) {
    value = -1;
    const CUresult result = cuFuncGetAttribute(&value, static_cast<CUfunction_attribute>(attribute), function);
    std::printf("attribute %d: %s\n", attribute, name_of(result));
    if (attribute < 2 || attribute == 8) show_value("value", value);
  }
  SHOW(cuFuncGetAttribute(nullptr, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
  SHOW(cuFuncGetAttribute(&value, static_cast<CUfunction_attribute>(999), function));
  SHOW(cuFuncGetAttribute(&value, static_cast<CUfunction_attribute>(-1), function));
  SHOW(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, nullptr));
  SHOW(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60000));
  SHOW(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
  show_value("dynamic bytes", value);
  SHOW(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1));
  SHOW(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20));
  SHOW(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 50));
  SHOW(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 101));
  SHOW(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NUM_REGS, 3));
  SHOW(cuFuncSetAttribute(function, static_cast<CUfunction_attribute>(999), 3));
  SHOW(cuFuncSetAttribute(nullptr, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 3));
  SHOW(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_SHARED));
  SHOW(cuFuncSetCacheConfig(function, static_cast<CUfunc_cache>(77)));
  SHOW(cuFuncSetSharedMemConfig(function, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE));
  SHOW(cuFuncSetSharedMemConfig(function, static_cast<CUsharedconfig>(77)));

  std::printf("occupancy\n");
  int blocks = -1, threads = -1;
  SHOW(cuOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, function, 64, 0));
  SHOW(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 0, 0));
  SHOW(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nullptr, 64, 0));
  SHOW(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 64, 0));
  show_truth("some", blocks > 0);
  SHOW(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, function, 64, 0, CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE));
  SHOW(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, function, 64, 0, 77));
  SHOW(cuOccupancyMaxPotentialBlockSize(nullptr, &threads, function, nullptr, 0, 0));
  SHOW(cuOccupancyMaxPotentialBlockSize(&blocks, nullptr, function, nullptr, 0, 0));
  SHOW(cuOccupancyMaxPotentialBlockSize(&blocks, &threads, nullptr, nullptr, 0, 0));
  SHOW(cuOccupancyMaxPotentialBlockSize(&blocks, &threads, function, nullptr, 0, 0));
  show_value("threads", threads);
  SHOW(cuOccupancyMaxPotentialBlockSize(&blocks, &threads, function, shared_for, 0, 96));
  show_value("threads", threads);
  SHOW(cuOccupancyMaxPotentialBlockSizeWithFlags(&blocks, &threads, function, nullptr, 0, 32, CU_OCCUPANCY_DEFAULT));
  show_value("threads", threads);
  SHOW(cuOccupancyMaxPotentialBlockSizeWithFlags(&blocks, &threads, function, nullptr, 0, 32, 77));
  std::size_t bytes = 0;
  SHOW(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 1, 64));
  SHOW(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 0, 64));

  std::printf("the old way\n");
  CUdeviceptr out = allocate(64);
  SHOW(cuFuncSetBlockShape(function, 0, 1, 1));
  SHOW(cuFuncSetBlockShape(nullptr, 4, 1, 1));
  SHOW(cuFuncSetBlockShape(function, 4, 1, 1));
  SHOW(cuFuncSetSharedSize(function, 64));
  SHOW(cuParamSetSize(function, 16));
  SHOW(cuParamSetv(function, 0, &out, sizeof out));
  SHOW(cuParamSetf(function, 8, 40.0f));
  SHOW(cuParamSeti(function, 12, 2));
  SHOW(cuParamSeti(function, 9999, 2));
  SHOW(cuParamSetv(function, 0, nullptr, 8));
  SHOW(cuLaunch(function));
  MUST(cuCtxSynchronize());
  show_row("values", read<int>(out, 4));
  SHOW(cuParamSeti(function, 12, 3));
  SHOW(cuLaunchGrid(function, 2, 1));
  MUST(cuCtxSynchronize());
  show_row("values", read<int>(out, 8));
  SHOW(cuLaunchGrid(function, 0, 1));
  CUstream stream;
  MUST(cuStreamCreate(&stream, 0));
  SHOW(cuParamSetf(function, 8, 50.0f));
  SHOW(cuLaunchGridAsync(function, 2, 1, stream));
  MUST(cuStreamSynchronize(stream));
  show_row("values", read<int>(out, 8));
}
