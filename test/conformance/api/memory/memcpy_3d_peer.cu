// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy3DPeer: boxes and arrays of one device, device numbers, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

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

CASES() {
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
