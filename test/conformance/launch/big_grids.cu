// SPDX-License-Identifier: Apache-2.0
// Many blocks, more than run at once, and long chains of launches.
#include "../transcript.h"

__global__ void count(unsigned long long *n) {
  if (threadIdx.x == 0) atomicAdd(n, 1ull);
}
__global__ void next(int *value, int expected, int *wrong) {
  if (*value != expected) atomicAdd(wrong, 1);
  __syncthreads();
  if (threadIdx.x == 0) *value = expected + 1;
}

int main() {
  DeviceArray<unsigned long long> n(1);
  count<<<300000, 32>>>(n);
  SHOW(cudaDeviceSynchronize());
  show_value("blocks", static_cast<long long>(n.read()[0]));
  count<<<dim3(1000, 100, 2), 1>>>(n);
  SHOW(cudaDeviceSynchronize());
  show_value("blocks", static_cast<long long>(n.read()[0]));
  DeviceArray<int> value(1), wrong(1);
  for (int i = 0; i < 5000; ++i) next<<<1, 64>>>(value, i, wrong);
  SHOW(cudaDeviceSynchronize());
  show_value("value", value.read()[0]);
  show_value("wrong", wrong.read()[0]);
}
