// SPDX-License-Identifier: Apache-2.0
// What elements are read as, one and four at a time.
#include "../cases.h"
#include "texture_helpers.h"

namespace formats_ {
static const std::vector<Place> centres = [] {
  std::vector<Place> places;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) places.push_back({x + 0.5f, y + 0.5f, 0, 0, 0});
  places.push_back({-3, 0.5f, 0, 0, 0});
  return places;
}();

template <class T>
static void ask(const char *what, cudaChannelFormatDesc format, cudaTextureReadMode read, bool srgb = false) {
  cudaArray_t array;
  const cudaError_t error = cudaMallocArray(&array, &format, 4, 4);
  if (error != cudaSuccess) {
    std::printf("%s: %s\n", what, name_of(error));
    (void)cudaGetLastError();
    return;
  }
  fill(array, format, make_cudaExtent(4, 4, 0), 11);
  for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    cudaTextureDesc d = reading(cudaAddressModeBorder, filter, false, read);
    d.sRGB = srgb;
    d.borderColor[0] = 0.3f;
    d.borderColor[1] = -2.5f;
    d.borderColor[2] = 300.7f;
    d.borderColor[3] = 1e10f;
    const std::string name = std::string(what) + (filter ? " linear" : " point") + (read ? " as float" : "") + (srgb ? " sRGB" : "");
    show_texture<T>(name.c_str(), resource_of(array), d, kPlane, centres);
  }
  MUST(cudaFreeArray(array));
}

template <class T>
static void ask_both(const char *what, bool srgb = false) {
  ask<float4>(what, cudaCreateChannelDesc<T>(), cudaReadModeNormalizedFloat, srgb);
  ask<T>(what, cudaCreateChannelDesc<T>(), cudaReadModeElementType, srgb);
}

// All values of one channel of 8 bits.
static void every_byte(const char *what, cudaChannelFormatDesc format, bool srgb, bool between = true) {
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 16, 16));
  std::vector<unsigned char> bytes(256 * bytes_of(format));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i / bytes_of(format));
  MUST(cudaMemcpy2DToArray(array, 0, 0, bytes.data(), 16 * bytes_of(format), 16 * bytes_of(format), 16, cudaMemcpyHostToDevice));
  std::vector<Place> places;
  for (int i = 0; i < 256; ++i) places.push_back({i % 16 + 0.5f, i / 16 + 0.5f, 0, 0, 0});
  for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    cudaTextureDesc d = reading(cudaAddressModeClamp, filter, false, cudaReadModeNormalizedFloat);
    d.sRGB = srgb;
    show_texture<float>((std::string(what) + (filter ? " linear" : " point")).c_str(), resource_of(array), d, kPlane, places);
    if (bytes_of(format) == 4) show_texture<float4>("  all channels", resource_of(array), d, kPlane, {places[5], places[200]});
  }
  if (!between) return;
  // Between neighbours, where conversion and filter show their order.
  for (auto &p : places) p.x += 0.375f, p.y += 0.625f;
  cudaTextureDesc d = reading(cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat);
  d.sRGB = srgb;
  show_texture<float>((std::string(what) + " between").c_str(), resource_of(array), d, kPlane, places);
}

// What elements of each format are read as: every result type, channels that are not there, sRGB, border colours.
CASE(formats) {
  ask_both<unsigned char>("uchar");
  ask_both<uchar2>("uchar2");
  ask_both<uchar4>("uchar4");
  ask_both<signed char>("schar");
  ask_both<char2>("char2");
  ask_both<char4>("char4");
  ask_both<unsigned short>("ushort");
  ask_both<ushort2>("ushort2");
  ask_both<ushort4>("ushort4");
  ask_both<short>("short");
  ask_both<short2>("short2");
  ask_both<short4>("short4");
  ask_both<unsigned>("uint");
  ask_both<uint2>("uint2");
  ask_both<uint4>("uint4");
  ask_both<int>("int");
  ask_both<int2>("int2");
  ask_both<int4>("int4");
  ask_both<float>("float");
  ask_both<float2>("float2");
  ask_both<float4>("float4");
  ask<float>("half", cudaCreateChannelDescHalf(), cudaReadModeElementType);
  ask<float4>("half2", cudaCreateChannelDescHalf2(), cudaReadModeElementType);
  ask<float4>("half4", cudaCreateChannelDescHalf4(), cudaReadModeElementType);
  ask<float4>("half4", cudaCreateChannelDescHalf4(), cudaReadModeNormalizedFloat);
  // Result types that are not the element's.
  ask<float>("int read as float", cudaCreateChannelDesc<int>(), cudaReadModeElementType);
  ask<int>("float read as int", cudaCreateChannelDesc<float>(), cudaReadModeElementType);
  ask<int4>("uchar read as int4", cudaCreateChannelDesc<unsigned char>(), cudaReadModeElementType);
  ask<int4>("char2 read as int4", cudaCreateChannelDesc<char2>(), cudaReadModeElementType);
  ask<float4>("float read as float4", cudaCreateChannelDesc<float>(), cudaReadModeElementType);
  ask<uint4>("float2 read as uint4", cudaCreateChannelDesc<float2>(), cudaReadModeElementType);
  ask<unsigned char>("uint read as uchar", cudaCreateChannelDesc<unsigned>(), cudaReadModeElementType);
  ask<short2>("uchar4 read as short2", cudaCreateChannelDesc<uchar4>(), cudaReadModeElementType);
  ask<char>("short read as char", cudaCreateChannelDesc<short>(), cudaReadModeElementType);
  // Kinds that are normalised by their names.
  struct Kind {
    const char *name;
    int bits, channels;
    cudaChannelFormatKind kind;
  };
  const Kind kinds[] = {{"unorm8x1", 8, 1, cudaChannelFormatKindUnsignedNormalized8X1},
                        {"unorm8x4", 8, 4, cudaChannelFormatKindUnsignedNormalized8X4},
                        {"unorm16x2", 16, 2, cudaChannelFormatKindUnsignedNormalized16X2},
                        {"snorm8x2", 8, 2, cudaChannelFormatKindSignedNormalized8X2},
                        {"snorm16x1", 16, 1, cudaChannelFormatKindSignedNormalized16X1},
                        {"snorm16x4", 16, 4, cudaChannelFormatKindSignedNormalized16X4}};
  for (const Kind &k : kinds) {
    const int b = k.bits, n = k.channels;
    const cudaChannelFormatDesc d = {b, n > 1 ? b : 0, n > 2 ? b : 0, n > 2 ? b : 0, k.kind};
    ask<float4>(k.name, d, cudaReadModeElementType);
    ask<float4>(k.name, d, cudaReadModeNormalizedFloat);
  }
  const cudaChannelFormatDesc packed = {10, 10, 10, 2, cudaChannelFormatKindUnsignedNormalized1010102};
  ask<float4>("unorm1010102", packed, cudaReadModeElementType);
  ask<float4>("unorm1010102", packed, cudaReadModeNormalizedFloat);
  every_byte("uchar", cudaCreateChannelDesc<unsigned char>(), false);
  every_byte("char", cudaCreateChannelDesc<signed char>(), false, false);
  every_byte("uchar4 sRGB", cudaCreateChannelDesc<uchar4>(), true, false);
  every_byte("uchar sRGB", cudaCreateChannelDesc<unsigned char>(), true, false);
  ask_both<uchar4>("uchar4", true);
  ask_both<ushort4>("ushort4", true);
  ask_both<float4>("float4", true);
  ask_both<char4>("char4", true);
}
}  // namespace formats_

namespace gather_ {
template <class T>
__global__ void gather(cudaTextureObject_t t, const Place *places, T *out, int count) {
  const int i = threadIdx.x;
  if (i >= count) return;
  const Place p = places[i];
  switch (p.layer) {
    case 0: out[i] = tex2Dgather<T>(t, p.x, p.y); break;
    case 1: out[i] = tex2Dgather<T>(t, p.x, p.y, 1); break;
    case 2: out[i] = tex2Dgather<T>(t, p.x, p.y, 2); break;
    case 3: out[i] = tex2Dgather<T>(t, p.x, p.y, 3); break;
  }
}

static std::vector<Place> places(int w, int h, bool normalized) {
  std::vector<Place> all;
  const auto xs = along(w, normalized), ys = along(h, normalized);
  for (std::size_t i = 0; i < xs.size(); ++i)
    all.push_back({xs[i], ys[(i * 7 + 3) % ys.size()], 0, static_cast<int>(i) % 4, 0});
  return all;
}

template <class T>
static void ask(const char *what, cudaChannelFormatDesc format, cudaTextureReadMode read) {
  constexpr int w = 6, h = 5;
  cudaArray_t array = noise_array(format, make_cudaExtent(w, h, 0), cudaArrayTextureGather);
  for_modes(read, [&](cudaTextureDesc d) {
    d.borderColor[1] = 0.5f;
    cudaTextureObject_t t;
    const cudaResourceDesc r = resource_of(array);
    const auto at = places(w, h, d.normalizedCoords);
    cudaError_t error = cudaCreateTextureObject(&t, &r, &d, nullptr);
    if (error != cudaSuccess) {
      std::printf("%s: %s\n", mode_name(what, d).c_str(), name_of(error));
      (void)cudaGetLastError();
      return;
    }
    DeviceArray<Place> in(at);
    DeviceArray<T> out(at.size());
    gather<<<1, 64>>>(t, in.get(), out.get(), static_cast<int>(at.size()));
    MUST(cudaDeviceSynchronize());
    show_values(mode_name(what, d).c_str(), out.read());
    MUST(cudaDestroyTextureObject(t));
  });
  MUST(cudaFreeArray(array));
}

// tex2Dgather: which four elements in which order, of which channel, at the edges and in each address mode.
CASE(gather) {
  ask<float4>("float", cudaCreateChannelDesc<float>(), cudaReadModeElementType);
  ask<float4>("float4", cudaCreateChannelDesc<float4>(), cudaReadModeElementType);
  ask<uchar4>("uchar4", cudaCreateChannelDesc<uchar4>(), cudaReadModeElementType);
  ask<int4>("int2", cudaCreateChannelDesc<int2>(), cudaReadModeElementType);
  ask<float4>("ushort4", cudaCreateChannelDesc<ushort4>(), cudaReadModeNormalizedFloat);
}
}  // namespace gather_
