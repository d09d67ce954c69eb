// SPDX-License-Identifier: Apache-2.0
// Kernels that use textures and surfaces wrongly.
#include "../cases.h"
#include "fault.h"

__global__ void texture_foreign(cudaTextureObject_t t, float *out) { *out = tex2D<float>(t, 0.5f, 0.5f); }

// Reading by a number that is no texture object.
CASE(texture_foreign) {
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
  texture_foreign<<<1, 1>>>(t, out);
  SHOW(cudaDeviceSynchronize());
  t = 123456789;
  texture_foreign<<<1, 1>>>(t, out);
  SHOW(cudaDeviceSynchronize());
  show_aftermath();
}

// Of 8 by 8 floats.
static cudaSurfaceObject_t new_surface() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 8, 8, cudaArraySurfaceLoadStore));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  cudaSurfaceObject_t s;
  MUST(cudaCreateSurfaceObject(&s, &r));
  return s;
}

__global__ void surface_misaligned(cudaSurfaceObject_t s, float *out, int x) { surf2Dread(out, s, x, 0, cudaBoundaryModeClamp); }

// A surface is read at a byte offset that is not a multiple of the element size.
CASE(surface_misaligned) {
  const cudaSurfaceObject_t s = new_surface();
  DeviceArray<float> out(1);
  surface_misaligned<<<1, 1>>>(s, out, 4);
  SHOW(cudaDeviceSynchronize());
  surface_misaligned<<<1, 1>>>(s, out, 6);
  SHOW(cudaDeviceSynchronize());
  show_aftermath();
}

__global__ void surface_trap(cudaSurfaceObject_t s, float *out, int x) { surf2Dread(out, s, x, 0, cudaBoundaryModeTrap); }

// A surface read outside of its array with the boundary mode that traps.
CASE(surface_trap) {
  const cudaSurfaceObject_t s = new_surface();
  DeviceArray<float> out(1);
  surface_trap<<<1, 1>>>(s, out, 28);
  SHOW(cudaDeviceSynchronize());
  surface_trap<<<1, 1>>>(s, out, 32);
  SHOW(cudaDeviceSynchronize());
  show_aftermath();
}

__global__ void surface_trap_write(cudaSurfaceObject_t s, float *, int y) { surf2Dwrite(1.0f, s, 0, y); }

// A surface write above its first row, with the boundary mode that is the default.
CASE(surface_trap_write) {
  const cudaSurfaceObject_t s = new_surface();
  DeviceArray<float> out(1);
  surface_trap_write<<<1, 1>>>(s, out, 7);
  SHOW(cudaDeviceSynchronize());
  surface_trap_write<<<1, 1>>>(s, out, -1);
  SHOW(cudaDeviceSynchronize());
  show_aftermath();
}
