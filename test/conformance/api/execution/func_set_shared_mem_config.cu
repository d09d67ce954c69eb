// SPDX-License-Identifier: Apache-2.0
// cudaFuncSetSharedMemConfig: refused functions and values; without effect on today's devices.
#include "../../capturing.h"

__global__ void reverse(int *words) {
  __shared__ int kept[32];
  kept[threadIdx.x] = words[threadIdx.x];
  __syncthreads();
  words[threadIdx.x] = kept[31 - threadIdx.x];
}
static int host_variable;

CASES() {
  const void *kernel = reinterpret_cast<const void *>(reverse);
  SHOW(cudaFuncSetSharedMemConfig(nullptr, cudaSharedMemBankSizeDefault));
  SHOW(cudaFuncSetSharedMemConfig(&host_variable, cudaSharedMemBankSizeDefault));
  for (int value : {-1, 0, 1, 2, 3, 1000}) {
    std::printf("value %d\n", value);
    SHOW(cudaFuncSetSharedMemConfig(kernel, static_cast<cudaSharedMemConfig>(value)));
  }
  SHOW(cudaFuncSetSharedMemConfig(nullptr, static_cast<cudaSharedMemConfig>(1000)));
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = i;
  DeviceArray<int> words(values);
  reverse<<<1, 32>>>(words);
  SHOW(cudaDeviceSynchronize());
  show_value("first word", words.read()[0]);
  show_while_capturing("set", [&] { return cudaFuncSetSharedMemConfig(kernel, cudaSharedMemBankSizeFourByte); });
}
