// SPDX-License-Identifier: Apache-2.0
// devices: 2
// Copies of boxes between devices.
#include "peers.h"

int main() {
  need_two_devices();
  const cudaExtent extent = make_cudaExtent(8 * sizeof(int), 4, 2);
  cudaPitchedPtr zero, one;
  MUST(cudaMalloc3D(&zero, extent));
  MUST(cudaSetDevice(1));
  MUST(cudaMalloc3D(&one, extent));
  MUST(cudaSetDevice(0));
  std::vector<int> values(64), back(64);
  for (int i = 0; i < 64; ++i) values[i] = i;
  cudaMemcpy3DParms in = {};
  in.srcPtr = make_cudaPitchedPtr(values.data(), 8 * sizeof(int), 8, 4);
  in.dstPtr = zero;
  in.extent = extent;
  in.kind = cudaMemcpyHostToDevice;
  MUST(cudaMemcpy3D(&in));
  MUST(cudaSetDevice(1));
  MUST(cudaMemset3D(one, 0, extent));
  MUST(cudaSetDevice(0));
  cudaMemcpy3DPeerParms peer = {};
  peer.srcPtr = zero;
  peer.srcDevice = 0;
  peer.dstPtr = one;
  peer.dstDevice = 1;
  peer.srcPos = make_cudaPos(2 * sizeof(int), 1, 0);
  peer.dstPos = make_cudaPos(0, 2, 1);
  peer.extent = make_cudaExtent(3 * sizeof(int), 2, 1);
  SHOW(cudaMemcpy3DPeer(&peer));
  cudaMemcpy3DParms out = {};
  out.srcPtr = one;
  out.dstPtr = make_cudaPitchedPtr(back.data(), 8 * sizeof(int), 8, 4);
  out.extent = extent;
  out.kind = cudaMemcpyDeviceToHost;
  MUST(cudaMemcpy3D(&out));
  show_row("on device 1", back);
  peer.extent = extent;
  peer.srcPos = peer.dstPos = make_cudaPos(0, 0, 0);
  SHOW(cudaMemcpy3DPeerAsync(&peer, nullptr));
  MUST(cudaDeviceSynchronize());
  MUST(cudaMemcpy3D(&out));
  show_row("on device 1", back);
  SHOW(cudaMemcpy3DPeer(nullptr));
  SHOW(cudaMemcpy3DPeerAsync(nullptr, nullptr));
  peer.dstDevice = 2;
  SHOW(cudaMemcpy3DPeer(&peer));
  peer.dstDevice = -1;
  SHOW(cudaMemcpy3DPeerAsync(&peer, nullptr));
  peer.dstDevice = 1;
  peer.extent = make_cudaExtent(0, 1, 1);
  SHOW(cudaMemcpy3DPeer(&peer));
  peer.extent = make_cudaExtent(zero.pitch + 4, 1, 1);
  SHOW(cudaMemcpy3DPeer(&peer));
  peer.extent = extent;
  peer.srcPtr.ptr = nullptr;
  SHOW(cudaMemcpy3DPeer(&peer));
}
