// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy3DPeerAsync: boxes of one device in stream order, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
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
