// SPDX-License-Identifier: Apache-2.0
// Surface objects.
#include "../cases.h"
#include "../textures/texture_helpers.h"

namespace shapes_ {
struct At {
  int x, y, z;
};

enum Shape { kRow, kImage, kVolume, kRows, kImages, kFaces, kManyFaces };

template <class T>
__device__ T read(cudaSurfaceObject_t s, int shape, At a, cudaSurfaceBoundaryMode mode) {
  T v;
  memset(&v, 0xee, sizeof v);
  switch (shape) {
    case kRow: surf1Dread(&v, s, a.x, mode); break;
    case kImage: surf2Dread(&v, s, a.x, a.y, mode); break;
    case kVolume: v = surf3Dread<T>(s, a.x, a.y, a.z, mode); break;
    case kRows: surf1DLayeredread(&v, s, a.x, a.z, mode); break;
    case kImages: v = surf2DLayeredread<T>(s, a.x, a.y, a.z, mode); break;
    case kFaces: surfCubemapread(&v, s, a.x, a.y, a.z, mode); break;
    case kManyFaces: surfCubemapLayeredread(&v, s, a.x, a.y, a.z, mode); break;
  }
  return v;
}

template <class T>
__device__ void write(T v, cudaSurfaceObject_t s, int shape, At a, cudaSurfaceBoundaryMode mode) {
  switch (shape) {
    case kRow: surf1Dwrite(v, s, a.x, mode); break;
    case kImage: surf2Dwrite(v, s, a.x, a.y, mode); break;
    case kVolume: surf3Dwrite(v, s, a.x, a.y, a.z, mode); break;
    case kRows: surf1DLayeredwrite(v, s, a.x, a.z, mode); break;
    case kImages: surf2DLayeredwrite(v, s, a.x, a.y, a.z, mode); break;
    case kFaces: surfCubemapwrite(v, s, a.x, a.y, a.z, mode); break;
    case kManyFaces: surfCubemapLayeredwrite(v, s, a.x, a.y, a.z, mode); break;
  }
}

template <class T>
__global__ void reads(cudaSurfaceObject_t s, int shape, int mode, const At *at, T *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  // Modes are constants at hardware: a literal in each branch.
  if (mode == 0) out[i] = read<T>(s, shape, at[i], cudaBoundaryModeZero);
  if (mode == 1) out[i] = read<T>(s, shape, at[i], cudaBoundaryModeClamp);
  if (mode == 2) out[i] = read<T>(s, shape, at[i], cudaBoundaryModeTrap);
}

// One after the other: several places may be clamped to one.
template <class T>
__global__ void writes(cudaSurfaceObject_t s, int shape, int mode, const At *at, int count) {
  for (int i = 0; i < count; ++i) {
    T v;
    memset(&v, i + 1, sizeof v);
    if (mode == 0) write(v, s, shape, at[i], cudaBoundaryModeZero);
    if (mode == 1) write(v, s, shape, at[i], cudaBoundaryModeClamp);
    if (mode == 2) write(v, s, shape, at[i], cudaBoundaryModeTrap);
  }
}

static std::vector<unsigned> words_of(cudaArray_t array, std::size_t row, cudaExtent e) {
  e.height = e.height ? e.height : 1;
  e.depth = e.depth ? e.depth : 1;
  std::vector<unsigned> words(row * e.height * e.depth / 4);
  cudaMemcpy3DParms p = {};
  p.srcArray = array;
  p.dstPtr = make_cudaPitchedPtr(words.data(), row, e.width, e.height);
  p.extent = e;
  p.kind = cudaMemcpyDeviceToHost;
  MUST(cudaMemcpy3D(&p));
  return words;
}

template <class T>
static void ask(const char *what, cudaChannelFormatDesc format, Shape shape, cudaExtent e, unsigned flags) {
  cudaArray_t array = noise_array(format, e, flags | cudaArraySurfaceLoadStore);
  const cudaResourceDesc r = resource_of(array);
  cudaSurfaceObject_t s;
  MUST(cudaCreateSurfaceObject(&s, &r));
  const int w = static_cast<int>(e.width * bytes_of(format)), h = static_cast<int>(e.height ? e.height : 1),
            d = static_cast<int>(e.depth ? e.depth : 1), step = static_cast<int>(sizeof(T));
  std::vector<At> inside = {{0, 0, 0}, {step, 0, 0}, {w - step, h - 1, d - 1}, {step, h / 2, d / 2}, {0, h - 1, 0}};
  std::vector<At> outside = inside;
  for (At a : {At{-step, 0, 0}, At{-7 * step, 0, 0}, At{w, 0, 0}, At{w + 5 * step, 0, 0}, At{0, -1, 0}, At{0, h, 0}, At{step, h + 3, 0},
               At{0, 0, -1}, At{0, 0, d}, At{step, 0, d + 10}, At{-step, -1, -1}, At{w, h, d}, At{2147483632, 0, 0},
               At{-2147483632, 0, 0}, At{0, 2147483647, 0}, At{0, 0, 2147483647}, At{0, -2147483647, 0}})
    outside.push_back(a);
  for (int mode : {0, 1, 2}) {
    const auto &places = mode == 2 ? inside : outside;
    const int count = static_cast<int>(places.size());
    DeviceArray<At> at(places);
    DeviceArray<T> out(places.size());
    reads<T><<<1, 64>>>(s, shape, mode, at, out, count);
    MUST(cudaDeviceSynchronize());
    const char *const modes[] = {"zero", "clamp", "trap"};
    show_values((std::string(what) + " read, " + modes[mode]).c_str(), out.read());
    writes<T><<<1, 1>>>(s, shape, mode, at, count);
    MUST(cudaDeviceSynchronize());
    show_values((std::string(what) + " written, " + modes[mode]).c_str(), words_of(array, static_cast<std::size_t>(w), e));
    cudaExtent all = e;
    all.height = all.height ? all.height : 1;
    fill(array, format, all);
  }
  MUST(cudaDestroySurfaceObject(s));
  MUST(cudaFreeArray(array));
}

// Surfaces of each shape: what is read where, what is written where, outside by each boundary mode.
CASE(shapes) {
  const auto f = cudaCreateChannelDesc<float>();
  ask<float>("line", f, kRow, make_cudaExtent(6, 0, 0), 0);
  ask<float>("plane", f, kImage, make_cudaExtent(5, 3, 0), 0);
  ask<float>("box", f, kVolume, make_cudaExtent(3, 3, 2), 0);
  ask<float>("lines", f, kRows, make_cudaExtent(4, 0, 3), cudaArrayLayered);
  ask<float>("planes", f, kImages, make_cudaExtent(4, 2, 3), cudaArrayLayered);
  ask<float>("cube", f, kFaces, make_cudaExtent(2, 2, 6), cudaArrayCubemap);
  ask<float>("cubes", f, kManyFaces, make_cudaExtent(2, 2, 12), cudaArrayCubemap | cudaArrayLayered);
  ask<uchar4>("plane of uchar4", cudaCreateChannelDesc<uchar4>(), kImage, make_cudaExtent(4, 3, 0), 0);
  ask<unsigned char>("plane of uchar", cudaCreateChannelDesc<unsigned char>(), kImage, make_cudaExtent(8, 2, 0), 0);
  ask<short2>("plane of short2", cudaCreateChannelDesc<short2>(), kImage, make_cudaExtent(4, 2, 0), 0);
  ask<float4>("plane of float4", cudaCreateChannelDesc<float4>(), kImage, make_cudaExtent(3, 2, 0), 0);
  ask<int2>("plane of int2", cudaCreateChannelDesc<int2>(), kImage, make_cudaExtent(3, 2, 0), 0);
  ask<longlong2>("int4 by longlong2", cudaCreateChannelDesc<int4>(), kImage, make_cudaExtent(3, 2, 0), 0);
  ask<unsigned long long>("int2 by ulonglong", cudaCreateChannelDesc<int2>(), kImage, make_cudaExtent(3, 2, 0), 0);
  // Types of another size than the elements'.
  ask<unsigned char>("uchar4 by uchar", cudaCreateChannelDesc<uchar4>(), kImage, make_cudaExtent(4, 2, 0), 0);
  ask<float4>("float by float4", f, kImage, make_cudaExtent(8, 2, 0), 0);
  ask<unsigned short>("float by ushort", f, kImage, make_cudaExtent(4, 2, 0), 0);
}
}  // namespace shapes_

namespace with_texture_ {
__global__ void write(cudaSurfaceObject_t s, int w, int h, float first) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) surf2Dwrite(first + x + 10.0f * y, s, x * 4, y);
}

__global__ void halve(cudaTextureObject_t from, cudaSurfaceObject_t to, int w, int h) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) surf2Dwrite(tex2D<float>(from, (x + 0.5f) / w, (y + 0.5f) / h), to, x * 4, y);
}

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
  const cudaResourceDesc r = resource_of(array);
  cudaSurfaceObject_t s;
  MUST(cudaCreateSurfaceObject(&s, &r));
  return s;
}

// A surface and a texture of one array: what one kernel writes, the next reads; levels of a mipmapped array as surfaces.
CASE(with_texture) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 4, cudaArraySurfaceLoadStore));
  cudaArray_t above;
  MUST(cudaGetMipmappedArrayLevel(&above, mipmap, 0));
  write<<<1, dim3(8, 8)>>>(surface_of(above), 8, 8, 1);
  for (unsigned i = 1; i < 4; ++i) {
    cudaArray_t level;
    MUST(cudaGetMipmappedArrayLevel(&level, mipmap, i));
    cudaTextureObject_t t;
    const cudaResourceDesc r = resource_of(above);
    const cudaTextureDesc d = reading(cudaAddressModeClamp, cudaFilterModeLinear, true);
    MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
    const int size = 8 >> i;
    halve<<<1, dim3(8, 8)>>>(t, surface_of(level), size, size);
    std::vector<float> values(static_cast<std::size_t>(size) * size);
    MUST(cudaMemcpy2DFromArray(values.data(), 4u * size, level, 0, 0, 4u * size, size, cudaMemcpyDeviceToHost));
    show_values(("level " + std::to_string(i)).c_str(), values);
    above = level;
  }
  // The old object reads what a copy wrote after it was made.
  cudaArray_t array = noise_array(format, make_cudaExtent(4, 4, 0));
  cudaTextureObject_t t;
  const cudaResourceDesc r = resource_of(array);
  const cudaTextureDesc d = reading(cudaAddressModeClamp, cudaFilterModePoint, false);
  MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
  const std::vector<Place> places = {{0.5f, 0.5f, 0, 0, 0}, {3.5f, 3.5f, 0, 0, 0}};
  show_samples<float>("before", t, kPlane, places);
  fill(array, format, make_cudaExtent(4, 4, 0), 99);
  show_samples<float>("after a copy", t, kPlane, places);
}
}  // namespace with_texture_
