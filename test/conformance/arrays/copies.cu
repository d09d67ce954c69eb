// SPDX-License-Identifier: Apache-2.0
// Copies with arrays.
#include "../cases.h"
#include "array_helpers.h"

namespace copies_ {
static cudaArray_t array, other, line;
static std::vector<unsigned char> image(64);
static std::vector<unsigned char> back(64);

template <class Copy>
static void to(const char *what, Copy copy) {
  clear(array, 16, 4);
  cudaError_t error = copy();
  std::printf("%s: %s\n", what, name_of(error));
  cudaGetLastError();
  MUST(cudaDeviceSynchronize());
  if (error == cudaSuccess) show_bytes("  array", bytes_of(array, 16, 4), 16);
}

template <class Copy>
static void from(const char *what, Copy copy) {
  std::fill(back.begin(), back.end(), 0xee);
  cudaError_t error = copy();
  std::printf("%s: %s\n", what, name_of(error));
  cudaGetLastError();
  MUST(cudaDeviceSynchronize());
  if (error == cudaSuccess) show_bytes("  memory", back, 16);
}

#define TO(...) to(#__VA_ARGS__, [&] { return __VA_ARGS__; })
#define FROM(...) from(#__VA_ARGS__, [&] { return __VA_ARGS__; })

// Copies to, from and between two-dimensional arrays: offsets in bytes, rows, kinds, what is refused.
CASE(copies) {
  auto format = cudaCreateChannelDesc<short2>();  // 4 x 4 elements of 4 bytes
  MUST(cudaMallocArray(&array, &format, 4, 4));
  MUST(cudaMallocArray(&other, &format, 4, 4));
  MUST(cudaMallocArray(&line, &format, 16, 0));
  for (int i = 0; i < 64; ++i) image[i] = i + 1;
  const void *p = image.data();
  void *q = back.data();
  DeviceArray<unsigned char> device(image);

  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 4, 1, p, 8, 8, 2, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 4, 1, device.get(), 16, 8, 2, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, cudaMemcpyDefault));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, cudaMemcpyHostToHost));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, cudaMemcpyDeviceToHost));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, device.get(), 16, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, static_cast<cudaMemcpyKind>(9)));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 0, 4, static_cast<cudaMemcpyKind>(9)));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 0, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 0, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(nullptr, 0, 0, p, 16, 0, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(nullptr, 0, 0, p, 16, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, nullptr, 16, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 8, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 8, 16, 1, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 20, 20, 2, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 4, 0, p, 16, 16, 2, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 1, p, 16, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 4, p, 16, 16, 1, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 16, 0, p, 16, 4, 1, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 2, 0, p, 16, 4, 1, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 6, 1, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 17, 4, 2, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArrayAsync(array, 8, 2, p, 8, 8, 2, cudaMemcpyHostToDevice, nullptr));

  TO(cudaMemcpyToArray(array, 0, 0, p, 64, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, p, 40, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 8, 1, p, 24, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 8, 1, p, 36, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 1, p, 52, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, p, 65, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 2, 0, p, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, p, 6, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 20, 0, p, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, p, 0, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, nullptr, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, p, 4, cudaMemcpyDeviceToHost));
  TO(cudaMemcpyToArrayAsync(array, 4, 0, p, 20, cudaMemcpyHostToDevice, nullptr));

  MUST(cudaMemcpy2DToArray(other, 0, 0, p, 16, 16, 4, cudaMemcpyHostToDevice));
  FROM(cudaMemcpy2DFromArray(q, 16, other, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArray(q, 10, other, 4, 1, 8, 3, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArray(q, 16, other, 0, 0, 16, 4, cudaMemcpyDefault));
  FROM(cudaMemcpy2DFromArray(q, 16, other, 0, 0, 16, 4, cudaMemcpyHostToDevice));
  FROM(cudaMemcpy2DFromArray(q, 16, other, 0, 0, 16, 4, cudaMemcpyDeviceToDevice));
  FROM(cudaMemcpy2DFromArray(q, 16, other, 0, 1, 16, 4, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArray(q, 8, other, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArray(q, 16, nullptr, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArray(nullptr, 16, other, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArrayAsync(q, 16, other, 8, 0, 8, 4, cudaMemcpyDeviceToHost, nullptr));
  FROM(cudaMemcpyFromArray(q, other, 0, 0, 64, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpyFromArray(q, other, 8, 1, 24, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpyFromArray(q, other, 8, 1, 48, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpyFromArrayAsync(q, other, 4, 2, 20, cudaMemcpyDeviceToHost, nullptr));

  TO(cudaMemcpy2DArrayToArray(array, 0, 0, other, 0, 0, 16, 4, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, other, 8, 2, 8, 2, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, other, 8, 2, 8, 2, cudaMemcpyDefault));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, other, 8, 2, 8, 2, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, other, 8, 2, 8, 2, cudaMemcpyHostToHost));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, other, 8, 3, 8, 2, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, nullptr, 8, 3, 8, 2, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpyArrayToArray(array, 8, 1, other, 4, 0, 24, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpyArrayToArray(array, 0, 0, other, 0, 0, 64, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpyArrayToArray(array, 0, 0, other, 4, 0, 36, cudaMemcpyDeviceToDevice));

  // One dimension: one row.
  SHOW(cudaMemcpy2DToArray(line, 0, 0, p, 64, 64, 1, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2DToArray(line, 0, 0, p, 32, 32, 2, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2DToArray(line, 0, 1, p, 32, 32, 1, cudaMemcpyHostToDevice));
  FROM(cudaMemcpy2DFromArray(q, 64, line, 8, 0, 16, 1, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpyFromArray(q, line, 16, 0, 48, cudaMemcpyDeviceToHost));
  TO(cudaMemcpyArrayToArray(array, 8, 1, line, 4, 0, 24, cudaMemcpyDeviceToDevice));
}
}  // namespace copies_

namespace boxes_ {
static cudaArray_t cube, layers, wide, line, plane;
static std::vector<unsigned> image(4 * 3 * 2);
static std::vector<unsigned> back(24);

static cudaMemcpy3DParms upload(cudaArray_t to) {
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(image.data(), 16, 4, 3);
  p.dstArray = to;
  p.extent = make_cudaExtent(4, 3, 2);
  p.kind = cudaMemcpyHostToDevice;
  return p;
}

static cudaMemcpy3DParms download(cudaArray_t from) {
  cudaMemcpy3DParms p = {};
  p.srcArray = from;
  p.dstPtr = make_cudaPitchedPtr(back.data(), 16, 4, 3);
  p.extent = make_cudaExtent(4, 3, 2);
  p.kind = cudaMemcpyDeviceToHost;
  return p;
}

static void show_back(const char *what, cudaArray_t from) {
  std::fill(back.begin(), back.end(), 0xeeeeeeee);
  auto p = download(from);
  cudaError_t error = cudaMemcpy3D(&p);
  std::printf("  %s: %s:", what, name_of(error));
  for (unsigned value : back) std::printf(" %x", value);
  std::printf("\n");
  cudaGetLastError();
}

static cudaError_t copy(const cudaMemcpy3DParms &p) {
  cudaError_t error = cudaMemcpy3D(&p);
  cudaGetLastError();
  return error;
}

static void zero(cudaArray_t array) {
  std::vector<unsigned> zeros(24);
  auto p = upload(array);
  p.srcPtr.ptr = zeros.data();
  MUST(cudaMemcpy3D(&p));
}

// cudaMemcpy3D with arrays: extents and positions in elements of the array, layers, mixed sides, what is refused.
CASE(boxes) {
  for (unsigned i = 0; i < 24; ++i) image[i] = 0x101 + i;
  auto format = cudaCreateChannelDesc<unsigned>();
  MUST(cudaMalloc3DArray(&cube, &format, make_cudaExtent(4, 3, 2)));
  MUST(cudaMalloc3DArray(&layers, &format, make_cudaExtent(4, 3, 2), cudaArrayLayered));
  MUST(cudaMalloc3DArray(&line, &format, make_cudaExtent(4, 0, 2), cudaArrayLayered));
  MUST(cudaMallocArray(&plane, &format, 4, 3));
  auto pair = cudaCreateChannelDesc<uint2>();
  MUST(cudaMalloc3DArray(&wide, &pair, make_cudaExtent(2, 3, 2)));

  auto p = upload(cube);
  SHOW(copy(p));
  show_back("cube", cube);
  p = upload(layers);
  SHOW(copy(p));
  show_back("layers", layers);
  zero(cube);
  p = upload(cube);
  p.srcPos = make_cudaPos(4, 1, 0);  // bytes for a pointer? elements, when an array takes part
  p.dstPos = make_cudaPos(1, 0, 1);
  p.extent = make_cudaExtent(2, 2, 1);
  SHOW(copy(p));
  show_back("part, x 4", cube);
  zero(cube);
  p.srcPos = make_cudaPos(1, 1, 1);
  SHOW(copy(p));
  show_back("part, x 1", cube);

  // Between arrays, the same elements and others.
  zero(layers);
  p = {};
  p.srcArray = cube;
  p.dstArray = layers;
  p.dstPos = make_cudaPos(1, 1, 0);
  p.extent = make_cudaExtent(3, 2, 2);
  p.kind = cudaMemcpyDeviceToDevice;
  SHOW(copy(p));
  show_back("cube to layers", layers);
  p = upload(wide);
  p.srcPtr = make_cudaPitchedPtr(image.data(), 16, 2, 3);
  p.extent = make_cudaExtent(2, 3, 2);
  SHOW(copy(p));
  p = {};
  p.srcArray = wide;
  p.dstArray = cube;
  p.extent = make_cudaExtent(2, 3, 2);
  p.kind = cudaMemcpyDeviceToDevice;
  SHOW(copy(p));
  p.srcArray = cube;
  p.dstArray = wide;
  SHOW(copy(p));

  // Device memory on the other side; the default kind; wrong kinds.
  DeviceArray<unsigned> device(image);
  zero(cube);
  p = upload(cube);
  p.srcPtr.ptr = device.get();
  p.kind = cudaMemcpyDeviceToDevice;
  SHOW(copy(p));
  show_back("from device memory", cube);
  p.kind = cudaMemcpyDefault;
  SHOW(copy(p));
  p.kind = cudaMemcpyHostToDevice;
  SHOW(copy(p));
  p.kind = cudaMemcpyDeviceToHost;
  SHOW(copy(p));
  p = upload(cube);
  p.kind = cudaMemcpyDeviceToDevice;
  SHOW(copy(p));
  p.kind = cudaMemcpyDeviceToHost;
  SHOW(copy(p));
  p.kind = cudaMemcpyHostToHost;
  SHOW(copy(p));
  p.kind = static_cast<cudaMemcpyKind>(9);
  SHOW(copy(p));
  p.extent = make_cudaExtent(0, 1, 1);
  SHOW(copy(p));
  p.kind = cudaMemcpyHostToDevice;
  SHOW(copy(p));

  // Which side it is must be clear; the box must fit.
  p = upload(cube);
  p.srcArray = layers;
  SHOW(copy(p));
  p = upload(cube);
  p.dstPtr = make_cudaPitchedPtr(device.get(), 16, 4, 3);
  SHOW(copy(p));
  p = upload(cube);
  p.srcPtr.ptr = nullptr;
  SHOW(copy(p));
  p = upload(nullptr);
  SHOW(copy(p));
  p = upload(cube);
  p.extent.width = 5;
  SHOW(copy(p));
  p = upload(cube);
  p.dstPos.x = 1;
  SHOW(copy(p));
  p = upload(cube);
  p.dstPos.y = 1;
  SHOW(copy(p));
  p = upload(cube);
  p.dstPos.z = 1;
  SHOW(copy(p));
  p = upload(cube);
  p.srcPtr.pitch = 8;
  SHOW(copy(p));
  p = upload(cube);
  p.srcPtr.ysize = 2;
  SHOW(copy(p));
  p = upload(cube);
  p.extent.depth = 0;
  SHOW(copy(p));
  p = upload(plane);
  SHOW(copy(p));
  p.extent.depth = 1;
  SHOW(copy(p));
  p = upload(line);
  SHOW(copy(p));
  p.extent.height = 1;
  p.srcPtr.ysize = 1;
  SHOW(copy(p));
  p = download(line);
  p.extent.height = 1;
  p.dstPtr.ysize = 1;
  std::fill(back.begin(), back.end(), 0);
  SHOW(copy(p));
  show_hex_row("1D layers", back);

  // Two-dimensional copies reach the first slice.
  zero(cube);
  SHOW(cudaMemcpy2DToArray(cube, 0, 0, image.data(), 16, 16, 3, cudaMemcpyHostToDevice));
  show_back("cube", cube);
  SHOW(cudaMemcpy2DToArray(cube, 0, 0, image.data(), 16, 16, 4, cudaMemcpyHostToDevice));
  cudaGetLastError();

  cudaMemcpy3DPeerParms peer = {};
  peer.srcArray = cube;
  peer.dstArray = layers;
  peer.extent = make_cudaExtent(4, 3, 2);
  zero(layers);
  SHOW(cudaMemcpy3DPeer(&peer));
  show_back("peer", layers);
  peer.srcArray = nullptr;
  peer.srcPtr = make_cudaPitchedPtr(device.get(), 16, 4, 3);
  SHOW(cudaMemcpy3DPeer(&peer));
  show_back("peer", layers);
  SHOW(cudaMemcpy3DPeerAsync(&peer, nullptr));
  peer.srcPtr.pitch = 8;
  SHOW(cudaMemcpy3DPeer(&peer));
  peer.srcPtr.pitch = 16;
  peer.dstPos.x = 1;
  SHOW(cudaMemcpy3DPeer(&peer));
}
}  // namespace boxes_
