// SPDX-License-Identifier: Apache-2.0
// A surface and a texture of one array: what one kernel writes, the next reads; levels of a mipmapped array as surfaces.
#include "../textures/texture_helpers.h"

__global__ void write(cudaSurfaceObject_t s, int w, int h, float first) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) surf2Dwrite(first + x + 10.0f * y, s, x * 4, y);
}
__global__ void halve(cudaTextureObject_t from, cudaSurfaceObject_t to, int w, int h) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) surf2Dwrite(tex2D<float>(from, (x + 0.5f) / w, (y + 0.5f) / h), to, x * 4, y);
}

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
  const cudaResourceDesc r = resource_of(array);
  cudaSurfaceObject_t s;
  MUST(cudaCreateSurfaceObject(&s, &r));
  return s;
}

int main() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 4, cudaArraySurfaceLoadStore));
  cudaArray_t above;
  MUST(cudaGetMipmappedArrayLevel(&above, mipmap, 0));
  write<<<1, dim3(8, 8)>>>(surface_of(above), 8, 8, 1);
  for (unsigned i = 1; i < 4; ++i) {
    cudaArray_t level;
    MUST(cudaGetMipmappedArrayLevel(&level, mipmap, i));
    cudaTextureObject_t t;
    const cudaResourceDesc r = resource_of(above);
    const cudaTextureDesc d = reading(cudaAddressModeClamp, cudaFilterModeLinear, true);
    MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
    const int size = 8 >> i;
    halve<<<1, dim3(8, 8)>>>(t, surface_of(level), size, size);
    std::vector<float> values(static_cast<std::size_t>(size) * size);
    MUST(cudaMemcpy2DFromArray(values.data(), 4u * size, level, 0, 0, 4u * size, size, cudaMemcpyDeviceToHost));
    show_values(("level " + std::to_string(i)).c_str(), values);
    above = level;
  }
  // The old object reads what a copy wrote after it was made.
  cudaArray_t array = noise_array(format, make_cudaExtent(4, 4, 0));
  cudaTextureObject_t t;
  const cudaResourceDesc r = resource_of(array);
  const cudaTextureDesc d = reading(cudaAddressModeClamp, cudaFilterModePoint, false);
  MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
  const std::vector<Place> places = {{0.5f, 0.5f, 0, 0, 0}, {3.5f, 3.5f, 0, 0, 0}};
  show_samples<float>("before", t, kPlane, places);
  fill(array, format, make_cudaExtent(4, 4, 0), 99);
  show_samples<float>("after a copy", t, kPlane, places);
}
