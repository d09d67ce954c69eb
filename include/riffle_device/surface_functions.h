// SPDX-License-Identifier: Apache-2.0
// Surfaces in kernels: a position in bytes along x, in elements along y and z; outside, what the boundary mode says.
#pragma once

#include "../riffle_api/handles.h"
#include "../riffle_api/textures.h"
#include "../vector_types.h"
#include "function_macros.h"
#include "image_layout.h"

extern "C" {
__device__ __attribute__((noreturn)) void __riffle_surface_outside();
__device__ __attribute__((noreturn)) void __riffle_surface_misaligned();
}

namespace riffle_device {

template <class _Tp>
struct SurfaceElement {};
#define RIFFLE_ELEMENT(type)    \
  template <>                   \
  struct SurfaceElement<type> { \
    using Void = void;          \
  };
#define RIFFLE_ELEMENTS(channel, name) \
  RIFFLE_ELEMENT(channel) RIFFLE_ELEMENT(name##1) RIFFLE_ELEMENT(name##2)
#define RIFFLE_ALL_ELEMENTS(channel, name) RIFFLE_ELEMENTS(channel, name) RIFFLE_ELEMENT(name##4)
RIFFLE_ELEMENT(char)
RIFFLE_ALL_ELEMENTS(signed char, char)
RIFFLE_ALL_ELEMENTS(unsigned char, uchar)
RIFFLE_ALL_ELEMENTS(short, short)
RIFFLE_ALL_ELEMENTS(unsigned short, ushort)
RIFFLE_ALL_ELEMENTS(int, int)
RIFFLE_ALL_ELEMENTS(unsigned, uint)
RIFFLE_ALL_ELEMENTS(float, float)
RIFFLE_ELEMENTS(long long, longlong)
RIFFLE_ELEMENTS(unsigned long long, ulonglong)
#undef RIFFLE_ALL_ELEMENTS
#undef RIFFLE_ELEMENTS
#undef RIFFLE_ELEMENT

RIFFLE_DEVICE int inside(int at, int last) {
  at = at < 0 ? 0 : at;
  return at > last ? last : at;
}

/// Layers below the first count as ones behind the last.
RIFFLE_DEVICE int layer_number(int layer) { return layer < 0 ? 0x7fffffff : layer; }

/// The address of an element; null where there is none to be read or written.
template <class _Tp>
RIFFLE_DEVICE _Tp* surface_element(cudaSurfaceObject_t object, int x, int y, int z,
                                   cudaSurfaceBoundaryMode mode) {
  const riffle_image& image = *reinterpret_cast<const riffle_image*>(object);
  const riffle_image_level& level = image.level[0];
  const int last_x =
      static_cast<int>(level.width * image.element_bytes) - static_cast<int>(sizeof(_Tp));
  const int last_y = static_cast<int>(level.height) - 1, last_z = static_cast<int>(level.depth) - 1;
  const int in_x = inside(x, last_x), in_y = inside(y, last_y), in_z = inside(z, last_z);
  const bool is_inside = in_x == x && in_y == y && in_z == z;
  if ((x & (sizeof(_Tp) - 1)) != 0) __riffle_surface_misaligned();
  if (image.kind != RIFFLE_IMAGE_SURFACE || (mode == cudaBoundaryModeTrap && !is_inside))
    __riffle_surface_outside();
  if (mode == cudaBoundaryModeZero && !is_inside) return nullptr;
  return reinterpret_cast<_Tp*>(level.base + in_z * level.slice_pitch_bytes +
                                in_y * level.row_pitch_bytes + in_x);
}

template <class _Tp>
RIFFLE_DEVICE _Tp surface_read(cudaSurfaceObject_t object, int x, int y, int z,
                               cudaSurfaceBoundaryMode mode) {
  const _Tp* const element = surface_element<_Tp>(object, x, y, z, mode);
  _Tp value = {};
  if (element != nullptr) value = *element;
  return value;
}
template <class _Tp>
RIFFLE_DEVICE void surface_write(_Tp value, cudaSurfaceObject_t object, int x, int y, int z,
                                 cudaSurfaceBoundaryMode mode) {
  _Tp* const element = surface_element<_Tp>(object, x, y, z, mode);
  if (element != nullptr) *element = value;
}

}  // namespace riffle_device

#define RIFFLE_LIST(...) __VA_ARGS__
#define RIFFLE_SURFACE(name, parameters, x, y, z)                                                  \
  template <class _Tp>                                                                             \
  static __device__ __forceinline__ typename riffle_device::SurfaceElement<_Tp>::Void name##read(  \
      _Tp* result, cudaSurfaceObject_t object, parameters,                                         \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    *result = riffle_device::surface_read<_Tp>(object, x, y, z, mode);                             \
  }                                                                                                \
  template <class _Tp>                                                                             \
  static __device__ __forceinline__ _Tp name##read(                                                \
      cudaSurfaceObject_t object, parameters,                                                      \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    return riffle_device::surface_read<_Tp>(object, x, y, z, mode);                                \
  }                                                                                                \
  template <class _Tp>                                                                             \
  static __device__ __forceinline__ typename riffle_device::SurfaceElement<_Tp>::Void name##write( \
      _Tp value, cudaSurfaceObject_t object, parameters,                                           \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    riffle_device::surface_write(value, object, x, y, z, mode);                                    \
  }
RIFFLE_SURFACE(surf1D, RIFFLE_LIST(int x), x, 0, 0)
RIFFLE_SURFACE(surf2D, RIFFLE_LIST(int x, int y), x, y, 0)
RIFFLE_SURFACE(surf3D, RIFFLE_LIST(int x, int y, int z), x, y, z)
RIFFLE_SURFACE(surf1DLayered, RIFFLE_LIST(int x, int layer), x, 0,
               riffle_device::layer_number(layer))
RIFFLE_SURFACE(surf2DLayered, RIFFLE_LIST(int x, int y, int layer), x, y,
               riffle_device::layer_number(layer))
RIFFLE_SURFACE(surfCubemap, RIFFLE_LIST(int x, int y, int face), x, y,
               riffle_device::layer_number(face))
RIFFLE_SURFACE(surfCubemapLayered, RIFFLE_LIST(int x, int y, int layerface), x, y,
               riffle_device::layer_number(layerface))
#undef RIFFLE_SURFACE
#undef RIFFLE_LIST
