// SPDX-License-Identifier: Apache-2.0
// Levels of mipmapped textures, and views of resources.
#include "../cases.h"
#include "texture_helpers.h"

static cudaMipmappedArray_t noise_levels(cudaChannelFormatDesc format, cudaExtent e, unsigned levels, unsigned flags = 0) {
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, e, levels, flags));
  for (unsigned i = 0; i < levels; ++i) {
    cudaArray_t level;
    MUST(cudaGetMipmappedArrayLevel(&level, mipmap, i));
    cudaExtent size;
    MUST(cudaArrayGetInfo(nullptr, &size, nullptr, level));
    fill(level, format, size, 20 + i);
  }
  return mipmap;
}

static std::vector<Place> places() {
  std::vector<Place> all;
  Noise from(4);
  const float levels[] = {-kInfinity, -2, -0.3f, 0,    0.1f,  0.25f,  0.4999f, 0.5f,  0.501f,   0.75f, 0.998f,   0.9985f, 1,
                          1.3f,       2,  2.25f, 2.5f, 2.51f, 2.999f, 3,       3.25f, 4,        100,   kInfinity, kNan,  1.00195f,
                          1.001954f};
  for (float level : levels) {
    const float x = from.number(), y = from.number(), z = from.number();
    all.push_back({x, y, z, static_cast<int>(all.size()) % 2, level});
    all.push_back({y * 0.5f + 0.5f, z * 0.5f + 0.5f, x * 0.5f + 0.5f, static_cast<int>(all.size()) % 3, level});
  }
  return all;
}

static void ask(const char *what, cudaMipmappedArray_t mipmap, Function f, bool all) {
  for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear})
    for (auto between : {cudaFilterModePoint, cudaFilterModeLinear})
      for (int how = 0; how < (all ? 6 : 1); ++how) {
        if (filter == cudaFilterModeLinear && between == cudaFilterModeLinear) continue;  // roundings that no rule was found for
        cudaTextureDesc d = reading(cudaAddressModeClamp, filter, true);
        d.mipmapFilterMode = between;
        d.maxMipmapLevelClamp = how == 4 ? 0.0f : how == 3 ? 1.6f : 20.0f;
        if (how == 1) d.mipmapLevelBias = 0.3f;
        if (how == 2) d.mipmapLevelBias = -0.7501f;
        if (how == 3) d.minMipmapLevelClamp = 0.7f;
        if (how == 5) d.minMipmapLevelClamp = 1.3f, d.maxMipmapLevelClamp = 0.4f;
        char name[128];
        std::snprintf(name, sizeof name, "%s %s, %s between, %d", what, filter ? "linear" : "point",
                      between ? "linear" : "point", how);
        show_texture<float>(name, resource_of(mipmap), d, f, places());
      }
}

__global__ void graded(cudaTextureObject_t t, int shape, const float4 *in, float *out) {
  const int i = threadIdx.x;
  const float4 g = in[i];
  const float x = 0.3f + 0.01f * i, y = 0.7f - 0.01f * i, z = 0.4f;
  switch (shape) {
    case 0: out[i] = tex1DGrad<float>(t, x, g.x, g.y); break;
    case 1: out[i] = tex2DGrad<float>(t, x, y, make_float2(g.x, g.y), make_float2(g.z, g.w)); break;
    case 2: out[i] = tex3DGrad<float>(t, x, y, z, make_float4(g.x, g.y, g.z, 0), make_float4(g.w, g.x, g.y, 0)); break;
    case 3: out[i] = tex2DLayeredGrad<float>(t, x, y, i % 3, make_float2(g.x, g.y), make_float2(g.z, g.w)); break;
    case 5: out[i] = tex1DLayeredGrad<float>(t, x, i % 3, g.x, g.y); break;
  }
}

static void ask_graded(const char *what, cudaMipmappedArray_t mipmap, int shape) {
  std::vector<float4> in = {{0, 0, 0, 0},          {0.0625f, 0, 0, 0},    {0.125f, 0, 0, 0.125f},  {0.25f, 0, 0, 0},
                            {0, 0.125f, 0, 0.25f}, {0.1f, 0.1f, 0, 0},    {-0.1f, 0.2f, 0.3f, 0},  {1, 1, 1, 1},
                            {1e-20f, 0, 1e-20f, 0}, {0.07f, 0.03f, -0.05f, 0.09f},
                            {0.2f, 0, 0, 0.05f},   {0.4f, 0.01f, 0, 0.1f}, {0.15f, 0, 0, 0.15f},   {0.09f, 0, 0, 0}};
  for (int i = 0; i < 48; ++i) in.push_back({0.0625f + i * 0.0045f, 0, 0, 0});
  DeviceArray<float4> at(in);
  cudaTextureDesc d = reading(cudaAddressModeWrap, cudaFilterModePoint, true);
  d.maxMipmapLevelClamp = 20;
  cudaTextureObject_t t;
  const cudaResourceDesc r = resource_of(mipmap);
  MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
  DeviceArray<float> out(in.size());
  graded<<<1, static_cast<unsigned>(in.size())>>>(t, shape, at, out);
  MUST(cudaDeviceSynchronize());
  show_values(what, out.read());
  MUST(cudaDestroyTextureObject(t));
}

// Mipmapped textures: levels that are given, between levels, out of range, biased and clamped; each shape.
CASE(mipmap) {
  auto format = cudaCreateChannelDesc<float>();
  auto line = noise_levels(format, make_cudaExtent(16, 0, 0), 4);
  auto plane = noise_levels(format, make_cudaExtent(16, 12, 0), 4);
  auto box = noise_levels(format, make_cudaExtent(8, 8, 8), 4);
  auto lines = noise_levels(format, make_cudaExtent(8, 0, 3), 3, cudaArrayLayered);
  auto planes = noise_levels(format, make_cudaExtent(8, 8, 3), 3, cudaArrayLayered);
  auto cube = noise_levels(format, make_cudaExtent(8, 8, 6), 3, cudaArrayCubemap);
  auto cubes = noise_levels(format, make_cudaExtent(8, 8, 12), 3, cudaArrayCubemap | cudaArrayLayered);
  ask("line", line, kLineLod, false);
  ask("plane", plane, kPlaneLod, true);
  ask("box", box, kBoxLod, false);
  ask("lines", lines, kLineLayerLod, false);
  ask("planes", planes, kPlaneLayerLod, false);
  ask("cube", cube, kCubeLod, false);
  ask("cubes", cubes, kCubeLayerLod, false);
  ask("plane, no level given", plane, kPlane, true);
  ask("plane, as one dimension", plane, kLineLod, false);
  ask_graded("line by gradient", line, 0);
  ask_graded("plane by gradient", plane, 1);
  ask_graded("box by gradient", box, 2);
  ask_graded("planes by gradient", planes, 3);
  ask_graded("lines by gradient", lines, 5);
}

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

// Resource views: other formats of the same bytes, some levels, some layers; what is refused.
CASE(views) {
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
