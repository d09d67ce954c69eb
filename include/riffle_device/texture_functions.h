// SPDX-License-Identifier: Apache-2.0
// Textures in kernels. Elements that are read as they stand are read here; everything else is one call of the texture
// unit. Inlined into every kernel that reads a texture: keep it small.
#pragma once

#include "../riffle_api/handles.h"
#include "../riffle_api/textures.h"
#include "../vector_types.h"
#include "function_macros.h"
#include "image_layout.h"

extern "C" {
__device__ void __riffle_sample_texture(unsigned long long object, unsigned request, float x,
                                        float y, float z, int layer, float level, void* result);
__device__ float __riffle_texture_level(unsigned long long object, unsigned request,
                                        const float* place_and_gradients);
}

namespace riffle_device {

/// The types that a texture may be read as: how many channels, of which type.
template <class _Tp>
struct Texel {};
#define RIFFLE_TEXEL(type, channel, count)    \
  template <>                                 \
  struct Texel<type> {                        \
    using Channel = channel;                  \
    using Void = void;                        \
    static constexpr unsigned kCount = count; \
  };
#define RIFFLE_TEXELS(channel, name) \
  RIFFLE_TEXEL(channel, channel, 1)  \
  RIFFLE_TEXEL(name##1, channel, 1)  \
  RIFFLE_TEXEL(name##2, channel, 2)  \
  RIFFLE_TEXEL(name##4, channel, 4)
RIFFLE_TEXEL(char, char, 1)
RIFFLE_TEXELS(signed char, char)
RIFFLE_TEXELS(unsigned char, uchar)
RIFFLE_TEXELS(short, short)
RIFFLE_TEXELS(unsigned short, ushort)
RIFFLE_TEXELS(int, int)
RIFFLE_TEXELS(unsigned, uint)
RIFFLE_TEXELS(float, float)
#undef RIFFLE_TEXELS
#undef RIFFLE_TEXEL

/// Integers take the low bits of what the texture unit gives, floats its bits.
template <class _Tp>
RIFFLE_DEVICE _Tp texel_of(const unsigned* channels) {
  using Channel = typename Texel<_Tp>::Channel;
  union {
    _Tp texel;
    Channel channel[Texel<_Tp>::kCount];
  } made;
  for (unsigned i = 0; i < Texel<_Tp>::kCount; ++i) {
    if constexpr (sizeof(Channel) == 4) {
      made.channel[i] = __builtin_bit_cast(Channel, channels[i]);
    } else {
      made.channel[i] = static_cast<Channel>(channels[i]);
    }
  }
  return made.texel;
}

template <class _Tp>
RIFFLE_DEVICE _Tp sampled(cudaTextureObject_t object, unsigned request, float x, float y, float z,
                          int layer, float level) {
  unsigned channels[4];
  __riffle_sample_texture(object, request, x, y, z, layer, level, channels);
  return texel_of<_Tp>(channels);
}

RIFFLE_DEVICE const riffle_image* image_of(unsigned long long object) {
  return reinterpret_cast<const riffle_image*>(object);
}

template <class _Tp>
RIFFLE_DEVICE _Tp fetched(cudaTextureObject_t object, int index) {
  const riffle_image* const image = image_of(object);
  if (image->plain_fetch_bytes != sizeof(_Tp))
    return sampled<_Tp>(object, RIFFLE_SAMPLE_FETCH, 0, 0, 0, index, 0);
  _Tp texel = {};
  if (static_cast<unsigned>(index) < image->level[0].width)
    texel = reinterpret_cast<const _Tp*>(image->level[0].base)[index];
  return texel;
}

/// The element that holds a coordinate, of `count`.
RIFFLE_DEVICE int clamped_index(float at, unsigned count) {
  const int last = static_cast<int>(count) - 1;
  const float most = static_cast<float>(last);
  const float whole = __builtin_fminf(__builtin_fmaxf(__builtin_floorf(at), 0.0f), most);
  return static_cast<int>(whole);
}

template <class _Tp>
RIFFLE_DEVICE _Tp line_sampled(cudaTextureObject_t object, float x) {
  const riffle_image* const image = image_of(object);
  if (image->plain_sample_bytes != sizeof(_Tp))
    return sampled<_Tp>(object, RIFFLE_SAMPLE_1D, x, 0, 0, 0, 0);
  return reinterpret_cast<const _Tp*>(
      image->level[0].base)[clamped_index(x, image->level[0].width)];
}

template <class _Tp>
RIFFLE_DEVICE _Tp plane_sampled(cudaTextureObject_t object, float x, float y) {
  const riffle_image* const image = image_of(object);
  if (image->plain_sample_bytes != sizeof(_Tp))
    return sampled<_Tp>(object, RIFFLE_SAMPLE_2D, x, y, 0, 0, 0);
  const riffle_image_level& level = image->level[0];
  const char* const row = level.base + clamped_index(y, level.height) * level.row_pitch_bytes;
  return reinterpret_cast<const _Tp*>(row)[clamped_index(x, level.width)];
}

/// The level for a place and how it moves along the two axes of the screen.
RIFFLE_DEVICE float level_for(cudaTextureObject_t object, unsigned request, float x, float y,
                              float z, float4 a, float4 b) {
  const float all[9] = {x, y, z, a.x, a.y, a.z, b.x, b.y, b.z};
  return __riffle_texture_level(object, request, all);
}
RIFFLE_DEVICE float level_for(cudaTextureObject_t object, unsigned request, float x, float y, float,
                              float2 a, float2 b) {
  const float all[9] = {x, y, 0, a.x, a.y, 0, b.x, b.y, 0};
  return __riffle_texture_level(object, request, all);
}
RIFFLE_DEVICE float level_for(cudaTextureObject_t object, unsigned request, float x, float, float,
                              float a, float b) {
  const float all[9] = {x, 0, 0, a, 0, 0, b, 0, 0};
  return __riffle_texture_level(object, request, all);
}

}  // namespace riffle_device

// Each function in both forms: the value as the result, and through a pointer.
#define RIFFLE_LIST(...) __VA_ARGS__
#define RIFFLE_TEXTURE(name, parameters, value)                                        \
  template <class _Tp>                                                                 \
  static __device__ __forceinline__ typename riffle_device::Texel<_Tp>::Void name(     \
      _Tp* result, cudaTextureObject_t object, parameters) {                           \
    *result = value;                                                                   \
  }                                                                                    \
  template <class _Tp>                                                                 \
  static __device__ __forceinline__ _Tp name(cudaTextureObject_t object, parameters) { \
    return value;                                                                      \
  }
// The forms that also tell whether the memory is there: always, since there are no sparse arrays.
#define RIFFLE_RESIDENT_TEXTURE(name, parameters, value)                               \
  template <class _Tp>                                                                 \
  static __device__ __forceinline__ typename riffle_device::Texel<_Tp>::Void name(     \
      _Tp* result, cudaTextureObject_t object, parameters) {                           \
    *isResident = true;                                                                \
    *result = value;                                                                   \
  }                                                                                    \
  template <class _Tp>                                                                 \
  static __device__ __forceinline__ _Tp name(cudaTextureObject_t object, parameters) { \
    *isResident = true;                                                                \
    return value;                                                                      \
  }
#define RIFFLE_SAMPLED(request, x, y, z, layer, level) \
  riffle_device::sampled<_Tp>(object, request, x, y, z, layer, level)
#define RIFFLE_AT_LEVEL(shape, x, y, z, layer) \
  RIFFLE_SAMPLED(RIFFLE_SAMPLE_##shape | RIFFLE_SAMPLE_LEVEL, x, y, z, layer, level)
#define RIFFLE_BY_GRADIENT(shape, x, y, z, layer)                             \
  RIFFLE_SAMPLED(RIFFLE_SAMPLE_##shape | RIFFLE_SAMPLE_LEVEL, x, y, z, layer, \
                 riffle_device::level_for(object, RIFFLE_SAMPLE_##shape, x, y, z, dPdx, dPdy))
#define RIFFLE_GATHERED                                                                           \
  RIFFLE_SAMPLED(                                                                                 \
      RIFFLE_SAMPLE_GATHER | static_cast<unsigned>(comp) << RIFFLE_SAMPLE_CHANNEL_SHIFT, x, y, 0, \
      0, 0)

RIFFLE_TEXTURE(tex1Dfetch, RIFFLE_LIST(int x), riffle_device::fetched<_Tp>(object, x))
RIFFLE_TEXTURE(tex1D, RIFFLE_LIST(float x), riffle_device::line_sampled<_Tp>(object, x))
RIFFLE_TEXTURE(tex2D, RIFFLE_LIST(float x, float y),
               riffle_device::plane_sampled<_Tp>(object, x, y))
RIFFLE_RESIDENT_TEXTURE(tex2D, RIFFLE_LIST(float x, float y, bool* isResident),
                        riffle_device::plane_sampled<_Tp>(object, x, y))
RIFFLE_TEXTURE(tex3D, RIFFLE_LIST(float x, float y, float z),
               RIFFLE_SAMPLED(RIFFLE_SAMPLE_3D, x, y, z, 0, 0))
RIFFLE_RESIDENT_TEXTURE(tex3D, RIFFLE_LIST(float x, float y, float z, bool* isResident),
                        RIFFLE_SAMPLED(RIFFLE_SAMPLE_3D, x, y, z, 0, 0))
RIFFLE_TEXTURE(tex1DLayered, RIFFLE_LIST(float x, int layer),
               RIFFLE_SAMPLED(RIFFLE_SAMPLE_1D_LAYERED, x, 0, 0, layer, 0))
RIFFLE_TEXTURE(tex2DLayered, RIFFLE_LIST(float x, float y, int layer),
               RIFFLE_SAMPLED(RIFFLE_SAMPLE_2D_LAYERED, x, y, 0, layer, 0))
RIFFLE_RESIDENT_TEXTURE(tex2DLayered, RIFFLE_LIST(float x, float y, int layer, bool* isResident),
                        RIFFLE_SAMPLED(RIFFLE_SAMPLE_2D_LAYERED, x, y, 0, layer, 0))
RIFFLE_TEXTURE(texCubemap, RIFFLE_LIST(float x, float y, float z),
               RIFFLE_SAMPLED(RIFFLE_SAMPLE_CUBE, x, y, z, 0, 0))
RIFFLE_TEXTURE(texCubemapLayered, RIFFLE_LIST(float x, float y, float z, int layer),
               RIFFLE_SAMPLED(RIFFLE_SAMPLE_CUBE_LAYERED, x, y, z, layer, 0))
RIFFLE_TEXTURE(tex2Dgather, RIFFLE_LIST(float x, float y, int comp = 0), RIFFLE_GATHERED)
RIFFLE_RESIDENT_TEXTURE(tex2Dgather, RIFFLE_LIST(float x, float y, bool* isResident, int comp = 0),
                        RIFFLE_GATHERED)
RIFFLE_TEXTURE(tex1DLod, RIFFLE_LIST(float x, float level), RIFFLE_AT_LEVEL(1D, x, 0, 0, 0))
RIFFLE_TEXTURE(tex1DGrad, RIFFLE_LIST(float x, float dPdx, float dPdy),
               RIFFLE_BY_GRADIENT(1D, x, 0, 0, 0))
RIFFLE_TEXTURE(tex2DLod, RIFFLE_LIST(float x, float y, float level),
               RIFFLE_AT_LEVEL(2D, x, y, 0, 0))
RIFFLE_RESIDENT_TEXTURE(tex2DLod, RIFFLE_LIST(float x, float y, float level, bool* isResident),
                        RIFFLE_AT_LEVEL(2D, x, y, 0, 0))
RIFFLE_TEXTURE(tex2DGrad, RIFFLE_LIST(float x, float y, float2 dPdx, float2 dPdy),
               RIFFLE_BY_GRADIENT(2D, x, y, 0, 0))
RIFFLE_RESIDENT_TEXTURE(tex2DGrad,
                        RIFFLE_LIST(float x, float y, float2 dPdx, float2 dPdy, bool* isResident),
                        RIFFLE_BY_GRADIENT(2D, x, y, 0, 0))
RIFFLE_TEXTURE(tex3DLod, RIFFLE_LIST(float x, float y, float z, float level),
               RIFFLE_AT_LEVEL(3D, x, y, z, 0))
RIFFLE_RESIDENT_TEXTURE(tex3DLod,
                        RIFFLE_LIST(float x, float y, float z, float level, bool* isResident),
                        RIFFLE_AT_LEVEL(3D, x, y, z, 0))
RIFFLE_TEXTURE(tex3DGrad, RIFFLE_LIST(float x, float y, float z, float4 dPdx, float4 dPdy),
               RIFFLE_BY_GRADIENT(3D, x, y, z, 0))
RIFFLE_RESIDENT_TEXTURE(tex3DGrad,
                        RIFFLE_LIST(float x, float y, float z, float4 dPdx, float4 dPdy,
                                    bool* isResident),
                        RIFFLE_BY_GRADIENT(3D, x, y, z, 0))
RIFFLE_TEXTURE(tex1DLayeredLod, RIFFLE_LIST(float x, int layer, float level),
               RIFFLE_AT_LEVEL(1D_LAYERED, x, 0, 0, layer))
RIFFLE_TEXTURE(tex1DLayeredGrad, RIFFLE_LIST(float x, int layer, float dPdx, float dPdy),
               RIFFLE_BY_GRADIENT(1D_LAYERED, x, 0, 0, layer))
RIFFLE_TEXTURE(tex2DLayeredLod, RIFFLE_LIST(float x, float y, int layer, float level),
               RIFFLE_AT_LEVEL(2D_LAYERED, x, y, 0, layer))
RIFFLE_RESIDENT_TEXTURE(tex2DLayeredLod,
                        RIFFLE_LIST(float x, float y, int layer, float level, bool* isResident),
                        RIFFLE_AT_LEVEL(2D_LAYERED, x, y, 0, layer))
RIFFLE_TEXTURE(tex2DLayeredGrad, RIFFLE_LIST(float x, float y, int layer, float2 dPdx, float2 dPdy),
               RIFFLE_BY_GRADIENT(2D_LAYERED, x, y, 0, layer))
RIFFLE_RESIDENT_TEXTURE(tex2DLayeredGrad,
                        RIFFLE_LIST(float x, float y, int layer, float2 dPdx, float2 dPdy,
                                    bool* isResident),
                        RIFFLE_BY_GRADIENT(2D_LAYERED, x, y, 0, layer))
RIFFLE_TEXTURE(texCubemapLod, RIFFLE_LIST(float x, float y, float z, float level),
               RIFFLE_AT_LEVEL(CUBE, x, y, z, 0))
RIFFLE_TEXTURE(texCubemapGrad, RIFFLE_LIST(float x, float y, float z, float4 dPdx, float4 dPdy),
               RIFFLE_BY_GRADIENT(CUBE, x, y, z, 0))
RIFFLE_TEXTURE(texCubemapLayeredLod, RIFFLE_LIST(float x, float y, float z, int layer, float level),
               RIFFLE_AT_LEVEL(CUBE_LAYERED, x, y, z, layer))
RIFFLE_TEXTURE(texCubemapLayeredGrad,
               RIFFLE_LIST(float x, float y, float z, int layer, float4 dPdx, float4 dPdy),
               RIFFLE_BY_GRADIENT(CUBE_LAYERED, x, y, z, layer))
#undef RIFFLE_GATHERED
#undef RIFFLE_BY_GRADIENT
#undef RIFFLE_AT_LEVEL
#undef RIFFLE_SAMPLED
#undef RIFFLE_RESIDENT_TEXTURE
#undef RIFFLE_TEXTURE
#undef RIFFLE_LIST
