// SPDX-License-Identifier: Apache-2.0
// Textures of three dimensions.
#include "texture_helpers.h"

static std::vector<Place> triples(int w, int h, int d, bool normalized) {
  std::vector<Place> places;
  const auto xs = along(w, normalized), ys = along(h, normalized), zs = along(d, normalized);
  for (std::size_t i = 0; i < xs.size(); ++i)
    places.push_back({xs[i], ys[(i * 7 + 2) % ys.size()], zs[(i * 11 + 5) % zs.size()], 0, 0});
  return places;
}

static std::vector<Place> inside(float w, float h, float d, int count) {
  std::vector<Place> places;
  Noise from(9);
  for (int i = 0; i < count; ++i) {
    const float x = (from.number() + 1) * w / 2, y = (from.number() + 1) * h / 2, z = (from.number() + 1) * d / 2;
    places.push_back({x, y, z, 0, 0});
  }
  return places;
}

template <class T>
static void ask(const char *what, cudaChannelFormatDesc format, cudaTextureReadMode read) {
  constexpr int w = 4, h = 3, depth = 5;
  cudaArray_t array = noise_array(format, make_cudaExtent(w, h, depth));
  for_modes(read, [&](const cudaTextureDesc &d) {
    show_texture<T>(mode_name(what, d).c_str(), resource_of(array), d, kBox, triples(w, h, depth, d.normalizedCoords));
  });
  const cudaTextureDesc d = reading(cudaAddressModeClamp, cudaFilterModeLinear, false, read);
  show_texture<T>(what, resource_of(array), d, kBox, inside(w, h, depth, 96));
  MUST(cudaFreeArray(array));
}

static void ask_eight(const char *what, int one) {
  auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  MUST(cudaMalloc3DArray(&array, &format, make_cudaExtent(2, 2, 2)));
  float eight[8] = {};
  for (int i = 0; i < 8; ++i) eight[i] = one < 0 ? 1.0f + 0.1234567f * i : i == one;
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(eight, 8, 2, 2);
  p.dstArray = array;
  p.extent = make_cudaExtent(2, 2, 2);
  p.kind = cudaMemcpyHostToDevice;
  MUST(cudaMemcpy3D(&p));
  show_texture<float>(what, resource_of(array), reading(cudaAddressModeClamp, cudaFilterModeLinear, false), kBox,
                      inside(2, 2, 2, 48));
  MUST(cudaFreeArray(array));
}

int main() {
  ask<float>("float", cudaCreateChannelDesc<float>(), cudaReadModeElementType);
  ask<float2>("uchar2", cudaCreateChannelDesc<uchar2>(), cudaReadModeNormalizedFloat);
  ask<float>("short", cudaCreateChannelDesc<short>(), cudaReadModeNormalizedFloat);
  for (int one = -1; one < 8; ++one) ask_eight(("element " + std::to_string(one)).c_str(), one);
  // Axes that are addressed in different ways.
  auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array = noise_array(format, make_cudaExtent(4, 3, 5));
  for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    cudaTextureDesc d = reading(cudaAddressModeWrap, filter, true);
    d.addressMode[1] = cudaAddressModeBorder;
    d.addressMode[2] = cudaAddressModeMirror;
    d.borderColor[0] = 0.625f;
    show_texture<float>(mode_name("wrap border mirror", d).c_str(), resource_of(array), d, kBox, triples(4, 3, 5, true));
  }
}
