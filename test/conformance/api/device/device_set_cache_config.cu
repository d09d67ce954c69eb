// SPDX-License-Identifier: Apache-2.0
// cudaDeviceSetCacheConfig: four preferences, every other value refused; kernels run with each.
#include "../../capturing.h"

__global__ void sum(int *out) {
  __shared__ int words[256];
  words[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int word : words) total += word;
    *out = total;
  }
}

CASES() {
  DeviceArray<int> out(1);
  for (int value : {cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1,
                    cudaFuncCachePreferEqual}) {
    std::printf("preference %d\n", value);
    SHOW(cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(value)));
    MUST(cudaMemset(out, 0, sizeof(int)));
    sum<<<1, 256>>>(out);
    show_value("sum", out.read()[0]);
  }
  SHOW(cudaFuncSetCacheConfig(sum, cudaFuncCachePreferL1));
  sum<<<1, 256>>>(out);
  show_value("sum, with the kernel's own preference", out.read()[0]);
  for (int value : {-1, 4, 1000}) {
    std::printf("preference %d\n", value);
    SHOW(cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(value)));
  }
  show_last_error("after refused calls");
  show_while_capturing("set", [] { return cudaDeviceSetCacheConfig(cudaFuncCachePreferShared); });
  cudaFuncCache config;
  MUST(cudaDeviceGetCacheConfig(&config));
  show_value("at the end", config);
}
