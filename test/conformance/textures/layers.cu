// SPDX-License-Identifier: Apache-2.0
// Layered textures of one and two dimensions; layers that are not there.
#include "texture_helpers.h"

static std::vector<Place> places(int w, int h, int layers, bool normalized) {
  std::vector<Place> all;
  const auto xs = along(w, normalized), ys = along(h, normalized);
  for (std::size_t i = 0; i < xs.size(); ++i)
    all.push_back({xs[i], ys[i * 7 % ys.size()], 0, static_cast<int>(i) % (layers + 4) - 2, 0});
  for (int layer : {-2147483647, -100, 100, 65536, 2147483647}) all.push_back({0.4f, 0.4f, 0, layer, 0});
  return all;
}

template <class T>
static void ask(const char *what, cudaChannelFormatDesc format, int h, cudaTextureReadMode read) {
  constexpr int w = 6, layers = 3;
  cudaArray_t array = noise_array(format, make_cudaExtent(w, h, layers), cudaArrayLayered);
  for_modes(read, [&](const cudaTextureDesc &d) {
    show_texture<T>(mode_name(what, d).c_str(), resource_of(array), d, h == 0 ? kLineLayer : kPlaneLayer,
                    places(w, h == 0 ? 1 : h, layers, d.normalizedCoords));
  });
  MUST(cudaFreeArray(array));
}

int main() {
  ask<float>("lines", cudaCreateChannelDesc<float>(), 0, cudaReadModeElementType);
  ask<float2>("lines of uchar2", cudaCreateChannelDesc<uchar2>(), 0, cudaReadModeNormalizedFloat);
  ask<float>("planes", cudaCreateChannelDesc<float>(), 4, cudaReadModeElementType);
  ask<float4>("planes of ushort4", cudaCreateChannelDesc<ushort4>(), 4, cudaReadModeNormalizedFloat);
}
