// SPDX-License-Identifier: Apache-2.0
// Resource views: other formats of the same bytes, some levels, some layers; what is refused.
#include "texture_helpers.h"

static std::vector<Place> few(bool normalized) {
  std::vector<Place> places;
  for (float y : {0.5f, 1.7f, 3.5f})
    for (float x : {0.5f, 2.2f, 5.5f, 7.5f})
      places.push_back(normalized ? Place{x / 8, y / 4, 0, static_cast<int>(x), y} : Place{x, y, 0, static_cast<int>(x), y});
  return places;
}

static cudaResourceViewDesc view_of(cudaResourceViewFormat format, std::size_t w, std::size_t h, std::size_t d = 0) {
  cudaResourceViewDesc v = {};
  v.format = format;
  v.width = w;
  v.height = h;
  v.depth = d;
  return v;
}

int main() {
  auto format = cudaCreateChannelDesc<uint2>();
  cudaArray_t array = noise_array(format, make_cudaExtent(8, 4, 0));
  for (int f = 0; f <= 35; ++f) {
    for (auto read : {cudaReadModeElementType, cudaReadModeNormalizedFloat}) {
      const cudaResourceViewDesc v = view_of(static_cast<cudaResourceViewFormat>(f), 8, 4);
      char name[64];
      std::snprintf(name, sizeof name, "uint2 as format %d%s", f, read ? " as float" : "");
      show_texture<uint4>(name, resource_of(array), reading(cudaAddressModeClamp, cudaFilterModePoint, false, read), kPlane,
                          few(false), &v);
    }
  }
  auto single = cudaCreateChannelDesc<float>();
  cudaArray_t floats = noise_array(single, make_cudaExtent(8, 4, 0));
  const cudaTextureDesc plain = reading(cudaAddressModeClamp, cudaFilterModeLinear, false);
  for (int f : {0, 3, 8, 11, 13, 16, 20, 22, 23, 99}) {
    const cudaResourceViewDesc v = view_of(static_cast<cudaResourceViewFormat>(f), 8, 4);
    cudaTextureDesc d = plain;
    d.filterMode = cudaFilterModePoint;
    show_texture<uint4>(("float as format " + std::to_string(f)).c_str(), resource_of(floats), d, kPlane, few(false), &v);
  }
  for (auto size : {make_cudaExtent(8, 4, 0), make_cudaExtent(4, 4, 0), make_cudaExtent(8, 2, 0), make_cudaExtent(16, 8, 0),
                    make_cudaExtent(0, 0, 0), make_cudaExtent(8, 4, 1), make_cudaExtent(8, 0, 0)}) {
    const cudaResourceViewDesc v = view_of(cudaResViewFormatFloat1, size.width, size.height, size.depth);
    char name[64];
    std::snprintf(name, sizeof name, "view of %d by %d by %d", int(size.width), int(size.height), int(size.depth));
    show_texture<float>(name, resource_of(floats), plain, kPlane, few(false), &v);
  }
  cudaArray_t layers = noise_array(single, make_cudaExtent(8, 4, 6), cudaArrayLayered);
  struct Range {
    unsigned first, last;
    std::size_t depth;
  };
  for (Range r : {Range{0, 5, 6}, Range{0, 0, 6}, Range{1, 3, 6}, Range{1, 3, 3}, Range{1, 3, 2}, Range{2, 2, 1}, Range{3, 1, 6}, Range{4, 7, 6},
                  Range{0, 5, 0}, Range{2, 2, 0}, Range{6, 6, 6}}) {
    cudaResourceViewDesc v = view_of(cudaResViewFormatFloat1, 8, 4, r.depth);
    v.firstLayer = r.first;
    v.lastLayer = r.last;
    char name[64];
    std::snprintf(name, sizeof name, "layers %u to %u, depth %d", r.first, r.last, int(r.depth));
    show_texture<float>(name, resource_of(layers), plain, kPlaneLayer, few(false), &v);
  }
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &single, make_cudaExtent(8, 4, 0), 4));
  for (unsigned i = 0; i < 4; ++i) {
    cudaArray_t level;
    MUST(cudaGetMipmappedArrayLevel(&level, mipmap, i));
    cudaExtent size;
    MUST(cudaArrayGetInfo(nullptr, &size, nullptr, level));
    fill(level, single, size, 30 + i);
  }
  cudaTextureDesc between = reading(cudaAddressModeClamp, cudaFilterModeLinear, true);
  between.mipmapFilterMode = cudaFilterModeLinear;
  between.maxMipmapLevelClamp = 10;
  show_texture<float>("levels without a view", resource_of(mipmap), between, kPlaneLod, few(true));
  for (Range r : {Range{0, 3, 0}, Range{0, 0, 0}, Range{1, 2, 0}, Range{2, 3, 0}, Range{2, 1, 0}, Range{3, 9, 0}, Range{4, 4, 0}}) {
    for (bool smaller : {false, true}) {
      cudaResourceViewDesc v = view_of(cudaResViewFormatFloat1, smaller ? 8 >> r.first : 8, smaller ? 4 >> r.first : 4);
      v.firstMipmapLevel = r.first;
      v.lastMipmapLevel = r.last;
      char name[64];
      std::snprintf(name, sizeof name, "levels %u to %u%s", r.first, r.last, smaller ? ", their size" : "");
      show_texture<float>(name, resource_of(mipmap), between, kPlaneLod, few(true), &v);
    }
  }
  cudaResourceViewDesc clamped = view_of(cudaResViewFormatFloat1, 8, 4);
  clamped.firstMipmapLevel = 1;
  clamped.lastMipmapLevel = 3;
  between.minMipmapLevelClamp = 1.5f;
  show_texture<float>("levels clamped", resource_of(mipmap), between, kPlaneLod, few(true), &clamped);
  between.mipmapLevelBias = 0.5f;
  between.minMipmapLevelClamp = 0;
  show_texture<float>("levels biased", resource_of(mipmap), between, kPlaneLod, few(true), &clamped);
  // A cubemap's faces as layers, layers as a cubemap.
  cudaArray_t cube = noise_array(single, make_cudaExtent(4, 4, 6), cudaArrayCubemap);
  const cudaTextureDesc point = reading(cudaAddressModeClamp, cudaFilterModePoint, false);
  show_texture<float>("cubemap by layers", resource_of(cube), point, kPlaneLayer, few(false));
  show_texture<float>("cubemap as a plane", resource_of(cube), point, kPlane, few(false));
  show_texture<float>("plane by layers", resource_of(floats), point, kPlaneLayer, few(false));
  show_texture<float>("layers as a plane", resource_of(layers), point, kPlane, few(false));
  show_texture<float>("plane as a line", resource_of(floats), point, kLine, few(false));
  show_texture<float>("plane as a box", resource_of(floats), point, kBox, few(false));
  show_texture<float>("plane fetched", resource_of(floats), point, kFetch, few(false));
}
