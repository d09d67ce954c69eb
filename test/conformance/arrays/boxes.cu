// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy3D with arrays: extents and positions in elements of the array, layers, mixed sides, what is refused.
#include "array_helpers.h"

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

int main() {
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
