// SPDX-License-Identifier: Apache-2.0
// Textures of one dimension: every address mode and filter, by element and by the size of the line, of floats, halves and
// integers that are read as floats.
#include "texture_helpers.h"

static void ask(const char *what, cudaChannelFormatDesc format, int size, cudaTextureReadMode read) {
  cudaArray_t array = noise_array(format, make_cudaExtent(size, 0, 0));
  for_modes(read, [&](const cudaTextureDesc &d) {
    show_texture<float>(mode_name(what, d).c_str(), resource_of(array), d, kLine, line_places(size, d.normalizedCoords));
  });
  MUST(cudaFreeArray(array));
}

int main() {
  ask("float 8", cudaCreateChannelDesc<float>(), 8, cudaReadModeElementType);
  ask("float 7", cudaCreateChannelDesc<float>(), 7, cudaReadModeElementType);
  ask("half 5", cudaCreateChannelDescHalf(), 5, cudaReadModeElementType);
  ask("uchar 8", cudaCreateChannelDesc<unsigned char>(), 8, cudaReadModeNormalizedFloat);
  ask("ushort 8", cudaCreateChannelDesc<unsigned short>(), 8, cudaReadModeNormalizedFloat);
  ask("short 5", cudaCreateChannelDesc<short>(), 5, cudaReadModeNormalizedFloat);
  ask("float 1", cudaCreateChannelDesc<float>(), 1, cudaReadModeElementType);
  // Fine steps between two elements, and near whole numbers of large coordinates.
  auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array = noise_array(format, make_cudaExtent(1000, 0, 0), 0, 7);
  std::vector<Place> fine, far, normal;
  for (int i = 0; i < 64; ++i) {
    fine.push_back({3.5f + i / 2048.0f, 0, 0, 0, 0});
    far.push_back({801.5f + i / 16384.0f * 8, 0, 0, 0, 0});
    normal.push_back({0.3f + i * 0.0000037f, 0, 0, 0, 0});
  }
  const cudaTextureDesc plain = reading(cudaAddressModeClamp, cudaFilterModeLinear, false);
  show_texture<float>("fine steps", resource_of(array), plain, kLine, fine);
  show_texture<float>("fine steps far", resource_of(array), plain, kLine, far);
  for (auto address : address_modes)
    for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
      const cudaTextureDesc d = reading(address, filter, true);
      show_texture<float>(mode_name("fine steps", d).c_str(), resource_of(array), d, kLine, normal);
      for (auto &p : normal) p.x += 1.0f;
      show_texture<float>(mode_name("the next period", d).c_str(), resource_of(array), d, kLine, normal);
      for (auto &p : normal) p.x -= 1.0f;
    }
}
