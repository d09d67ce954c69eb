// SPDX-License-Identifier: Apache-2.0
// A surface write above its first row, with the boundary mode that is the default.
#include "fault.h"

__global__ void kernel(cudaSurfaceObject_t s, float *, int y) { surf2Dwrite(1.0f, s, 0, y); }

int main() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 8, 8, cudaArraySurfaceLoadStore));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  cudaSurfaceObject_t s;
  MUST(cudaCreateSurfaceObject(&s, &r));
  DeviceArray<float> out(1);
  kernel<<<1, 1>>>(s, out, 7);
  SHOW(cudaDeviceSynchronize());
  kernel<<<1, 1>>>(s, out, -1);
  SHOW(cudaDeviceSynchronize());
  show_aftermath();
}
