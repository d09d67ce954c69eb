// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuLaunchKernel, cuLaunchKernelEx, cuLaunchCooperativeKernel, cuLaunchHostFunc, cuLaunchCooperativeKernelMultiDevice: arguments one by one and packed, what
// is refused and in which order.
#include "driver.h"

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

int main() {
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
