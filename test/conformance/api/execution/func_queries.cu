// SPDX-License-Identifier: Apache-2.0
// cudaFuncGetName, cudaFuncGetParamInfo, cudaFuncSetCacheConfig, cudaFuncSetAttribute, cudaGetFuncBySymbol,
// cudaGetKernel: answers and refusals.
#include "../../transcript.h"

extern "C" __global__ void named(int *p, char c, double d) { p[0] = c + static_cast<int>(d); }
__global__ void empty() {}
static int host_variable;
static void host_function() {}

CASES() {
  MUST(cudaFree(nullptr));
  const char *name = nullptr;
  SHOW(cudaFuncGetName(&name, named));
  std::printf("%s\n", name);
  SHOW(cudaFuncGetName(nullptr, named));
  SHOW(cudaFuncGetName(&name, static_cast<const void *>(nullptr)));
  SHOW(cudaFuncGetName(&name, static_cast<const void *>(&host_variable)));
  std::size_t offset = 77, size = 77;
  for (std::size_t i = 0; i < 4; ++i) {
    SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void *>(named), i, &offset, &size));
    show_row("offset, size", {int(offset), int(size)});
  }
  SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void *>(named), 0, &offset, nullptr));
  SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void *>(named), 0, nullptr, &size));
  SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void *>(empty), 0, &offset, &size));
  SHOW(cudaFuncGetParamInfo(nullptr, 0, &offset, &size));
  for (int config = -1; config <= 4; ++config) SHOW(cudaFuncSetCacheConfig(named, static_cast<cudaFuncCache>(config)));
  SHOW(cudaFuncSetCacheConfig(static_cast<const void *>(nullptr), cudaFuncCachePreferNone));
  SHOW(cudaFuncSetCacheConfig(reinterpret_cast<const void *>(host_function), cudaFuncCachePreferNone));
  for (int value : {-1, 0, 1024, 1 << 20}) {
    show_value("dynamic shared memory", value);
    SHOW(cudaFuncSetAttribute(named, cudaFuncAttributeMaxDynamicSharedMemorySize, value));
  }
  for (int value : {-2, -1, 0, 100, 101}) {
    show_value("carveout", value);
    SHOW(cudaFuncSetAttribute(named, cudaFuncAttributePreferredSharedMemoryCarveout, value));
  }
  SHOW(cudaFuncSetAttribute(named, static_cast<cudaFuncAttribute>(77), 1));
  cudaFunction_t function = nullptr;
  SHOW(cudaGetFuncBySymbol(&function, reinterpret_cast<const void *>(named)));
  show_truth("a function", function != nullptr);
  SHOW(cudaGetFuncBySymbol(nullptr, reinterpret_cast<const void *>(named)));
  SHOW(cudaGetFuncBySymbol(&function, nullptr));
  SHOW(cudaGetFuncBySymbol(&function, &host_variable));
  cudaKernel_t kernel = nullptr;
  SHOW(cudaGetKernel(&kernel, named));
  show_truth("a kernel", kernel != nullptr);
  SHOW(cudaGetKernel(&kernel, static_cast<const void *>(nullptr)));
  SHOW(cudaGetKernel(&kernel, static_cast<const void *>(&host_variable)));
}
