// SPDX-License-Identifier: Apache-2.0
// Texture objects of arrays and of plain memory, and their end.
#include "../cases.h"
#include "texture_helpers.h"
#include "../gate.h"

__global__ void fetch(cudaTextureObject_t t, float *out, float x0, float step) {
  out[threadIdx.x] = tex2D<float>(t, x0 + step * threadIdx.x, 0.5f);
}

__global__ void fetch_linear(cudaTextureObject_t t, float *out, int n) {
  int i = threadIdx.x;
  out[i] = tex1Dfetch<float>(t, i - 2);
}

__global__ void surface(cudaSurfaceObject_t s, float *out) {
  float v;
  surf2Dread(&v, s, threadIdx.x * 4, 1);
  surf2Dwrite(v * 2, s, threadIdx.x * 4, 0);
  out[threadIdx.x] = v;
}

// Texture objects: point and linear filtering, address modes, normalised coordinates and reads, surfaces.
CASE(fetch) {
  constexpr int w = 8, h = 2;
  std::vector<float> image(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = i * 16;
  auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  SHOW(cudaMallocArray(&array, &format, w, h, cudaArraySurfaceLoadStore));
  SHOW(cudaMemcpy2DToArray(array, 0, 0, image.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
  cudaChannelFormatDesc desc;
  cudaExtent extent;
  unsigned flags;
  SHOW(cudaArrayGetInfo(&desc, &extent, &flags, array));
  show_row("info", {desc.x, desc.y, int(desc.f), int(extent.width), int(extent.height), int(extent.depth), int(flags)});
  DeviceArray<float> out(32);
  auto print = [&](const char *what) {
    MUST(cudaDeviceSynchronize());
    std::printf("%s:", what);
    for (float f : out.read()) std::printf(" %g", f);
    std::printf("\n");
  };
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  for (auto address : {cudaAddressModeClamp, cudaAddressModeBorder, cudaAddressModeWrap, cudaAddressModeMirror})
    for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear})
      for (int normalized = 0; normalized < 2; ++normalized) {
        cudaTextureDesc td = {};
        td.addressMode[0] = td.addressMode[1] = address;
        td.filterMode = filter;
        td.readMode = cudaReadModeElementType;
        td.normalizedCoords = normalized;
        cudaTextureObject_t t;
        cudaError_t e = cudaCreateTextureObject(&t, &resource, &td, nullptr);
        std::printf("address %d filter %d normalized %d: %s\n", address, filter, normalized, name_of(e));
        if (e != cudaSuccess) continue;
        fetch<<<1, 32>>>(t, out, normalized ? -0.5f : -4.0f, normalized ? 0.0625f : 0.5f);
        print("row");
        MUST(cudaDestroyTextureObject(t));
      }
  DeviceArray<float> line(image);
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = line.get();
  linear.res.linear.desc = format;
  linear.res.linear.sizeInBytes = w * h * 4;
  cudaTextureDesc td = {};
  td.readMode = cudaReadModeElementType;
  cudaTextureObject_t t;
  SHOW(cudaCreateTextureObject(&t, &linear, &td, nullptr));
  fetch_linear<<<1, 32>>>(t, out, w * h);
  print("linear memory");
  cudaSurfaceObject_t s;
  SHOW(cudaCreateSurfaceObject(&s, &resource));
  surface<<<1, 8>>>(s, out);
  print("surface");
  SHOW(cudaMemcpy2DFromArray(image.data(), w * 4, array, 0, 0, w * 4, h, cudaMemcpyDeviceToHost));
  show_row("first row", {int(image[0]), int(image[1]), int(image[7])});
  SHOW(cudaFreeArray(array));
}

static cudaResourceDesc line_of(void *at, cudaChannelFormatDesc format, std::size_t bytes) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = at;
  r.res.linear.desc = format;
  r.res.linear.sizeInBytes = bytes;
  return r;
}

static const std::vector<Place> indices = [] {
  std::vector<Place> places;
  for (int i : {0, 1, 2, 5, 7, 8, 9, 15, 16, 17, 31, 32, 100, -1, -2, -100, -2147483647 - 1, 2147483647, 134217727, 134217728})
    places.push_back({i + 0.5f, 0, 0, i, 0});
  return places;
}();

template <class T>
static void ask(const char *what, cudaChannelFormatDesc format, cudaTextureReadMode read = cudaReadModeElementType) {
  const auto bytes = noise(format, 16);
  DeviceArray<unsigned char> memory(bytes);
  for (std::size_t size : {bytes.size(), bytes.size() / 2, bytes.size() - 1})
    for (auto address : {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeBorder}) {
      if (address != cudaAddressModeClamp && size != bytes.size()) continue;
      cudaTextureDesc d = reading(address, cudaFilterModePoint, false, read);
      d.borderColor[0] = 1;
      char name[96];
      std::snprintf(name, sizeof name, "%s address %d size %d", what, address, static_cast<int>(size));
      show_texture<T>(name, line_of(memory.get(), format, size), d, kFetch, indices);
    }
}

static void ask_pitched(const char *what, cudaChannelFormatDesc format, std::size_t width, std::size_t height,
                        cudaTextureReadMode read) {
  char *memory;
  std::size_t pitch;
  MUST(cudaMallocPitch(&memory, &pitch, width * bytes_of(format), height));
  const auto bytes = noise(format, width * height);
  MUST(cudaMemcpy2D(memory, pitch, bytes.data(), width * bytes_of(format), width * bytes_of(format), height,
                    cudaMemcpyHostToDevice));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D = {memory, format, width, height, pitch};
  std::vector<Place> by_element, by_size;
  const int w = static_cast<int>(width), h = static_cast<int>(height);
  const auto xs = along(w, false), ys = along(h, false);
  for (std::size_t i = 0; i < xs.size(); ++i) by_element.push_back({xs[i], ys[i * 7 % ys.size()], 0, 0, 0});
  for (Place p : by_element) by_size.push_back({p.x / w, p.y / h, 0, 0, 0});
  for_modes(read, [&](const cudaTextureDesc &d) {
    show_texture<float>(mode_name(what, d).c_str(), r, d, kPlane, d.normalizedCoords ? by_size : by_element);
  });
  MUST(cudaFree(memory));
}

// Textures of plain memory: tex1Dfetch in and out of range by format, and pitched memory as a plane.
CASE(linear_memory) {
  ask<float>("float", cudaCreateChannelDesc<float>());
  ask<float2>("float2", cudaCreateChannelDesc<float2>());
  ask<float4>("float4", cudaCreateChannelDesc<float4>());
  ask<int>("int", cudaCreateChannelDesc<int>());
  ask<uint4>("uint4", cudaCreateChannelDesc<uint4>());
  ask<short2>("short2", cudaCreateChannelDesc<short2>());
  ask<unsigned char>("uchar", cudaCreateChannelDesc<unsigned char>());
  ask<char4>("char4", cudaCreateChannelDesc<char4>());
  ask<float>("uchar as float", cudaCreateChannelDesc<unsigned char>(), cudaReadModeNormalizedFloat);
  ask<float4>("short4 as float", cudaCreateChannelDesc<short4>(), cudaReadModeNormalizedFloat);
  ask<float2>("half2", cudaCreateChannelDescHalf2());
  ask_pitched("pitched float", cudaCreateChannelDesc<float>(), 7, 4, cudaReadModeElementType);
  ask_pitched("pitched uchar", cudaCreateChannelDesc<unsigned char>(), 9, 3, cudaReadModeNormalizedFloat);
  // Coordinates by size and filters of memory in a line.
  auto format = cudaCreateChannelDesc<float>();
  DeviceArray<unsigned char> memory(noise(format, 16));
  for (bool normalized : {false, true})
    for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
      const cudaTextureDesc d = reading(cudaAddressModeClamp, filter, normalized);
      show_texture<float>(mode_name("line fetched", d).c_str(), line_of(memory.get(), format, 64), d, kFetch, indices);
      show_texture<float>(mode_name("line sampled", d).c_str(), line_of(memory.get(), format, 64), d, kLine,
                          line_places(16, normalized));
    }
}

__global__ void read_texture(cudaTextureObject_t t, float *out) { *out = tex2D<float>(t, 1.5f, 0.5f); }
__global__ void read_surface(cudaSurfaceObject_t s, float *out) { *out = surf2Dread<float>(s, 4, 0); }

// A texture or surface object that is destroyed while work that uses it waits: the call does not wait, and the work
// still has the object.
CASE(destroyed_in_use) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 4, 2, cudaArraySurfaceLoadStore));
  const float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  MUST(cudaMemcpy2DToArray(array, 0, 0, values, 16, 16, 2, cudaMemcpyHostToDevice));
  const cudaResourceDesc resource = resource_of(array);
  const cudaTextureDesc nearest = reading(cudaAddressModeClamp, cudaFilterModePoint, false);
  DeviceArray<float> out(3);
  cudaTextureObject_t texture;
  cudaSurfaceObject_t surface;
  MUST(cudaCreateTextureObject(&texture, &resource, &nearest, nullptr));
  MUST(cudaCreateSurfaceObject(&surface, &resource));
  prepare_gates();
  read_texture<<<1, 1>>>(texture, out);
  read_surface<<<1, 1>>>(surface, out + 1);
  MUST(cudaDeviceSynchronize());
  show_bits("texture", out.read()[0]);
  show_bits("surface", out.read()[1]);

  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaMemset(out, 0, 12));
  show_while_busy("cudaDestroyTextureObject", stream, [&] {
    read_texture<<<1, 1, 0, stream>>>(texture, out);
    return cudaDestroyTextureObject(texture);
  });
  show_while_busy("cudaDestroySurfaceObject", stream, [&] {
    read_surface<<<1, 1, 0, stream>>>(surface, out + 1);
    return cudaDestroySurfaceObject(surface);
  });
  show_bits("texture", out.read()[0]);
  show_bits("surface", out.read()[1]);

  MUST(cudaMemset(out, 0, 12));
  MUST(cudaCreateTextureObject(&texture, &resource, &nearest, nullptr));
  show_while_busy("many made and destroyed", stream, [&] {
    read_texture<<<1, 1, 0, stream>>>(texture, out);
    MUST(cudaDestroyTextureObject(texture));
    for (int i = 0; i < 3; ++i) {
      cudaTextureObject_t other;
      cudaResourceDesc linear = {};
      linear.resType = cudaResourceTypeLinear;
      linear.res.linear = {out.get(), format, 8};
      MUST(cudaCreateTextureObject(&other, &linear, &nearest, nullptr));
      MUST(cudaDestroyTextureObject(other));
    }
    return cudaSuccess;
  });

  MUST(cudaCreateTextureObject(&texture, &resource, &nearest, nullptr));
  show_while_busy("cudaFreeArray", stream, [&] {
    read_texture<<<1, 1, 0, stream>>>(texture, out + 2);
    return cudaFreeArray(array);
  });
  show_bits("texture of an array that was freed later", out.read()[2]);
  MUST(cudaDestroyTextureObject(texture));
  show_last_error("at the end");
}
