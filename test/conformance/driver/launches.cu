// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Functions and their launches.
#include "../cases.h"
#include "driver.h"

extern "C" __global__ void __launch_bounds__(128) work(int *out, float f, int i) {
  __shared__ int room[256];
  room[threadIdx.x] = i;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = int(f) + room[(threadIdx.x + 1) % blockDim.x] + int(blockIdx.y);
}

static std::size_t CUDA_CB shared_for(int threads) { return std::size_t(threads) * 4; }

// cuFuncGetAttribute, cuFuncSetAttribute, cuFuncSetCacheConfig, cuFuncSetSharedMemConfig, cuFuncSetBlockShape,
// cuFuncSetSharedSize, cuParamSetSize, cuParamSeti, cuParamSetf, cuParamSetv, cuLaunch, cuLaunchGrid, cuLaunchGridAsync,
// cuOccupancyMaxActiveBlocksPerMultiprocessor, cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
// cuOccupancyMaxPotentialBlockSize, cuOccupancyMaxPotentialBlockSizeWithFlags,
// cuOccupancyAvailableDynamicSMemPerBlock, cuOccupancyMaxPotentialClusterSize, cuOccupancyMaxActiveClusters: attributes, the old way to launch, occupancy.
CASE(functions) {
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

extern "C" __global__ void store(int *out, char tag, double value, short add) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = tag + int(value) + add + int(threadIdx.x);
}

extern "C" __global__ void shared_bytes(int *out) {
  extern __shared__ int room[];
  room[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = room[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void __launch_bounds__(64) bounded(int *out) { *out = 1; }
static void count(void *at) { ++*static_cast<int *>(at); }

// cuLaunchKernel, cuLaunchKernelEx, cuLaunchCooperativeKernel, cuLaunchHostFunc, cuLaunchCooperativeKernelMultiDevice: arguments one by one and packed, what
// is refused and in which order.
CASE(launches) {
  use_primary();
  CUmodule module = own_module();
  CUfunction function = function_of(module, "store"), sharing = function_of(module, "shared_bytes");
  CUfunction limited = function_of(module, "bounded");
  CUdeviceptr out = allocate(256 * sizeof(int));
  char tag = 1;
  double value = 20;
  short add = 300;
  void *arguments[] = {&out, &tag, &value, &add};
  const auto launch = [&](CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, CUstream stream, void **args, void **extra) {
    return cuLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, stream, args, extra);
  };
  SHOW(launch(function, 2, 1, 1, 2, 1, 1, 0, nullptr, arguments, nullptr));
  show_row("values", read<int>(out, 4));
  SHOW(launch(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(launch(function, 0, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(launch(function, 1, 1, 1, 0, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(launch(function, 1, 1, 1, 2048, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(launch(function, 1, 1, 1, 1, 1, 65, 0, nullptr, arguments, nullptr));
  SHOW(launch(function, 1, 65536, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(launch(function, 1, 1, 1, 1, 1, 1, 1 << 20, nullptr, arguments, nullptr));
  SHOW(launch(limited, 1, 1, 1, 65, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(launch(limited, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(launch(sharing, 1, 1, 1, 4, 1, 1, 4 * sizeof(int), nullptr, arguments, nullptr));
  show_row("values", read<int>(out, 4));

  std::printf("packed\n");
  struct Packed {
    CUdeviceptr out;
    char tag;
    double value;
    short add;
  } packed = {out, 2, 40, 500};
  std::size_t bytes = offsetof(Packed, add) + sizeof(short);
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  SHOW(launch(function, 1, 1, 1, 3, 1, 1, 0, nullptr, nullptr, extra));
  show_row("values", read<int>(out, 3));
  void *reversed[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_END};
  packed.tag = 3;
  SHOW(launch(function, 1, 1, 1, 3, 1, 1, 0, nullptr, nullptr, reversed));
  show_row("values", read<int>(out, 3));
  SHOW(launch(function, 1, 1, 1, 3, 1, 1, 0, nullptr, arguments, extra));
  bytes = sizeof(Packed);
  SHOW(launch(function, 1, 1, 1, 3, 1, 1, 0, nullptr, nullptr, extra));
  bytes = 8;
  SHOW(launch(function, 1, 1, 1, 3, 1, 1, 0, nullptr, nullptr, extra));
  void *no_size[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_END};
  SHOW(launch(function, 1, 1, 1, 3, 1, 1, 0, nullptr, nullptr, no_size));
  void *nothing[] = {CU_LAUNCH_PARAM_END};
  SHOW(launch(function, 1, 1, 1, 3, 1, 1, 0, nullptr, nullptr, nothing));
  SHOW(launch(function, 1, 1, 1, 3, 1, 1, 0, nullptr, nullptr, nullptr));
  MUST(cuCtxSynchronize());

  std::printf("ex\n");
  CUlaunchConfig config = {};
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 2;
  config.blockDimY = config.blockDimZ = 1;
  SHOW(cuLaunchKernelEx(nullptr, function, arguments, nullptr));
  SHOW(cuLaunchKernelEx(&config, nullptr, arguments, nullptr));
  SHOW(cuLaunchKernelEx(&config, function, arguments, nullptr));
  config.numAttrs = 1;
  SHOW(cuLaunchKernelEx(&config, function, arguments, nullptr));
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  config.attrs = &attribute;
  SHOW(cuLaunchKernelEx(&config, function, arguments, nullptr));
  config.gridDimX = 1 << 20;
  SHOW(cuLaunchKernelEx(&config, function, arguments, nullptr));
  config.gridDimX = 1;
  attribute.id = static_cast<CUlaunchAttributeID>(999);
  SHOW(cuLaunchKernelEx(&config, function, arguments, nullptr));
  attribute.id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
  attribute.value.priority = -3;
  bytes = offsetof(Packed, add) + sizeof(short);
  SHOW(cuLaunchKernelEx(&config, function, nullptr, extra));

  std::printf("cooperative\n");
  SHOW(cuLaunchCooperativeKernel(function, 1, 1, 1, 2, 1, 1, 0, nullptr, arguments));
  SHOW(cuLaunchCooperativeKernel(function, 1 << 20, 1, 1, 2, 1, 1, 0, nullptr, arguments));
  SHOW(cuLaunchCooperativeKernel(nullptr, 1, 1, 1, 2, 1, 1, 0, nullptr, arguments));
  SHOW(cuLaunchCooperativeKernelMultiDevice(nullptr, 0, 0));
  std::printf("host\n");
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  int calls = 0;
  SHOW(cuLaunchHostFunc(stream, count, &calls));
  SHOW(cuLaunchHostFunc(nullptr, count, &calls));
  SHOW(cuLaunchHostFunc(stream, nullptr, &calls));
  MUST(cuCtxSynchronize());
  show_value("calls", calls);

  std::printf("with the runtime\n");
  cudaStream_t runtime_stream;
  MUST(cudaStreamCreate(&runtime_stream));
  SHOW(launch(function, 1, 1, 1, 2, 1, 1, 0, runtime_stream, arguments, nullptr));
  SHOW(cuStreamSynchronize(runtime_stream));
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(function), 1, 1, arguments, 0, stream));
  cudaFunction_t by_symbol = nullptr;
  MUST(cudaGetFuncBySymbol(&by_symbol, reinterpret_cast<const void *>(store)));
  add = 7;
  SHOW(launch(by_symbol, 1, 1, 1, 2, 1, 1, 0, stream, arguments, nullptr));
  SHOW(cudaStreamSynchronize(stream));
  show_row("values", read<int>(out, 2));
}
