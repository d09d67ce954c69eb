// SPDX-License-Identifier: Apache-2.0
// A surface read at a byte that is no multiple of the size of what is read.
#include "fault.h"

__global__ void kernel(cudaSurfaceObject_t s, float *out, int x) { surf2Dread(out, s, x, 0, cudaBoundaryModeClamp); }

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
  kernel<<<1, 1>>>(s, out, 4);
  SHOW(cudaDeviceSynchronize());
  kernel<<<1, 1>>>(s, out, 6);
  SHOW(cudaDeviceSynchronize());
  show_aftermath();
}
