// SPDX-License-Identifier: Apache-2.0
// Textures of two dimensions: pairs of coordinates inside and outside, and the arithmetic of the filter on floats of
// different size, and integers that are read as floats.
#include "texture_helpers.h"

static std::vector<Place> pairs(int w, int h, bool normalized) {
  std::vector<Place> places;
  const auto xs = along(w, normalized), ys = along(h, normalized);
  for (std::size_t i = 0; i < xs.size(); ++i) {
    places.push_back({xs[i], ys[i * 7 % ys.size()], 0, 0, 0});
    places.push_back({xs[i * 5 % xs.size()], ys[(i * 11 + 3) % ys.size()], 0, 0, 0});
  }
  return places;
}

static std::vector<Place> inside(float w, float h, int count) {
  std::vector<Place> places;
  Noise from(5);
  for (int i = 0; i < count; ++i)
    places.push_back({(from.number() + 1) * w / 2, (from.number() + 1) * h / 2, 0, 0, 0});
  return places;
}

template <class T>
static void ask(const char *what, cudaChannelFormatDesc format, cudaTextureReadMode read) {
  constexpr int w = 6, h = 5;
  cudaArray_t array = noise_array(format, make_cudaExtent(w, h, 0));
  for_modes(read, [&](const cudaTextureDesc &d) {
    show_texture<T>(mode_name(what, d).c_str(), resource_of(array), d, kPlane, pairs(w, h, d.normalizedCoords));
  });
  const cudaTextureDesc d = reading(cudaAddressModeClamp, cudaFilterModeLinear, false, read);
  show_texture<T>(what, resource_of(array), d, kPlane, inside(w, h, 96));
  MUST(cudaFreeArray(array));
}

// Two by two elements whose sum shows how products are added up.
static void ask_four(const char *what, float a, float b, float c, float e) {
  auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 2, 2));
  const float four[4] = {a, b, c, e};
  MUST(cudaMemcpy2DToArray(array, 0, 0, four, 8, 8, 2, cudaMemcpyHostToDevice));
  show_texture<float>(what, resource_of(array), reading(cudaAddressModeClamp, cudaFilterModeLinear, false), kPlane,
                      inside(2, 2, 32));
  MUST(cudaFreeArray(array));
}

int main() {
  ask<float>("float", cudaCreateChannelDesc<float>(), cudaReadModeElementType);
  ask<float4>("uchar4", cudaCreateChannelDesc<uchar4>(), cudaReadModeNormalizedFloat);
  ask<float2>("ushort2", cudaCreateChannelDesc<ushort2>(), cudaReadModeNormalizedFloat);
  ask<float>("short", cudaCreateChannelDesc<short>(), cudaReadModeNormalizedFloat);
  ask_four("one and three zeros", 1, 0, 0, 0);
  ask_four("one on the right", 0, 1, 0, 0);
  ask_four("one below", 0, 0, 1, 0);
  ask_four("one at the end", 0, 0, 0, 1);
  ask_four("all one", 1, 1, 1, 1);
  ask_four("many bits", 1.2345678f, 1.8765432f, 1.3333333f, 1.7777777f);
  ask_four("very large and small", 3e38f, 1, 1e-30f, -3e38f);
  ask_four("small", 1e-38f, 3e-39f, 1e-44f, 2e-38f);
  ask_four("cancels", 1.0000001f, -1, 1.0000002f, -1.0000004f);
  ask_four("largest", 3.4028235e38f, 3.4028235e38f, 3.4028235e38f, 3.4028235e38f);
  ask_four("infinite", kInfinity, 1, 2, 3);
  ask_four("infinities of both signs", kInfinity, -kInfinity, 2, 3);
  ask_four("nan", 0, 1, kNan, 3);
  ask_four("negative zeros", -0.0f, -0.0f, -0.0f, -0.0f);
}
