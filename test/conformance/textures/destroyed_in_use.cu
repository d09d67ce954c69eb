// SPDX-License-Identifier: Apache-2.0
// A texture or surface object that is destroyed while work that uses it waits: the call does not wait, and the work
// still has the object.
#include "../gate.h"
#include "texture_helpers.h"

__global__ void read_texture(cudaTextureObject_t t, float *out) { *out = tex2D<float>(t, 1.5f, 0.5f); }
__global__ void read_surface(cudaSurfaceObject_t s, float *out) { *out = surf2Dread<float>(s, 4, 0); }

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 4, 2, cudaArraySurfaceLoadStore));
  const float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  MUST(cudaMemcpy2DToArray(array, 0, 0, values, 16, 16, 2, cudaMemcpyHostToDevice));
  const cudaResourceDesc resource = resource_of(array);
  const cudaTextureDesc nearest = reading(cudaAddressModeClamp, cudaFilterModePoint, false);
  DeviceArray<float> out(3);
  cudaTextureObject_t texture;
  cudaSurfaceObject_t surface;
  MUST(cudaCreateTextureObject(&texture, &resource, &nearest, nullptr));
  MUST(cudaCreateSurfaceObject(&surface, &resource));
  prepare_gates();
  read_texture<<<1, 1>>>(texture, out);
  read_surface<<<1, 1>>>(surface, out + 1);
  MUST(cudaDeviceSynchronize());
  show_bits("texture", out.read()[0]);
  show_bits("surface", out.read()[1]);

  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaMemset(out, 0, 12));
  show_while_busy("cudaDestroyTextureObject", stream, [&] {
    read_texture<<<1, 1, 0, stream>>>(texture, out);
    return cudaDestroyTextureObject(texture);
  });
  show_while_busy("cudaDestroySurfaceObject", stream, [&] {
    read_surface<<<1, 1, 0, stream>>>(surface, out + 1);
    return cudaDestroySurfaceObject(surface);
  });
  show_bits("texture", out.read()[0]);
  show_bits("surface", out.read()[1]);

  MUST(cudaMemset(out, 0, 12));
  MUST(cudaCreateTextureObject(&texture, &resource, &nearest, nullptr));
  show_while_busy("many made and destroyed", stream, [&] {
    read_texture<<<1, 1, 0, stream>>>(texture, out);
    MUST(cudaDestroyTextureObject(texture));
    for (int i = 0; i < 3; ++i) {
      cudaTextureObject_t other;
      cudaResourceDesc linear = {};
      linear.resType = cudaResourceTypeLinear;
      linear.res.linear = {out.get(), format, 8};
      MUST(cudaCreateTextureObject(&other, &linear, &nearest, nullptr));
      MUST(cudaDestroyTextureObject(other));
    }
    return cudaSuccess;
  });

  MUST(cudaCreateTextureObject(&texture, &resource, &nearest, nullptr));
  show_while_busy("cudaFreeArray", stream, [&] {
    read_texture<<<1, 1, 0, stream>>>(texture, out + 2);
    return cudaFreeArray(array);
  });
  show_bits("texture of an array that was freed later", out.read()[2]);
  MUST(cudaDestroyTextureObject(texture));
  show_last_error("at the end");
}
