// SPDX-License-Identifier: Apache-2.0
// devices: 2
// Arrays on two devices: whose they are, copies within and between devices, the calls of another device.
#include "../peers/peers.h"
#include "array_helpers.h"

static constexpr std::size_t kRow = 8, kRows = 3;

static cudaArray_t array_on(int device, unsigned char first) {
  MUST(cudaSetDevice(device));
  const cudaChannelFormatDesc bytes = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &bytes, kRow, kRows));
  std::vector<unsigned char> values(kRow * kRows);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<unsigned char>(first + i);
  MUST(cudaMemcpy2DToArray(array, 0, 0, values.data(), kRow, kRow, kRows, cudaMemcpyHostToDevice));
  return array;
}

static void show_both(cudaArray_t zero, cudaArray_t one) {
  show_bytes("on device 0", bytes_of(zero, kRow, kRows), kRow);
  show_bytes("on device 1", bytes_of(one, kRow, kRows), kRow);
}

int main() {
  need_two_devices();
  cudaArray_t zero = array_on(0, 0x00), one = array_on(1, 0x40);
  for (int device : {0, 1}) {
    MUST(cudaSetDevice(device));
    std::printf("device %d\n", device);
    show_array("an array of device 0", zero);
    show_array("an array of device 1", one);
    show_both(zero, one);
  }
  SHOW(cudaSetDevice(0));
  cudaMemcpy3DPeerParms peer = {};
  peer.srcArray = one;
  peer.srcDevice = 1;
  peer.dstArray = zero;
  peer.dstDevice = 0;
  peer.srcPos = make_cudaPos(1, 0, 0);
  peer.dstPos = make_cudaPos(4, 1, 0);
  peer.extent = make_cudaExtent(3, 2, 1);
  SHOW(cudaMemcpy3DPeer(&peer));
  show_both(zero, one);
  peer.srcArray = zero;
  peer.srcDevice = 0;
  peer.dstArray = one;
  peer.dstDevice = 1;
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  SHOW(cudaMemcpy3DPeerAsync(&peer, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_both(zero, one);
  unsigned char *words;
  MUST(cudaMalloc(&words, kRow * kRows));
  MUST(cudaMemset(words, 0x77, kRow * kRows));
  MUST(cudaDeviceSynchronize());
  peer.srcArray = nullptr;
  peer.srcPtr = make_cudaPitchedPtr(words, kRow, kRow, kRows);
  peer.srcPos = peer.dstPos = make_cudaPos(0, 0, 0);
  peer.extent = make_cudaExtent(2, 3, 1);
  SHOW(cudaMemcpy3DPeer(&peer));
  show_both(zero, one);
  // The plain calls from the other device, and between the two.
  SHOW(cudaMemcpy2DFromArray(words, kRow, one, 0, 0, kRow, kRows, cudaMemcpyDeviceToDevice));
  std::vector<unsigned char> seen(kRow * kRows);
  MUST(cudaMemcpy(seen.data(), words, seen.size(), cudaMemcpyDeviceToHost));
  show_bytes("read by device 0", seen, kRow);
  SHOW(cudaMemcpy2DArrayToArray(zero, 0, 0, one, 0, 0, kRow, kRows, cudaMemcpyDeviceToDevice));
  show_both(zero, one);
  SHOW(cudaFreeArray(one));
  MUST(cudaSetDevice(1));
  SHOW(cudaFreeArray(zero));
  one = array_on(1, 0x10);
  zero = array_on(0, 0x20);
  MUST(cudaSetDevice(1));
  SHOW(cudaDeviceReset());
  show_bytes("after a reset of device 1, on device 0", bytes_of(zero, kRow, kRows), kRow);
}
