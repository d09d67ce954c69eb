// SPDX-License-Identifier: Apache-2.0
// Textures of each shape.
#include "../cases.h"
#include "texture_helpers.h"

namespace line_ {
static void ask(const char *what, cudaChannelFormatDesc format, int size, cudaTextureReadMode read) {
  cudaArray_t array = noise_array(format, make_cudaExtent(size, 0, 0));
  for_modes(read, [&](const cudaTextureDesc &d) {
    show_texture<float>(mode_name(what, d).c_str(), resource_of(array), d, kLine, line_places(size, d.normalizedCoords));
  });
  MUST(cudaFreeArray(array));
}

// Textures of one dimension: every address mode and filter, by element and by the size of the line, of floats, halves and
// integers that are read as floats.
CASE(line) {
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
}  // namespace line_

namespace plane_ {
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

// Textures of two dimensions: pairs of coordinates inside and outside, and the arithmetic of the filter on floats of
// different size, and integers that are read as floats.
CASE(plane) {
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
}  // namespace plane_

namespace box_ {
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

// Textures of three dimensions.
CASE(box) {
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
}  // namespace box_

namespace layers_ {
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

// Layered textures of one and two dimensions; layers that are not there.
CASE(layers) {
  ask<float>("lines", cudaCreateChannelDesc<float>(), 0, cudaReadModeElementType);
  ask<float2>("lines of uchar2", cudaCreateChannelDesc<uchar2>(), 0, cudaReadModeNormalizedFloat);
  ask<float>("planes", cudaCreateChannelDesc<float>(), 4, cudaReadModeElementType);
  ask<float4>("planes of ushort4", cudaCreateChannelDesc<ushort4>(), 4, cudaReadModeNormalizedFloat);
}
}  // namespace layers_

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

// Cubemaps: which face and where on it, ties between axes, edges with and without seams, layers.
CASE(cubemap) {
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
