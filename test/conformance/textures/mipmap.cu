// SPDX-License-Identifier: Apache-2.0
// Mipmapped textures: levels that are given, between levels, out of range, biased and clamped; each shape.
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

int main() {
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
