// SPDX-License-Identifier: Apache-2.0
// Cooperative launches: by attribute and by call, and one that is too large to run at once.
#include "../transcript.h"

__global__ void put(int *where, int value) { *where = value; }

int main() {
  DeviceArray<int> word(1);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 5));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
  int *where = word;
  int value = 15;
  void *args[] = {&where, &value};
  SHOW(cudaLaunchCooperativeKernel((const void *)put, 1, 1, args, 0, 0));
  SHOW(cudaLaunchCooperativeKernel((const void *)put, 1000000, 1024, args, 0, 0));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
}
