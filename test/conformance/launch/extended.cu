// SPDX-License-Identifier: Apache-2.0
// cudaLaunchKernelEx and its attributes.
#include "../transcript.h"

__global__ void put(int *where, long long value, float scale) { *where = int(value * scale); }

int main() {
  DeviceArray<int> word(1);
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  config.stream = s;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 21, 2));
  SHOW(cudaStreamSynchronize(s));
  show_value("word", word.read()[0]);
  cudaLaunchAttribute attributes[2] = {};
  config.attrs = attributes;
  config.numAttrs = 1;
  attributes[0].id = cudaLaunchAttributeIgnore;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 1, 3));
  attributes[0].id = cudaLaunchAttributePriority;
  attributes[0].val.priority = 0;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 1, 4));
  attributes[0].id = static_cast<cudaLaunchAttributeID>(999);
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 1, 6));
  config.attrs = nullptr;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 1, 7));
  config.numAttrs = 0;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 1, 8));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
}
