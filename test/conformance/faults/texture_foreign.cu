// SPDX-License-Identifier: Apache-2.0
// Reading by a number that is no texture object.
#include "fault.h"

__global__ void kernel(cudaTextureObject_t t, float *out) { *out = tex2D<float>(t, 0.5f, 0.5f); }

int main() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 8, 8));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
  DeviceArray<float> out(1);
  kernel<<<1, 1>>>(t, out);
  SHOW(cudaDeviceSynchronize());
  t = 123456789;
  kernel<<<1, 1>>>(t, out);
  SHOW(cudaDeviceSynchronize());
  show_aftermath();
}
