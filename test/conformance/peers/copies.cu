// SPDX-License-Identifier: Apache-2.0
// devices: 2
// Copies between two devices.
#include "../cases.h"
#include "peers.h"

__global__ void add(int *to, const int *from) { *to += *from; }

// Peer access: enabling and disabling, one direction at a time, and what a reset does to it.
CASE(access) {
  need_two_devices();
  int can = 77;
  SHOW(cudaDeviceCanAccessPeer(&can, 0, 1));
  show_value("0 to 1", can);
  SHOW(cudaDeviceCanAccessPeer(&can, 1, 0));
  show_value("1 to 0", can);
  SHOW(cudaDeviceCanAccessPeer(&can, 1, 1));
  show_value("1 to 1", can);
  SHOW(cudaDeviceDisablePeerAccess(1));
  SHOW(cudaDeviceEnablePeerAccess(1, 0));
  SHOW(cudaDeviceEnablePeerAccess(1, 0));
  SHOW(cudaDeviceEnablePeerAccess(1, 1));
  show_last_error("after enabling twice");
  int *zero = memory_on(0, 1, 5), *one = memory_on(1, 1, 7);
  add<<<1, 1>>>(zero, one);
  SHOW(cudaDeviceSynchronize());
  show_value("sum on device 0", read_one(zero));
  MUST(cudaSetDevice(1));
  SHOW(cudaDeviceDisablePeerAccess(0));
  SHOW(cudaDeviceEnablePeerAccess(0, 0));
  add<<<1, 1>>>(one, zero);
  SHOW(cudaDeviceSynchronize());
  show_value("sum on device 1", read_one(one));
  SHOW(cudaDeviceDisablePeerAccess(0));
  SHOW(cudaDeviceDisablePeerAccess(0));
  MUST(cudaSetDevice(0));
  SHOW(cudaDeviceReset());
  SHOW(cudaDeviceDisablePeerAccess(1));
  SHOW(cudaDeviceEnablePeerAccess(1, 0));
  SHOW(cudaDeviceDisablePeerAccess(1));
  show_value("memory of the other device", read_one(one));
}

static const std::size_t kBytes = 64 * sizeof(int);

static void copies(const char *when, int *zero, int *one) {
  std::printf("-- %s\n", when);
  SHOW(cudaMemcpyPeer(one, 1, zero, 0, kBytes));
  show_value("one", read_one(one));
  SHOW(cudaMemset(zero, 1, kBytes));
  SHOW(cudaMemcpyPeer(one, 0, zero, 1, kBytes));
  SHOW(cudaMemcpyPeer(one, 0, zero, 0, kBytes));
  SHOW(cudaMemcpyPeer(zero + 32, 0, zero, 0, kBytes / 2));
  show_value("zero", read_one(zero + 63));
  SHOW(cudaMemcpyPeerAsync(one, 1, zero, 0, kBytes, nullptr));
  SHOW(cudaDeviceSynchronize());
  show_value("one", read_one(one));
  SHOW(cudaMemcpy(zero, one, kBytes, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy(zero, one, kBytes, cudaMemcpyDefault));
  SHOW(cudaMemcpyAsync(zero, one, kBytes, cudaMemcpyDefault, nullptr));
  SHOW(cudaDeviceSynchronize());
}

// Peer copies: with and without access, device numbers that do not fit the pointers, host memory, nothing to copy.
CASE(copies) {
  need_two_devices();
  int *zero = memory_on(0, 64, 3), *one = memory_on(1, 64, 4);
  copies("no access", zero, one);
  MUST(cudaSetDevice(1));
  copies("from device 1", zero, one);
  MUST(cudaDeviceEnablePeerAccess(0, 0));
  copies("from device 1 with access", zero, one);
  MUST(cudaSetDevice(0));
  std::printf("-- arguments\n");
  SHOW(cudaMemcpyPeer(one, 2, zero, 0, kBytes));
  SHOW(cudaMemcpyPeer(one, 1, zero, -1, kBytes));
  SHOW(cudaMemcpyPeer(one, 1, zero, 0, 0));
  SHOW(cudaMemcpyPeer(nullptr, 1, nullptr, 0, 0));
  SHOW(cudaMemcpyPeer(nullptr, 1, zero, 0, 4));
  SHOW(cudaMemcpyPeer(one, 1, nullptr, 0, 4));
  SHOW(cudaMemcpyPeer(one, 2, zero, 0, 0));
  SHOW(cudaMemcpyPeer(one, 1, zero, 0, kBytes + 4096 * 1024));
  int host[64] = {9};
  int *pinned = nullptr;
  MUST(cudaMallocHost(&pinned, kBytes));
  *pinned = 11;
  SHOW(cudaMemcpyPeer(one, 1, host, 0, kBytes));
  SHOW(cudaMemcpyPeer(one, 1, pinned, 0, kBytes));
  show_value("one", read_one(one));
  SHOW(cudaMemcpyPeerAsync(one, 1, zero, 0, kBytes, reinterpret_cast<cudaStream_t>(std::uintptr_t{2})));
  SHOW(cudaStreamSynchronize(cudaStreamPerThread));
}

// Copies of boxes between devices.
CASE(boxes) {
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

static void is_idle(const char *what, cudaStream_t stream) {
  std::printf("%s: %s\n", what, name_of(cudaStreamQuery(stream)));
  std::fflush(stdout);
}

// Which peer copies wait on the host, and what orders them: a gate holds a stream of one device or the other.
CASE(waiting) {
  need_two_devices();
  prepare_gates_on_both();
  const std::size_t bytes = 1 << 20;
  int *zero = memory_on(0, 1 << 18, 1), *one = memory_on(1, 1 << 18, 2);
  cudaStream_t streams[2];
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    MUST(cudaStreamCreate(&streams[device]));
  }
  for (int current = 0; current < 2; ++current) {
    MUST(cudaSetDevice(current));
    for (int busy = 0; busy < 2; ++busy) {
      std::printf("-- current %d, busy %d\n", current, busy);
      MUST(cudaSetDevice(busy));
      cudaGetLastError();
      {
        Gate gate(streams[busy]);
        MUST(cudaSetDevice(current));
        SHOW(cudaMemcpyPeerAsync(one, 1, zero, 0, bytes, streams[1 - busy]));
        SHOW(cudaStreamSynchronize(streams[1 - busy]));
        is_idle("busy stream", streams[busy]);
        SHOW(cudaMemcpyPeerAsync(one, 1, zero, 0, bytes, streams[busy]));
        is_idle("busy stream", streams[busy]);
        gate.open();
      }
      MUST(cudaStreamSynchronize(streams[0]));
      MUST(cudaStreamSynchronize(streams[1]));
    }
  }
  MUST(cudaSetDevice(0));
  show_last_error("so far");
  show_while_busy("peer copy, own device busy", streams[0], [&] { return cudaMemcpyPeer(one, 1, zero, 0, bytes); });
  MUST(cudaSetDevice(1));
  show_while_busy("peer copy, own device 1 busy", streams[1], [&] { return cudaMemcpyPeer(one, 1, zero, 0, bytes); });
  show_while_busy("peer copy, other device busy", streams[1], [&] {
    MUST(cudaSetDevice(0));
    return cudaMemcpyPeer(one, 1, zero, 0, bytes);
  });
}
