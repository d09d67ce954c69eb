// SPDX-License-Identifier: Apache-2.0
// What the programs about textures share: arrays of noise, objects, a kernel that samples at given places.
#pragma once

#include "../transcript.h"

#include <cmath>
#include <limits>
#include <string>

inline const cudaTextureAddressMode address_modes[] = {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror,
                                                       cudaAddressModeBorder};

class Noise {
 public:
  explicit Noise(unsigned seed) : state_(seed * 2654435761u + 12345u) {}
  unsigned next() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 8;
  }
  // From -1 to 1, with all bits of a float.
  float number() { return (static_cast<float>(next()) - 8388608.0f) / 8388608.0f; }

 private:
  unsigned state_;
};

inline std::size_t bytes_of(const cudaChannelFormatDesc &d) { return std::size_t(d.x + d.y + d.z + d.w) / 8; }

// Elements of any kind; floats of either size are numbers from -1 to 1.
inline std::vector<unsigned char> noise(const cudaChannelFormatDesc &d, std::size_t count, unsigned seed = 1) {
  std::vector<unsigned char> bytes(bytes_of(d) * count);
  Noise from(seed);
  if (d.f == cudaChannelFormatKindFloat && d.x == 32) {
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
      const float f = from.number();
      std::memcpy(&bytes[i], &f, 4);
    }
  } else if (d.f == cudaChannelFormatKindFloat) {
    for (std::size_t i = 0; i + 2 <= bytes.size(); i += 2) {
      const unsigned r = from.next();
      const unsigned short h = static_cast<unsigned short>((r & 0x83ff) | (8 + (r >> 12) % 7) << 10);
      std::memcpy(&bytes[i], &h, 2);
    }
  } else {
    for (auto &b : bytes) b = static_cast<unsigned char>(from.next() >> 7);
  }
  return bytes;
}

inline void fill(cudaArray_t array, const cudaChannelFormatDesc &d, cudaExtent e, unsigned seed = 1) {
  e.height = e.height ? e.height : 1;
  e.depth = e.depth ? e.depth : 1;
  const auto bytes = noise(d, e.width * e.height * e.depth, seed);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(const_cast<unsigned char *>(bytes.data()), e.width * bytes_of(d), e.width, e.height);
  p.dstArray = array;
  p.extent = e;
  p.kind = cudaMemcpyHostToDevice;
  MUST(cudaMemcpy3D(&p));
}

inline cudaArray_t noise_array(const cudaChannelFormatDesc &d, cudaExtent e, unsigned flags = 0, unsigned seed = 1) {
  cudaArray_t array;
  MUST(cudaMalloc3DArray(&array, &d, e, flags));
  if ((flags & cudaArrayLayered) != 0 && e.height == 0) {
    cudaExtent copied = e;
    copied.height = 1;
    fill(array, d, copied, seed);
  } else {
    fill(array, d, e, seed);
  }
  return array;
}

inline cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  return r;
}
inline cudaResourceDesc resource_of(cudaMipmappedArray_t mipmap) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeMipmappedArray;
  r.res.mipmap.mipmap = mipmap;
  return r;
}

inline cudaTextureDesc reading(cudaTextureAddressMode address, cudaTextureFilterMode filter, bool normalized,
                               cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc d = {};
  for (auto &a : d.addressMode) a = address;
  d.filterMode = filter;
  d.readMode = read;
  d.normalizedCoords = normalized;
  return d;
}

// Where a texture is read; each function takes what it needs.
struct Place {
  float x, y, z;
  int layer;
  float level;
};

enum Function {
  kFetch,
  kLine,
  kPlane,
  kBox,
  kLineLayer,
  kPlaneLayer,
  kCube,
  kCubeLayer,
  kLineLod,
  kPlaneLod,
  kBoxLod,
  kLineLayerLod,
  kPlaneLayerLod,
  kCubeLod,
  kCubeLayerLod,
};

template <class T>
__global__ void sample(cudaTextureObject_t t, Function f, const Place *places, T *out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Place p = places[i];
  T v;
  memset(&v, 0xee, sizeof v);
  switch (f) {
    case kFetch: v = tex1Dfetch<T>(t, p.layer); break;
    case kLine: v = tex1D<T>(t, p.x); break;
    case kPlane: v = tex2D<T>(t, p.x, p.y); break;
    case kBox: v = tex3D<T>(t, p.x, p.y, p.z); break;
    case kLineLayer: v = tex1DLayered<T>(t, p.x, p.layer); break;
    case kPlaneLayer: v = tex2DLayered<T>(t, p.x, p.y, p.layer); break;
    case kCube: v = texCubemap<T>(t, p.x, p.y, p.z); break;
    case kCubeLayer: v = texCubemapLayered<T>(t, p.x, p.y, p.z, p.layer); break;
    case kLineLod: v = tex1DLod<T>(t, p.x, p.level); break;
    case kPlaneLod: v = tex2DLod<T>(t, p.x, p.y, p.level); break;
    case kBoxLod: v = tex3DLod<T>(t, p.x, p.y, p.z, p.level); break;
    case kLineLayerLod: v = tex1DLayeredLod<T>(t, p.x, p.layer, p.level); break;
    case kPlaneLayerLod: v = tex2DLayeredLod<T>(t, p.x, p.y, p.layer, p.level); break;
    case kCubeLod: v = texCubemapLod<T>(t, p.x, p.y, p.z, p.level); break;
    case kCubeLayerLod: v = texCubemapLayeredLod<T>(t, p.x, p.y, p.z, p.layer, p.level); break;
  }
  out[i] = v;
}

// The bits of what was read, eight places in a row of text.
template <class T>
void show_values(const char *what, const std::vector<T> &values) {
  std::printf("%s:", what);
  constexpr std::size_t words = (sizeof(T) + 3) / 4;
  for (std::size_t i = 0; i < values.size(); ++i) {
    unsigned bits[words] = {};
    std::memcpy(bits, &values[i], sizeof(T));
    if (i % 8 == 0 && i != 0) std::printf("\n   ");
    for (std::size_t w = 0; w < words; ++w) std::printf("%c%08x", w == 0 ? ' ' : '.', bits[w]);
  }
  std::printf("\n");
  std::fflush(stdout);
}

template <class T>
void show_samples(const char *what, cudaTextureObject_t t, Function f, const std::vector<Place> &places) {
  DeviceArray<Place> at(places);
  DeviceArray<T> out(places.size());
  const int count = static_cast<int>(places.size());
  sample<T><<<(count + 63) / 64, 64>>>(t, f, at, out, count);
  MUST(cudaGetLastError());
  MUST(cudaDeviceSynchronize());
  show_values(what, out.read());
}

// Makes the object, samples, destroys it; a refusal is told.
template <class T>
void show_texture(const char *what, const cudaResourceDesc &r, const cudaTextureDesc &d, Function f,
                  const std::vector<Place> &places, const cudaResourceViewDesc *view = nullptr) {
  cudaTextureObject_t t;
  const cudaError_t error = cudaCreateTextureObject(&t, &r, &d, view);
  if (error != cudaSuccess) {
    std::printf("%s: %s\n", what, name_of(error));
    (void)cudaGetLastError();
    return;
  }
  show_samples<T>(what, t, f, places);
  MUST(cudaDestroyTextureObject(t));
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Along one axis of `size` elements: outside, edges, centres, fractions that are rounded, numbers that are none.
inline std::vector<float> along(int size, bool normalized) {
  std::vector<float> at = {-kInfinity, -1e10f, -3.7f, -1.0f, -0.51f, -0.0001f, -0.0f, 0.0f,   0.25f,  0.4999f,
                           0.5f,       0.501f, 0.75f, 0.9999f, 1.0f, 1.3f, 1.5f, 1.50195f, 1.501954f, 1.7f};
  for (float last : {-0.7f, -0.5f, -0.3f, -0.0001f, 0.0f, 0.2f, 0.5f, 0.7f, 1.0f, 3.3f}) at.push_back(size + last);
  for (float far : {2.0f * size + 0.3f, 1e5f + 0.25f, 1e10f, 3e38f, kInfinity, kNan}) at.push_back(far);
  if (normalized)
    for (float &x : at) x /= size;
  return at;
}

inline std::vector<Place> line_places(int size, bool normalized) {
  std::vector<Place> places;
  for (float x : along(size, normalized)) places.push_back({x, 0, 0, 0, 0});
  return places;
}

inline std::string mode_name(const char *what, const cudaTextureDesc &d) {
  const char *const addresses[] = {"wrap", "clamp", "mirror", "border"};
  return std::string(what) + " " + addresses[d.addressMode[0]] + (d.filterMode ? " linear" : " point") +
         (d.normalizedCoords ? " normalized" : "") + (d.readMode ? " as float" : "");
}

// All address modes, filters and coordinates.
template <class Body>
void for_modes(cudaTextureReadMode read, Body body) {
  for (auto address : address_modes)
    for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear})
      for (bool normalized : {false, true}) body(reading(address, filter, normalized, read));
}
