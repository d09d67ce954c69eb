// SPDX-License-Identifier: Apache-2.0
// A surface read outside of its array with the boundary mode that traps.
#include "fault.h"

__global__ void kernel(cudaSurfaceObject_t s, float *out, int x) { surf2Dread(out, s, x, 0, cudaBoundaryModeTrap); }

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
  kernel<<<1, 1>>>(s, out, 28);
  SHOW(cudaDeviceSynchronize());
  kernel<<<1, 1>>>(s, out, 32);
  SHOW(cudaDeviceSynchronize());
  show_aftermath();
}
