// SPDX-License-Identifier: Apache-2.0
// Cubemaps: which face and where on it, ties between axes, edges with and without seams, layers.
#include "texture_helpers.h"

static std::vector<Place> directions() {
  std::vector<Place> all;
  Noise from(3);
  for (float x : {-1.0f, 0.0f, 1.0f})
    for (float y : {-1.0f, 0.0f, 1.0f})
      for (float z : {-1.0f, 0.0f, 1.0f}) all.push_back({x, y, z, 0, 0});
  for (int i = 0; i < 100; ++i) {
    const float x = from.number(), y = from.number(), z = from.number();
    all.push_back({x * 3, y * 3, z * 3, i % 5 - 1, 0});
  }
  for (int i = 0; i < 24; ++i) {  // near the edges
    const float near[3] = {0.999f, 0.97f + 0.002f * i, from.number()};
    const float s = i & 1 ? -1 : 1, t = i & 2 ? -1 : 1;
    all.push_back({s * near[i % 3], t * near[(i + 1) % 3], s * t * near[(i + 2) % 3], 0, 0});
  }
  return all;
}

int main() {
  auto format = cudaCreateChannelDesc<float>();
  cudaArray_t cube = noise_array(format, make_cudaExtent(4, 4, 6), cudaArrayCubemap);
  cudaArray_t cubes = noise_array(format, make_cudaExtent(3, 3, 18), cudaArrayCubemap | cudaArrayLayered);
  for (auto address : address_modes)
    for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear})
      for (int seamless : {0, 1}) {
        if (address != cudaAddressModeClamp && seamless) continue;
        cudaTextureDesc d = reading(address, filter, true);
        d.seamlessCubemap = seamless;
        const std::string name = mode_name("", d) + (seamless ? " seamless" : "");
        show_texture<float>(("cube" + name).c_str(), resource_of(cube), d, kCube, directions());
        if (address == cudaAddressModeClamp)
          show_texture<float>(("cubes" + name).c_str(), resource_of(cubes), d, kCubeLayer, directions());
      }
  const cudaTextureDesc by_element = reading(cudaAddressModeClamp, cudaFilterModePoint, false);
  show_texture<float>("not normalized", resource_of(cube), by_element, kCube, directions());
  const auto bytes = cudaCreateChannelDesc<uchar4>();
  cudaArray_t byte_cube = noise_array(bytes, make_cudaExtent(5, 5, 6), cudaArrayCubemap);
  show_texture<float4>("uchar4", resource_of(byte_cube),
                       reading(cudaAddressModeClamp, cudaFilterModeLinear, true, cudaReadModeNormalizedFloat), kCube,
                       directions());
}
