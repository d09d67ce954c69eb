// SPDX-License-Identifier: Apache-2.0
// Copies that name the devices on both sides.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

// cudaMemcpyPeer: between memories of one device, device numbers, which memories are refused, captures.
CASE(memcpy_peer) {
  prepare_gates();
  DeviceArray<int> a(std::vector<int>{1, 2, 3, 4}), b(4);
  int *pinned, *managed, host[4] = {};
  MUST(cudaMallocHost(&pinned, 16));
  MUST(cudaMallocManaged(&managed, 16));
  for (int i = 0; i < 4; ++i) pinned[i] = managed[i] = 10 * i;
  SHOW(cudaMemcpyPeer(b, 0, a, 0, 16));
  show_row("b", b.read());
  SHOW(cudaMemcpyPeer(b.get() + 1, 0, a, 0, 4));
  show_row("b", b.read());
  SHOW(cudaMemcpyPeer(a, 0, a, 0, 16));
  SHOW(cudaMemcpyPeer(b, 0, managed, 0, 16));
  show_row("b", b.read());
  std::printf("refused\n");
  for (int device : {-1, 1000}) {
    SHOW(cudaMemcpyPeer(b, device, a, 0, 16));
    SHOW(cudaMemcpyPeer(b, 0, a, device, 16));
    SHOW(cudaMemcpyPeer(b, device, a, 0, 0));
  }
  SHOW(cudaMemcpyPeer(nullptr, 0, a, 0, 16));
  SHOW(cudaMemcpyPeer(b, 0, nullptr, 0, 16));
  SHOW(cudaMemcpyPeer(nullptr, 0, nullptr, 0, 0));
  SHOW(cudaMemcpyPeer(host, 0, a, 0, 16));
  SHOW(cudaMemcpyPeer(b, 0, host, 0, 16));
  SHOW(cudaMemcpyPeer(b, 0, a, 0, std::size_t(1) << 40));
  show_last_error("after refused calls");
  std::printf("pinned\n");
  SHOW(cudaMemcpyPeer(b, 0, pinned, 0, 16));
  SHOW(cudaMemcpyPeer(pinned, 0, a, 0, 16));
  cudaGetLastError();

  cudaStream_t blocking;
  MUST(cudaStreamCreate(&blocking));
  show_while_busy("busy", blocking, [&] { return cudaMemcpyPeer(b, 0, a, 0, 16); });
  show_captured("16 bytes", [&](cudaStream_t) { return cudaMemcpyPeer(b, 0, a, 0, 16); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMemcpyPeer(b, 0, a, 0, 0); });
}

// cudaMemcpyPeerAsync: between memories of one device, order in its stream, what is refused, captures.
CASE(memcpy_peer_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> a(std::vector<int>{1, 2, 3, 4}), b(4), c(4);
  int host[4] = {};
  MUST(cudaDeviceSynchronize());
  SHOW(cudaMemcpyPeerAsync(b, 0, a, 0, 16, stream));
  SHOW(cudaMemcpyPeerAsync(c.get() + 2, 0, b, 0, 8, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("b", b.read());
  show_row("c", c.read());
  SHOW(cudaMemcpyPeerAsync(b, 0, a, 0, 16));
  SHOW(cudaMemcpyPeerAsync(b, 0, a, 0, 16, cudaStreamPerThread));
  std::printf("refused\n");
  for (int device : {-1, 1000}) {
    SHOW(cudaMemcpyPeerAsync(b, device, a, 0, 16, stream));
    SHOW(cudaMemcpyPeerAsync(b, 0, a, device, 16, stream));
  }
  SHOW(cudaMemcpyPeerAsync(nullptr, 0, a, 0, 16, stream));
  SHOW(cudaMemcpyPeerAsync(b, 0, nullptr, 0, 16, stream));
  SHOW(cudaMemcpyPeerAsync(nullptr, 0, nullptr, 0, 0, stream));
  SHOW(cudaMemcpyPeerAsync(host, 0, a, 0, 16, stream));
  SHOW(cudaMemcpyPeerAsync(b, 0, host, 0, 16, stream));
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMemcpyPeerAsync(b, 0, a, 0, 16, stream); });
  show_captured("16 bytes", [&](cudaStream_t s) { return cudaMemcpyPeerAsync(b, 0, a, 0, 16, s); });
  show_captured("no bytes", [&](cudaStream_t s) { return cudaMemcpyPeerAsync(b, 0, a, 0, 0, s); });
  show_captured("no destination", [&](cudaStream_t s) { return cudaMemcpyPeerAsync(nullptr, 0, a, 0, 16, s); });
  show_captured("unknown device", [&](cudaStream_t s) { return cudaMemcpyPeerAsync(b, 0, a, 1000, 16, s); });
}

static std::vector<unsigned char> bytes_of_box(cudaPitchedPtr box) {
  std::vector<unsigned char> bytes(16);
  cudaMemcpy3DParms p = {};
  p.srcPtr = box;
  p.dstPtr = make_cudaPitchedPtr(bytes.data(), 4, 4, 2);
  p.extent = make_cudaExtent(4, 2, 2);
  p.kind = cudaMemcpyDeviceToHost;
  MUST(cudaMemcpy3D(&p));
  return bytes;
}

// cudaMemcpy3DPeer: boxes and arrays of one device, device numbers, what is refused, captures.
CASE(memcpy_3d_peer) {
  prepare_gates();
  cudaExtent whole = make_cudaExtent(4, 2, 2);
  cudaPitchedPtr a, b;
  MUST(cudaMalloc3D(&a, whole));
  MUST(cudaMalloc3D(&b, whole));
  MUST(cudaMemset3D(a, 7, whole));
  MUST(cudaMemset3D(b, 0, whole));
  cudaMemcpy3DPeerParms whole_box = {};
  whole_box.srcPtr = a;
  whole_box.dstPtr = b;
  whole_box.extent = whole;
  auto p = whole_box;
  p.dstPos = make_cudaPos(1, 1, 0);
  p.extent = make_cudaExtent(2, 1, 2);
  SHOW(cudaMemcpy3DPeer(&p));
  auto bytes = bytes_of_box(b);
  show_row("a part", std::vector<int>(bytes.begin(), bytes.end()));
  SHOW(cudaMemcpy3DPeer(&whole_box));
  bytes = bytes_of_box(b);
  show_row("the whole box", std::vector<int>(bytes.begin(), bytes.end()));
  cudaArray_t array;
  auto format = cudaCreateChannelDesc<unsigned char>();
  MUST(cudaMalloc3DArray(&array, &format, whole));
  p = whole_box;
  p.dstPtr = {};
  p.dstArray = array;
  SHOW(cudaMemcpy3DPeer(&p));
  MUST(cudaMemset3D(b, 0, whole));
  p = whole_box;
  p.srcPtr = {};
  p.srcArray = array;
  SHOW(cudaMemcpy3DPeer(&p));
  bytes = bytes_of_box(b);
  show_row("through an array", std::vector<int>(bytes.begin(), bytes.end()));

  std::printf("refused\n");
  SHOW(cudaMemcpy3DPeer(nullptr));
  auto refused = [&](const char *what, const cudaMemcpy3DPeerParms &q) { show(what, cudaMemcpy3DPeer(&q)); };
  for (int device : {-1, 1000}) {
    p = whole_box;
    p.srcDevice = device;
    refused("unknown source device", p);
    p = whole_box;
    p.dstDevice = device;
    refused("unknown destination device", p);
  }
  std::vector<unsigned char> host(16);
  p = whole_box;
  p.srcPtr = make_cudaPitchedPtr(host.data(), 4, 4, 2);
  refused("pageable source", p);
  p = whole_box;
  p.srcPtr.ptr = nullptr;
  refused("no source", p);
  p = whole_box;
  p.dstArray = array;
  refused("a destination of both sorts", p);
  p = whole_box;
  p.srcPtr.pitch = 2;
  refused("pitch too small", p);
  p = whole_box;
  p.extent.height = 0;
  refused("nothing to copy", p);
  show_last_error("after refused calls");
  cudaStream_t blocking;
  MUST(cudaStreamCreate(&blocking));
  show_while_busy("busy", blocking, [&] { return cudaMemcpy3DPeer(&whole_box); });
  show_captured("the whole box", [&](cudaStream_t) { return cudaMemcpy3DPeer(&whole_box); });
}

// cudaMemcpy3DPeerAsync: boxes of one device in stream order, what is refused, captures.
CASE(memcpy_3d_peer_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<unsigned char> a(std::vector<unsigned char>{1, 2, 3, 4, 5, 6, 7, 8}), b(8), c(8);
  MUST(cudaDeviceSynchronize());
  auto copy = [](void *to, void *from) {
    cudaMemcpy3DPeerParms p = {};
    p.srcPtr = make_cudaPitchedPtr(from, 2, 2, 2);
    p.dstPtr = make_cudaPitchedPtr(to, 2, 2, 2);
    p.extent = make_cudaExtent(2, 2, 2);
    return p;
  };
  auto first = copy(b, a), second = copy(c, b);
  second.dstPos = make_cudaPos(1, 0, 0);
  second.extent = make_cudaExtent(1, 2, 2);
  {
    Gate gate(stream);
    SHOW(cudaMemcpy3DPeerAsync(&first, stream));
    SHOW(cudaMemcpy3DPeerAsync(&second, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  auto bytes = c.read();
  show_row("c", std::vector<int>(bytes.begin(), bytes.end()));
  SHOW(cudaMemcpy3DPeerAsync(&first));
  SHOW(cudaMemcpy3DPeerAsync(&first, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemcpy3DPeerAsync(nullptr, stream));
  auto refused = [&](const char *what, const cudaMemcpy3DPeerParms &p) {
    show(what, cudaMemcpy3DPeerAsync(&p, stream));
  };
  auto p = first;
  p.srcDevice = 1000;
  refused("unknown source device", p);
  p = first;
  p.dstDevice = -1;
  refused("unknown destination device", p);
  p = first;
  p.dstPtr.ptr = nullptr;
  refused("no destination", p);
  p = first;
  p.dstPtr.pitch = 1;
  refused("pitch too small", p);
  p = first;
  p.extent.width = 0;
  refused("nothing to copy", p);
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMemcpy3DPeerAsync(&first, stream); });
  show_captured("the whole box", [&](cudaStream_t s) { return cudaMemcpy3DPeerAsync(&first, s); });
  show_captured("nothing", [&](cudaStream_t s) { return cudaMemcpy3DPeerAsync(&p, s); });
  p = first;
  p.dstDevice = 1000;
  show_captured("unknown device", [&](cudaStream_t s) { return cudaMemcpy3DPeerAsync(&p, s); });
  p = first;
  p.dstPtr.pitch = 1;
  show_captured("pitch too small", [&](cudaStream_t s) { return cudaMemcpy3DPeerAsync(&p, s); });
}
