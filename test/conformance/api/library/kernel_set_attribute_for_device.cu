// SPDX-License-Identifier: Apache-2.0
// cudaKernelSetAttributeForDevice: refused kernels, devices, attributes and values; what is set counts for launches.
#include "../../capturing.h"

__global__ void last_word(int *out, int words) {
  extern __shared__ int shared[];
  shared[words - 1] = 9;
  *out = shared[words - 1];
}

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  cudaKernel_t kernel;
  MUST(cudaGetKernel(&kernel, last_word));
  const auto size = cudaFuncAttributeMaxDynamicSharedMemorySize;
  const auto carveout = cudaFuncAttributePreferredSharedMemoryCarveout;
  SHOW(cudaKernelSetAttributeForDevice(nullptr, size, 1024, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, size, 1024, -1));
  SHOW(cudaKernelSetAttributeForDevice(kernel, size, 1024, count));
  SHOW(cudaKernelSetAttributeForDevice(kernel, size, -1, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, size, 1 << 30, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, carveout, 101, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, carveout, -2, 0));
  for (int attribute : {-1, 0, 7, 16, 1000})
    SHOW(cudaKernelSetAttributeForDevice(kernel, static_cast<cudaFuncAttribute>(attribute), 1, 0));
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  cudaFuncAttributes attributes;
  MUST(cudaFuncGetAttributes(&attributes, last_word));
  show_row("size, carveout", {attributes.maxDynamicSharedSizeBytes, attributes.preferredShmemCarveout});
  SHOW(cudaKernelSetAttributeForDevice(kernel, size, 64 << 10, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, carveout, 75, 0));
  MUST(cudaFuncGetAttributes(&attributes, last_word));
  show_row("size, carveout", {attributes.maxDynamicSharedSizeBytes, attributes.preferredShmemCarveout});
  DeviceArray<int> out(1);
  last_word<<<1, 1, 64 << 10>>>(out, 16 << 10);
  show_last_error("of a launch with as much");
  show_value("out", out.read()[0]);
  last_word<<<1, 1, (64 << 10) + 1>>>(out, 1);
  show_last_error("of a launch with more");
  show_while_capturing("set", [&] { return cudaKernelSetAttributeForDevice(kernel, carveout, 50, 0); });
}
